/// A buffer for the measured sizes of consecutive cells, which a ``LineBreaker`` reads together.
struct CellWindow: Sendable {
  private var start = 0
  /// The heights in subpixels. An unmeasured cell has the estimate that replaced the declared height; -1 if the
  /// declared one is in use.
  private var heights: [Int64] = []
  /// The widths in subpixels; -1 for an unmeasured cell. The array is empty if the content decides no width.
  private var widths: [Int64] = []

  /// Returns whether the window includes the `count` cells that start with `first`.
  @inline(__always)
  func includes(_ count: Int, from first: Int) -> Bool {
    first >= start && first - start + count <= heights.count
  }

  /// Returns the measured height of a cell, or the estimate that replaced the declared one, in subpixels. -1 if the
  /// declared estimate is in use; nil if the cell is outside the window.
  @inline(__always)
  func extent(of item: Int) -> Int64? {
    let position = item - start
    return heights.indices.contains(position) ? heights[position] : nil
  }

  /// Returns the measured width of a cell in logical pixels. Negative if the declared estimate is in use; nil if the
  /// cell is outside the window.
  @inline(__always)
  func width(of item: Int) -> Double? {
    let position = item - start
    return widths.indices.contains(position) ? Subpixels.pixels(widths[position]) : nil
  }

  /// Calls `body` with the heights and the widths, in subpixels, of the window's cells from index `first` to the end. A
  /// negative length stands for the declared estimate. Both are empty if `first` is outside the window.
  @inline(__always)
  func withSizes<Result>(
    from first: Int, _ body: (_ heights: UnsafeBufferPointer<Int64>, _ widths: UnsafeBufferPointer<Int64>) -> Result
  ) -> Result {
    let skipped = first >= start ? first - start : .max
    return heights.withUnsafeBufferPointer { heights in
      widths.withUnsafeBufferPointer { widths in
        body(
          UnsafeBufferPointer(rebasing: heights.dropFirst(skipped)),
          UnsafeBufferPointer(rebasing: widths.dropFirst(skipped)))
      }
    }
  }

  /// Empties the window and keeps its storage.
  mutating func removeAll() {
    heights.removeAll(keepingCapacity: true)
    widths.removeAll(keepingCapacity: true)
  }

  /// Extends or moves the window so that it includes the given cells, unless there are too many.
  /// - Parameter estimate: The estimate that replaced the declared height, in subpixels; -1 if there is none.
  mutating func read(_ heights: RunTree, _ widths: RunTree?, estimate: Int64 = -1, from first: Int, count: Int) {
    guard count <= 4 * LineTree.longestLine else { return }
    var item = start + self.heights.count
    if first < start || first > item || first - start > 4 * LineTree.longestLine {
      removeAll()
      (start, item) = (first, first)
    }
    // Reads further than asked, for the lines that start with the next cells.
    let end = min(heights.count, max(first + 2 * count, item + 16)) - start
    Self.read(heights, from: item, into: &self.heights, end: end, unmeasured: estimate)
    if let widths { Self.read(widths, from: item, into: &self.widths, end: end, unmeasured: -1) }
  }

  /// Appends the lengths of the elements that start with `item`, until the array has `end` lengths.
  @inline(__always)
  private static func read(
    _ tree: RunTree, from item: Int, into lengths: inout [Int64], end: Int, unmeasured: Int64
  ) {
    var position = lengths.count
    lengths.reserveCapacity(max(64, end))
    // Most elements are unmeasured, so only the others are written one by one.
    lengths.append(contentsOf: repeatElement(unmeasured, count: end - position))
    lengths.withUnsafeMutableBufferPointer { lengths in
      tree.forEachRun(from: item) { count, length in
        let next = min(position + count, end)
        if let length { for index in position..<next { lengths[index] = length } }
        position = next
        return position < end
      }
    }
  }
}
