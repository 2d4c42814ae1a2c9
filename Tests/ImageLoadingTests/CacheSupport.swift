import Foundation
import Glibc
import ScrollworkTestSupport

/// Calls `body` with a temporary folder and removes it.
func withCacheFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = try TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder.path) }
}

/// A disk in memory, mounted without access times as long as the object lives.
final class SmallDisk {
  /// Whether this process may mount a disk, found out by trying once.
  static let isAllowed = SmallDisk(megabytes: 1) != nil

  private let mountPoint: TemporaryFolder
  var folder: String { mountPoint.path }

  /// Mounts a disk; fails if the system refuses. Only root may mount, and containers often forbid even that.
  init?(megabytes: Int) {
    guard let folder = try? TemporaryFolder() else { return nil }
    mountPoint = folder
    guard Self.run("mount", "-t", "tmpfs", "-o", "noatime,size=\(megabytes)m", "tmpfs", folder.path) else { return nil }
  }

  deinit { _ = Self.run("umount", "-l", folder) }

  /// Makes the disk read-only or writable; returns whether that succeeded.
  func setReadOnly(_ isReadOnly: Bool) -> Bool {
    Self.run("mount", "-o", "remount," + (isReadOnly ? "ro" : "rw"), folder)
  }

  private static func run(_ program: String, _ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/" + program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// A folder for a cache that can be made unwritable: by its mode or, for root, to whom modes do not apply, by a
/// read-only disk.
final class LockableFolder {
  static let isPossible = geteuid() != 0 || SmallDisk.isAllowed

  let path: String
  private let base: String
  private let folder: TemporaryFolder?
  private let disk: SmallDisk?

  init?() throws {
    if geteuid() == 0 {
      guard let disk = SmallDisk(megabytes: 4) else { return nil }
      (self.disk, folder, base) = (disk, nil, disk.folder)
    } else {
      let folder = try TemporaryFolder()
      (disk, self.folder, base) = (nil, folder, folder.path)
    }
    path = base + "/v1"
  }

  deinit {
    if disk == nil { _ = lock(false) }
  }

  /// Makes the folder unwritable or writable.
  /// - Returns: Whether that succeeded.
  func lock(_ isLocked: Bool) -> Bool {
    if let disk { return disk.setReadOnly(isLocked) }
    let folders = (FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []).map {
      base + "/" + $0
    }
    for folder in [base] + folders where (try? FileManager.default.contentsOfDirectory(atPath: folder)) != nil {
      guard chmod(folder, isLocked ? 0o500 : 0o700) == 0 else { return false }
    }
    return true
  }
}
