import Glibc
package import ScrollworkPlatform

/// The storage of file tags in the folder of the user's data. Nothing is stored in the tagged files or beside them.
///
/// Each folder with tagged files has a folder with the same path below `scrollwork/tags`; its file `.tags` holds the
/// tags by file name. So moving a folder with all tags below it takes a single renaming.
package struct FileTagStorage: Sendable {
  /// The folder of all tags; `nil` for a user without a home.
  private let root: String?

  /// Creates a storage.
  /// - Parameter data: The folder of the user's data, which `XDG_DATA_HOME` names; `nil` if there is none.
  package init(data: String?) {
    root = data.map { FolderEntry.join($0, "scrollwork/tags") }
  }

  /// The storage of the current user.
  package static var current: FileTagStorage { FileTagStorage(data: BaseFolder.data.path) }

  /// The name of the files with tags.
  private static let fileName = ".tags"

  /// Returns the folder in the storage for a folder. A component named like the files with tags gets one more dot.
  private func place(of folder: String) throws(FileError) -> String {
    guard let root else {
      throw FileError(path: folder, reason: .content("there is no home folder for tags"), action: .write)
    }
    return FilePath.components(of: folder).reduce(root) { path, name in
      FolderEntry.join(path, Self.isTaken(name) ? "." + name : String(name))
    }
  }

  /// Whether a name is that of the files of tags, perhaps with more dots.
  private static func isTaken(_ name: some StringProtocol) -> Bool {
    name.utf8.count >= fileName.utf8.count && name.utf8.suffix(fileName.utf8.count).elementsEqual(fileName.utf8)
      && name.utf8.dropLast(fileName.utf8.count).allSatisfy { $0 == UInt8(ascii: ".") }
  }

  /// Reads the tags of a folder's files; none if the folder has no file with tags.
  /// - Parameter folder: A path without links.
  /// - Throws: If the file with tags cannot be read, or if it is not a regular file.
  func tags(in folder: String) throws(FileError) -> FileTags.Names {
    try root == nil ? [:] : Self.tags(at: place(of: folder))
  }

  /// Reads the changes of the tags of a folder's files, in their order.
  /// - Throws: As `tags(in:)`.
  func changes(in folder: String) throws(FileError) -> [FileTagChange] {
    try root == nil ? [] : Self.changes(at: place(of: folder))
  }

  private static func changes(at place: String) throws(FileError) -> [FileTagChange] {
    try TagFile<FileTagChange>(path: FolderEntry.join(place, fileName)).read()
  }

  private static func tags(at place: String) throws(FileError) -> FileTags.Names {
    var names: FileTags.Names = [:]
    for change in try changes(at: place) {
      names[ExactText(change.name)] = change.tag == 0 ? nil : change.tag
    }
    return names
  }

  /// Whether a folder, or one below it, may have tagged files.
  func hasTags(below folder: String) -> Bool { (try? place(of: folder)).map { FileMove.exists($0) } ?? false }

  /// Reads the tags of `folder` and of all folders below it. Folders whose tags cannot be read are skipped.
  /// - Complexity: O(*n*) in the number of folders with tags.
  func tags(below folder: String, isCancelled: () -> Bool) -> [(folder: String, names: FileTags.Names)] {
    guard let start = try? place(of: folder) else { return [] }
    var (found, pending) = ([(folder: String, names: FileTags.Names)](), [(place: start, folder: folder)])
    while let next = pending.popLast(), !isCancelled() {
      if let names = try? Self.tags(at: next.place), !names.isEmpty { found.append((next.folder, names)) }
      for name in (try? TreeCopy.names(in: next.place)) ?? [] where name != Self.fileName {
        let own = Self.isTaken(name) ? String(name.dropFirst()) : name
        pending.append((FolderEntry.join(next.place, name), FolderEntry.join(next.folder, own)))
      }
    }
    return found
  }

  /// Writes changes of the tags of a folder's files: all of them, or none if writing fails.
  /// - Throws: If the file with tags cannot be written, or if it is not a regular file.
  func write(_ changes: [FileTagChange], in folder: String) throws(FileError) {
    guard !changes.isEmpty else { return }
    let place = try place(of: folder)
    let failure = OutputFile.makeFolders(place)
    guard failure == 0 else { throw FileError(path: place, code: failure, action: .write) }
    try TagFile<FileTagChange>(path: FolderEntry.join(place, Self.fileName)).append(changes)
  }

  /// Moves the tags below a folder after the folder moved to another path. Tags that were stored for the new path
  /// before are removed.
  package func moveFolder(_ old: String, to new: String) throws(FileError) {
    guard root != nil else { return }
    let (from, to) = (try place(of: old), try place(of: new))
    if FileMove.exists(to) { Self.remove(to) }
    guard FileMove.exists(from) else { return }
    let failure = OutputFile.makeFolders(FilePath.parent(of: to))
    guard failure == 0 else { throw FileError(path: to, code: failure, action: .write) }
    try FileMove.move(from, to: to)
  }

  /// Removes a folder of the storage: its files with tags, and the folders that contain nothing else.
  private static func remove(_ place: String) {
    for name in (try? TreeCopy.names(in: place)) ?? [] {
      let path = FolderEntry.join(place, name)
      if name == fileName { PathBytes.withCString(path) { _ = unlink($0) } } else { remove(path) }
    }
    PathBytes.withCString(place) { _ = rmdir($0) }
  }
}

/// Reading and writing tags by file name, for code without a table of tags.
extension FileTagStorage {
  /// Writes tags of a folder's files; 0 removes one.
  package func write(_ tags: [String: UInt8], in folder: String) throws(FileError) {
    try write(tags.map { FileTagChange(name: $0.key, tag: $0.value) }, in: folder)
  }

  /// Reads the tags of a folder's files.
  package func tagsByName(in folder: String) throws(FileError) -> [(name: String, tag: UInt8)] {
    try tags(in: folder).map { ($0.key.text, $0.value) }
  }
}
