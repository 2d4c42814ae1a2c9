import ScrollworkHostInterface

/// A number on its way from one value to another: fast at first, then slower, `1 - (1 - t)^3`.
struct Fade {
  private(set) var target: Double
  private var origin: Double
  private var start = Instant.zero
  private var duration = 0.0

  /// A number at rest.
  init(_ value: Double) {
    target = value
    origin = value
  }

  func value(at now: Instant) -> Double {
    guard duration > 0 else { return target }
    let time = min(1, max(0, now.seconds(since: start) / duration))
    let rest = 1 - time
    return target + (origin - target) * rest * rest * rest
  }

  func isAtRest(at now: Instant) -> Bool { duration <= 0 || now.seconds(since: start) >= duration }

  /// Sets out for `target` from where the number is at `now`.
  /// - Parameter duration: In seconds; zero arrives at once.
  mutating func go(to target: Double, at now: Instant, for duration: Double) {
    origin = value(at: now)
    self.target = target
    self.duration = duration
    start = now
  }
}
