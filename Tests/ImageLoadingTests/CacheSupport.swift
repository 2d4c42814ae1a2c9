import Foundation
import Glibc

/// Makes a temporary folder.
func makeFolder() throws -> String {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scrollwork-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder.path
}

/// Calls `body` with a temporary folder and removes it.
func withCacheFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = try makeFolder()
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

/// A disk in memory, mounted without access times as long as the object lives.
final class SmallDisk {
  /// Whether this process may mount a disk, found out by trying once.
  static let isAllowed = SmallDisk(megabytes: 1) != nil

  let folder: String

  /// Mounts a disk; fails if the system refuses. Only root may mount, and containers often forbid even that.
  init?(megabytes: Int) {
    guard let folder = try? makeFolder() else { return nil }
    self.folder = folder
    guard Self.run("mount", "-t", "tmpfs", "-o", "noatime,size=\(megabytes)m", "tmpfs", folder) else {
      try? FileManager.default.removeItem(atPath: folder)
      return nil
    }
  }

  deinit {
    _ = Self.run("umount", "-l", folder)
    try? FileManager.default.removeItem(atPath: folder)
  }

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
  private let disk: SmallDisk?

  init?() throws {
    if geteuid() == 0 {
      guard let disk = SmallDisk(megabytes: 4) else { return nil }
      (self.disk, base) = (disk, disk.folder)
    } else {
      (disk, base) = (nil, try makeFolder())
    }
    path = base + "/v1"
  }

  deinit {
    guard disk == nil else { return }
    _ = lock(false)
    try? FileManager.default.removeItem(atPath: base)
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
