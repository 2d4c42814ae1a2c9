/// The effect of consecutive items of a ``ColumnTree`` on the levels of the columns. The level of a column is the
/// position at which it ends.
///
/// An item that keeps its column raises the level of that column. Rows first raise all columns to a common base. So
/// without rows among the items, the level `L[j]` of column *j* becomes `L[j] + after[j]`. With rows, it becomes the
/// base plus `after[j]`, where the base is the largest `L[k] + before[k]` of any column *k*.
struct ColumnMap {
  /// The storage of `before`, `after` and `areas`, in this order.
  let lengths: UnsafeMutablePointer<Int64>
  let columnCount: Int
  /// The number of items before the first rows.
  var keptCount: Int
  var hasRows: Bool

  /// The length that the items before the first rows add to each column; undefined if there are no rows.
  var before: UnsafeMutablePointer<Int64> { lengths }
  var after: UnsafeMutablePointer<Int64> { lengths + columnCount }
  /// For each column, a sum over the items before the first rows: each item counts with the length that the items up to
  /// and including it add to the column. Wraps around if lengths are extreme.
  var areas: UnsafeMutablePointer<Int64> { lengths + 2 * columnCount }

  /// Copies the values of another map to the storage of this one.
  mutating func copy(_ other: ColumnMap) {
    (keptCount, hasRows) = (other.keptCount, other.hasRows)
    lengths.update(from: other.lengths, count: 3 * columnCount)
  }

  /// Stores the combined effect of two consecutive sequences of items.
  /// - Parameter first: The effect of the earlier items, which may be this map itself.
  mutating func join(_ first: ColumnMap, _ next: ColumnMap) {
    let base = first.hasRows && next.hasRows ? next.base(of: first.after) : 0
    let count = first.hasRows ? 0 : next.keptCount
    for column in 0..<columnCount {
      let level = first.after[column]
      after[column] = (next.hasRows ? base : level) + next.after[column]
      if first.hasRows {
        (before[column], areas[column]) = (first.before[column], first.areas[column])
      } else {
        before[column] = level &+ next.before[column]
        areas[column] = first.areas[column] &+ next.areas[column] &+ level &* Int64(count)
      }
    }
    (keptCount, hasRows) = (first.keptCount + count, first.hasRows || next.hasRows)
  }

  /// Returns the common base of the first rows among the items.
  /// - Parameter levels: The levels of the columns before the items.
  func base(of levels: UnsafeMutablePointer<Int64>) -> Int64 {
    var base = levels[0] + before[0]
    for column in 1..<max(1, columnCount) { base = max(base, levels[column] + before[column]) }
    return base
  }

  /// Converts the levels of the columns before the items to the levels after them.
  func apply(to levels: UnsafeMutablePointer<Int64>) {
    if hasRows {
      let base = base(of: levels)
      for column in 0..<columnCount { levels[column] = base + after[column] }
    } else {
      for column in 0..<columnCount { levels[column] += after[column] }
    }
  }

  /// Returns the highest level of any column after the items.
  /// - Parameter levels: The levels of the columns before the items.
  func reach(from levels: UnsafeMutablePointer<Int64>) -> Int64 {
    let base = hasRows ? base(of: levels) : 0
    var reach = Int64.min
    for column in 0..<columnCount { reach = max(reach, after[column] + (hasRows ? base : levels[column])) }
    return reach
  }
}
