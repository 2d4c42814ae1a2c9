package import ScrollworkContentViews
import ScrollworkHostInterface

/// A number that follows its target by a spring, or within a fixed time. A new target keeps position and velocity.
package struct SpringValue: Hashable, Sendable {
  /// A way that takes a fixed time.
  private struct Timed: Hashable, Sendable {
    var start = 0.0
    /// By how much it was quicker than its easing when it set out. This part of its speed fades on the way.
    var excess = 0.0
    var elapsed = 0.0
    let duration: Double
    let easing: MotionTiming.Easing

    /// Sets out anew. What rests sets out as the easing has it; what moves turns round without a jolt.
    mutating func begin(at value: Double, velocity: Double, to target: Double) {
      (start, elapsed) = (value, 0)
      excess = velocity == 0 || duration <= 0 ? 0 : velocity - (target - value) * easing.speed(0) / duration
    }

    /// As if it had set out nearer to its target.
    mutating func shorten(by factor: Double, to target: Double) {
      start = target + (start - target) * factor
      excess *= factor
    }

    /// Where it is on its way, and how fast; `nil` if it has arrived.
    func place(to target: Double) -> (value: Double, velocity: Double)? {
      guard elapsed < duration else { return nil }
      let (part, way) = (elapsed / duration, target - start)
      let rest = 1 - part
      return (
        start + way * easing.progress(part) + excess * duration * part * rest * rest,
        way * easing.speed(part) / duration + excess * rest * (1 - 3 * part)
      )
    }
  }

  package var value: Double {
    didSet { restart() }
  }
  package private(set) var velocity: Double = 0
  package var target: Double {
    didSet { if target != oldValue { restart() } }
  }
  package var spring: Spring {
    didSet { timed = nil }
  }
  private var timed: Timed?
  /// Seconds that it still waits.
  private var delay = 0.0

  package init(_ value: Double, spring: Spring) {
    self.value = value
    target = value
    self.spring = spring
  }

  package var isAtRest: Bool { value == target && velocity == 0 }

  /// Goes on in another way from where it is.
  package mutating func follow(_ timing: MotionTiming) {
    delay = max(0, timing.delay)
    take(timing.curve)
  }

  /// Sets out from where it is seen to another target. What is on this very way stays on it; what is on another one does
  /// not stop to wait, and what waits does not begin to wait anew.
  package mutating func set(out timing: MotionTiming, from start: Double, to end: Double) {
    guard isAtRest || abs(start - value) > 1e-6 || abs(end - target) > 1e-6 || !isFollowing(timing.curve) else {
      return
    }
    if velocity != 0 {
      delay = 0
    } else if delay == 0 || isAtRest {
      delay = max(0, timing.delay)
    }
    (value, target) = (start, end)
    take(timing.curve)
  }

  /// Is measured from another place from now on: a target other than zero is one beside that place, and moves as well.
  package mutating func shift(by distance: Double) {
    guard distance != 0 else { return }
    if target != 0 { target += distance }
    value += distance
  }

  /// Is only so much of the way from its target, and of its speed, -1 to 1.
  package mutating func shorten(by factor: Double) {
    timed?.shorten(by: factor, to: target)
    let way = timed
    value = target + (value - target) * factor
    velocity *= factor
    timed = way
  }

  /// Goes faster or slower from now on.
  package mutating func push(by change: Double) {
    velocity += change
    restart()
  }

  private mutating func take(_ curve: MotionTiming.Curve) {
    switch curve {
    case .spring(let response, let damping):
      spring = Self.spring(response, damping)
    case .timed(let duration, let easing):
      timed = Timed(duration: max(0, duration), easing: easing)
      restart()
    }
  }

  private func isFollowing(_ curve: MotionTiming.Curve) -> Bool {
    switch curve {
    case .spring(let response, let damping): timed == nil && spring == Self.spring(response, damping)
    case .timed(let duration, let easing): timed?.duration == max(0, duration) && timed?.easing == easing
    }
  }

  private static func spring(_ response: Double, _ damping: Double) -> Spring {
    Spring(response: max(0.001, response), damping: max(0.05, damping))
  }

  private mutating func restart() {
    timed?.begin(at: value, velocity: velocity, to: target)
  }

  /// Moves on. Within `tolerance` of the target, and slow, it comes to rest exactly there.
  package mutating func advance(by seconds: Double, tolerance: Double = 0.25, slow: Double = 10) {
    guard !isAtRest, seconds > 0 else { return }
    let waited = min(delay, seconds)
    delay -= waited
    guard seconds > waited else { return }
    if timed != nil { return advanceTimed(by: seconds - waited) }
    let next = spring.advance(offset: value - target, velocity: velocity, by: seconds - waited)
    if abs(next.offset) < tolerance, abs(next.velocity) < slow {
      (value, velocity) = (target, 0)
    } else {
      (value, velocity) = (target + next.offset, next.velocity)
    }
  }

  private mutating func advanceTimed(by seconds: Double) {
    guard var way = timed else { return }
    way.elapsed += seconds
    (value, velocity) = way.place(to: target) ?? (target, 0)
    // Setting the value began a new way.
    timed = way
  }

  /// Goes to the target at once.
  package mutating func finish() {
    value = target
    velocity = 0
    delay = 0
  }
}
