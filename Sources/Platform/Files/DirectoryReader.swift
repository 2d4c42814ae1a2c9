import Glibc

/// A name in a folder, as the folder itself lists it.
package struct DirectoryItem: Hashable, Sendable {
  package var name: String
  /// What the name stands for, a link being a link; `nil` where the file system does not say.
  package var kind: FileKind?
}

/// Reads the names in a folder a batch at a time. `.` and `..` are left out; the order is the file system's.
package final class DirectoryReader {
  package let path: String
  private let stream: OpaquePointer

  package init(path: String) throws(FileError) {
    guard let stream = PathBytes.withCString(path, { opendir($0) }) else { throw FileError(path: path, code: errno) }
    self.path = path
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The next names, at most `limit`; empty at the end.
  package func next(limit: Int) throws(FileError) -> [DirectoryItem] {
    var items: [DirectoryItem] = []
    while items.count < limit {
      errno = 0
      guard let entry = readdir(stream) else {
        // What was read before the failure is delivered; the failure comes back at the next call.
        if errno != 0, items.isEmpty { throw FileError(path: path, code: errno) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { PathBytes.decode(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      items.append(DirectoryItem(name: name, kind: FileKind(directoryType: entry.pointee.d_type)))
    }
    return items
  }
}
