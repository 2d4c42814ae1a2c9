import ScrollworkPlatform

/// How much is asked of the network at a time, and how failures are met.
public struct NetworkPolicy: Hashable, Sendable {
  /// Loads at one time, for one host and for all.
  public var loadsPerHost = 6
  public var loads = 12
  /// Of them those that nobody sees yet.
  public var prefetches = 6
  /// Prefetches started in a second, and at once after a pause. What is visible is never held up.
  public var prefetchesPerSecond = 80.0
  public var prefetchBurst = 25.0
  /// Seconds before the second and the third attempt, each with up to a quarter more or less. Prefetches are not repeated.
  public var retryDelays = [0.5, 2.0]
  /// The longest wait that a server may ask for, in seconds.
  public var longestRetryDelay = 60.0
  /// After so many connections in a row that failed, prefetching pauses and is tried again after `probeInterval` seconds.
  public var failuresUntilOffline = 5
  public var probeInterval = 10.0
  /// Seconds for which a picture that is not there (404, 410) is not asked for again.
  public var absenceLifetime = 60.0
  /// Seconds until a copy that has to be asked about is shown although no answer has come; the answer then is for the next
  /// time.
  public var stalePatience = 1.0
  /// Longer bodies are refused: 64 MB, or a tenth of the memory where that is less.
  public var byteLimit = min(64 << 20, SystemMemory.byteCount / 10)
  /// Seconds for which a load goes on of something that was seen and that nobody waits for any more, so that another view or
  /// another size of it that is asked for at once finds it under way. What nobody has seen yet ends at once.
  public var lingering = 0.15
  /// A cancelled load of which a larger part than this has come is finished and stored.
  public var finishedFromPart = 0.8

  public init() {}
}
