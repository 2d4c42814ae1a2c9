import ScrollworkPlatform

/// A typed path, and the names that continue it.
struct PathCompletion: Equatable, Sendable {
  /// A name that continues the typed path.
  struct Candidate: Hashable, Identifiable, Sendable {
    var name: String
    var isFolder: Bool
    var id: String { name }
  }

  /// The largest number of listed candidates.
  static let most = 500
  /// The most names that are read from a folder.
  private static let maximumRead = 100_000

  /// The typed text.
  let text: String
  /// The typed text up to its last slash.
  private let head: String
  /// The typed text after its last slash: the beginning of a name.
  let prefix: String
  /// Whether the typed text is the address of a file, such as `file:///home/ada/a%20b.txt`.
  private let isAddress: Bool
  /// The absolute path of the folder that `head` stands for.
  let folder: String

  /// - Parameter base: The folder that relative paths start from.
  init(_ text: String, base: String) {
    self.text = text
    let end = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) } ?? text.startIndex
    head = String(text[..<end])
    isAddress = FileAddress.path(of: head) != nil
    prefix = isAddress ? PathBytes.display(PathBytes.decode(FileAddress.decoded(text[end...]))) : String(text[end...])
    folder = Self.absolute(head.isEmpty && text.hasPrefix("~") ? "~" : head, base: base)
  }

  /// Whether a typed text can only be the beginning of a path, not of a name: `/` or `~`.
  static func beginsPath(_ text: String) -> Bool { text == "/" || text == "~" }

  /// Returns the absolute path that a typed text means.
  static func absolute(_ text: String, base: String) -> String {
    let written = PathBytes.written(text)
    if let path = FileAddress.path(of: written) { return path }
    if written == "~" || written.hasPrefix("~/"), let home = FilePath.home {
      return FilePath.absolute(home + written.dropFirst())
    }
    return FilePath.absolute(written.hasPrefix("/") ? written : base + "/" + written)
  }

  /// Returns the text with the beginning of the name replaced by a candidate.
  func text(with candidate: Candidate) -> String {
    head + written(candidate.name) + (candidate.isFolder ? "/" : "")
  }

  /// Returns a name as it stands in the text.
  private func written(_ name: String) -> String { isAddress ? FileAddress.encoded(name) : PathBytes.display(name) }

  /// Returns the text with the common beginning of all candidates; `nil` if that is not longer than the typed name.
  func text(withCommonPartOf candidates: [Candidate]) -> String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return text(with: first) }
    var common = Array(PathBytes.display(first.name))
    for candidate in candidates.dropFirst() {
      let name = Array(PathBytes.display(candidate.name))
      common.removeLast(max(0, common.count - name.count))
      for (index, letter) in name.prefix(common.count).enumerated() where letter != common[index] {
        common.removeLast(common.count - index)
        break
      }
    }
    guard common.count > prefix.count else { return nil }
    return head + (isAddress ? FileAddress.encoded(PathBytes.written(String(common))) : String(common))
  }

  /// Reads the names in the folder that begin with the typed part, folders first. Hidden names are read if the part
  /// begins with a dot. Letters match in any case.
  /// - Throws: The reason why the folder cannot be read.
  /// - Complexity: O(*n*) in the number of names in the folder.
  func candidates() throws(FileError) -> [Candidate] {
    let reader = try DirectoryReader(path: folder)
    let wanted = prefix.lowercased()
    var (found, read) = ([Candidate](), 0)
    while read < Self.maximumRead {
      let items = try reader.next(limit: 1024)
      guard !items.isEmpty else { break }
      read += items.count
      for item in items {
        guard prefix.hasPrefix(".") || !item.name.hasPrefix("."),
          PathBytes.display(item.name).lowercased().hasPrefix(wanted)
        else { continue }
        found.append(Candidate(name: item.name, isFolder: isFolder(item)))
      }
    }
    let sorted = found.map { (key: NaturalKey($0.name), candidate: $0) }.sorted {
      $0.candidate.isFolder == $1.candidate.isFolder ? $0.key < $1.key : $0.candidate.isFolder
    }
    return sorted.prefix(Self.most).map(\.candidate)
  }

  private func isFolder(_ item: DirectoryItem) -> Bool {
    switch item.kind {
    case .directory?: true
    // Links are followed.
    case nil, .symlink?, .unknown?: (try? FileInfo(path: folder + "/" + item.name))?.kind == .directory
    default: false
    }
  }
}
