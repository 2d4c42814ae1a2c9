import Glibc

extension OutputFile {
  /// Saves a file for the user: it is written beside `path` under another name, and then renamed. A reader finds either
  /// the old file or the whole new one.
  /// - Parameters:
  ///   - path: The path of the new file. If it is a link, the target of the link is replaced.
  ///   - replaces: Whether an existing file is replaced; the new one gets its permissions.
  ///   - body: Writes the content.
  /// - Throws: The error of `body`, or an error if the file cannot be written, if it exists and `replaces` is false, or
  ///   if `path` leads to something other than a regular file. An existing file is then unchanged.
  package static func save(
    to path: String, replacing replaces: Bool, _ body: (inout OutputWriter) throws(FileError) -> Void
  ) throws(FileError) {
    let target = resolved(path)
    let old = try mode(at: target, named: path)
    if old != nil, !replaces { throw FileError(path: path, code: EEXIST, action: .write) }
    let new = FilePath.parent(of: target) + "/.scrollwork.\(getpid()).part"
    let descriptor = PathBytes.withCString(new) {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    guard descriptor >= 0 else { throw FileError(path: path, code: errno, action: .write) }
    do throws(FileError) {
      defer { close(descriptor) }
      if let old { _ = fchmod(descriptor, old & 0o7777) }
      var writer = OutputWriter(descriptor: descriptor, name: path)
      try body(&writer)
      try writer.flush()
      // The content must be on disk before the rename, or the file could be empty after a crash of the system.
      guard fsync(descriptor) == 0 else { throw FileError(path: path, code: errno, action: .write) }
    } catch {
      PathBytes.withCString(new) { _ = unlink($0) }
      throw error
    }
    let failure = PathBytes.withCString(new) { new in
      PathBytes.withCString(target) { replaces ? Self.rename(new, $0) : Self.addName($0, to: new) }
    }
    PathBytes.withCString(new) { _ = unlink($0) }
    if failure != 0 { throw FileError(path: path, code: failure, action: .write) }
  }

  /// Whether anything exists at `path`, even a broken link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return PathBytes.withCString(path) { lstat($0, &status) } == 0
  }

  private static func rename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
    Glibc.rename(old, new) == 0 ? 0 : errno
  }

  /// Gives a temporary file its final name, unless that is taken. Returns 0 or an `errno`.
  private static func addName(_ name: UnsafePointer<CChar>, to file: UnsafePointer<CChar>) -> Int32 {
    if link(file, name) == 0 { return 0 }
    let failure = errno
    guard failure == EPERM || failure == ENOTSUP || failure == ENOSYS else { return failure }
    // A file system without links, such as that of a memory card.
    var status = stat()
    return lstat(name, &status) == 0 ? EEXIST : rename(file, name)
  }

  /// Returns the path to which `path` leads after following links; `path` itself if there is no such file.
  private static func resolved(_ path: String) -> String {
    guard let real = PathBytes.withCString(path, { realpath($0, nil) }) else { return path }
    defer { free(real) }
    return PathBytes.decode(cString: real)
  }

  /// Returns the permissions of a file; `nil` if there is no file.
  /// - Throws: An error if `target` is something other than a regular file, or cannot be reached.
  private static func mode(at target: String, named path: String) throws(FileError) -> mode_t? {
    var status = stat()
    guard PathBytes.withCString(target, { stat($0, &status) }) == 0 else {
      let failure = errno
      if failure == ENOENT { return nil }
      throw FileError(path: path, code: failure, action: .write)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, reason: .content("it is not a regular file"), action: .write)
    }
    return status.st_mode
  }
}
