/// The duration of an animation and the course of its speed.
public struct MotionTiming: Hashable, Sendable {
  /// The function from time to progress.
  public enum Curve: Hashable, Sendable {
    /// A spring. `response` is the period in seconds; a `damping` of 1 comes to rest without overshoot, less swings.
    case spring(response: Double, damping: Double)
    /// A fixed number of seconds with an easing function.
    case timed(duration: Double, Easing)
  }

  /// A function from the share of the time to the share of the way.
  public enum Easing: Hashable, Sendable {
    /// Constant speed.
    case linear
    /// Slow at the start: `t^3`.
    case easeIn
    /// Slow at the end: `1 - (1 - t)^3`.
    case easeOut
    /// Slow at the start and at the end.
    case easeInOut

    /// Returns the share of the way after a share of the time, 0 to 1. Times outside 0...1 are limited.
    public func progress(_ time: Double) -> Double {
      let t = min(1, max(0, time))
      switch self {
      case .linear: return t
      case .easeIn: return t * t * t
      case .easeOut: return 1 - (1 - t) * (1 - t) * (1 - t)
      case .easeInOut: return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t)
      }
    }

    /// Returns the derivative of ``progress(_:)``, so that a retargeted animation can keep its velocity.
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

  /// The function from time to progress.
  public var curve: Curve
  /// Seconds before the animation starts.
  public var delay: Double

  /// Creates a timing; `delay` is in seconds.
  public init(_ curve: Curve, delay: Double = 0) {
    self.curve = curve
    self.delay = delay
  }

  /// Returns a timing by a spring.
  /// - Parameters:
  ///   - response: The period in seconds.
  ///   - damping: 1 for no overshoot, less for swings around the target.
  ///   - delay: Seconds before the animation starts.
  public static func spring(response: Double, damping: Double = 1, delay: Double = 0) -> MotionTiming {
    MotionTiming(.spring(response: response, damping: damping), delay: delay)
  }

  /// Returns a timing by an easing function; `duration` and `delay` are in seconds.
  public static func timed(_ duration: Double, _ easing: Easing = .easeOut, delay: Double = 0) -> MotionTiming {
    MotionTiming(.timed(duration: duration, easing), delay: delay)
  }

  /// Seconds from start to end, without the delay. A spring is close to its target after one period.
  public var duration: Double {
    switch curve {
    case .spring(let response, _): response
    case .timed(let duration, _): duration
    }
  }
}
