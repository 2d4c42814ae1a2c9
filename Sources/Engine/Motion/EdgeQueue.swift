/// Places beyond one edge of the viewport for what comes from far away or goes there: just outside, one after the other, so
/// that it is seen on its way and not gone in a frame.
struct EdgeQueue {
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
