import Foundation
import Glibc

/// A new folder.
func makeFolder() throws -> String {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scrollwork-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder.path
}

/// A folder that is gone after the test.
func withCacheFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = try makeFolder()
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

/// A folder that is a disk of its own in memory, for as long as this lives. It does not note by itself when files are read.
final class SmallDisk {
  /// Whether this process may have one: decided by trying, once.
  static let isAllowed = SmallDisk(megabytes: 1) != nil

  let folder: String

  /// `nil` where the system refuses it: it is for root, and containers often keep it from root too.
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

  /// Lets nobody write, or everybody again.
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

/// A folder for a cache that can be locked against writing: by its mode, or for root, who may write everywhere, as a disk
/// that is read only.
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

  /// - Returns: True if that could be done.
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
