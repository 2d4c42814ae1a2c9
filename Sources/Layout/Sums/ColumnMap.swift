/// The effect of some items on the levels of columns, stored in a ``ColumnTree``. A level is the position at which a
/// column ends.
///
/// Items that keep columns add to each level. Rows first bring the columns to a common base. Both, and every sequence
/// of them, map levels L to `max(L[j] + before[j]) + after[j]` if they contain rows, else to `L[j] + after[j]`.
struct ColumnMap {
  /// The length that the items before the first rows add to each column; undefined without rows.
  let before: UnsafeMutableBufferPointer<Int64>
  let after: UnsafeMutableBufferPointer<Int64>
  /// The length that the items before the first rows have added to each column up to and including an item, summed over
  /// these items. Wraps around if lengths are extreme.
  let areas: UnsafeMutableBufferPointer<Int64>
  /// The number of items before the first rows.
  var keptCount: Int
  var hasRows: Bool

  /// Resets it to the map of no items.
  mutating func clear() {
    (keptCount, hasRows) = (0, false)
    areas.update(repeating: 0)
    before.update(repeating: 0)
    after.update(repeating: 0)
  }

  /// Appends the effect of the next items.
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

  /// Returns the common base of the first rows, if `levels` are those before these items.
  func base(of levels: UnsafeMutableBufferPointer<Int64>) -> Int64 {
    var base = levels[0] + before[0]
    for column in after.indices.dropFirst() { base = max(base, levels[column] + before[column]) }
    return base
  }

  /// Changes levels before these items into levels after them.
  func apply(to levels: UnsafeMutableBufferPointer<Int64>) {
    if hasRows {
      let base = base(of: levels)
      for column in after.indices { levels[column] = base + after[column] }
    } else {
      for column in after.indices { levels[column] += after[column] }
    }
  }

  /// Returns the highest level after these items, if `levels` are those before them.
  func reach(from levels: UnsafeMutableBufferPointer<Int64>) -> Int64 {
    let base = hasRows ? base(of: levels) : 0
    var reach = Int64.min
    for column in after.indices { reach = max(reach, after[column] + (hasRows ? base : levels[column])) }
    return reach
  }
}
