package import ScrollworkContentViews
import ScrollworkHostInterface

/// A number that follows its target by a spring or within a fixed time. Retargeting keeps position and velocity.
package struct SpringValue: Hashable, Sendable {
  /// A motion with a fixed duration.
  private struct Timed: Hashable, Sendable {
    var start = 0.0
    /// The value's velocity at the start minus the velocity with which the easing starts, in units a second. It
    /// decreases to zero during the motion, so that an interruption causes no jolt.
    var excess = 0.0
    var elapsed = 0.0
    /// The declared duration, in seconds.
    let duration: Double
    /// The time that the motion really takes, in seconds: less than `duration` if the value was shifted in flight.
    var length: Double
    let easing: MotionTiming.Easing

    init(duration: Double, easing: MotionTiming.Easing) {
      (self.duration, length, self.easing) = (duration, duration, easing)
    }

    /// Starts again from the current value and velocity. A value at rest starts with the velocity of the easing.
    /// - Parameter length: The duration, in seconds.
    mutating func begin(at value: Double, velocity: Double, to target: Double, for length: Double) {
      (start, elapsed, self.length) = (value, 0, length)
      excess = velocity == 0 || length <= 0 ? 0 : velocity - (target - value) * easing.speed(0) / length
    }

    /// Scales the distance from `target` and the velocity by `factor`, and keeps the timing. A negative factor mirrors
    /// the value to the other side of the target.
    mutating func scaleMotion(by factor: Double, to target: Double) {
      start = target + (start - target) * factor
      excess *= factor
    }

    /// Returns the current value and velocity; `nil` at the end of the duration.
    func place(to target: Double) -> (value: Double, velocity: Double)? {
      guard elapsed < length else { return nil }
      let (share, way) = (elapsed / length, target - start)
      // The term `share * rest * rest` and its derivative vanish at the end, and its initial slope is 1.
      let rest = 1 - share
      return (
        start + way * easing.progress(share) + excess * length * share * rest * rest,
        way * easing.speed(share) / length + excess * rest * (1 - 3 * share)
      )
    }
  }

  /// The current value. Setting it during a motion with a fixed duration restarts that motion from the new value.
  package var value: Double {
    didSet { restart() }
  }
  /// The velocity, in units a second.
  package private(set) var velocity: Double = 0
  /// The value that the motion leads to.
  package var target: Double {
    didSet { if target != oldValue { restart() } }
  }
  /// The spring. Setting it during a motion with a fixed duration turns that motion into one by the spring.
  package var spring: Spring {
    didSet { timed = nil }
  }
  /// The motion with a fixed duration; `nil` for a spring.
  private var timed: Timed?
  /// The remaining delay, in seconds.
  private var delay = 0.0

  /// Makes a value at rest.
  package init(_ value: Double, spring: Spring) {
    self.value = value
    target = value
    self.spring = spring
  }

  /// Whether the value is at its target, without velocity.
  package var isAtRest: Bool { value == target && velocity == 0 }

  /// Changes the timing and keeps value, velocity and target.
  package mutating func follow(_ timing: MotionTiming) {
    delay = max(0, timing.delay)
    take(timing.curve)
  }

  /// Starts a motion between two values. If the same motion with the same timing runs already, it continues
  /// undisturbed.
  ///
  /// A value in motion starts at once, without delay; a value that still waits keeps its remaining delay.
  package mutating func start(_ timing: MotionTiming, from start: Double, to end: Double) {
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

  /// Adds a distance to the value without a restart of its motion. A target other than zero moves by the same distance;
  /// a target of zero stays. A motion with a fixed duration keeps its end time.
  package mutating func shift(by distance: Double) {
    guard distance != 0 else { return }
    // Setting value and target restarts a fixed duration, so the motion is put back afterwards.
    var way = isAtRest ? nil : timed
    if target != 0 {
      target += distance
      way?.start += distance
    } else if let remaining = way.map({ max(0, $0.length - $0.elapsed) }) {
      way?.begin(at: value + distance, velocity: velocity, to: 0, for: remaining)
    }
    value += distance
    if let way { timed = way }
  }

  /// Returns the same motion with value and target moved by a distance.
  package func offset(by distance: Double) -> SpringValue {
    var moved = self
    moved.value += distance
    moved.target += distance
    // Setting value and target restarted a fixed duration, so the motion is put back.
    moved.timed = timed
    moved.timed?.start += distance
    return moved
  }

  /// Scales both the distance from the target and the velocity.
  /// - Parameter factor: -1 to 1.
  package mutating func scaleMotion(by factor: Double) {
    timed?.scaleMotion(by: factor, to: target)
    // Setting the value restarts a fixed duration, so the scaled motion is put back afterwards.
    let way = timed
    value = target + (value - target) * factor
    velocity *= factor
    timed = way
  }

  /// Adds `change` to the velocity, in units a second.
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
    // Timings come from the program, and a spring that never ends would keep the frame loop awake.
    Spring(response: max(0.001, response), damping: max(0.05, damping))
  }

  private mutating func restart() {
    guard let duration = timed?.duration else { return }
    timed?.begin(at: value, velocity: velocity, to: target, for: duration)
  }

  /// Advances the motion. A value that is near its target and slow stops exactly at the target.
  /// - Parameters:
  ///   - tolerance: The largest distance that counts as near, in units of the value.
  ///   - slow: The largest velocity that counts as slow, in units a second.
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
    // Setting the value restarted the motion, so it is put back.
    timed = way
  }

  /// Ends the motion at the target.
  package mutating func finish() {
    value = target
    velocity = 0
    delay = 0
  }
}
