import ScrollworkGeometry
import ScrollworkHostInterface

/// The scrolling of a list while a drag holds the pointer near its start or end.
struct EdgeScroll {
  /// The time of the last scrolling step; `nil` if the drag does not scroll the list.
  private var scrolledUntil: Instant?

  /// The width of the zone at each edge of the view in which a drag scrolls the list, in logical pixels.
  private static let zone = 56.0
  /// The velocity at the edge of the view, in logical pixels a second.
  private static let maximumVelocity = 1400.0
  /// The longest time between frames for which the list scrolls, in seconds, so that a late frame makes no jump.
  private static let maximumTime = 0.05

  /// Returns the distance on the screen by which the list scrolls since the last call; `nil` if the pointer is away
  /// from the edges. It is zero at the first call.
  /// - Parameter area: The area at whose edges a drag scrolls the list, in the coordinates of the view.
  mutating func distance(with pointer: Point, along axis: Axis, in area: Rect, at now: Instant) -> Double? {
    let velocity = Self.velocity(with: pointer[axis], from: area.lower(axis), to: area.upper(axis))
    guard velocity != 0 else {
      end()
      return nil
    }
    defer { scrolledUntil = now }
    return velocity * (scrolledUntil.map { min(max(0, now.seconds(since: $0)), Self.maximumTime) } ?? 0)
  }

  /// Records that the drag does not scroll the list.
  mutating func end() { scrolledUntil = nil }

  /// Returns the scroll velocity on the screen at a pointer position, in logical pixels a second; zero off the edges.
  private static func velocity(with place: Double, from start: Double, to end: Double) -> Double {
    let zone = min(zone, (end - start) / 4)
    let depth = place < start + zone ? start + zone - place : place > end - zone ? place - end + zone : 0
    let share = min(1, depth / max(1, zone))
    return (place < start + zone ? -1 : 1) * share * share * maximumVelocity
  }
}
