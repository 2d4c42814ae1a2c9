/// What an image pipeline has done since it was made.
public struct ImageLoadingStatistics: Hashable, Sendable {
  /// Calls of `load` and of `prefetch`.
  public var requested = 0
  /// Pictures that were in memory when they were asked for.
  public var hits = 0
  /// Requests that joined one that was under way.
  public var coalesced = 0
  /// Pictures that shared the bytes of another size under way.
  public var sharedBytes = 0
  /// Pictures that were decoded, and their pixels in bytes.
  public var decoded = 0
  public var decodedPixelBytes = 0
  /// Jobs that ended with an error.
  public var failed = 0
  /// Jobs that nobody wanted any more before they were decoded.
  public var cancelled = 0
  /// Attempts to load something from the network, those of them that were repetitions, and the bytes that came.
  public var fetches = 0
  public var retries = 0
  public var fetchedBytes = 0
  /// Answers of the disk cache, and those that a server has said to be still right.
  public var diskHits = 0
  public var revalidated = 0
  /// What was not stored because too much was waiting.
  public var droppedUpkeep = 0
  /// Bytes of the pictures in memory now.
  public var bytes = 0
  /// Bytes of the network's pictures that are kept as they came.
  public var keptBytes = 0
  /// Jobs that wait or run now.
  public var inFlight = 0
  /// Bytes reserved for decoding now.
  public var reservedBytes = 0

  public init() {}
}
