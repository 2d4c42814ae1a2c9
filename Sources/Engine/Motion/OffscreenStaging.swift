/// Places beyond one edge of the viewport for what comes from far away or goes there: just outside, one after the other, so
/// that it is seen on its way and not gone in a frame.
struct OffscreenStaging {
  /// What is no further from the edge keeps its own place, in logical pixels.
  let reach: Double
  private var end = 0.0
  private var last: (distance: Double, place: Double)?

  init(reach: Double) {
    self.reach = reach
  }

  /// How far from the edge something stands that belongs `distance` beyond it. Asked for in ascending order of distance;
  /// what belongs side by side stays so.
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
  /// Something along the list, from the viewport's start.
  struct Place {
    let index: Int
    var start: Double
    let length: Double
  }

  /// Brings near what is far beyond the edges of a viewport.
  /// - Parameters:
  ///   - closesGaps: True for what comes in. If even the nearest of it is far from the edge, it begins there: else all
  ///     that was seen might be gone before anything has come.
  ///   - move: Is told the index and the new start of what is to stand elsewhere.
  static func clampToEdges(_ places: [Place], length: Double, closesGaps: Bool, _ move: (Int, Double) -> Void) {
    let beyond = places.filter { $0.start >= length || $0.start + $0.length <= 0 }.sorted { $0.start < $1.start }
    let after = beyond.filter { $0.start >= length }.map { ($0, $0.start - length) }
    let before = beyond.reversed().filter { $0.start < length }.map { ($0, -($0.start + $0.length)) }
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
