/// Cells of one height that go to the shortest column, one after the other, from where the columns reach.
///
/// The tops of those in column j are the terms `level[j] + t * pitch`; the cells are these terms of all columns, sorted
/// by value and then by column.
struct WaterfallStretch {
  let levels: ArraySlice<Int64>
  /// The height of a cell and the spacing below it; at least 1.
  let pitch: Int64

  /// The number of terms of a column below a value.
  private func terms(_ level: Int64, below value: Int64) -> Int {
    value > level ? Int((value - level + pitch - 1) / pitch) : 0
  }

  private func total(below value: Int64) -> Int { levels.reduce(0) { $0 + terms($1, below: value) } }

  /// The largest value below which there are no more than `count` terms.
  /// - Complexity: O(*c* log *h*) in the number of columns and the height.
  private func threshold(_ count: Int) -> Int64 {
    var low = levels.min() ?? 0
    var high = (levels.max() ?? 0) + pitch * (Int64(count) + 2)
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if total(below: middle) <= count { low = middle } else { high = middle }
    }
    return low
  }

  /// The column and the top of one cell.
  func place(of item: Int) -> (column: Int, top: Int64) {
    let value = threshold(item)
    var left = item - total(below: value)
    for (column, level) in levels.enumerated() where value >= level && (value - level) % pitch == 0 {
      if left == 0 { return (column, value) }
      left -= 1
    }
    return (0, value)
  }

  /// Moves the levels of columns to where they are after `count` cells.
  func advance(_ levels: inout [Int64], by count: Int) {
    let value = threshold(count)
    var left = count - total(below: value)
    for column in levels.indices {
      let level = levels[column]
      levels[column] += Int64(terms(level, below: value)) * pitch
      if left > 0, value >= level, (value - level) % pitch == 0 {
        levels[column] += pitch
        left -= 1
      }
    }
  }

  /// Visits the first `count` cells that are not above `from` and not below `to`, by column.
  /// - Complexity: O(*c*) for each cell visited.
  func forEach(
    first count: Int, from: Int64, to: Int64, _ body: (_ item: Int, _ column: Int, _ top: Int64) -> Void
  ) {
    for (column, level) in levels.enumerated() {
      // One more than needed: the cell may reach down into what is asked about.
      var top = level + max(0, (from - level) / pitch - 1) * pitch
      while top < to {
        var item = 0
        for (other, level) in levels.enumerated() {
          item += terms(level, below: other < column ? top + 1 : top)
        }
        if item >= count { break }
        body(item, column, top)
        top += pitch
      }
    }
  }
}
