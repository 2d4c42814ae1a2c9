import Glibc
import ScrollworkPlatform

/// The limits and features of an image pipeline. Defaults adapt to the memory of the machine or container.
public struct ImagePipelineConfiguration: Sendable {
  /// The largest total of decoded pixel bytes in memory: 256 MB, or 15 percent of the memory if that is less.
  public var memoryLimit = min(256 << 20, SystemMemory.byteCount / 100 * 15)
  /// The largest fraction of `memoryLimit` for one picture; a larger one is shown but not cached.
  package var largestMemoryShare = 0.1
  /// The largest memory for concurrent decoding, in bytes: 256 MB, or a sixteenth of the memory if that is less.
  /// Pictures that need more than half of it are not counted; instead, only one of them is decoded at a time.
  package var decodeLimit = min(256 << 20, SystemMemory.byteCount / 16)
  /// The longest accepted file in bytes: 256 MB, or a tenth of the memory if that is less.
  package var fileLimit = min(256 << 20, SystemMemory.byteCount / 10)
  /// The number of encoded bytes waiting to be decoded at which reading pauses for all but visible pictures.
  package var encodedLimit = 64 << 20
  /// The largest total of encoded network pictures in memory, for decoding in other sizes: 64 MB, or a fiftieth of the
  /// memory if that is less. A picture larger than a quarter of the limit is not kept.
  package var keptBytesLimit = min(64 << 20, SystemMemory.byteCount / 50)
  /// The number of bytes that may wait to be written to caches; further writes are dropped.
  package var upkeepLimit = 64 << 20
  /// The number of threads that read files and caches.
  package var readingThreadCount = 2
  /// The number of decoding threads: two fewer than the cores, but at least two and at most four, so that one picture
  /// never delays all others.
  package var decodingThreadCount = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 2))
  /// The limits on network loads and retries.
  package var network = NetworkPolicy()
  /// Whether to use the desktop's thumbnails of local files, and to make missing ones.
  public var usesThumbnails = false
  /// The least number of pixels for which a thumbnail is made; a smaller picture decodes as fast as its thumbnail.
  package var thumbnailedPixelCount = 2_000_000
  /// The disk cache for network pictures; `nil` for none.
  public var diskCache: ImageDiskCacheConfiguration?

  /// Creates a configuration with the defaults.
  public init() {}
}

/// The location and size of a disk cache.
public struct ImageDiskCacheConfiguration: Hashable, Sendable {
  /// The path of the folder, which several processes may share. A missing folder is made, readable for this user only.
  package var folder: String
  /// The largest size in bytes on disk. Beyond it, the least recently used pictures are removed.
  public var limit = 512 << 20

  /// Creates a configuration with the default limit.
  public init(folder: String) {
    self.folder = folder
  }

  /// Counts the pictures and their bytes on disk. Blocks the calling thread.
  /// - Complexity: O(*n*); some microseconds for each picture.
  package func count() -> (entries: Int, bytes: Int) { DiskCache(self, clock: SystemPipelineClock()).count() }

  /// The reason in words if nothing can be stored in the folder; otherwise `nil`. A missing folder is not made. Blocks
  /// the calling thread.
  package var problem: String? { CacheFolders.problem(with: folder) }

  /// Removes all stored pictures. Blocks the calling thread.
  /// - Returns: The reason in words if some could not be removed; otherwise `nil`.
  /// - Complexity: O(*n*)
  @discardableResult
  package func removeAll() -> String? { DiskCache(self, clock: SystemPipelineClock()).removeAll() }

  /// Returns the default location `$XDG_CACHE_HOME/NAME/images/v1`; `nil` if neither that variable nor `HOME` names a
  /// folder.
  /// - Parameter application: The program's short name, used as a folder name.
  public static func standard(application: String) -> ImageDiskCacheConfiguration? {
    BaseFolder.cache.path.map { ImageDiskCacheConfiguration(folder: "\($0)/\(application)/images/v1") }
  }
}
