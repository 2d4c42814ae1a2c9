package import ScrollworkHostInterface

/// A number animated between two values with the ease-out curve `1 - (1 - t)^3`.
package struct Fade {
  /// The value at the end of the animation.
  package private(set) var target: Double
  /// The value at the start of the animation.
  private var origin: Double
  /// The time at which the animation starts, after its delay.
  private var start = Instant.zero
  /// The length of the animation in seconds; zero at rest.
  private var duration = 0.0

  /// Creates a number at rest with the given value.
  package init(_ value: Double) {
    target = value
    origin = value
  }

  /// Returns the value at `now`.
  package func value(at now: Instant) -> Double {
    guard duration > 0 else { return target }
    let time = min(1, max(0, now.seconds(since: start) / duration))
    let rest = 1 - time
    return target + (origin - target) * rest * rest * rest
  }

  /// Whether the animation has ended at `now`.
  package func isAtRest(at now: Instant) -> Bool {
    origin == target || duration <= 0 || now.seconds(since: start) >= duration
  }

  /// Starts an animation from the value at `now` to `target`, so that an interrupted fade does not jump.
  /// - Parameters:
  ///   - duration: Seconds; zero for an immediate change.
  ///   - delay: Seconds before the animation starts. Until then the value stays as it is.
  package mutating func go(to target: Double, at now: Instant, for duration: Double, after delay: Double = 0) {
    origin = value(at: now)
    self.target = target
    self.duration = duration
    start = delay > 0 ? now.advanced(bySeconds: delay) : now
  }
}
