import Glibc
import ScrollworkPlatform

/// Moves and creates files and folders without ever replacing another one.
enum FileMove {
  private typealias Rename =
    @Sendable @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// `renameat2`, which Swift's module of the C library does not contain.
  private static let rename: Rename? = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Rename.self) }

  /// `RENAME_NOREPLACE` of the kernel: the call fails if the target exists.
  private static let keepsOthers: UInt32 = 1

  /// Moves a file or folder to another path in the same file system.
  /// - Throws: If `target` exists, or the system refuses. Then nothing has changed.
  static func move(_ path: String, to target: String) throws(FileError) {
    let failure = PathBytes.withCString(path) { path in
      PathBytes.withCString(target) { target in move(path, target) }
    }
    guard failure != 0 else { return }
    if failure == EEXIST { throw nameIsTaken(target) }
    throw FileError(path: path, code: failure, action: .write)
  }

  /// Whether the user may add files to a folder.
  static func canAdd(to folder: String) -> Bool { PathBytes.withCString(folder) { access($0, W_OK | X_OK) } == 0 }

  /// Returns the error for a path that exists already.
  static func nameIsTaken(_ path: String) -> FileError {
    FileError(path: path, reason: .content(taken), action: .write)
  }

  /// The reason of errors about names that are taken.
  private static let taken = "this name is already taken"

  /// Whether an error says that a name is taken.
  static func isTaken(_ error: FileError) -> Bool { error.reason == .content(taken) }

  /// Moves a file without replacing another one. Returns 0 or an `errno`.
  private static func move(_ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
    if let rename {
      guard rename(AT_FDCWD, path, AT_FDCWD, target, keepsOthers) != 0 else { return 0 }
      guard errno == EINVAL || errno == ENOSYS else { return errno }
    }
    // Some file systems do not know the flag.
    var found = stat()
    guard lstat(path, &found) == 0 else { return errno }
    if found.st_mode & S_IFMT == S_IFDIR {
      // The system replaces only an empty folder by a folder, so nothing is lost if one is made between both calls.
      var other = stat()
      guard lstat(target, &other) != 0 else { return EEXIST }
      return Glibc.rename(path, target) == 0 ? 0 : errno
    }
    if link(path, target) != 0 {
      let failure = errno
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(failure) else { return failure }
      // A file system without links either, such as that of a memory card.
      var other = stat()
      guard lstat(target, &other) != 0 else { return EEXIST }
      return Glibc.rename(path, target) == 0 ? 0 : errno
    }
    guard unlink(path) != 0 else { return 0 }
    let failure = errno
    unlink(target)
    return failure
  }

  /// Makes a folder.
  /// - Throws: If there is something at `path`, or the system refuses.
  static func makeFolder(_ path: String) throws(FileError) {
    guard PathBytes.withCString(path, { mkdir($0, 0o777) }) != 0 else { return }
    let failure = errno
    if failure == EEXIST { throw nameIsTaken(path) }
    throw FileError(path: path, code: failure, action: .write)
  }

  /// Removes a folder if it is empty.
  static func removeEmptyFolder(_ path: String) throws(FileError) {
    guard PathBytes.withCString(path, { rmdir($0) }) != 0 else { return }
    let failure = errno
    if failure == ENOTEMPTY || failure == EEXIST {
      throw FileError(path: path, reason: .content("it is not empty"), action: .write)
    }
    throw FileError(path: path, code: failure, action: .write)
  }

  /// Returns a name that no entry of the folder has: `name` itself, or `name 2` and so on.
  static func freeName(_ name: String, in folder: String) -> String {
    var (candidate, number) = (name, 2)
    while exists(FolderEntry.join(folder, candidate)) {
      candidate = "\(name) \(number)"
      number += 1
    }
    return candidate
  }

  /// Whether there is anything at a path, even a link to nothing.
  static func exists(_ path: String) -> Bool {
    var found = stat()
    return PathBytes.withCString(path) { lstat($0, &found) } == 0
  }

  /// Returns the reason why a typed text cannot be a file name; `nil` if it can.
  static func objection(to name: String) -> String? {
    if name.isEmpty { return "Type a name" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "A name cannot contain a slash" }
    if name == "." || name == ".." { return "“\(name)” always means a folder" }
    return name.utf8.contains(0) ? "A name cannot contain a zero byte" : nil
  }
}
