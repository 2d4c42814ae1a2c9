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

/// A file or folder as a row of a list.
package struct FolderEntry: Identifiable, Hashable, Sendable {
  package let id: FolderEntryID
  /// For people; what is no UTF-8 in it is replaced.
  package let name: String
  /// To open it: where the file is, or the address of a picture.
  package let path: String
  /// True for what is no file: `path` is an address.
  package let isAddress: Bool
  package let kind: EntryKind
  /// Changes when the content does: made of the time it was written, its size and its number in the file system.
  package let version: UInt64
  /// The name as the folder has it: equal to another exactly if their bytes are.
  let rawName: String
  let info: FileInfo
  let nameKey: NaturalKey

  /// - Parameter title: What it is called in the list, if not by its name.
  init(id: FolderEntryID, rawName: String, folder: String, info: FileInfo, title: String? = nil) {
    self.id = id
    self.rawName = rawName
    name = title ?? PathBytes.display(rawName)
    path = Self.join(folder, rawName)
    isAddress = false
    kind = EntryKind(name: rawName, kind: info.kind)
    self.info = info
    nameKey = NaturalKey(path: rawName)
    version = Self.version(of: info)
  }

  /// A picture somewhere, of which nothing is known but the address.
  /// - Parameter file: What it leads to, if that is a file.
  init(id: FolderEntryID, address: String, file: FileInfo? = nil) {
    let name = PictureAddress.name(of: address)
    self.id = id
    (rawName, self.name, path, isAddress) = (name, name, address, true)
    (kind, nameKey) = (.picture, NaturalKey(name))
    version = file.map { Self.version(of: $0) } ?? 0
    info = FileInfo(kind: .regular, size: 0, modified: FileTime(seconds: 0, nanoseconds: 0), identity: id.file)
  }

  package var isLink: Bool { info.isLink }

  /// Bytes; of no meaning for folders.
  package var size: Int { info.size }

  package var modified: FileTime { info.modified }

  var file: FileIdentity { info.identity }

  /// True if the file has more than this name.
  var hasOtherNames: Bool { info.kind == .regular && info.nameCount > 1 }

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

  private static func version(of info: FileInfo) -> UInt64 {
    mix([
      UInt64(bitPattern: info.modified.seconds), UInt64(info.modified.nanoseconds), UInt64(info.size),
      info.identity.inode,
    ])
  }

  /// FNV-1a by words, so that a version is the same in every run.
  private static func mix(_ words: [UInt64]) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { hash, word in
      let mixed = (hash ^ word) &* 0x0000_0100_0000_01B3
      return mixed ^ (mixed >> 29)
    }
  }
}
