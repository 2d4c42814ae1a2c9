package import ScrollworkPlatform
import ScrollworkSDLBackend

/// The identity of an entry in its folder. It survives renaming and rewriting of the file.
package struct FolderEntryID: Hashable, Sendable, CustomStringConvertible {
  /// The device and inode of the file.
  let file: FileIdentity
  /// A number that distinguishes entries with the same inode: several names of one file, or a new file that got the
  /// inode of a deleted one.
  let generation: UInt32

  /// The identity as text, for scripts and saved positions.
  package var description: String {
    "\(file.device):\(file.inode)" + (generation > 0 ? ".\(generation)" : "")
  }
}

extension FolderEntryID {
  /// The hash for `EntryTable`: multiplicative hashing with the golden ratio.
  var hash: UInt64 {
    let hash = (file.inode ^ file.device << 40 ^ UInt64(generation) << 20) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ (hash >> 32)
  }
}

/// A file or folder as an item of a list.
///
/// A list may have very many entries. So an entry owns no text; its name is a slice of a shared block.
package struct FolderEntry: Identifiable, Hashable, Sendable {
  package let id: FolderEntryID
  package let kind: EntryKind
  /// Facts about the entry, such as whether it is a link, packed into one byte.
  private let flags: Flags
  /// The format of a picture by its first bytes, if it differs from the format of its name; otherwise `nil`.
  private let format: PictureFormat?
  let label: EntryName
  /// The size in bytes; meaningless for folders.
  package let size: Int
  /// The time of the last change of the content.
  package let modified: FileTime
  /// The permission bits.
  private let mode: UInt16
  /// The time of the last change of the file's status, in milliseconds; only the lower 16 bits.
  private let statusChange: UInt16
  /// The device and inode of the file.
  let file: FileIdentity

  private struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let link = Flags(rawValue: 1)
    static let otherNames = Flags(rawValue: 2)
    static let address = Flags(rawValue: 4)
    /// Marks an address about which nothing else is known.
    static let unknown = Flags(rawValue: 8)
  }

  init(id: FolderEntryID, label: EntryName, info: FileInfo) {
    self.init(
      id: id, kind: EntryKind(name: label.raw, kind: info.kind), label: label, info: info,
      flags: (info.isLink ? .link : Flags()).union(
        info.kind == .regular && info.nameCount > 1 ? .otherNames : Flags()))
  }

  /// Makes the entry of a file from its status.
  /// - Parameter title: The text shown in the list; `nil` for the name.
  init(id: FolderEntryID, rawName: String, folder: String, info: FileInfo, title: String? = nil) {
    self.init(id: id, label: EntryName(rawName, folder: folder, title: title), info: info)
  }

  /// Makes the entry of a picture's address.
  /// - Parameter file: The status of the file that a `file:` address refers to.
  init(id: FolderEntryID, address: EntryName, file: FileInfo? = nil) {
    let info =
      file ?? FileInfo(kind: .regular, size: 0, modified: FileTime(seconds: 0, nanoseconds: 0), identity: id.file)
    self.init(
      id: id, kind: .picture, label: address, info: info, flags: file == nil ? [.address, .unknown] : .address)
  }

  private init(id: FolderEntryID, kind: EntryKind, label: EntryName, info: FileInfo, flags: Flags) {
    (self.id, self.kind, self.label, self.flags, format) = (id, kind, label, flags, nil)
    (size, modified, file) = (info.size, info.modified, info.identity)
    mode = UInt16(truncatingIfNeeded: info.mode)
    statusChange = UInt16(
      truncatingIfNeeded: info.statusChanged.seconds &* 1_000 &+ Int64(info.statusChanged.nanoseconds / 1_000_000))
  }

  /// Returns an entry of the same file with another name or identity.
  func renamed(_ label: EntryName, id: FolderEntryID) -> FolderEntry {
    FolderEntry(self, id: id, label: label)
  }

  /// Returns an entry of the same file with the kind that its content has.
  /// - Parameter format: The format of a picture; `nil` if it is the format of its name.
  func withKind(_ kind: EntryKind, format: PictureFormat? = nil) -> FolderEntry {
    FolderEntry(self, id: id, label: label, kind: kind, format: format)
  }

  private init(
    _ entry: FolderEntry, id: FolderEntryID, label: EntryName, kind: EntryKind? = nil, format: PictureFormat? = nil
  ) {
    (self.id, self.kind, self.label, flags) = (id, kind ?? entry.kind, label, entry.flags)
    self.format = kind == nil ? entry.format : format
    (size, modified, file, mode) = (entry.size, entry.modified, entry.file, entry.mode)
    statusChange = entry.statusChange
  }

  /// The text shown to the user; invalid UTF-8 is replaced.
  package var name: String { label.title }

  /// The path to open, or the address of a picture.
  package var path: String { isAddress ? label.text : label.path }

  /// The name in the encoding of `PathBytes`. Two such names are equal exactly if their bytes are.
  var rawName: String { label.raw }

  /// Whether `path` is an address instead of a file path.
  package var isAddress: Bool { flags.contains(.address) }

  /// Whether the entry is a symbolic link.
  package var isLink: Bool { flags.contains(.link) }

  /// Whether the file has more than one hard link.
  var hasOtherNames: Bool { flags.contains(.otherNames) }

  /// A hash of the inode, size, modification time and status change time of the file, which changes with the content; 0
  /// for an address without a local file. Image caches use the hash as a key.
  ///
  /// A file that lost its name and got it back is a new version, because another file may have been read under the name
  /// meanwhile.
  package var version: UInt64 {
    flags.contains(.unknown)
      ? 0
      : Self.mix(
        UInt64(bitPattern: modified.seconds), UInt64(modified.nanoseconds), UInt64(size), file.inode,
        UInt64(statusChange))
  }

  /// The text of the kind column: "PNG picture", "Folder".
  package var kindTitle: String {
    if let format { return format.name + " picture" }
    let ending = EntryKind.fileExtension(of: name)
    switch kind {
    case .other: return ending.isEmpty || ending.utf8.count > 5 ? "File" : ending.uppercased() + " file"
    // The name of a file may not say what it is.
    case .picture, .table, .archive, .video, .audio, .document, .program:
      return EntryKind(name: name, kind: .regular) == kind ? ending.uppercased() + " " + kind.rawValue : kind.title
    case .json: return ending.uppercased()
    default: return kind.title
    }
  }

  /// The file name extensions that stand for the kind, in lower case: all of a picture's format; for other files, that
  /// of the name if the content is what the name says.
  var kindExtensions: [String] {
    let ending = EntryKind.fileExtension(of: name)
    let isNamed = format == nil && EntryKind(name: name, kind: .regular) == kind
    guard kind == .picture else { return isNamed || kind == .other ? [ending] : [] }
    guard let format = format ?? (isNamed ? FileContent.formats[ending] : nil) else { return isNamed ? [ending] : [] }
    return FileContent.formats.filter { $0.value == format }.map(\.key)
  }

  /// Returns the path of the file `name` in `folder`.
  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Returns a hash of words, similar to FNV-1a. Unlike `Hasher`, it gives the same result in every run.
  private static func mix(_ words: UInt64...) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { hash, word in
      let mixed = (hash ^ word) &* 0x0000_0100_0000_01B3
      return mixed ^ (mixed >> 29)
    }
  }
}
