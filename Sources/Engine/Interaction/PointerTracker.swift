import ScrollworkGeometry
import ScrollworkHostInterface

/// A tracker of a finger, or of the pointer with a button pressed. It tells a tap from a drag and gives the velocity at
/// the release.
///
/// A value without a clock: each method is one event.
struct PointerTracker {
  private struct Sample {
    var point: Point
    var time: Instant
  }

  private var start: Point?
  private var samples: [Sample] = []
  private(set) var isDragging = false

  /// The distance that a finger may move in a tap, in logical pixels. A longer movement is a drag.
  static let slop = 8.0
  /// The time before the release in which movements count for the velocity, in seconds.
  private static let window = 0.1

  mutating func began(at point: Point, _ time: Instant) {
    start = point
    isDragging = false
    samples = [Sample(point: point, time: time)]
  }

  /// Records a movement.
  /// - Returns: The distance from the start; `nil` while the touch may still be a tap.
  mutating func moved(to point: Point, _ time: Instant) -> Point? {
    guard let start else { return nil }
    samples.append(Sample(point: point, time: time))
    samples.removeAll { time.seconds(since: $0.time) > Self.window }
    if point.distance(to: start) > Self.slop { isDragging = true }
    return isDragging ? point - start : nil
  }

  /// Returns the velocity of the finger at `time`, in logical pixels a second.
  func velocity(at time: Instant) -> Point {
    guard let first = samples.first, let last = samples.last else { return .zero }
    let seconds = last.time.seconds(since: first.time)
    guard seconds > 0.005, time.seconds(since: last.time) < Self.window else { return .zero }
    let way = last.point - first.point
    return Point(x: way.x / seconds, y: way.y / seconds)
  }

  mutating func ended() {
    start = nil
    isDragging = false
    samples.removeAll(keepingCapacity: true)
  }
}
