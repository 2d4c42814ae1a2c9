import Glibc
import ScrollworkPlatform

/// The desktop's small pictures of files, as far as this library has made them. All calls block.
public struct DesktopThumbnails: Hashable, Sendable {
  /// Where all programs of the desktop keep them.
  public let folder: String

  public init(folder: String) {
    self.folder = folder
  }

  /// `$XDG_CACHE_HOME/thumbnails`; `nil` where the environment does not say where caches are.
  public static var standard: DesktopThumbnails? {
    CacheFolders.base.map { DesktopThumbnails(folder: $0 + "/thumbnails") }
  }

  /// What other programs made is not counted.
  /// - Complexity: O(*n*): each file is read.
  public func countOwn() -> (entries: Int, bytes: Int) {
    var sum = (entries: 0, bytes: 0)
    forEachOwn { _, size in
      sum.entries += 1
      sum.bytes += size
    }
    return sum
  }

  /// Removes those that were made by this library.
  /// - Complexity: O(*n*): each file is read.
  public func removeOwn() { forEachOwn { path, _ in CacheFile.unlink(path) } }

  private func forEachOwn(_ body: (String, Int) -> Void) {
    for size in ThumbnailSize.folders {
      guard let reader = try? DirectoryReader(path: folder + "/" + size) else { continue }
      var names: [String] = []
      while let batch = try? reader.next(limit: 512), !batch.isEmpty { names += batch.map(\.name) }
      for name in names {
        let path = "\(folder)/\(size)/\(name)"
        guard let file = CacheFile.read(path, limit: ThumbnailCache.fileLimit),
          PNGText.texts(in: file.bytes)?[ThumbnailCache.softwareKey] == ThumbnailCache.software
        else { continue }
        body(path, DiskCache.allocatedSize(of: file.bytes.count))
      }
    }
  }
}
