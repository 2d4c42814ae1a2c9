import ScrollworkPlatform

/// The limits on network loads and the handling of failures.
package struct NetworkPolicy: Hashable, Sendable {
  /// The largest number of concurrent loads from one host.
  package var loadsPerHost = 6
  /// The largest number of concurrent loads from all hosts.
  package var loads = 12
  /// The largest number of prefetches among the concurrent loads.
  package var prefetches = 6
  /// The number of prefetches that may start in one second. Loads of visible pictures have no such limit.
  package var prefetchesPerSecond = 80.0
  /// The number of prefetches that may start at once after a pause.
  package var prefetchBurst = 25.0
  /// The delays before the second and third attempt, in seconds, each varied by up to a quarter; not for prefetches.
  package var retryDelays = [0.5, 2.0]
  /// The longest delay that a server may demand, in seconds; a longer one ends the retries.
  package var longestRetryDelay = 60.0
  /// The number of failed connections in a row after which prefetching pauses.
  package var failuresUntilOffline = 5
  /// The time between attempts to prefetch while the network seems to be down, in seconds.
  package var probeInterval = 10.0
  /// The time for which a missing picture (404, 410) is not requested again, in seconds.
  package var absenceLifetime = 60.0
  /// The time after which an old copy is shown if the server has not answered, in seconds. A later answer only updates
  /// the caches.
  package var stalePatience = 1.0
  /// The longest accepted body in bytes: 64 MB, or a tenth of the memory if that is less.
  package var byteLimit = min(64 << 20, SystemMemory.byteCount / 10)
  /// The time in seconds for which a load continues after a visible picture lost its last subscriber, so that another
  /// view or size can join it. A load for pictures that were not visible ends at once.
  package var lingering = 0.15
  /// The loaded fraction, 0 to 1, above which a load finishes and is stored although it was cancelled.
  package var finishedFromPart = 0.8

  /// Creates a policy with the defaults.
  package init() {}
}
