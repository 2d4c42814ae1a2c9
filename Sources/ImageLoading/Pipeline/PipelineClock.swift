import Dispatch
import Glibc
package import ScrollworkHostInterface
import ScrollworkPlatform
import Synchronization

/// The time source of a pipeline; tests replace it.
package protocol PipelineClock: Sendable {
  /// The current time of the monotonic clock.
  var now: Instant { get }
  /// The current calendar time, in seconds since 1970.
  var wallTime: Double { get }
  /// Calls `body` once at `time` or a little later, on any thread.
  func call(at time: Instant, _ body: @escaping @Sendable () -> Void)
}

/// The system's clocks, and timers on a global queue.
package struct SystemPipelineClock: PipelineClock {
  /// Creates the clock.
  package init() {}

  package var now: Instant { Instant(nanoseconds: ProcessStatistics.monotonicNanoseconds) }

  package var wallTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package func call(at time: Instant, _ body: @escaping @Sendable () -> Void) {
    let seconds = max(0, time.seconds(since: now))
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds, execute: body)
  }
}
