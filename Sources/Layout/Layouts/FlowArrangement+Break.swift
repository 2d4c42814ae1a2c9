/// Breaking cells into lines.
extension FlowArrangement {
  /// One line, or some that are alike.
  private struct Lines {
    var number: Int
    var cells: Int
    var height: Int64
  }

  /// Breaks lines anew, from the start of one of them until a line starts where one started before.
  /// - Parameter item: The only cell that changed; nil if all old lines from there on are void.
  /// - Complexity: O(*t* log *n*) in the number of lines touched; lines alike of unmeasured cells count as one.
  mutating func breakLines(from line: Int, untilSettledAfter item: Int?) {
    let first = Int(counts.sum(before: line).extent)
    let oldEnd = counts.count
    var (oldLine, oldStart, start) = (line, first, first)
    var made: [Lines] = []
    while start < items.count {
      if let item, start > item {
        while oldLine < oldEnd, oldStart < start {
          let (cells, end) = counts.run(at: oldLine)
          let perLine = Int(cells ?? 1)
          let lines = min(end - oldLine, max(1, (start - oldStart) / max(1, perLine)))
          oldLine += lines
          oldStart += lines * perLine
        }
        if oldStart == start, oldLine < oldEnd { break }
      }
      let next = nextLines(from: start, isSingle: item.map { start <= $0 } ?? false)
      made.append(next)
      start += next.number * next.cells
    }
    let isSettled = item != nil && start < items.count
    put(made, inPlaceOf: line..<(isSettled ? oldLine : oldEnd))
  }

  private mutating func put(_ made: [Lines], inPlaceOf range: Range<Int>) {
    func runs(_ value: (Lines) -> Int64) -> [RunTree.Run] {
      var runs: [RunTree.Run] = []
      for lines in made {
        let extent = Int32(clamping: value(lines))
        var left = lines.number
        if let last = runs.last, last.extent == extent, Int(last.count) + left <= Int(Int32.max) {
          runs[runs.count - 1].count += Int32(left)
          continue
        }
        while left > 0 {
          let part = Int32(clamping: left)
          runs.append(RunTree.Run(count: part, extent: extent))
          left -= Int(part)
        }
      }
      return runs
    }
    counts.replace(range, with: runs { Int64($0.cells) })
    extents.replace(range, with: runs { $0.height })
  }

  /// The line that starts with a cell, or several alike if nothing in them is measured.
  private func nextLines(from start: Int, isSingle: Bool) -> Lines {
    let run = widths.run(at: start)
    if run.extent == nil, !isSingle {
      let perLine = cellsPerUnmeasuredLine
      let full = (run.end - start) / perLine
      // The last of them may have room for a measured cell that follows.
      let certain = run.end < items.count ? full - 1 : full
      if certain > 0 { return Lines(number: certain, cells: perLine, height: guess.height) }
    }
    var (used, item, height) = (Int64(0), start, Int64(0))
    while item < items.count {
      let width = width(item)
      if item > start, used + width > room { break }
      used += width + gap
      height = max(height, self.height(item))
      item += 1
    }
    return Lines(number: 1, cells: item - start, height: height)
  }

  private var cellsPerUnmeasuredLine: Int {
    Self.cellsPerLine(of: guess.width, gap: gap, room: room, count: items.count)
  }

  /// How many of so many cells of one width a line has.
  static func cellsPerLine(of width: Int64, gap: Int64, room: Int64, count: Int) -> Int {
    let pitch = width + gap
    guard pitch > 0 else { return max(1, count) }
    return max(1, Int((room + gap) / pitch))
  }
}
