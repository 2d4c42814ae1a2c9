import Glibc
import ScrollworkPlatform

/// Operations on the folders of this user's caches.
enum CacheFolders {
  /// Makes a folder and its missing parents, readable for this user only; returns 0 or an `errno`.
  ///
  /// Refuses a symbolic link as the last component, so that nothing is written elsewhere.
  static func make(_ path: String) -> Int32 {
    if isFolder(path) { return 0 }
    let failure = OutputFile.makeFolders(path)
    return failure == 0 && !isFolder(path) ? ENOTDIR : failure
  }

  /// Returns in words why a folder cannot be written to; `nil` if it can. A missing folder is not made; instead, its
  /// nearest existing parent is checked.
  static func problem(with path: String) -> String? {
    var place = path
    var found = stat()
    while PathBytes.withCString(place, { lstat($0, &found) }) != 0 {
      let parent = FilePath.parent(of: place)
      guard errno == ENOENT, parent != place else { return FileError.Reason(code: errno).words }
      place = parent
    }
    // Links are followed in the parents but not in the last component.
    if place != path, PathBytes.withCString(place, { stat($0, &found) }) != 0 {
      return FileError.Reason(code: errno).words
    }
    guard found.st_mode & S_IFMT == S_IFDIR else { return FileError.Reason(code: ENOTDIR).words }
    let isWritable = PathBytes.withCString(place) { access($0, W_OK | X_OK) } == 0
    return isWritable ? nil : FileError.Reason(code: errno).words
  }

  /// Whether `path` is a folder and not a link to one.
  static func isFolder(_ path: String) -> Bool {
    var found = stat()
    return PathBytes.withCString(path, { lstat($0, &found) }) == 0 && found.st_mode & S_IFMT == S_IFDIR
  }
}

/// File operations of the caches. A file is read whole, and written under a temporary name first, so that other
/// processes never see a part of it.
enum CacheFile {
  /// Reads a regular file, but follows no link; returns `nil` if there is none or it is longer than `limit` bytes.
  static func read(_ path: String, limit: Int) -> (bytes: [UInt8], information: stat)? {
    let file = PathBytes.withCString(path) { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var information = stat()
    guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_size <= limit else {
      return nil
    }
    let size = Int(information.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = Glibc.read(file, start + count, size - count)
        if got > 0 { count += got } else if got == 0 || errno != EINTR { break }
      }
    }
    return bytes.count == size ? (bytes, information) : nil
  }

  /// Opens a file of the cache for reading and writing; returns a negative number unless it is a regular file.
  /// - Parameter creating: Whether to make the file if it is missing or not a regular file.
  static func openShared(_ path: String, creating: Bool) -> Int32 {
    let file = openRegular(path, O_RDWR)
    guard file < 0, creating else { return file }
    let made = openRegular(path, O_RDWR | O_CREAT)
    guard made < 0 else { return made }
    _ = PathBytes.withCString(path) { remove($0) }
    return openRegular(path, O_RDWR | O_CREAT)
  }

  /// Opens a regular file, but follows no link; returns -1 for anything else.
  private static func openRegular(_ path: String, _ flags: Int32) -> Int32 {
    let file = PathBytes.withCString(path) { open($0, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
    var information = stat()
    guard file >= 0, fstat(file, &information) != 0 || information.st_mode & S_IFMT != S_IFREG else { return file }
    close(file)
    return -1
  }

  /// Writes the parts one after the other into a new file; returns 0 or an `errno`. A failure leaves no file.
  static func write(_ parts: [[UInt8]], toNew path: String) -> Int32 {
    let file = PathBytes.withCString(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard file >= 0 else { return errno }
    var failure: Int32 = 0
    for part in parts where failure == 0 { failure = writeAll(part, to: file) }
    if close(file) != 0, failure == 0 { failure = errno }
    if failure != 0 { unlink(path) }
    return failure
  }

  /// Writes all bytes; returns 0 or an `errno`.
  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let start = buffer.baseAddress {
        let count = Glibc.write(file, start + done, buffer.count - done)
        if count > 0 { done += count } else if errno != EINTR { return errno }
      }
      return 0
    }
  }

  /// Returns the seconds since the last write to the file; `nil` if there is no file.
  static func age(of path: String) -> Double? {
    var (found, now) = (stat(), timespec())
    guard PathBytes.withCString(path, { lstat($0, &found) }) == 0 else { return nil }
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) - Double(found.st_mtim.tv_sec)
  }

  /// Removes a file or link; returns whether that succeeded, otherwise `errno` is set.
  @discardableResult
  static func unlink(_ path: String) -> Bool { PathBytes.withCString(path) { Glibc.unlink($0) } == 0 }

  /// Renames a file; returns 0 or an `errno`.
  static func rename(_ old: String, to new: String) -> Int32 {
    let result = PathBytes.withCString(old) { old in PathBytes.withCString(new) { Glibc.rename(old, $0) } }
    return result == 0 ? 0 : errno
  }
}
