import Glibc

/// Writes whole files and makes folders.
package enum OutputFile {
  /// Writes `text` to `path`, replacing the former content.
  /// - Throws: If the file cannot be written; it may then be incomplete.
  package static func write(_ text: String, to path: String) throws(FileError) {
    let descriptor = PathBytes.withCString(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno, action: .write) }
    defer { close(descriptor) }
    var writer = OutputWriter(descriptor: descriptor, name: path)
    try writer.write(text)
    try writer.flush()
  }

  /// Replaces the file at `path` atomically: a reader finds either the old text or the new one. Only this user may read
  /// the new file.
  /// - Throws: If the file cannot be written; the old file then remains.
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
      // The text must be on disk before the rename, or the file could be empty after a crash of the system.
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

  /// Makes a folder and its missing parents, readable for this user only.
  package static func makeFolder(_ path: String) throws(FileError) {
    let failure = makeFolders(path)
    if failure != 0 { throw FileError(path: path, code: failure, action: .write) }
  }

  /// Makes a folder and its missing parents.
  /// - Returns: 0 or an `errno`; 0 even if something other than a folder exists at `path`.
  package static func makeFolders(_ path: String) -> Int32 {
    func make() -> Int32 { PathBytes.withCString(path) { mkdir($0, 0o700) } == 0 || errno == EEXIST ? 0 : errno }
    let failure = make()
    guard failure == ENOENT, path != "/", !path.isEmpty else { return failure }
    let above = makeFolders(FilePath.parent(of: path))
    return above == 0 ? make() : above
  }
}
