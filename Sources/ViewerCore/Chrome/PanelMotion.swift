import Scrollwork

/// The motion with which a panel appears and disappears: it fades, and moves by a spring.
struct PanelMotion {
  private static let spring = Spring(response: 0.30, damping: 0.9)
  /// The distance that a floating panel moves while it appears, in logical pixels.
  static let travel = 8.0
  /// The length of a fade in seconds.
  private static let seconds = 0.1

  private(set) var isOpen: Bool
  /// The opacity at the last frame, 0 to 1.
  private(set) var opacity: Double
  private var fade: Fade
  private var spring: SpringValue
  private var last: Instant?

  /// Makes the motion of a panel that is open or closed, at rest.
  init(isOpen: Bool = false) {
    self.isOpen = isOpen
    opacity = isOpen ? 1 : 0
    fade = Fade(opacity)
    spring = SpringValue(opacity, spring: Self.spring)
  }

  /// The share of its way that the panel has covered: 1 where it comes to rest, 0 before it appears. The spring goes
  /// beyond 1 for a moment.
  var progress: Double { spring.value }

  /// Whether the panel neither moves nor fades.
  private(set) var isAtRest = true

  /// Whether nothing of the panel is visible.
  var isGone: Bool { !isOpen && opacity == 0 }

  /// Opens or closes the panel. With reduced motion it only fades, without motion it changes at once.
  mutating func go(open: Bool, _ policy: MotionPolicy, at now: Instant) {
    (isOpen, last) = (open, now)
    spring.target = open ? 1 : 0
    if policy != .full { spring.finish() }
    fade.go(to: open ? 1 : 0, at: now, for: policy == .off ? 0 : Self.seconds)
    opacity = fade.value(at: now)
    isAtRest = policy == .off
  }

  /// Advances the motion to the time of a frame. Returns whether it goes on.
  mutating func advance(to now: Instant) -> Bool {
    spring.advance(by: last.map { max(0, now.seconds(since: $0)) } ?? 0, tolerance: 0.002, slow: 0.05)
    last = now
    opacity = fade.value(at: now)
    isAtRest = spring.isAtRest && fade.isAtRest(at: now)
    return !isAtRest
  }
}
