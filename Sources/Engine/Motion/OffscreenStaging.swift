/// Start or end positions beyond one edge of the viewport, for items that come from far away or go far away.
///
/// Such items start or end just outside the viewport, one after the other, so that their motion is visible. At its true
/// distance an item would cross the viewport within a frame.
struct OffscreenStaging {
  /// The distance from the edge up to which items keep their own position, in logical pixels.
  let reach: Double
  /// The distance from the edge at which the next item is staged, in logical pixels.
  private var end = 0.0
  /// The last item that was staged, with its true distance and its staged one. Items at the same distance, as in one
  /// line of a grid, share a position.
  private var last: (distance: Double, place: Double)?

  /// Creates the staging of one edge, without items.
  init(reach: Double) {
    self.reach = reach
  }

  /// Returns the distance from the edge at which to stage an item whose true distance is `distance`. Call in ascending
  /// order of distance.
  /// - Parameter length: The extent of the item, in logical pixels.
  mutating func place(at distance: Double, length: Double) -> Double {
    if distance <= reach {
      end = max(end, distance + length)
      return distance
    }
    if let last, last.distance == distance { return last.place }
    let place = end
    last = (distance, place)
    end += length
    return place
  }
}

extension OffscreenStaging {
  /// An item's position along the main axis, from the viewport's start, in logical pixels.
  struct Place {
    /// The index of the item's move animation.
    let index: Int
    var start: Double
    let length: Double
  }

  /// Moves positions far beyond the edges of a viewport to just outside it.
  /// - Parameters:
  ///   - length: The extent of the viewport, in logical pixels.
  ///   - closesGaps: Whether the nearest item moves up to the edge even if it is far away, and the others follow it.
  ///     Used for items that enter: otherwise everything visible could leave before anything arrives.
  ///   - move: Called with the index and the new start of each item to move.
  /// - Complexity: O(*n* log *n*) in the number of items beyond the edges.
  static func clampToEdges(_ places: [Place], length: Double, closesGaps: Bool, _ move: (Int, Double) -> Void) {
    let beyond = places.filter { $0.start >= length || $0.start + $0.length <= 0 }.sorted { $0.start < $1.start }
    let after = beyond.filter { $0.start >= length }.map { ($0, $0.start - length) }
    let before = beyond.reversed().filter { $0.start < length }.map { ($0, -($0.start + $0.length)) }
    // An item no more than a quarter of the viewport away arrives soon enough from its own position.
    func gap(_ nearest: Double?) -> Double {
      guard closesGaps, let nearest, nearest > length / 4 else { return 0 }
      return nearest
    }
    let gaps = (after: gap(after.first?.1), before: gap(before.first?.1))
    let isFar = after.contains { $0.1 > length } || before.contains { $0.1 > length }
    guard isFar || gaps.after > 0 || gaps.before > 0 else { return }
    var queue = OffscreenStaging(reach: length)
    for (place, distance) in after {
      move(place.index, length + queue.place(at: distance - gaps.after, length: place.length))
    }
    queue = OffscreenStaging(reach: length)
    for (place, distance) in before {
      move(place.index, -place.length - queue.place(at: distance - gaps.before, length: place.length))
    }
  }
}
