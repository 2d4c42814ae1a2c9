package import ScrollworkHostInterface

/// The offset of content along one axis, and the motion that changes it.
///
/// A state machine without a clock of its own: each mutating method is one event, and gets the time if it needs it.
package struct Scroller {
  /// The kind of a motion.
  private enum Motion {
    case none
    /// Scrolls to a target by a spring.
    case glide(Spring)
    /// Moves by momentum and slows down.
    case fling
    /// Returns into the bounds by a spring, after a finger pulled the content beyond them or the bounds changed.
    case spring
    /// Follows a finger or the scroll bar's thumb.
    case held
  }

  /// The distance of the viewport's start from the content's start, in logical pixels. It can lie outside the bounds:
  /// while a finger pulls the content, after the bounds have changed, and while it returns into the bounds.
  package private(set) var offset = 0.0
  /// The velocity, in logical pixels a second.
  private(set) var velocity = 0.0
  /// The offset at which a motion by a spring ends. During a fling or a drag, the offset at which the fling or drag
  /// began.
  package private(set) var target = 0.0
  package private(set) var maximum = 0.0
  /// The smallest offset: zero, or less if a page loader is above the content.
  private(set) var minimum = 0.0
  private var motion = Motion.none
  /// The distance that wheel notches asked for beyond a bound, while their scroll runs. If measured sizes move the
  /// bound meanwhile, the scroll continues by up to this distance.
  private var excess = 0.0
  private var last: Instant?

  /// The natural logarithm of the fraction of a fling's velocity that is left after a second. After each millisecond,
  /// the fraction 0.998 is left.
  private static let decayPerSecond = -2.002_002_67
  private static let restVelocity = 10.0
  private static let overscrollFactor = 0.55
  private static let overscrollLimit = 80.0

  package init() {}

  /// Creates a scroller at rest at `offset`.
  init(offset: Double, limits: ClosedRange<Double>) {
    (minimum, maximum) = (limits.lowerBound, limits.upperBound)
    (self.offset, target) = (offset, offset)
  }

  package var isMoving: Bool {
    if case .none = motion { return false }
    return true
  }

  /// The velocity, in logical pixels a second, and the remaining distance of a fling or animated scroll; `nil` at rest
  /// or while held.
  var ownMotion: (velocity: Double, remaining: Double)? { isMoving && !isHeld ? (velocity, remaining) : nil }

  /// Whether the user holds the content, so that nothing else should move it.
  var isHeld: Bool {
    if case .held = motion { return true }
    return false
  }

  /// Whether the content moves by momentum.
  var isFlung: Bool {
    if case .fling = motion { return true }
    return false
  }

  /// Whether the content scrolls to the start by a spring.
  var goesToStart: Bool {
    if case .glide = motion { return target <= minimum }
    return false
  }

  /// The remaining distance of a fling or a motion by a spring, in logical pixels; zero at rest and while held.
  var remaining: Double {
    switch motion {
    case .none, .held: 0
    case .glide, .spring: target - offset
    case .fling: clamp(offset - velocity / Self.decayPerSecond) - offset
    }
  }

  /// The offset at which the content comes to rest if nothing else moves it.
  package var destination: Double { offset + remaining }

  /// Whether the content moves to a target by a spring, not by momentum or under a finger.
  var hasTarget: Bool {
    switch motion {
    case .glide, .spring: true
    case .none, .fling, .held: false
    }
  }

  /// Adapts to a change of the content: the anchor moved by `shift`, and the largest offset is `maximum`.
  ///
  /// Offset and maximum change together, because the new offset may exceed the old maximum. A running scroll keeps its
  /// remaining distance.
  package mutating func adapt(maximum: Double, shift: Double) {
    offset += shift
    self.maximum = max(0, maximum)
    moveTarget(by: shift)
    if isHeld { return }
    if case .spring = motion { return }
    if offset > self.maximum || offset < minimum {
      offset = clamp(offset)
      if case .fling = motion { stop() }
    }
  }

  /// Changes the target of a running scroll by spring; does nothing during any other motion.
  mutating func aim(at target: Double) {
    guard case .glide = motion else { return }
    self.target = clamp(target)
    excess = 0
  }

  /// Changes the bounds of the offset. An offset outside the new bounds returns by a spring.
  mutating func rebound(minimum: Double, maximum: Double, at now: Instant) {
    self.minimum = min(0, minimum)
    self.maximum = max(0, maximum)
    moveTarget(by: 0)
    guard !isHeld, offset < self.minimum || offset > self.maximum else { return }
    returnIntoBounds(at: now)
  }

  /// Changes the bounds and leaves the offset as it is. The bounds of a nested container need not contain zero.
  mutating func bound(by limits: ClosedRange<Double>) {
    (minimum, maximum) = (limits.lowerBound, limits.upperBound)
    target = clamp(target)
  }

  /// Adds a distance to offset and target, in logical pixels, because the content moved. A running scroll thus keeps
  /// its remaining distance.
  mutating func shift(by distance: Double) {
    offset += distance
    target = clamp(target + distance)
  }

  /// Moves to `offset` at once, or to the nearest bound if `offset` is out of bounds. Ends any motion.
  package mutating func jump(to offset: Double) {
    self.offset = clamp(offset)
    target = self.offset
    stop()
  }

  /// Scrolls to `target` by a spring. A running scroll is retargeted and keeps its velocity.
  package mutating func glide(to target: Double, spring: Spring, at now: Instant) {
    self.target = clamp(target)
    excess = 0
    start(at: now)
    motion = .glide(spring)
    if abs(self.target - offset) < 0.25, abs(velocity) < Self.restVelocity { jump(to: self.target) }
  }

  /// Scrolls by the distance of wheel notches, in logical pixels. Notches in the same direction add up, also beyond a
  /// bound that measured sizes may still move. A notch in the other direction starts from the current offset and drops
  /// the distance that was left.
  package mutating func wheel(by delta: Double, at now: Instant) {
    var base = offset
    if case .glide = motion, (target - offset) * delta > 0 { base = target + excess }
    glide(to: base + delta, spring: .wheel, at: now)
    if case .glide = motion { excess = base + delta - target }
  }

  /// Forgets the distance that the wheel asked for beyond a bound, because the content was replaced.
  mutating func dropExcess() { excess = 0 }

  /// Moves by a distance at once, without a spring, as content under a trackpad does.
  package mutating func scroll(by delta: Double) {
    jump(to: offset + delta)
  }

  /// Holds the content by a finger or the scroll bar's thumb. Ends any motion.
  package mutating func hold() {
    motion = .held
    velocity = 0
    excess = 0
    target = offset
  }

  /// Moves held content to an offset. Beyond the bounds the content follows more and more slowly if `overscrolls` is
  /// true; otherwise it stops at the bound.
  package mutating func pull(to wanted: Double, overscrolls: Bool) {
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

  /// Returns the offset at which content comes to rest if it is released with a velocity.
  func restingPlace(velocity: Double) -> Double {
    abs(velocity) > Self.restVelocity * 5 ? clamp(offset - velocity / Self.decayPerSecond) : clamp(offset)
  }

  /// Releases held content with a velocity.
  package mutating func release(velocity: Double, at now: Instant) {
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

  /// Ends all motion. Content beyond the bounds first returns into them by a spring.
  mutating func comeToRest(at now: Instant) {
    if (minimum...maximum).contains(offset) { return stop() }
    if case .spring = motion { return }
    returnIntoBounds(at: now)
  }

  /// Ends all motion of content that is within the bounds.
  private mutating func stop() {
    motion = .none
    velocity = 0
    excess = 0
    last = nil
  }

  private mutating func returnIntoBounds(at now: Instant) {
    target = clamp(offset)
    excess = 0
    start(at: now)
    motion = .spring
  }

  /// Moves the target with the content, and toward the offset that the wheel asked for, as far as the bounds allow.
  private mutating func moveTarget(by shift: Double) {
    let wanted = target + shift + excess
    target = clamp(wanted)
    if excess != 0 { excess = wanted - target }
  }

  /// Advances the motion to `now`.
  package mutating func advance(to now: Instant) {
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
