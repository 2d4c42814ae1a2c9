import Glibc
package import ScrollworkPlatform

/// The tags of files on disk: in the folder of the user's data, and neither in the tagged files nor beside them.
///
/// Below `scrollwork/tags`, each folder with tagged files has a folder with the same path, in which the file `.tags`
/// has the tags of its files by their names. So a folder that is moved takes all tags below it along by one renaming.
package struct FileTagStorage: Sendable {
  /// The folder of all tags; `nil` for a user without a home.
  private let root: String?

  /// Creates the storage in the folder of the user's data, which `XDG_DATA_HOME` names; `nil` if there is none.
  package init(data: String?) {
    root = data.map { FolderEntry.join($0, "scrollwork/tags") }
  }

  /// The storage of the current user.
  package static var current: FileTagStorage { FileTagStorage(data: BaseFolder.data.path) }

  /// The name of a file of tags.
  private static let fileName = ".tags"

  /// Returns the folder that stands for a folder. A folder that has the name of the files of tags has a dot more there.
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

  /// Reads the tags of a folder; it has none if it has no file of tags.
  /// - Parameter folder: A path without links.
  /// - Throws: If the file of tags cannot be read, or if it is something else.
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

  /// Reads the tags of all folders below one, which is among them. Folders whose tags cannot be read are left out.
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

  /// Writes changes of the tags of a folder's files: all of them, or none if it fails.
  /// - Throws: If the file of tags cannot be written, or if it is something else.
  func write(_ changes: [FileTagChange], in folder: String) throws(FileError) {
    guard !changes.isEmpty else { return }
    let place = try place(of: folder)
    let failure = OutputFile.makeFolders(place)
    guard failure == 0 else { throw FileError(path: place, code: failure, action: .write) }
    try TagFile<FileTagChange>(path: FolderEntry.join(place, Self.fileName)).append(changes)
  }

  /// Gives the tags below a folder to another path, which the folder got. Those that belonged to a former folder there
  /// end.
  package func moveFolder(_ old: String, to new: String) throws(FileError) {
    guard root != nil else { return }
    let (from, to) = (try place(of: old), try place(of: new))
    if FileMove.exists(to) { Self.remove(to) }
    guard FileMove.exists(from) else { return }
    let failure = OutputFile.makeFolders(FilePath.parent(of: to))
    guard failure == 0 else { throw FileError(path: to, code: failure, action: .write) }
    try FileMove.move(from, to: to)
  }

  /// Removes files of tags, and the folders that only had such files.
  private static func remove(_ place: String) {
    for name in (try? TreeCopy.names(in: place)) ?? [] {
      let path = FolderEntry.join(place, name)
      if name == fileName { PathBytes.withCString(path) { _ = unlink($0) } } else { remove(path) }
    }
    PathBytes.withCString(place) { _ = rmdir($0) }
  }
}

/// Tags by names, for programs and tests that have no table of tags.
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
