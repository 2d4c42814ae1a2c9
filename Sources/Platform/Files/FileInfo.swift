import Glibc

/// A file's identity: equal for all names of one file, and unchanged by a rename.
package struct FileIdentity: Hashable, Sendable {
  /// The number of the device, `st_dev`.
  package var device: UInt64
  /// The number of the file on that device, `st_ino`.
  package var inode: UInt64

  /// Creates an identity from the two numbers of `stat`.
  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// A time of the calendar clock, with the resolution of file systems.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Seconds since the start of 1970, UTC.
  package var seconds: Int64
  /// Nanoseconds after `seconds`, 0 to 999,999,999.
  package var nanoseconds: Int32

  /// Creates a time.
  package init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

/// The metadata of a file, read without opening it.
package struct FileInfo: Hashable, Sendable {
  /// The kind after following links; `.symlink` if the link is broken.
  package var kind: FileKind
  /// Whether the path itself is a symbolic link.
  package var isLink: Bool
  /// The length of the file in bytes; for a broken link, the length of its target's path.
  package var size: Int
  /// The time of the last write, after following links.
  package var modified: FileTime
  /// The time of the last change of the content, the name, the permissions or the links, after following links. No
  /// program can set it.
  package var statusChanged: FileTime
  /// Permission bits, 0 to 0o7777.
  package var mode: UInt32
  /// The number of hard links to the entry, in all folders.
  package var nameCount: Int
  /// The identity of the entry without following links: two links to one file differ.
  package var identity: FileIdentity

  /// Reads the metadata of `path`. Only `isLink`, `nameCount` and `identity` describe the link itself if there is one.
  /// Opens no file, so pipes and devices are safe.
  /// - Throws: If there is nothing at `path` or it cannot be reached.
  package init(path: String) throws(FileError) {
    guard let info = FileInfo(name: path, inFolder: AT_FDCWD) else { throw FileError(path: path, code: errno) }
    self = info
  }

  /// Reads the metadata of an entry of an open folder, as `init(path:)` does; fails with `errno`. The system need not
  /// look the folder up for each entry.
  init?(name: String, inFolder folder: Int32) {
    var own = stat()
    guard PathBytes.withCString(name, { fstatat(folder, $0, &own, AT_SYMLINK_NOFOLLOW) }) == 0 else { return nil }
    var target = own
    let isLink = own.st_mode & S_IFMT == S_IFLNK
    if isLink { _ = PathBytes.withCString(name) { fstatat(folder, $0, &target, 0) } }
    self.init(target, isLink: isLink, own: own)
  }

  /// Creates metadata for an entry that is listed like a file but is not on this machine.
  package init(kind: FileKind, size: Int, modified: FileTime, identity: FileIdentity) {
    (self.kind, self.size, self.modified, self.identity) = (kind, size, modified, identity)
    (isLink, mode, nameCount, statusChanged) = (false, 0, 1, modified)
  }

  /// Reads the metadata of an open file.
  /// - Parameter path: The path for error messages.
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
    statusChanged = FileTime(seconds: Int64(found.st_ctim.tv_sec), nanoseconds: Int32(found.st_ctim.tv_nsec))
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
