/// The delay, duration and easing of an animation.
public struct MotionTiming: Hashable, Sendable {
  /// The course of an animation over time: a spring, or an easing function with a fixed duration.
  package enum Curve: Hashable, Sendable {
    /// A spring with a period of `response` seconds. It does not overshoot at a `damping` of 1; smaller values make it
    /// swing.
    case spring(response: Double, damping: Double)
    /// A fixed number of seconds with an easing function.
    case timed(duration: Double, Easing)
  }

  /// A function from the elapsed share of the duration to the covered share of the distance.
  public enum Easing: Hashable, Sendable {
    /// Constant speed.
    case linear
    /// Slow at the start: `t^3`.
    case easeIn
    /// Slow at the end: `1 - (1 - t)^3`.
    case easeOut
    /// Slow at the start and at the end.
    case easeInOut

    /// Returns the covered share of the distance after the share `time` of the duration. `time` is clamped to 0...1.
    package func progress(_ time: Double) -> Double {
      let t = min(1, max(0, time))
      switch self {
      case .linear: return t
      case .easeIn: return t * t * t
      case .easeOut: return 1 - (1 - t) * (1 - t) * (1 - t)
      case .easeInOut: return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t)
      }
    }

    /// Returns the derivative of `progress(_:)`, so that a retargeted animation can keep its velocity.
    package func speed(_ time: Double) -> Double {
      let t = min(1, max(0, time))
      switch self {
      case .linear: return 1
      case .easeIn: return 3 * t * t
      case .easeOut: return 3 * (1 - t) * (1 - t)
      case .easeInOut: return t < 0.5 ? 12 * t * t : 12 * (1 - t) * (1 - t)
      }
    }
  }

  /// The course of the animation over time.
  package var curve: Curve
  /// Seconds before the animation starts.
  package var delay: Double

  /// Creates a timing; `delay` is in seconds.
  package init(_ curve: Curve, delay: Double = 0) {
    self.curve = curve
    self.delay = delay
  }

  /// Returns the timing of a spring.
  /// - Parameters:
  ///   - response: The period in seconds.
  ///   - damping: 1 for no overshoot, less for swings around the target.
  ///   - delay: Seconds before the animation starts.
  public static func spring(response: Double, damping: Double = 1, delay: Double = 0) -> MotionTiming {
    MotionTiming(.spring(response: response, damping: damping), delay: delay)
  }

  /// Returns the timing of an easing function; `duration` and `delay` are in seconds.
  public static func timed(_ duration: Double, _ easing: Easing = .easeOut, delay: Double = 0) -> MotionTiming {
    MotionTiming(.timed(duration: duration, easing), delay: delay)
  }

  /// Seconds from start to end, without the delay. A spring is close to its target after one period.
  package var duration: Double {
    switch curve {
    case .spring(let response, _): response
    case .timed(let duration, _): duration
    }
  }
}
