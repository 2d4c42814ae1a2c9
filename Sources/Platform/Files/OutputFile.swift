import Glibc

/// Whole files written at once.
package enum OutputFile {
  /// Writes `text` in place of what was there.
  package static func write(_ text: String, to path: String) throws(FileError) {
    let descriptor = PathBytes.withCString(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno, action: .write) }
    defer { close(descriptor) }
    var writer = OutputWriter(descriptor: descriptor, name: path)
    try writer.write(text)
    try writer.flush()
  }

  /// Writes `text` for this user only, in place of what was there: who reads sees the old text or the new one.
  package static func replace(_ text: String, at path: String) throws(FileError) {
    let new = path + ".\(getpid())"
    let descriptor = PathBytes.withCString(new) {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno, action: .write) }
    do throws(FileError) {
      defer { close(descriptor) }
      var writer = OutputWriter(descriptor: descriptor, name: path)
      try writer.write(text)
      try writer.flush()
      // On the disk before it has the name: a crash of the system must not leave an empty file.
      guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno, action: .write) }
    } catch {
      PathBytes.withCString(new) { _ = unlink($0) }
      throw error
    }
    let isRenamed = PathBytes.withCString(new) { new in PathBytes.withCString(path) { rename(new, $0) == 0 } }
    guard isRenamed else {
      let error = FileError(path: path, code: errno, action: .write)
      PathBytes.withCString(new) { _ = unlink($0) }
      throw error
    }
  }

  /// Makes a folder and those above it that are not there, for this user only.
  package static func makeFolder(_ path: String) throws(FileError) {
    if PathBytes.withCString(path, { mkdir($0, 0o700) }) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path != "/", !path.isEmpty else { throw FileError(path: path, code: errno, action: .write) }
    try makeFolder(FilePath.parent(of: path))
    guard PathBytes.withCString(path, { mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw FileError(path: path, code: errno, action: .write)
    }
  }
}
