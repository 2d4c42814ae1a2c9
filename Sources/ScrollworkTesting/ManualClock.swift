public import Scrollwork

/// A clock that moves only when it is told to.
@MainActor
public final class ManualClock {
  public private(set) var now: Instant

  public init(now: Instant = .zero) {
    self.now = now
  }

  /// - Precondition: `duration` is not negative.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "a clock cannot go back by \(duration)")
    now = now + duration
  }

  /// Goes to `instant`, or stays where it is later already.
  public func advance(to instant: Instant) {
    now = max(now, instant)
  }
}
