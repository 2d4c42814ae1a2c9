import Glibc
package import ScrollworkHostInterface
package import ScrollworkPlatform

extension FileTime {
  init(_ time: timespec) { self.init(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec)) }
}

/// The content of a file and the time of its last write.
package struct FileContent: Sendable {
  package var bytes: [UInt8]
  package var modified: FileTime
}

/// Reads picture files. Refuses all but regular files, because a pipe or a device could block or never end.
package enum FileBytes {
  /// Reads a whole file.
  /// - Parameters:
  ///   - path: Symbolic links are followed.
  ///   - limit: The longest accepted file, in bytes.
  /// - Throws: `.unreadable` with the reason.
  /// - Complexity: O(*n*) in the length of the file.
  package static func read(path: String, limit: Int) throws(ImageError) -> FileContent {
    let file = opened(path)
    guard file >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is not a regular file")
    }
    let size = Int(information.st_size)
    guard size <= limit else {
      throw .unreadable(path: path, reason: "its \(words(size)) are more than the limit of \(words(limit))")
    }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      failure = fill(buffer, from: file, count: &count)
    }
    if failure != 0 { throw .unreadable(path: path, reason: String(cString: strerror(failure))) }
    return FileContent(bytes: bytes, modified: FileTime(information.st_mtim))
  }

  /// Returns the first `count` bytes of a regular file, fewer if it is shorter; none if it cannot be read.
  static func start(ofFileAt path: String, count: Int) -> [UInt8] {
    let file = opened(path)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if fill(buffer, from: file, count: &filled) != 0 { filled = 0 }
    }
  }

  /// Returns a number of bytes in words for the user, such as "12 MB".
  private static func words(_ byteCount: Int) -> String {
    let million = 1_000_000
    return byteCount < million ? "\(byteCount.grouped) bytes" : "\((byteCount / million).grouped) MB"
  }

  /// Opens a file for reading; negative on failure. Without O_NONBLOCK, opening a pipe would wait for a writer.
  private static func opened(_ path: String) -> Int32 {
    PathBytes.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
  }

  /// Reads until the buffer is full or the file ends; returns 0 or an `errno`.
  private static func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, from file: Int32, count: inout Int) -> Int32 {
    while count < buffer.count {
      let got = Glibc.read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      if got > 0 {
        count += got
      } else if got == 0 {
        return 0
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
