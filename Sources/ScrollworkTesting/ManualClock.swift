package import Scrollwork

/// A clock that moves only when a test moves it.
@MainActor
package final class ManualClock {
  /// The current time.
  package private(set) var now: Instant

  /// Creates a clock.
  package init(now: Instant = .zero) {
    self.now = now
  }

  /// Moves the clock forward.
  /// - Precondition: `duration` is not negative.
  package func advance(by duration: Duration) {
    precondition(duration >= .zero, "a clock cannot go back by \(duration)")
    now = now + duration
  }

  /// Moves the clock forward to `instant`. Does nothing if the clock is past it.
  package func advance(to instant: Instant) {
    now = max(now, instant)
  }
}
