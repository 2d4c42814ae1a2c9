/// The order and the end times of an animation's frames. It is a pure value.
package struct FrameTimeline {
  /// The end of each frame, in seconds since the start of the first frame.
  private let ends: [Double]
  private let repeatCount: Int?

  /// Creates a timeline.
  /// - Parameters:
  ///   - durations: Durations in seconds; one below 0.02 counts as 0.02.
  ///   - repeatCount: The number of times that the animation plays; `nil` for endless repetition.
  package init(durations: [Double], repeatCount: Int?) {
    var sum = 0.0
    ends = durations.map { duration in
      sum += max(0.02, duration)
      return sum
    }
    self.repeatCount = repeatCount
  }

  /// Returns the index of the frame at a time, and the frame's end, both times in seconds since the start. The end is
  /// `nil` for the last frame of the last repetition.
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
