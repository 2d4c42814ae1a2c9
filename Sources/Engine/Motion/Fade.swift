import ScrollworkHostInterface

/// A number that goes from one value to another in a fixed time, fast at first: `1 - (1 - t)³`.
struct Fade: Hashable, Sendable {
  private(set) var from: Double
  private(set) var to: Double
  private var start = Instant.zero
  private var seconds = 0.0

  init(_ value: Double) {
    from = value
    to = value
  }

  /// Goes to `value` from wherever it is.
  mutating func go(to value: Double, seconds: Double, delay: Double = 0, at now: Instant) {
    guard value != to || self.seconds == 0 && from != value else { return }
    from = self.value(at: now)
    to = value
    start = now.advanced(bySeconds: delay)
    self.seconds = seconds
  }

  mutating func set(_ value: Double) {
    self = Fade(value)
  }

  func value(at now: Instant) -> Double {
    guard seconds > 0 else { return to }
    let t = min(1, max(0, now.seconds(since: start) / seconds))
    let rest = 1 - t
    return from + (to - from) * (1 - rest * rest * rest)
  }

  func isAtRest(at now: Instant) -> Bool { from == to || now.seconds(since: start) >= seconds }
}
