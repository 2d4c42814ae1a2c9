import ScrollworkPlatform

/// A text that is compared by its bytes, as file names are.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// The tags of files that were read: a digit from 1 to 9 for each tagged file. The value is cheap to copy.
package struct FileTags: Sendable {
  /// The tags of a folder's files, by their names.
  typealias Names = [ExactText: UInt8]

  /// The tags of each folder, by its path without links and with a trailing slash.
  private var folders: [ExactText: Names] = [:]
  /// The path without links of each folder that is shown under another path.
  private var links: [ExactText: ExactText] = [:]

  package init() {}

  /// Whether no file is tagged.
  package var isEmpty: Bool { folders.isEmpty }

  /// The tag of a file; 0 for one without a tag, or an address.
  package subscript(entry: FolderEntry) -> UInt8 {
    guard !folders.isEmpty, !entry.isAddress else { return 0 }
    return self[name: entry.rawName, folder: entry.label.folder]
  }

  /// The tag of the file at an absolute path; 0 for none.
  package subscript(path: String) -> UInt8 {
    self[name: FilePath.lastComponent(of: path), folder: FilePath.parent(of: path)]
  }

  private subscript(name name: String, folder folder: String) -> UInt8 {
    let folder = Self.key(folder)
    return folders[links[folder] ?? folder]?[ExactText(name)] ?? 0
  }

  private static func key(_ folder: String) -> ExactText { ExactText(FolderEntry.join(folder, "")) }

  /// Whether `folder` has tagged files, or with `isDeep`, a folder below it.
  /// - Complexity: O(*k*) in the number of folders with tags.
  func areIn(_ folder: String, orBelow isDeep: Bool) -> Bool {
    let key = Self.key(folder)
    let real = links[key] ?? key
    return folders[real] != nil || isDeep && folders.keys.contains { $0.text.utf8.starts(with: real.text.utf8) }
  }

  /// Replaces the tags of a folder.
  /// - Parameter link: The path under which the folder is shown; `nil` if that has no links.
  mutating func set(_ names: Names, of folder: String, shownAs link: String? = nil) {
    let (key, shown) = (Self.key(folder), link.map { Self.key($0) })
    folders[key] = names.isEmpty ? nil : names
    if let shown, shown != key { links[shown] = key }
  }

  /// Sets the tag of a file; 0 removes it.
  /// - Parameter folder: A path without links.
  mutating func set(_ tag: UInt8, ofName name: String, in folder: String) {
    let key = Self.key(folder)
    var names = folders.removeValue(forKey: key) ?? [:]
    names[ExactText(name)] = tag == 0 ? nil : tag
    if !names.isEmpty { folders[key] = names }
  }

  /// Removes the tags of the folder and of all folders below it.
  mutating func forget(below folder: String) {
    let start = Self.key(folder).text.utf8
    folders = folders.filter { !$0.key.text.utf8.starts(with: start) }
  }
}

/// A change of the tag of one file. In the file of tags it is a line with the tag, the percent-encoded name and, if
/// known, the mark of the file, separated by tab characters.
struct FileTagChange: Hashable, TagLine {
  /// The name in its folder, in the encoding of `PathBytes`.
  var name: String
  /// The new tag; 0 to remove it.
  var tag: UInt8
  /// The mark of the file when it was tagged; `nil` if it is not known.
  var mark: FileMark?

  static let firstLine = "scrollwork file tags 1\n"

  init(name: String, tag: UInt8, mark: FileMark? = nil) { (self.name, self.tag, self.mark) = (name, tag, mark) }

  init?(line: ArraySlice<UInt8>) {
    guard line.count > 2, let first = line.first, (0x30...0x39).contains(first), line[line.startIndex + 1] == 0x09
    else { return nil }
    let fields = line.dropFirst(2).split(separator: 0x09, maxSplits: 1, omittingEmptySubsequences: false)
    let bytes = FileAddress.decoded(String(decoding: fields[0], as: UTF8.self)[...])
    guard !bytes.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")) else { return nil }
    (name, tag) = (PathBytes.decode(bytes), first - 0x30)
    mark = fields.count > 1 ? FileMark(text: String(decoding: fields[1], as: UTF8.self)) : nil
  }

  var line: String { "\(tag)\t\(FileAddress.encoded(name))" + (mark.map { "\t\($0.text)" } ?? "") + "\n" }
}
