import Glibc

/// A file that is read at any place, from any thread.
///
/// It is never mapped: a mapping of a file that someone shortens kills the process at the next access.
package final class RandomAccessFile: Sendable {
  package let path: String
  package let identity: FileIdentity
  private let descriptor: Int32

  /// Opens the regular file at `path`. Anything else, a pipe or a device, is refused without waiting for it.
  package convenience init(path: String) throws(FileError) {
    // Non-blocking, so that a pipe that took the file's place a moment ago does not hold us.
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

  /// Takes over an open descriptor, which is closed with this object or if it is no regular file.
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

  /// Bytes in the file now.
  package var size: Int {
    get throws(FileError) { try info.size }
  }

  /// What the system knows about the file now, whatever its name has become.
  package var info: FileInfo {
    get throws(FileError) { try FileInfo(descriptor: descriptor, path: path) }
  }

  /// Reads into `buffer` from `offset` on; returns how many bytes there were, less than asked for only at the end of the file.
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

  /// Up to `count` bytes from `offset` on.
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
