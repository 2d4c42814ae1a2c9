import Glibc

/// A file that any thread can read at any offset.
///
/// It is never memory-mapped, because accessing a mapped file that was shortened kills the process.
package final class RandomAccessFile: Sendable {
  /// The path at the time of opening, for error messages.
  package let path: String
  /// The identity of the open file.
  package let identity: FileIdentity
  private let descriptor: Int32

  /// Opens the regular file at `path`. Refuses pipes, devices and folders without blocking on them.
  /// - Throws: If there is no regular file or it cannot be read.
  package convenience init(path: String) throws(FileError) {
    // The open does not block, in case a pipe has just taken the file's place.
    let descriptor = PathBytes.withCString(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else {
      let code = errno
      if code == ENXIO, let info = try? FileInfo(path: path) {
        throw FileError(path: path, reason: .notRegular(info.kind))
      }
      throw FileError(path: path, code: code)
    }
    try self.init(adopting: descriptor, path: path)
  }

  /// Takes ownership of an open descriptor and closes it on release, or at once if it is not a regular file.
  package init(adopting descriptor: Int32, path: String) throws(FileError) {
    do throws(FileError) {
      let info = try FileInfo(descriptor: descriptor, path: path)
      guard info.kind == .regular else { throw FileError(path: path, reason: .notRegular(info.kind)) }
      self.path = path
      self.descriptor = descriptor
      identity = info.identity
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// The file's current length in bytes.
  package var size: Int {
    get throws(FileError) { try info.size }
  }

  /// The current metadata of the open file, even if it was renamed or deleted.
  package var info: FileInfo {
    get throws(FileError) { try FileInfo(descriptor: descriptor, path: path) }
  }

  /// The path that the open file has now, also after it was renamed; `nil` if it has none or /proc does not tell.
  package var currentPath: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    guard count > 0 else { return nil }
    let path = PathBytes.decode(bytes[..<count].map { UInt8(bitPattern: $0) })
    // Added by the system to the path that a deleted file had.
    return path.hasSuffix(" (deleted)") ? nil : path
  }

  /// Reads into `buffer` from `offset`, both in bytes.
  /// - Returns: The number of bytes read; less than the buffer's length only at the end of the file.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard let start = buffer.baseAddress, offset >= 0 else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = pread(descriptor, start + done, buffer.count - done, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        throw FileError(path: path, code: errno)
      }
    }
    return done
  }

  /// Returns up to `count` bytes from `offset`; fewer only at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard count > 0 else { return [] }
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(FileError) {
        initialized = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
