package import ScrollworkHostInterface

/// A number on its way from one value to another: fast at first, then slower, `1 - (1 - t)^3`.
package struct Fade {
  package private(set) var target: Double
  private var origin: Double
  private var start = Instant.zero
  private var duration = 0.0

  /// A number at rest.
  package init(_ value: Double) {
    target = value
    origin = value
  }

  package func value(at now: Instant) -> Double {
    guard duration > 0 else { return target }
    let time = min(1, max(0, now.seconds(since: start) / duration))
    let rest = 1 - time
    return target + (origin - target) * rest * rest * rest
  }

  package func isAtRest(at now: Instant) -> Bool {
    origin == target || duration <= 0 || now.seconds(since: start) >= duration
  }

  /// Sets out for `target` from where the number is at `now`.
  /// - Parameters:
  ///   - duration: In seconds; zero arrives at once.
  ///   - delay: Seconds before it sets out.
  package mutating func go(to target: Double, at now: Instant, for duration: Double, after delay: Double = 0) {
    origin = value(at: now)
    self.target = target
    self.duration = duration
    start = delay > 0 ? now.advanced(bySeconds: delay) : now
  }
}
