import ScrollworkHostInterface

/// The shape of a spring's motion: `x'' = -w² (x - target) - 2 d w x'` with `w = 2 pi / response`.
struct Spring: Hashable, Sendable {
  /// Seconds of one swing without damping.
  var response: Double
  /// 1 comes to rest without overshoot.
  var damping: Double

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

/// A number that follows its target by a spring. A new target keeps position and velocity.
struct SpringValue: Hashable, Sendable {
  var value: Double
  var velocity: Double = 0
  var target: Double
  var spring: Spring

  init(_ value: Double, spring: Spring) {
    self.value = value
    target = value
    self.spring = spring
  }

  var isAtRest: Bool { value == target && velocity == 0 }

  /// Moves on. Within `tolerance` of the target, and slow, it comes to rest exactly there.
  mutating func advance(by seconds: Double, tolerance: Double = 0.25, slow: Double = 10) {
    guard !isAtRest, seconds > 0 else { return }
    let next = spring.advance(offset: value - target, velocity: velocity, by: seconds)
    if abs(next.offset) < tolerance, abs(next.velocity) < slow {
      (value, velocity) = (target, 0)
    } else {
      (value, velocity) = (target + next.offset, next.velocity)
    }
  }

  /// Goes to the target at once.
  mutating func finish() {
    value = target
    velocity = 0
  }
}
