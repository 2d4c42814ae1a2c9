import ScrollworkContentViews
import ScrollworkHostInterface

/// The shape of a spring's motion: `x'' = -w² (x - target) - 2 d w x'` with `w = 2 pi / response`.
package struct Spring: Hashable, Sendable {
  /// The duration of one oscillation without damping, in seconds.
  package var response: Double
  /// The damping ratio. 1 is critical: the motion comes to rest without overshoot.
  package var damping: Double

  package init(response: Double, damping: Double) {
    self.response = response
    self.damping = damping
  }

  // The standard springs. Moves after a sort or filter are quicker, because the user waits for their result.
  package static let move = Spring(response: 0.32, damping: 1)
  static let filter = Spring(response: 0.28, damping: 1)
  static let insert = Spring(response: 0.30, damping: 0.9)
  static let wheel = Spring(response: 0.20, damping: 1)
  package static let key = Spring(response: 0.22, damping: 1)
  static let overscroll = Spring(response: 0.35, damping: 1)
  package static let widen = Spring(response: 0.22, damping: 1)

  /// Returns the exact position and velocity after `seconds`, for a target of zero.
  ///
  /// The closed form does not depend on the frame rate, so a replay with other frame times gives the same motion.
  /// - Parameters:
  ///   - offset: The distance from the target.
  ///   - velocity: The change of the distance, in units a second.
  func advance(offset: Double, velocity: Double, by seconds: Double) -> (offset: Double, velocity: Double) {
    let w = 2 * Double.pi / response
    if damping >= 1 {
      // Critically damped: (c1 + c2 t) e^(-w t). Ratios above 1 are not in use and count as 1.
      let c2 = velocity + w * offset
      let decay = exponential(-w * seconds)
      return ((offset + c2 * seconds) * decay, (velocity - w * c2 * seconds) * decay)
    }
    // Underdamped: e^(-d w t) (offset cos(wd t) + c2 sin(wd t)).
    let wd = w * (1 - damping * damping).squareRoot()
    let decay = exponential(-damping * w * seconds)
    let (sine, cosine) = sineAndCosine(wd * seconds)
    let c2 = (velocity + damping * w * offset) / wd
    let position = decay * (offset * cosine + c2 * sine)
    let speed = decay * ((c2 * wd - damping * w * offset) * cosine - (offset * wd + damping * w * c2) * sine)
    return (position, speed)
  }
}

extension MotionTiming {
  init(_ spring: Spring) {
    self = .spring(response: spring.response, damping: spring.damping)
  }
}
