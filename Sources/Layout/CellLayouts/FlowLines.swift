import ScrollworkGeometry

/// The line breaker of a ``FlowLayout``, which breaks by the widths of the items.
struct FlowLines: LineBreaker {
  let cells: CellSizes
  /// The width that the items of a line may fill, in subpixels: the container's width plus half a device pixel, so that
  /// three items of a third of the width fit despite rounding.
  private let room: Int64
  private let gap: Int64
  /// The number of unmeasured items that fit in a line; `Int32.max` if they have no width and no gap.
  private let perLine: Int
  var window = CellWindow()

  init(_ cells: CellSizes, gap: Int64) {
    (self.cells, self.gap) = (cells, gap)
    room =
      Subpixels.nearest(cells.items.container.width) + Int64(Subpixels.perPixel / cells.items.scale / 2)
    let pitch = cells.estimate.width + gap
    perLine = pitch > 0 ? max(1, Int((room + gap) / pitch)) : Int(Int32.max)
  }

  var count: Int { cells.count }

  /// A line that is full of unmeasured items.
  var unmeasured: Line { Line(cells: perLine, height: cells.estimate.height) }

  func endOfUnmeasured(from start: Int) -> Int {
    (window.width(of: start) ?? -1) < 0 ? cells.unmeasured(from: start).upperBound : start
  }

  mutating func line(from start: Int, atMost limit: Int) -> Line? {
    if perLine > LineTree.longestLine, let line = unmeasuredLine(from: start) {
      return line.cells > limit ? nil : line
    }
    var (line, height) = (LineFiller(gap: Double(gap), room: Double(room)), Int64(0))
    let (estimate, isCommon) = (cells.estimate, cells.isCommon)
    var isFull = false
    while start + line.count < count, !isFull, line.count <= limit {
      let item = start + line.count
      // A line looks at one item more, and measured items are often narrower.
      let number = min(count - item, perLine + 2, 32)
      if !window.includes(number, from: item) {
        window.read(cells.heights, cells.widths, from: item, count: number)
      }
      isFull = window.withSizes(from: item) { heights, widths in
        for index in widths.indices {
          let width = isCommon.width || widths[index] < 0 ? estimate.width : widths[index]
          guard line.count <= limit else { return false }
          guard line.place(Double(width)) else { return true }
          height = max(height, isCommon.height || heights[index] < 0 ? estimate.height : heights[index])
        }
        return false
      }
    }
    return line.count <= limit ? Line(cells: line.count, height: height) : nil
  }

  /// Returns the line that starts at `start` if it consists of unmeasured items; nil if a measured item may affect it.
  private func unmeasuredLine(from start: Int) -> Line? {
    let end = endOfUnmeasured(from: start)
    guard end > start, end == count || end - start > perLine else { return nil }
    return Line(cells: min(perLine, end - start), height: cells.estimate.height)
  }
}
