import Glibc
import ScrollworkPlatform

/// Writes all unwritten changes of a file system to its disk.
enum DiskSync {
  private typealias SyncFileSystem = @Sendable @convention(c) (Int32) -> Int32

  /// `syncfs`, which Swift's module of the C library does not contain.
  private static let syncFileSystem = dlsym(nil, "syncfs").map { unsafeBitCast($0, to: SyncFileSystem.self) }

  /// Writes all unwritten changes of the disk that contains a folder. Blocks, for seconds on a slow disk.
  static func flush(_ folder: String) {
    let descriptor = PathBytes.withCString(folder) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, let syncFileSystem, syncFileSystem(descriptor) == 0 else { return sync() }
  }
}
