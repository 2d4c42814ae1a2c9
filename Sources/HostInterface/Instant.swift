/// A point in time on the clock that drives a program's frames.
///
/// Only the event loop reads a clock; all other code receives instants, so that any frame can be reproduced.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the origin, which stays the same while the program runs.
  package var nanoseconds: Int64

  /// The origin of the clock.
  package static let zero = Instant(nanoseconds: 0)

  /// Creates an instant from nanoseconds since the origin.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Seconds since the origin.
  package var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Whether `a` is earlier than `b`.
  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Returns `a` moved by a duration, which is truncated to whole nanoseconds.
  package static func + (a: Instant, b: Duration) -> Instant {
    let (seconds, attoseconds) = b.components
    return Instant(nanoseconds: a.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// Returns the duration from `b` to `a`; negative if `a` is earlier.
  package static func - (a: Instant, b: Instant) -> Duration { .nanoseconds(a.nanoseconds - b.nanoseconds) }

  /// Returns the seconds from `earlier` to this instant; negative if this instant comes first.
  public func seconds(since earlier: Instant) -> Double { Double(nanoseconds - earlier.nanoseconds) / 1e9 }

  /// Returns this instant moved by a number of seconds, rounded to whole nanoseconds.
  public func advanced(bySeconds seconds: Double) -> Instant {
    Instant(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
  }
}
