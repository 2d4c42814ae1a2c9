extension [TableSortKey] {
  /// Returns the keys after a click on a column; successive clicks sort ascending, descending, and not by it.
  /// - Parameter adds: Whether the other keys stay, as for a click with Shift.
  package func clicked(_ column: String, adds: Bool) -> [TableSortKey] {
    let index = firstIndex { $0.column == column }
    guard adds else {
      guard let index, count == 1 else { return [TableSortKey(column)] }
      return self[index].isDescending ? [] : [TableSortKey(column, isDescending: true)]
    }
    var keys = self
    if let index {
      if keys[index].isDescending { keys.remove(at: index) } else { keys[index].isDescending = true }
    } else {
      keys.append(TableSortKey(column))
    }
    return keys
  }
}
