/// Which frame of a picture that plays is shown when: a pure value.
package struct FrameTimeline {
  /// When each frame ends, in seconds since the first began.
  private let ends: [Double]
  private let repeatCount: Int?

  /// - Parameter repeatCount: `nil` for ever.
  package init(durations: [Double], repeatCount: Int?) {
    var sum = 0.0
    ends = durations.map { duration in
      sum += max(0.02, duration)
      return sum
    }
    self.repeatCount = repeatCount
  }

  /// The frame after so many seconds, and when it ends; `nil` for the last one when all is over.
  /// - Complexity: O(log *n*)
  package func frame(at seconds: Double) -> (index: Int, end: Double?) {
    guard let length = ends.last else { return (0, nil) }
    let round = max(0, (seconds / length).rounded(.down))
    if let repeatCount, round >= Double(repeatCount) { return (ends.count - 1, nil) }
    let rest = max(0, seconds - round * length)
    var (low, high) = (0, ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > rest { high = middle } else { low = middle + 1 }
    }
    return (low, round * length + ends[low])
  }
}
