/// The effect of some cells on the levels of columns, in memory of a ``ColumnTree``.
///
/// Cells that keep their columns add to each level. Rows first bring the columns to a common base. Both forms, and every
/// sequence of them, map levels L to `max(L[j] + before[j]) + after[j]` if they hold rows, else to `L[j] + after[j]`.
struct ColumnMap {
  /// Lengths before the first rows; without meaning where there are none.
  let before: UnsafeMutableBufferPointer<Int64>
  let after: UnsafeMutableBufferPointer<Int64>
  /// What the cells before the first rows have added to each column up to a cell, summed over these cells. With lengths
  /// beyond all reason it wraps around.
  let areas: UnsafeMutableBufferPointer<Int64>
  /// The number of cells before the first rows.
  var keptCount: Int
  var hasRows: Bool

  /// Becomes the map of no cells.
  mutating func clear() {
    (keptCount, hasRows) = (0, false)
    areas.update(repeating: 0)
    before.update(repeating: 0)
    after.update(repeating: 0)
  }

  /// Takes the effect of the next cells in.
  mutating func append(_ next: ColumnMap) {
    if !hasRows {
      let count = Int64(next.keptCount)
      for column in after.indices { areas[column] &+= next.areas[column] &+ after[column] &* count }
      keptCount += next.keptCount
    }
    guard next.hasRows else {
      for column in after.indices { after[column] += next.after[column] }
      return
    }
    if hasRows {
      let base = next.base(of: after)
      for column in after.indices { after[column] = base + next.after[column] }
    } else {
      for column in after.indices {
        before[column] = after[column] + next.before[column]
        after[column] = next.after[column]
      }
      hasRows = true
    }
  }

  /// The common base of the first rows, where the columns reach to `levels` before these cells.
  func base(of levels: UnsafeMutableBufferPointer<Int64>) -> Int64 {
    var base = levels[0] + before[0]
    for column in after.indices.dropFirst() { base = max(base, levels[column] + before[column]) }
    return base
  }

  /// Moves levels from before these cells to behind them.
  func apply(to levels: UnsafeMutableBufferPointer<Int64>) {
    if hasRows {
      let base = base(of: levels)
      for column in after.indices { levels[column] = base + after[column] }
    } else {
      for column in after.indices { levels[column] += after[column] }
    }
  }

  /// The furthest that a column reaches behind these cells.
  func reach(from levels: UnsafeMutableBufferPointer<Int64>) -> Int64 {
    let base = hasRows ? base(of: levels) : 0
    var reach = Int64.min
    for column in after.indices { reach = max(reach, after[column] + (hasRows ? base : levels[column])) }
    return reach
  }
}
