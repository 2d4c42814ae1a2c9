/// A simple model of a waterfall: arrays, in which everything is computed from the first item to the last each time.
///
/// An item either keeps a column or is part of rows, which fill the columns in turn. The model stores the column of
/// each item that keeps one. For the first item of a run of rows it stores the differences between the ends of the
/// columns at the time when the rows were made.
struct WaterfallModel {
  struct Cell {
    /// The measured height in subpixels; nil if the item is not measured.
    var height: Int64?
    /// The column that the item keeps; nil in rows.
    var column: Int?
    /// For the first item of a run of rows: the distance of each column's end from the lowest end; otherwise nil.
    var offsets: [Int64]?
  }

  let columns: Int
  /// The number of items after a change that are placed again.
  let reach = 64
  var guess: Int64 = 50 * 64
  var cells: [Cell]

  init(_ count: Int, columns: Int) {
    self.columns = columns
    cells = Array(repeating: Cell(), count: count)
  }

  /// The column and top of each item, and the ends of all columns after it.
  var places: [(column: Int, top: Int64, levels: [Int64])] {
    var levels = Array(repeating: Int64(0), count: columns)
    var (base, row, order) = (Int64(0), [Int64](), [Int]())
    return cells.indices.map { index in
      let cell = cells[index]
      if let column = cell.column {
        let top = levels[column]
        levels[column] += cell.height ?? guess
        order = []
        return (column, top, levels)
      }
      if order.isEmpty {
        row = index == 0 ? Array(repeating: 0, count: columns) : cell.offsets ?? Array(repeating: 0, count: columns)
        base = (0..<columns).map { levels[$0] - row[$0] }.max() ?? 0
        order = (0..<columns).sorted { (row[$0], $0) < (row[$1], $1) }
        levels = row.map { base + $0 }
      }
      let column = order.removeFirst()
      order.append(column)
      let top = levels[column]
      levels[column] += guess
      return (column, top, levels)
    }
  }

  var extent: Int64 { places.last?.levels.max() ?? 0 }

  private func shortest(_ levels: [Int64]) -> Int { levels.indices.min { (levels[$0], $0) < (levels[$1], $1) } ?? 0 }

  mutating func measure(_ cell: Int, _ height: Int64?) {
    guard cells[cell].height != height else { return }
    cells[cell].column = places[cell].column
    cells[cell].height = height
    place(cell..<cell + 1)
  }

  /// Places the items in `changed`, and at least some of the items after them, again.
  private mutating func place(_ changed: Range<Int>, reach: Int = 64, movesMeasured: Bool = false) {
    let near = min(cells.count, changed.upperBound + reach)
    let open = (near..<cells.count).first { cells[$0].column == nil } ?? cells.count
    let isOpen = open <= changed.upperBound + 2 * reach
    let end = isOpen ? open : near
    let middle = isOpen ? end : end - reach / 2
    var levels = changed.lowerBound > 0 ? places[changed.lowerBound - 1].levels : Array(repeating: 0, count: columns)
    for index in changed.lowerBound..<middle {
      if movesMeasured || cells[index].height == nil { cells[index].column = shortest(levels) }
      levels[cells[index].column ?? 0] += cells[index].height ?? guess
    }
    if end < cells.count, cells[end].column == nil {
      let lowest = levels.max() ?? 0
      cells[end].offsets = levels.map { max(-guess, $0 - lowest) }
    }
    guard !isOpen else { return }
    var added = Array(repeating: Int64(0), count: columns)
    var (lengths, sums, count) = (added, added, Int64(0))
    for cell in cells[end...].prefix(while: { $0.column != nil }) {
      lengths[cell.column ?? 0] += cell.height ?? guess
      for column in 0..<columns { sums[column] += lengths[column] }
      count += 1
    }
    added = sums.map { $0 / count }
    for index in (middle..<end).reversed() {
      if movesMeasured || cells[index].height == nil {
        cells[index].column = columns - 1 - shortest(added.reversed())
      }
      added[cells[index].column ?? 0] += cells[index].height ?? guess
    }
  }

  /// Replaces items by others.
  /// - Parameter sources: The old position of each new item; nil if it was not there.
  mutating func replace(_ range: Range<Int>, with sources: [Int?]) {
    let isBehindRows = range.lowerBound == 0 || cells[range.lowerBound - 1].column == nil
    var middle = sources.map { Cell(height: $0.flatMap { cells[$0].height }, column: 0) }
    // Of many unmeasured items in sequence, all but the first are in rows; all of them, if they follow rows.
    var (unmeasured, isFirst) = (0, true)
    for index in middle.indices {
      if middle[index].height == nil { unmeasured += 1 } else { (unmeasured, isFirst) = (0, false) }
      if unmeasured > (isFirst && isBehindRows ? 0 : reach) { middle[index].column = nil }
    }
    cells.replaceSubrange(range, with: middle)
    let end = range.lowerBound + middle.count
    var next = range.lowerBound
    for index in range.lowerBound..<end where cells[index].column == nil {
      if index > next { place(next..<index, reach: 0, movesMeasured: true) }
      next = index + 1
    }
    let areRows =
      (next == 0 || cells[next - 1].column == nil) && (end == cells.count || cells[end].column == nil)
    if next < end || !areRows { place(next..<end, movesMeasured: true) }
  }
}
