import Glibc
import ScrollworkPlatform

/// Copies single files, links and pipes with their permissions and dates.
struct FileCopier {
  /// The reason why a copy ended early.
  enum Interruption: Error {
    /// The user stopped the work.
    case stopped
    /// The source cannot be read, or the copy cannot have its name; other files can be copied.
    case unreadable(FileError)
    /// The target cannot be written, for instance because the disk is full; no other file can be copied.
    case unwritable(FileError)

    /// The error; `nil` if the user stopped the work.
    var error: FileError? {
      switch self {
      case .stopped: nil
      case .unreadable(let error), .unwritable(let error): error
      }
    }
  }

  private typealias CopyRange =
    @Sendable @convention(c) (
      Int32, UnsafeMutablePointer<Int64>?, Int32, UnsafeMutablePointer<Int64>?, Int, UInt32
    ) -> Int

  /// `copy_file_range`, which Swift's module of the C library does not contain. With it, file systems that share blocks
  /// copy without reading.
  private static let copyRange: CopyRange? = dlsym(nil, "copy_file_range").map { unsafeBitCast($0, to: CopyRange.self) }

  /// The number of bytes between two questions whether the user stopped the work.
  private static let piece = 1 << 22
  /// The permissions that a copy keeps: not setuid and setgid, which would give away the rights of the owner.
  private static let permissions: mode_t = 0o1777

  /// Whether the copy must be on the disk before this returns, because the source is removed next.
  var isDurable: Bool
  var isCancelled: () -> Bool
  /// Called with the number of bytes that were copied since the last call.
  var didCopy: (Int) -> Void

  /// Copies anything except a folder.
  /// - Parameter found: The status of the source itself, not of a link's target.
  /// - Throws: An interruption; then nothing is left at `target`.
  func copy(_ source: String, _ found: stat, to target: String) throws(Interruption) {
    switch found.st_mode & S_IFMT {
    case S_IFREG: try copyFile(source, to: target)
    case S_IFLNK: try copyLink(source, to: target)
    case S_IFIFO:
      guard PathBytes.withCString(target, { mkfifo($0, 0o600) }) == 0 else {
        throw Self.making("pipes", of: source, target, errno)
      }
      _ = PathBytes.withCString(target) { chmod($0, found.st_mode & Self.permissions) }
    default:
      let words = found.st_mode & S_IFMT == S_IFSOCK ? "a socket" : "a device"
      throw .unreadable(FileError(path: source, reason: .content("it is \(words), which has no content to copy")))
    }
    Self.setDates(of: target, as: found)
  }

  /// Gives a copied folder the permissions and dates of its source.
  static func finishFolder(_ path: String, as found: stat) {
    _ = PathBytes.withCString(path) { chmod($0, found.st_mode & permissions) }
    setDates(of: path, as: found)
  }

  private static func setDates(of path: String, as found: stat) {
    let times = [found.st_atim, found.st_mtim]
    _ = PathBytes.withCString(path) { utimensat(AT_FDCWD, $0, times, AT_SYMLINK_NOFOLLOW) }
  }

  private func copyLink(_ source: String, to target: String) throws(Interruption) {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = PathBytes.withCString(source) { readlink($0, &bytes, bytes.count) }
    guard count >= 0 else { throw .unreadable(FileError(path: source, code: errno)) }
    let goal = PathBytes.decode(bytes[..<count].map { UInt8(bitPattern: $0) })
    let isMade = PathBytes.withCString(goal) { goal in
      PathBytes.withCString(target) { symlink(goal, $0) == 0 }
    }
    guard isMade else { throw Self.making("links", of: source, target, errno) }
  }

  private func copyFile(_ source: String, to target: String) throws(Interruption) {
    // A file that became a pipe in the meantime must not stop the work.
    let input = PathBytes.withCString(source) { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard input >= 0 else { throw .unreadable(FileError(path: source, code: errno)) }
    defer { close(input) }
    var found = stat()
    guard fstat(input, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(FileError(path: source, reason: .content("it is no longer a file")))
    }
    let output = PathBytes.withCString(target) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard output >= 0 else { throw Self.writing(target, errno) }
    do throws(Interruption) {
      defer { close(output) }
      try copyContent(from: input, source, to: output, target)
      _ = fchmod(output, found.st_mode & Self.permissions)
      if isDurable, fsync(output) != 0 { throw Self.writing(target, errno) }
    } catch {
      PathBytes.withCString(target) { _ = unlink($0) }
      throw error
    }
  }

  private func copyContent(from input: Int32, _ source: String, to output: Int32, _ target: String)
    throws(Interruption)
  {
    var count = 0
    while let copyRange = Self.copyRange {
      if isCancelled() { throw .stopped }
      let copied = copyRange(input, nil, output, nil, Self.piece, 0)
      if copied < 0, errno == EINTR { continue }
      // A part of the source that cannot be read is no reason to end the work; reading tells which side failed.
      if copied < 0, errno == EIO { break }
      if copied < 0, count == 0, [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, EBADF].contains(errno) { break }
      guard copied >= 0 else { throw Self.writing(target, errno) }
      // Files that the system makes up say that they are empty.
      if copied == 0, count == 0 { break }
      if copied == 0 { return }
      count += copied
      didCopy(copied)
    }
    try copyByReading(from: input, source, to: output, target)
  }

  private func copyByReading(from input: Int32, _ source: String, to output: Int32, _ target: String)
    throws(Interruption)
  {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      if isCancelled() { throw .stopped }
      let count = read(input, buffer, 1 << 20)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(FileError(path: source, code: errno)) }
      if count == 0 { return }
      var written = 0
      while written < count {
        let part = write(output, buffer + written, count - written)
        if part < 0, errno == EINTR { continue }
        guard part >= 0 else { throw Self.writing(target, errno) }
        written += part
      }
      didCopy(count)
    }
  }

  /// Returns the interruption after a link or pipe could not be created. Some memory cards do not support them.
  private static func making(
    _ kind: String, of source: String, _ target: String, _ code: Int32
  ) -> Interruption {
    guard [EPERM, ENOSYS, EOPNOTSUPP].contains(code) else { return writing(target, code) }
    return .unreadable(FileError(path: source, reason: .content("the other disk cannot hold \(kind)")))
  }

  /// Returns the interruption after a call that writes failed with the `errno` in `code`.
  static func writing(_ path: String, _ code: Int32) -> Interruption {
    let error = FileError(path: path, code: code, action: .write)
    return [ENAMETOOLONG, EINVAL, EFBIG, EILSEQ].contains(code) ? .unreadable(error) : .unwritable(error)
  }
}
