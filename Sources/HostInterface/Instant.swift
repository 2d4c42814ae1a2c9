/// A moment on the clock that drives a program's frames.
///
/// Only the application reads a clock; everything else is given instants, so that any frame can be made again.
public struct Instant: Hashable, Comparable, Sendable {
  /// Nanoseconds since an origin that is fixed for the life of the program.
  public var nanoseconds: Int64

  public static let zero = Instant(nanoseconds: 0)

  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Seconds since the origin.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  public static func + (a: Instant, b: Duration) -> Instant {
    let (seconds, attoseconds) = b.components
    return Instant(nanoseconds: a.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  public static func - (a: Instant, b: Instant) -> Duration { .nanoseconds(a.nanoseconds - b.nanoseconds) }

  /// Seconds from `earlier` to this instant; negative if this one comes first.
  public func seconds(since earlier: Instant) -> Double { Double(nanoseconds - earlier.nanoseconds) / 1e9 }

  /// This instant moved by a number of seconds.
  public func advanced(bySeconds seconds: Double) -> Instant {
    Instant(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
  }
}
