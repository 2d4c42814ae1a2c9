package import ScrollworkPlatform

/// Which entry of a folder: kept when it is renamed inside the folder or written again.
package struct FolderEntryID: Hashable, Sendable, CustomStringConvertible {
  let file: FileIdentity
  /// Tells apart what has the same number in the file system: other names of one file, and a new file that got the number of a deleted one.
  let generation: UInt32

  package var description: String {
    "\(file.device):\(file.inode)" + (generation > 0 ? ".\(generation)" : "")
  }
}

extension FolderEntryID {
  /// The beginning of a table's search for it.
  var hash: UInt64 {
    let hash = (file.inode ^ file.device << 40 ^ UInt64(generation) << 20) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ (hash >> 32)
  }
}

/// A file or folder as a row of a list.
///
/// There may be very many: it holds no text of its own, only a place in the names that were read together with its own.
package struct FolderEntry: Identifiable, Hashable, Sendable {
  package let id: FolderEntryID
  package let kind: EntryKind
  private let flags: Flags
  let label: EntryName
  /// Bytes; of no meaning for folders.
  package let size: Int
  package let modified: FileTime
  /// Permission bits.
  private let mode: UInt16
  /// Which file it is.
  let file: FileIdentity

  private struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let link = Flags(rawValue: 1)
    static let otherNames = Flags(rawValue: 2)
    static let address = Flags(rawValue: 4)
    /// An address of which nothing is known but itself.
    static let unknown = Flags(rawValue: 8)
  }

  init(id: FolderEntryID, label: EntryName, info: FileInfo) {
    self.init(
      id: id, kind: EntryKind(name: label.raw, kind: info.kind), label: label, info: info,
      flags: (info.isLink ? .link : Flags()).union(
        info.kind == .regular && info.nameCount > 1 ? .otherNames : Flags()))
  }

  /// - Parameter title: What it is called in the list, if not by its name.
  init(id: FolderEntryID, rawName: String, folder: String, info: FileInfo, title: String? = nil) {
    self.init(id: id, label: EntryName(rawName, folder: folder, title: title), info: info)
  }

  /// A picture somewhere, of which nothing is known but the address.
  /// - Parameter file: What it leads to, if that is a file.
  init(id: FolderEntryID, address: EntryName, file: FileInfo? = nil) {
    let info =
      file ?? FileInfo(kind: .regular, size: 0, modified: FileTime(seconds: 0, nanoseconds: 0), identity: id.file)
    self.init(
      id: id, kind: .picture, label: address, info: info, flags: file == nil ? [.address, .unknown] : .address)
  }

  private init(id: FolderEntryID, kind: EntryKind, label: EntryName, info: FileInfo, flags: Flags) {
    (self.id, self.kind, self.label, self.flags) = (id, kind, label, flags)
    (size, modified, file) = (info.size, info.modified, info.identity)
    mode = UInt16(truncatingIfNeeded: info.mode)
  }

  /// The same file under another name or identity.
  func renamed(_ label: EntryName, id: FolderEntryID) -> FolderEntry {
    FolderEntry(self, id: id, label: label)
  }

  private init(_ entry: FolderEntry, id: FolderEntryID, label: EntryName) {
    (self.id, kind, self.label, flags) = (id, entry.kind, label, entry.flags)
    (size, modified, file, mode) = (entry.size, entry.modified, entry.file, entry.mode)
  }

  /// For people; what is no UTF-8 in it is replaced.
  package var name: String { label.title }

  /// To open it: where the file is, or the address of a picture.
  package var path: String { isAddress ? label.text : label.path }

  /// The name as the folder has it: equal to another exactly if their bytes are.
  var rawName: String { label.raw }

  /// True for what is no file: `path` is an address.
  package var isAddress: Bool { flags.contains(.address) }

  package var isLink: Bool { flags.contains(.link) }

  /// True if the file has more than this name.
  var hasOtherNames: Bool { flags.contains(.otherNames) }

  /// Changes when the content does: made of the time it was written, its size and its number in the file system.
  package var version: UInt64 {
    flags.contains(.unknown)
      ? 0
      : Self.mix(
        UInt64(bitPattern: modified.seconds), UInt64(modified.nanoseconds), UInt64(size), file.inode)
  }

  /// What stands in a column for the kind: "PNG picture", "Folder".
  package var kindTitle: String {
    let ending = EntryKind.fileExtension(of: name)
    switch kind {
    case .other: return ending.isEmpty || ending.utf8.count > 5 ? "File" : ending.uppercased() + " file"
    case .picture, .table, .archive, .video, .audio, .document, .program:
      return ending.uppercased() + " " + kind.rawValue
    case .json: return ending.uppercased()
    default: return kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
    }
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// FNV-1a by words, so that a version is the same in every run.
  private static func mix(_ words: UInt64...) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { hash, word in
      let mixed = (hash ^ word) &* 0x0000_0100_0000_01B3
      return mixed ^ (mixed >> 29)
    }
  }
}
