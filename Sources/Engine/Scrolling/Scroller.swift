import ScrollworkHostInterface

/// Where a view stands in its content along one axis, and how it moves there. It has no clock and calls nobody.
struct Scroller {
  /// What moves the view.
  private enum Motion {
    case none
    /// To a target by a spring.
    case glide(Spring)
    /// By its own momentum, getting slower.
    case fling
    /// Back inside the bounds after a finger pulled it beyond.
    case spring
    /// With a finger or the scrollbar's thumb.
    case held
  }

  /// Distance of the viewport's start from the content's, in logical pixels; outside the bounds only under a finger.
  private(set) var offset = 0.0
  /// Logical pixels a second.
  private(set) var velocity = 0.0
  /// Where a glide ends.
  private(set) var target = 0.0
  private(set) var maximum = 0.0
  /// Zero, or less where something stands above the content.
  private(set) var minimum = 0.0
  private var motion = Motion.none
  private var last: Instant?

  /// Speed left after a second: 0.998 after each millisecond.
  private static let decayPerSecond = -2.002_002_67
  private static let restVelocity = 10.0
  private static let overscrollFactor = 0.55
  private static let overscrollLimit = 80.0

  init() {}

  /// Stands still at `offset`.
  init(offset: Double, limits: ClosedRange<Double>) {
    (minimum, maximum) = (limits.lowerBound, limits.upperBound)
    (self.offset, target) = (offset, offset)
  }

  var isMoving: Bool {
    if case .none = motion { return false }
    return true
  }

  /// True if a person moves the content directly, so that nothing else should.
  var isHeld: Bool {
    if case .held = motion { return true }
    return false
  }

  /// True while it moves by its own momentum.
  var isFlung: Bool {
    if case .fling = motion { return true }
    return false
  }

  /// True on the way to the very start by a glide.
  var goesToStart: Bool {
    if case .glide = motion { return target <= minimum }
    return false
  }

  /// How far it still goes by itself.
  var remaining: Double {
    switch motion {
    case .none, .held: 0
    case .glide, .spring: target - offset
    case .fling: clamp(offset - velocity / Self.decayPerSecond) - offset
    }
  }

  /// Where it comes to rest by itself.
  var destination: Double { offset + remaining }

  /// True on the way to its target, and not by momentum or in somebody's hand.
  var hasTarget: Bool {
    switch motion {
    case .glide, .spring: true
    case .none, .fling, .held: false
    }
  }

  /// The content has changed under the view: what the person looks at moved by `shift`, and the end is elsewhere.
  ///
  /// Both come at once because a place may be right only for the new end. A glide goes on as far as it had to go.
  mutating func adapt(maximum: Double, shift: Double) {
    offset += shift
    self.maximum = max(0, maximum)
    target = clamp(target + shift)
    if isHeld { return }
    if case .spring = motion { return }
    if offset > self.maximum || offset < minimum {
      offset = clamp(offset)
      if case .fling = motion { stop() }
    }
  }

  /// A glide ends elsewhere than was thought.
  mutating func aim(at target: Double) {
    if case .glide = motion { self.target = clamp(target) }
  }

  /// There is more or less room around the content than before. What then is out of bounds goes back by a spring.
  mutating func rebound(minimum: Double, maximum: Double, at now: Instant) {
    self.minimum = min(0, minimum)
    self.maximum = max(0, maximum)
    target = clamp(target)
    guard !isHeld, offset < self.minimum || offset > self.maximum else { return }
    target = clamp(offset)
    start(at: now)
    motion = .spring
  }

  /// Other bounds, which unlike those of a list may leave out zero. The content stays where it is.
  mutating func bound(by limits: ClosedRange<Double>) {
    (minimum, maximum) = (limits.lowerBound, limits.upperBound)
    target = clamp(target)
  }

  /// What is seen moved by `shift`; what is under way goes on as far as it had to go.
  mutating func shift(by distance: Double) {
    offset += distance
    target = clamp(target + distance)
  }

  /// Stands at `offset` at once.
  mutating func jump(to offset: Double) {
    self.offset = clamp(offset)
    target = self.offset
    stop()
  }

  /// Glides to `target`; a glide that is under way goes on from its place with its speed.
  mutating func glide(to target: Double, spring: Spring, at now: Instant) {
    self.target = clamp(target)
    start(at: now)
    motion = .glide(spring)
    if abs(self.target - offset) < 0.25, abs(velocity) < Self.restVelocity { jump(to: self.target) }
  }

  /// Turns of a wheel, in logical pixels: they add up while they go the same way; one the other way drops what is left.
  mutating func wheel(by delta: Double, at now: Instant) {
    var base = offset
    if case .glide = motion, (target - offset) * delta > 0 { base = target }
    glide(to: base + delta, spring: .wheel, at: now)
  }

  /// A trackpad's fraction: followed at once.
  mutating func scroll(by delta: Double) {
    jump(to: offset + delta)
  }

  /// A finger or thumb takes the content.
  mutating func hold() {
    motion = .held
    velocity = 0
    target = offset
  }

  /// The held content is pulled to where it would stand without bounds; beyond them it follows more and more slowly.
  mutating func pull(to wanted: Double, overscrolls: Bool) {
    let inside = clamp(wanted)
    let beyond = wanted - inside
    guard overscrolls, beyond != 0 else {
      offset = inside
      return
    }
    let limit = Self.overscrollLimit
    let stretched = limit * (1 - 1 / (abs(beyond) * Self.overscrollFactor / limit + 1))
    offset = inside + (beyond < 0 ? -stretched : stretched)
  }

  /// Where content that is let go with a speed comes to rest by itself.
  func restingPlace(velocity: Double) -> Double {
    abs(velocity) > Self.restVelocity * 5 ? clamp(offset - velocity / Self.decayPerSecond) : clamp(offset)
  }

  /// The held content is let go with a speed.
  mutating func release(velocity: Double, at now: Instant) {
    self.velocity = velocity
    target = clamp(offset)
    start(at: now)
    if offset != target {
      motion = .spring
    } else if abs(velocity) > Self.restVelocity * 5 {
      motion = .fling
    } else {
      stop()
    }
  }

  mutating func stop() {
    motion = .none
    velocity = 0
    last = nil
  }

  /// Moves on to `now`.
  mutating func advance(to now: Instant) {
    let seconds = last.map { max(0, now.seconds(since: $0)) } ?? 0
    last = now
    switch motion {
    case .none, .held: break
    case .glide(let spring): advance(by: spring, seconds)
    case .spring: advance(by: .overscroll, seconds)
    case .fling: fling(seconds)
    }
  }

  private mutating func start(at now: Instant) {
    if !isMoving || last == nil { last = now }
  }

  private mutating func advance(by spring: Spring, _ seconds: Double) {
    let next = spring.advance(offset: offset - target, velocity: velocity, by: seconds)
    if abs(next.offset) < 0.25, abs(next.velocity) < Self.restVelocity {
      offset = target
      stop()
    } else {
      (offset, velocity) = (target + next.offset, next.velocity)
    }
  }

  private mutating func fling(_ seconds: Double) {
    let decay = exponential(Self.decayPerSecond * seconds)
    offset += velocity * (decay - 1) / Self.decayPerSecond
    velocity *= decay
    if offset < minimum || offset > maximum {
      offset = clamp(offset)
      target = offset
      stop()
    } else if abs(velocity) < Self.restVelocity {
      target = offset
      stop()
    }
  }

  private func clamp(_ value: Double) -> Double { min(maximum, max(minimum, value)) }
}
