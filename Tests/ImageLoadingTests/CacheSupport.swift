import Foundation

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

/// A folder that is a disk of its own in memory, for as long as this lives.
final class SmallDisk {
  /// Whether this process may have one: decided by trying, once.
  static let isAllowed = SmallDisk(megabytes: 1) != nil

  let folder: String

  /// `nil` where the system refuses it: it is for root, and containers often keep it from root too.
  init?(megabytes: Int) {
    guard let folder = try? makeFolder() else { return nil }
    self.folder = folder
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder) else {
      try? FileManager.default.removeItem(atPath: folder)
      return nil
    }
  }

  deinit {
    _ = Self.run("umount", "-l", folder)
    try? FileManager.default.removeItem(atPath: folder)
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
