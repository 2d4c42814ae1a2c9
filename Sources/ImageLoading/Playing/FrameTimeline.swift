/// The frames of an animation over time. It is a pure value.
package struct FrameTimeline {
  /// The end of each frame, in seconds since the start of the first.
  private let ends: [Double]
  private let repeatCount: Int?

  /// Creates a timeline.
  /// - Parameters:
  ///   - durations: Durations in seconds; shorter ones count as 0.02.
  ///   - repeatCount: The number of rounds; `nil` for endless repetition.
  package init(durations: [Double], repeatCount: Int?) {
    var sum = 0.0
    ends = durations.map { duration in
      sum += max(0.02, duration)
      return sum
    }
    self.repeatCount = repeatCount
  }

  /// Returns the frame at a time and its end, in seconds since the start; the end is `nil` for the last frame of the
  /// last round.
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
