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
  /// - Returns: Why some of them are still there, in words; `nil` if none is.
  @discardableResult
  public func removeOwn() -> String? {
    var failure: Int32 = 0
    forEachOwn { path, _ in if !CacheFile.unlink(path), errno != ENOENT { failure = errno } }
    removeTemporaries()
    return failure == 0 ? nil : FileError.Reason(code: failure).words
  }

  /// Removes what processes that died have left.
  private func removeTemporaries() {
    for size in ThumbnailSize.folders {
      for name in names(in: size) where name.contains(ThumbnailCache.temporaryMark) {
        let path = "\(folder)/\(size)/\(name)"
        if let age = CacheFile.age(of: path), age > 60 { CacheFile.unlink(path) }
      }
    }
  }

  private func names(in size: String) -> [String] {
    guard let reader = try? DirectoryReader(path: folder + "/" + size) else { return [] }
    var names: [String] = []
    while let batch = try? reader.next(limit: 512), !batch.isEmpty { names += batch.map(\.name) }
    return names
  }

  private func forEachOwn(_ body: (String, Int) -> Void) {
    for size in ThumbnailSize.folders {
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
