/// Breaks cells into lines anew where something has changed.
struct LineBreaking {
  /// One line, or some that are alike.
  struct Lines {
    var number: Int
    var cells: Int
    /// Nil where nothing in them is measured.
    var height: Int64?
  }

  /// The number of cells of each line so far.
  let counts: RunTree
  let cellCount: Int

  /// The lines from the start of one of them until a line starts where one started before, and those they replace.
  /// - Parameters:
  ///   - item: The only cell that changed; nil if all old lines from there on are void.
  ///   - next: The line that starts with a cell, or several alike; a single one where these are not to be counted on.
  /// - Complexity: O(*t* log *n*) in the number of lines touched; lines alike of unmeasured cells count as one.
  func lines(
    from line: Int, untilSettledAfter item: Int?, next: (_ start: Int, _ isSingle: Bool) -> Lines
  ) -> (made: [Lines], replaced: Range<Int>) {
    let first = Int(counts.sum(before: line).extent)
    let oldEnd = counts.count
    var (oldLine, oldStart, start) = (line, first, first)
    var made: [Lines] = []
    while start < cellCount {
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
      let lines = next(start, item.map { start <= $0 } ?? false)
      made.append(lines)
      start += lines.number * lines.cells
    }
    let isSettled = item != nil && start < cellCount
    return (made, line..<(isSettled ? oldLine : oldEnd))
  }

  /// What is stored of some lines, as a tree takes it.
  static func runs(_ made: [Lines], _ value: (Lines) -> Int64?) -> [RunTree.Run] {
    var runs: [RunTree.Run] = []
    for lines in made {
      let extent = value(lines).map { Int32(clamping: $0) } ?? RunTree.none
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
}
