import Glibc
import ScrollworkPlatform

/// The thumbnails that this library stored in the desktop's shared folder. All calls block.
package struct DesktopThumbnails: Hashable, Sendable {
  /// The folder in which all programs of the desktop keep their thumbnails.
  package let folder: String

  /// Creates an accessor without touching the disk.
  package init(folder: String) {
    self.folder = folder
  }

  /// The user's thumbnails in `$XDG_CACHE_HOME/thumbnails`; `nil` if the environment names no folder for caches.
  package static var standard: DesktopThumbnails? {
    BaseFolder.cache.path.map { DesktopThumbnails(folder: $0 + "/thumbnails") }
  }

  /// Counts the thumbnails that this library made, and their bytes on disk.
  /// - Complexity: O(*n*) in the number of all thumbnails: each file is read.
  package func countOwn() -> (entries: Int, bytes: Int) {
    var sum = (entries: 0, bytes: 0)
    forEachOwn { _, size in
      sum.entries += 1
      sum.bytes += size
    }
    return sum
  }

  /// Removes the thumbnails that this library made.
  /// - Complexity: O(*n*) in the number of all thumbnails: each file is read.
  /// - Returns: The reason in words if some could not be removed; otherwise `nil`.
  @discardableResult
  package func removeOwn() -> String? {
    var failure: Int32 = 0
    forEachOwn { path, _ in if !CacheFile.unlink(path), errno != ENOENT { failure = errno } }
    removeTemporaries()
    return failure == 0 ? nil : FileError.Reason(code: failure).words
  }

  /// Removes unfinished files of processes that died.
  private func removeTemporaries() {
    for size in Self.ownFolders {
      for name in names(in: size) where name.contains(ThumbnailCache.temporaryMark) {
        let path = "\(folder)/\(size)/\(name)"
        if let age = CacheFile.age(of: path), age > 60 { CacheFile.unlink(path) }
      }
    }
  }

  /// The folders in which this library stores files.
  private static let ownFolders = ThumbnailSize.folders + [ThumbnailCache.failures]

  /// Returns the names of the files in the folder for one thumbnail size.
  private func names(in size: String) -> [String] {
    guard let reader = try? DirectoryReader(path: folder + "/" + size) else { return [] }
    var names: [String] = []
    while let batch = try? reader.next(limit: 512), !batch.isEmpty { names += batch.map(\.name) }
    return names
  }

  /// Calls `body` with the path and the bytes on disk of each thumbnail whose metadata name this library as its
  /// software.
  private func forEachOwn(_ body: (String, Int) -> Void) {
    for size in Self.ownFolders {
      for name in names(in: size) {
        let path = "\(folder)/\(size)/\(name)"
        guard let file = CacheFile.read(path, limit: ThumbnailCache.fileLimit),
          PNGText.texts(in: file.bytes)?[ThumbnailCache.softwareKey] == ThumbnailCache.software
        else { continue }
        body(path, DiskCache.allocatedSize(of: file.bytes.count))
      }
    }
  }
}
