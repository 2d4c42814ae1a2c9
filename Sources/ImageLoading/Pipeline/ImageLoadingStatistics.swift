/// The counters of an image pipeline since its creation.
public struct ImageLoadingStatistics: Hashable, Sendable {
  /// Calls of `load` and `prefetch`.
  public var requested = 0
  /// Requests that were answered from memory.
  public var hits = 0
  /// Requests that joined the job of an equal request.
  package var coalesced = 0
  /// Pictures that joined the loading of bytes for another picture, such as another size of it.
  package var sharedBytes = 0
  /// Pictures that were decoded.
  public var decoded = 0
  /// Bytes of the pixels of all decoded pictures.
  package var decodedPixelBytes = 0
  /// Jobs that ended with an error.
  public var failed = 0
  /// Jobs that were cancelled before they were decoded.
  public var cancelled = 0
  /// Attempts to load from the network.
  package var fetches = 0
  /// Attempts that repeated a failed one.
  package var retries = 0
  /// Bytes loaded from the network in complete answers.
  package var fetchedBytes = 0
  /// Look-ups in the disk cache that found a picture.
  package var diskHits = 0
  /// The number of times that a server confirmed a copy in the disk cache.
  package var revalidated = 0
  /// Cache writes that were skipped because too many were waiting.
  package var droppedUpkeep = 0
  /// Bytes of the decoded pictures in memory now.
  package var bytes = 0
  /// Bytes of the encoded network pictures in memory now.
  package var keptBytes = 0
  /// Jobs that wait or run now.
  package var inFlight = 0
  /// Bytes of the decoding budget in use now.
  package var reservedBytes = 0

  /// Creates counters of zero.
  package init() {}
}
