/// How long a motion takes and how its speed changes.
public struct MotionTiming: Hashable, Sendable {
  public enum Curve: Hashable, Sendable {
    /// As a weight on a spring: `response` is the seconds of a swing, a `damping` of 1 comes to rest without overshoot.
    case spring(response: Double, damping: Double)
    /// In a fixed number of seconds.
    case timed(duration: Double, Easing)
  }

  public enum Easing: Hashable, Sendable {
    case linear
    /// Slow at first.
    case easeIn
    /// Slow at the end: `1 - (1 - t)^3`.
    case easeOut
    case easeInOut

    /// How much of the way is done after that part of the time, each from 0 to 1.
    public func progress(_ time: Double) -> Double {
      let t = min(1, max(0, time))
      switch self {
      case .linear: return t
      case .easeIn: return t * t * t
      case .easeOut: return 1 - (1 - t) * (1 - t) * (1 - t)
      case .easeInOut: return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t)
      }
    }

    /// How fast it is then, as a part of the way in the whole of the time.
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

  public var curve: Curve
  /// Seconds before it begins.
  public var delay: Double

  public init(_ curve: Curve, delay: Double = 0) {
    self.curve = curve
    self.delay = delay
  }

  public static func spring(response: Double, damping: Double = 1, delay: Double = 0) -> MotionTiming {
    MotionTiming(.spring(response: response, damping: damping), delay: delay)
  }

  public static func timed(_ duration: Double, _ easing: Easing = .easeOut, delay: Double = 0) -> MotionTiming {
    MotionTiming(.timed(duration: duration, easing), delay: delay)
  }

  /// Seconds until it is over, or nearly so.
  public var duration: Double {
    switch curve {
    case .spring(let response, _): response
    case .timed(let duration, _): duration
    }
  }
}
