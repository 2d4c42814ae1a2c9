import Glibc

/// Which file a name stands for: the same for all names of one file, and kept when it is renamed.
package struct FileIdentity: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// A moment of the calendar clock as file systems keep it.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Since the start of 1970, UTC.
  package var seconds: Int64
  /// 0 to 999,999,999, after `seconds`.
  package var nanoseconds: Int32

  package init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// What the system knows about a file without opening it.
package struct FileInfo: Hashable, Sendable {
  /// What is found in the end: the target's kind if the name is a link, `.symlink` if that link leads nowhere.
  package var kind: FileKind
  /// True if the name itself is a link.
  package var isLink: Bool
  /// Bytes of the file, or of the link's target.
  package var size: Int
  package var modified: FileTime
  /// Permission bits.
  package var mode: UInt32
  /// How many names the file has, in all folders.
  package var nameCount: Int
  /// Of the name itself: two links to one file differ.
  package var identity: FileIdentity

  /// Looks at `path`, following a link for all but `isLink` and `identity`. Opens nothing, so pipes and devices are safe.
  package init(path: String) throws(FileError) {
    var own = stat()
    guard PathBytes.withCString(path, { lstat($0, &own) }) == 0 else { throw FileError(path: path, code: errno) }
    var target = own
    let isLink = own.st_mode & S_IFMT == S_IFLNK
    if isLink { _ = PathBytes.withCString(path) { stat($0, &target) } }
    self.init(target, isLink: isLink, own: own)
  }

  /// What is no file of this machine, but is listed like one.
  package init(kind: FileKind, size: Int, modified: FileTime, identity: FileIdentity) {
    (self.kind, self.size, self.modified, self.identity) = (kind, size, modified, identity)
    (isLink, mode, nameCount) = (false, 0, 1)
  }

  init(descriptor: Int32, path: String) throws(FileError) {
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { throw FileError(path: path, code: errno) }
    self.init(found, isLink: false, own: found)
  }

  private init(_ found: stat, isLink: Bool, own: stat) {
    kind = FileKind(mode: found.st_mode)
    self.isLink = isLink
    size = Int(found.st_size)
    modified = FileTime(seconds: Int64(found.st_mtim.tv_sec), nanoseconds: Int32(found.st_mtim.tv_nsec))
    mode = found.st_mode & 0o7777
    nameCount = Int(own.st_nlink)
    identity = FileIdentity(own)
  }
}

extension FileIdentity {
  fileprivate init(_ found: stat) {
    self.init(device: UInt64(found.st_dev), inode: UInt64(found.st_ino))
  }
}
