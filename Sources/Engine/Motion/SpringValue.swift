package import ScrollworkContentViews
import ScrollworkHostInterface

/// A number that follows its target by a spring, or within a fixed time. A new target keeps position and, by a spring,
/// velocity.
package struct SpringValue: Hashable, Sendable {
  /// A way that takes a fixed time.
  private struct Timed: Hashable, Sendable {
    var start: Double
    var elapsed = 0.0
    var duration: Double
    var easing: MotionTiming.Easing
  }

  package var value: Double {
    didSet { restart() }
  }
  package var velocity: Double = 0
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
    switch timing.curve {
    case .spring(let response, let damping):
      spring = Spring(response: max(0.001, response), damping: max(0.05, damping))
    case .timed(let duration, let easing):
      velocity = 0
      timed = Timed(start: value, duration: max(0, duration), easing: easing)
    }
  }

  private mutating func restart() {
    timed?.start = value
    timed?.elapsed = 0
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
    let part = way.duration > 0 ? way.easing.progress(way.elapsed / way.duration) : 1
    value = part >= 1 ? target : way.start + (target - way.start) * part
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
