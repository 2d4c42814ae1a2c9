/// Breaking cells into lines.
extension FlowArrangement {
  /// Breaks lines anew, from the start of one of them until a line starts where one started before.
  /// - Parameter item: The only cell that changed; nil if all old lines from there on are void.
  /// - Complexity: O(*t* log *n*) in the number of lines touched; lines alike of unmeasured cells count as one.
  mutating func breakLines(from line: Int, untilSettledAfter item: Int?) {
    let (made, replaced) = LineBreaking(counts: counts, cellCount: cells.count).lines(
      from: line, untilSettledAfter: item
    ) { nextLines(from: $0, isSingle: $1) }
    counts.replace(replaced, with: LineBreaking.runs(made) { Int64($0.cells) })
    extents.replace(replaced, with: LineBreaking.runs(made) { $0.height })
  }

  /// The line that starts with a cell, or several alike if nothing in them is measured.
  private func nextLines(from start: Int, isSingle: Bool) -> LineBreaking.Lines {
    let run = cells.unmeasured(from: start)
    if !run.isEmpty, !isSingle {
      let perLine = cellsPerUnmeasuredLine
      let full = run.count / perLine
      // The last of them may have room for a measured cell that follows.
      let certain = run.upperBound < cells.count ? full - 1 : full
      if certain > 0 { return LineBreaking.Lines(number: certain, cells: perLine, height: cells.guess.height) }
    }
    var (used, item, height) = (Int64(0), start, Int64(0))
    while item < cells.count {
      let width = cells.width(item)
      if item > start, used + width > room { break }
      used += width + gap
      height = max(height, cells.height(item))
      item += 1
    }
    return LineBreaking.Lines(number: 1, cells: item - start, height: height)
  }

  private var cellsPerUnmeasuredLine: Int {
    Self.cellsPerLine(of: cells.guess.width, gap: gap, room: room, count: cells.count)
  }

  /// How many of so many cells of one width a line has.
  static func cellsPerLine(of width: Int64, gap: Int64, room: Int64, count: Int) -> Int {
    let pitch = width + gap
    guard pitch > 0 else { return max(1, count) }
    return max(1, Int((room + gap) / pitch))
  }
}
