import ScrollworkPlatform

/// The properties by which a file is recognised after another program renamed it: its inode, its size and the time of
/// its last change.
struct FileMark: Hashable, Sendable {
  var inode: UInt64
  private var size: Int
  private var modified: FileTime

  /// Creates the mark of a file; `nil` for a folder, a link or a device.
  init?(_ info: FileInfo) {
    guard info.kind == .regular, !info.isLink else { return nil }
    (inode, size, modified) = (info.identity.inode, info.size, info.modified)
  }

  /// Parses a mark; returns `nil` for other texts.
  init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, let inode = UInt64(parts[0]), let size = Int(parts[1]), let seconds = Int64(parts[2]),
      let nanoseconds = Int32(parts[3])
    else { return nil }
    (self.inode, self.size, modified) = (inode, size, FileTime(seconds: seconds, nanoseconds: nanoseconds))
  }

  /// The mark in its written form.
  var text: String { "\(inode) \(size) \(modified.seconds) \(modified.nanoseconds)" }
}

/// The tags of files that other programs renamed while this one did not watch their folder.
extension FileTagStorage {
  /// Reads the tags of a folder's files. Tags of files that were renamed in the folder follow them, unless the files
  /// were changed too.
  /// - Complexity: As `tags(in:)`; O(*n*) in the number of files in the folder if a tagged one is missing.
  /// - Throws: As `tags(in:)`.
  func followedTags(in folder: String) throws(FileError) -> FileTags.Names {
    let names = try tags(in: folder)
    let missing = names.keys.filter { !FileMove.exists(FolderEntry.join(folder, $0.text)) }
    let changes = try missing.isEmpty ? [] : renames(of: Set(missing), in: folder, names)
    guard !changes.isEmpty, (try? write(changes, in: folder)) != nil else { return names }
    return try tags(in: folder)
  }

  /// Returns the changes that move the tags of missing files to the untagged files with the same marks.
  private func renames(
    of missing: Set<ExactText>, in folder: String, _ tags: FileTags.Names
  ) throws(FileError) -> [FileTagChange] {
    var marks: [ExactText: FileMark] = [:]
    for change in try self.changes(in: folder) where missing.contains(ExactText(change.name)) {
      marks[ExactText(change.name)] = change.mark
    }
    let files = Dictionary(marks.map { ($0.value, $0.key) }) { first, _ in first }
    let inodes = Set(files.keys.map(\.inode))
    guard !files.isEmpty, let reader = try? DirectoryReader(path: folder) else { return [] }
    var changes: [FileTagChange] = []
    while let items = try? reader.next(limit: 1_024), !items.isEmpty {
      for item in items where inodes.contains(item.inode) && tags[ExactText(item.name)] == nil {
        guard let mark = (try? reader.info(of: item.name)).flatMap(FileMark.init), let former = files[mark],
          let tag = tags[former]
        else { continue }
        changes.append(FileTagChange(name: item.name, tag: tag, mark: mark))
        changes.append(FileTagChange(name: former.text, tag: 0))
      }
    }
    return changes
  }
}
