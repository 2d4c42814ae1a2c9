import Glibc
import ScrollworkPlatform

/// What an image pipeline may use.
public struct ImagePipelineConfiguration: Sendable {
  /// Bytes of decoded pictures that are kept: 256 MB, or 15 percent of the memory where that is less.
  public var memoryLimit = min(256 << 20, SystemMemory.byteCount / 100 * 15)
  /// A picture that takes a larger share of `memoryLimit` is shown and not kept.
  public var largestMemoryShare = 0.1
  /// Bytes that decoding may hold at one time: 256 MB, or a sixteenth of the memory. Of pictures that need more than half
  /// of it one is decoded at a time, beside the others.
  public var decodeLimit = min(256 << 20, SystemMemory.byteCount / 16)
  /// Files longer than so many bytes are refused: 64 MB, or a tenth of the memory where that is less.
  public var fileLimit = min(64 << 20, SystemMemory.byteCount / 10)
  /// Bytes of files that may wait to be decoded before the next ones are read.
  public var encodedLimit = 64 << 20
  /// Bytes of the network's pictures that are kept as they came, for other sizes of them: 64 MB, or a fiftieth of the
  /// memory where that is less. A picture that takes more than a quarter of it is not kept.
  public var keptBytesLimit = min(64 << 20, SystemMemory.byteCount / 50)
  /// Bytes that may wait to be written to the caches.
  public var upkeepLimit = 64 << 20
  /// Threads that read files and caches.
  public var readingThreadCount = 2
  /// Threads that decode: all cores but two, at least two, so that one picture never keeps the others waiting, and at most
  /// four.
  public var decodingThreadCount = max(2, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 2))
  public var network = NetworkPolicy()
  /// True to use the desktop's small pictures of local files, and to make them where they are missing.
  public var usesThumbnails = false
  /// Files with fewer pixels are decoded as fast as a small picture of them, so none is made.
  public var thumbnailedPixelCount = 2_000_000
  /// The folder of the disk cache for pictures of the network; `nil` for none.
  public var diskCache: ImageDiskCacheConfiguration?

  public init() {}
}

/// Where and how much the disk cache keeps.
public struct ImageDiskCacheConfiguration: Hashable, Sendable {
  /// Made where it is missing, for this user only. Several processes may share it.
  public var folder: String
  /// Bytes, with what the file system adds; past it those go that were not used for the longest time.
  public var limit = 512 << 20

  public init(folder: String) {
    self.folder = folder
  }

  /// Counts what is kept.
  /// - Complexity: O(*n*): some microseconds for each picture. Blocks.
  public func count() -> (entries: Int, bytes: Int) { DiskCache(self, clock: SystemPipelineClock()).count() }

  /// Why nothing can be kept there, in words; `nil` if it can. Nothing is made. Blocks.
  public var problem: String? { CacheFolders.problem(with: folder) }

  /// Removes all that is kept. Blocks.
  /// - Returns: Why some of it is still there, in words; `nil` if nothing is.
  @discardableResult
  public func removeAll() -> String? { DiskCache(self, clock: SystemPipelineClock()).removeAll() }

  /// `$XDG_CACHE_HOME/NAME/images/v1`; `nil` where neither that variable nor `HOME` says where caches are.
  /// - Parameter application: The program's short name.
  public static func standard(application: String) -> ImageDiskCacheConfiguration? {
    CacheFolders.base.map { ImageDiskCacheConfiguration(folder: "\($0)/\(application)/images/v1") }
  }
}
