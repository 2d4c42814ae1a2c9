import Glibc

/// An entry of a folder, with the properties that can be read from the folder alone.
package struct DirectoryItem: Hashable, Sendable {
  /// The name, without a path.
  package var name: String
  /// The kind without following links; `nil` where the file system does not store it in the folder.
  package var kind: FileKind?
  /// The number of the file on its device, as in `FileIdentity`.
  package var inode: UInt64
}

/// Reads the names in a folder in batches. It leaves out `.` and `..`; the order is the file system's.
package final class DirectoryReader {
  /// The path of the folder.
  package let path: String
  private let stream: OpaquePointer

  /// Opens the folder at `path`.
  /// - Throws: If `path` is not a readable folder.
  package init(path: String) throws(FileError) {
    guard let stream = PathBytes.withCString(path, { opendir($0) }) else { throw FileError(path: path, code: errno) }
    self.path = path
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// Reads the metadata of an entry of the folder.
  /// - Throws: If there is no such entry, or the folder must not be searched.
  package func info(of name: String) throws(FileError) -> FileInfo {
    guard let info = FileInfo(name: name, inFolder: dirfd(stream)) else { throw FileError(path: path, code: errno) }
    return info
  }

  /// Returns the next entries, at most `limit`; none at the end.
  /// - Throws: If reading fails before the first entry of the batch. A later failure is thrown by the next call.
  package func next(limit: Int) throws(FileError) -> [DirectoryItem] {
    var items: [DirectoryItem] = []
    while items.count < limit {
      errno = 0
      guard let entry = readdir(stream) else {
        // The entries before the failure are delivered; the next call throws.
        if errno != 0, items.isEmpty { throw FileError(path: path, code: errno) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { PathBytes.decode(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      items.append(
        DirectoryItem(
          name: name, kind: FileKind(directoryType: entry.pointee.d_type), inode: UInt64(entry.pointee.d_ino)))
    }
    return items
  }
}
