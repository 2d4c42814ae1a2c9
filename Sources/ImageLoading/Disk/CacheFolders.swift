import Glibc
import ScrollworkPlatform

/// Where caches of this user lie (XDG Base Directory Specification).
package enum CacheFolders {
  /// `$XDG_CACHE_HOME`, else `~/.cache`; `nil` where neither is known. A relative value is invalid and passed over.
  package static var base: String? {
    if let path = Variables.value(of: "XDG_CACHE_HOME"), path.hasPrefix("/") { return path }
    return FilePath.home.map { $0 + "/.cache" }
  }

  /// Makes a folder and those above it, for this user only; the number of the error, or 0.
  ///
  /// A link in the place of the last folder is refused: what is written there must not land elsewhere.
  static func make(_ path: String) -> Int32 {
    if isFolder(path) { return 0 }
    let failure = OutputFile.makeFolders(path)
    return failure == 0 && !isFolder(path) ? ENOTDIR : failure
  }

  /// Why nothing can be written into a folder that may still have to be made, in words; `nil` if it can.
  static func problem(with path: String) -> String? {
    var place = path
    var found = stat()
    while PathBytes.withCString(place, { lstat($0, &found) }) != 0 {
      let parent = FilePath.parent(of: place)
      guard errno == ENOENT, parent != place else { return FileError.Reason(code: errno).words }
      place = parent
    }
    // Links are followed on the way, but not at the end.
    if place != path, PathBytes.withCString(place, { stat($0, &found) }) != 0 {
      return FileError.Reason(code: errno).words
    }
    guard found.st_mode & S_IFMT == S_IFDIR else { return FileError.Reason(code: ENOTDIR).words }
    let isWritable = PathBytes.withCString(place) { access($0, W_OK | X_OK) } == 0
    return isWritable ? nil : FileError.Reason(code: errno).words
  }

  /// True for a folder that is no link to one.
  static func isFolder(_ path: String) -> Bool {
    var found = stat()
    return PathBytes.withCString(path, { lstat($0, &found) }) == 0 && found.st_mode & S_IFMT == S_IFDIR
  }
}

/// Files of caches: whole reads, and writes that others see whole or not at all.
enum CacheFile {
  /// The bytes of a regular file that is no link; `nil` if there is none or it is longer than `limit`.
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

  /// Opens a file that is only the cache's own, to read and to write; negative if it is not there or no regular file.
  /// - Parameter creating: Makes it where it is missing, and removes what else stands in its place.
  static func openShared(_ path: String, creating: Bool) -> Int32 {
    let file = openRegular(path, O_RDWR)
    guard file < 0, creating else { return file }
    let made = openRegular(path, O_RDWR | O_CREAT)
    guard made < 0 else { return made }
    _ = PathBytes.withCString(path) { remove($0) }
    return openRegular(path, O_RDWR | O_CREAT)
  }

  private static func openRegular(_ path: String, _ flags: Int32) -> Int32 {
    let file = PathBytes.withCString(path) { open($0, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600) }
    var information = stat()
    guard file >= 0, fstat(file, &information) != 0 || information.st_mode & S_IFMT != S_IFREG else { return file }
    close(file)
    return -1
  }

  /// Writes the parts one after the other into a new file; the number of the error, or 0. What fails leaves no file.
  static func write(_ parts: [[UInt8]], toNew path: String) -> Int32 {
    let file = PathBytes.withCString(path) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    guard file >= 0 else { return errno }
    var failure: Int32 = 0
    for part in parts where failure == 0 { failure = writeAll(part, to: file) }
    if close(file) != 0, failure == 0 { failure = errno }
    if failure != 0 { unlink(path) }
    return failure
  }

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

  /// Seconds since it was written; `nil` if it is not there.
  static func age(of path: String) -> Double? {
    var (found, now) = (stat(), timespec())
    guard PathBytes.withCString(path, { lstat($0, &found) }) == 0 else { return nil }
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) - Double(found.st_mtim.tv_sec)
  }

  @discardableResult
  static func unlink(_ path: String) -> Bool { PathBytes.withCString(path) { Glibc.unlink($0) } == 0 }

  /// The number of the error, or 0.
  static func rename(_ old: String, to new: String) -> Int32 {
    let result = PathBytes.withCString(old) { old in PathBytes.withCString(new) { Glibc.rename(old, $0) } }
    return result == 0 ? 0 : errno
  }
}
