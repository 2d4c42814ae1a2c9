import Glibc
import ScrollworkPlatform

/// The limits and features of an image pipeline. Defaults adapt to the memory of the machine or container.
public struct ImagePipelineConfiguration: Sendable {
  /// The largest total of decoded pixel bytes in memory: 256 MB, or 15 percent of the memory if that is less.
  public var memoryLimit = min(256 << 20, SystemMemory.byteCount / 100 * 15)
  /// The largest fraction of `memoryLimit` for one picture; a larger one is shown but not cached.
  public var largestMemoryShare = 0.1
  /// The bytes that decoding may use at one time: 256 MB, or a sixteenth of the memory if that is less. Pictures that
  /// need more than half of it are decoded one at a time, beside the others.
  public var decodeLimit = min(256 << 20, SystemMemory.byteCount / 16)
  /// The longest accepted file in bytes: 64 MB, or a tenth of the memory if that is less.
  public var fileLimit = min(64 << 20, SystemMemory.byteCount / 10)
  /// The encoded bytes that may wait for decoding before reading pauses.
  public var encodedLimit = 64 << 20
  /// The largest total of encoded network pictures in memory, from which other sizes are decoded: 64 MB, or a fiftieth
  /// of the memory if that is less. A picture larger than a quarter of it is not cached.
  public var keptBytesLimit = min(64 << 20, SystemMemory.byteCount / 50)
  /// The bytes that may wait to be written to caches; more are dropped.
  public var upkeepLimit = 64 << 20
  /// The number of threads that read files and caches.
  public var readingThreadCount = 2
  /// The number of decoding threads: all cores but two, between two and four, so that one picture never delays all
  /// others.
  public var decodingThreadCount = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 2))
  /// The limits on network loads and retries.
  public var network = NetworkPolicy()
  /// Whether to use the desktop's thumbnails of local files, and to make missing ones.
  public var usesThumbnails = false
  /// The least number of pixels for which a thumbnail is made; smaller files decode as fast as their thumbnail.
  public var thumbnailedPixelCount = 2_000_000
  /// The disk cache for network pictures; `nil` for none.
  public var diskCache: ImageDiskCacheConfiguration?

  /// Creates a configuration with the defaults.
  public init() {}
}

/// The location and size of a disk cache.
public struct ImageDiskCacheConfiguration: Hashable, Sendable {
  /// The folder; made if it is missing, for this user only. Several processes may share it.
  public var folder: String
  /// The largest size in bytes on disk. Beyond it, the least recently used pictures are removed.
  public var limit = 512 << 20

  /// Creates a configuration with the default limit.
  public init(folder: String) {
    self.folder = folder
  }

  /// Counts the pictures and their bytes on disk. Blocks.
  /// - Complexity: O(*n*); some microseconds for each picture.
  public func count() -> (entries: Int, bytes: Int) { DiskCache(self, clock: SystemPipelineClock()).count() }

  /// The reason for which nothing can be stored there, in words; `nil` if it can. Makes nothing. Blocks.
  public var problem: String? { CacheFolders.problem(with: folder) }

  /// Removes all stored pictures. Blocks.
  /// - Returns: The reason for which some remain, in words; `nil` if none does.
  /// - Complexity: O(*n*)
  @discardableResult
  public func removeAll() -> String? { DiskCache(self, clock: SystemPipelineClock()).removeAll() }

  /// The default location `$XDG_CACHE_HOME/NAME/images/v1`; `nil` if neither that variable nor `HOME` names a folder.
  /// - Parameter application: The program's short name, used as a folder name.
  public static func standard(application: String) -> ImageDiskCacheConfiguration? {
    CacheFolders.base.map { ImageDiskCacheConfiguration(folder: "\($0)/\(application)/images/v1") }
  }
}
