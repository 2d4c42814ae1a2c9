import ScrollworkContentViews
import ScrollworkHostInterface

/// The shape of a spring's motion: `x'' = -w² (x - target) - 2 d w x'` with `w = 2 pi / response`.
package struct Spring: Hashable, Sendable {
  /// Seconds of one swing without damping.
  package var response: Double
  /// 1 comes to rest without overshoot.
  package var damping: Double

  package init(response: Double, damping: Double) {
    self.response = response
    self.damping = damping
  }

  static let move = Spring(response: 0.32, damping: 1)
  static let filter = Spring(response: 0.28, damping: 1)
  static let insert = Spring(response: 0.30, damping: 0.9)
  static let wheel = Spring(response: 0.20, damping: 1)
  static let key = Spring(response: 0.22, damping: 1)
  static let overscroll = Spring(response: 0.35, damping: 1)
  static let widen = Spring(response: 0.22, damping: 1)

  /// Position and velocity after `seconds`, exactly, for a target of zero.
  /// - Parameters:
  ///   - offset: Distance from the target.
  ///   - velocity: Distance a second.
  func advance(offset: Double, velocity: Double, by seconds: Double) -> (offset: Double, velocity: Double) {
    let w = 2 * Double.pi / response
    if damping >= 1 {
      // Critically damped: (c1 + c2 t) e^(-w t). Stronger damping than 1 is not asked for.
      let c2 = velocity + w * offset
      let decay = exponential(-w * seconds)
      return ((offset + c2 * seconds) * decay, (velocity - w * c2 * seconds) * decay)
    }
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
