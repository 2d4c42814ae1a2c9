import Glibc
import Scrollwork

/// The drag of a picture by the pointer or by fingers.
struct PictureDrag {
  /// The positions of the pointer (key -1) and of fingers, by identifier.
  private(set) var places: [Int64: Point] = [:]
  /// The recent movements, from which the final velocity is computed.
  private var trail: [(time: Instant, delta: Point)] = []

  static let pointer: Int64 = -1
  /// The number of seconds of movement that determine the velocity.
  private static let memory = 0.1

  mutating func begin(_ id: Int64, at place: Point) {
    places[id] = place
    trail.removeAll()
  }

  /// Moves the pointer or a finger.
  /// - Returns: The movement of the centre of all positions, that centre, and the change of their distance as a factor;
  ///   `nil` if the drag did not begin here.
  mutating func move(_ id: Int64, to place: Point, at now: Instant) -> (delta: Point, middle: Point, factor: Double)? {
    guard places[id] != nil else { return nil }
    let (before, width) = measure()
    places[id] = place
    let (after, newWidth) = measure()
    trail.removeAll { now.seconds(since: $0.time) > Self.memory }
    trail.append((now, after - before))
    return (after - before, after, width > 1 && newWidth > 1 ? newWidth / width : 1)
  }

  /// Returns the centre of all positions, and their mean distance from it.
  private func measure() -> (middle: Point, width: Double) {
    let count = Double(max(1, places.count))
    let sum = places.values.reduce(Point.zero) { $0 + $1 }
    let middle = Point(x: sum.x / count, y: sum.y / count)
    return (middle, places.values.reduce(0) { $0 + hypot($1.x - middle.x, $1.y - middle.y) } / count)
  }

  /// Returns the velocity at the end of a drag, in logical pixels a second.
  func velocity(at now: Instant) -> Point {
    let recent = trail.filter { now.seconds(since: $0.time) <= Self.memory }
    guard let first = recent.first, recent.count > 1, let last = recent.last, now.seconds(since: last.time) < 0.05
    else { return .zero }
    let (sum, time) = (recent.dropFirst().reduce(Point.zero) { $0 + $1.delta }, last.time.seconds(since: first.time))
    return time > 0.005 ? Point(x: sum.x / time, y: sum.y / time) : .zero
  }

  mutating func end() { places.removeAll() }
}
