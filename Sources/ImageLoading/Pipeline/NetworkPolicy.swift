import ScrollworkPlatform

/// The limits on network loads and the handling of failures.
public struct NetworkPolicy: Hashable, Sendable {
  /// The largest number of concurrent loads from one host.
  public var loadsPerHost = 6
  /// The largest number of concurrent loads from all hosts.
  public var loads = 12
  /// The largest number of concurrent prefetches among them.
  public var prefetches = 6
  /// Prefetches that may start in one second. Visible pictures are never held back.
  public var prefetchesPerSecond = 80.0
  /// Prefetches that may start at once after a pause.
  public var prefetchBurst = 25.0
  /// Delays before the second and third attempt, in seconds, varied by up to a quarter. Prefetches are not retried.
  public var retryDelays = [0.5, 2.0]
  /// The longest delay that a server may demand, in seconds; a longer one ends the retries.
  public var longestRetryDelay = 60.0
  /// The number of failed connections in a row after which prefetching pauses.
  public var failuresUntilOffline = 5
  /// The time between attempts to prefetch while the network seems to be down, in seconds.
  public var probeInterval = 10.0
  /// The time for which a missing picture (404, 410) is not requested again, in seconds.
  public var absenceLifetime = 60.0
  /// The time after which an old copy is shown although the server has not answered, in seconds; the answer then only
  /// updates the caches.
  public var stalePatience = 1.0
  /// The longest accepted body in bytes: 64 MB, or a tenth of the memory if that is less.
  public var byteLimit = min(64 << 20, SystemMemory.byteCount / 10)
  /// The time for which the load of a picture that was visible continues without subscribers, in seconds, so that
  /// another view or size can join it. Loads that were never visible end at once.
  public var lingering = 0.15
  /// The fraction, 0 to 1, from which a cancelled load is finished and stored.
  public var finishedFromPart = 0.8

  /// Creates a policy with the defaults.
  public init() {}
}
