/// The rows of a table that are shown, in their order.
enum ShownRows {
  case all(Int)
  case some(RowNumbers)
  /// Rows in groups. The titles of the groups take positions too.
  case grouped(GroupedRows)

  /// The number of positions.
  var count: Int {
    switch self {
    case .all(let count): count
    case .some(let rows): rows.count
    case .grouped(let groups): groups.items.count
    }
  }

  /// The number of rows, with those in collapsed groups but without the titles of groups.
  var rowCount: Int {
    if case .grouped(let groups) = self { groups.rows.count } else { count }
  }

  /// Returns the number of the row at a position, counted in the file; `nil` for the title of a group or beyond the
  /// end.
  func row(at position: Int) -> Int? {
    guard position >= 0, position < count else { return nil }
    switch self {
    case .all: return position
    case .some(let rows): return rows[position]
    case .grouped(let groups): return groups.items[position] < 0 ? nil : Int(groups.items[position])
    }
  }

  /// Returns the position of a row; `nil` if it is not shown.
  /// - Complexity: O(*n*) for sorted rows, else O(log *n*).
  func position(of row: Int) -> Int? {
    let position: Int
    switch self {
    case .all: position = row
    case .some(let rows) where rows.isAscending: position = rows.position(from: row)
    case .some(let rows): position = rows.numbers.firstIndex(of: Int32(truncatingIfNeeded: row)) ?? -1
    case .grouped(let groups): position = groups.items.firstIndex(of: Int32(truncatingIfNeeded: row)) ?? -1
    }
    return self.row(at: position) == row ? position : nil
  }

  /// Returns whether a row is among the rows, also in a collapsed group.
  /// - Complexity: O(*n*) for sorted or grouped rows, else O(log *n*).
  func holds(_ row: Int) -> Bool {
    guard case .grouped(let groups) = self else { return position(of: row) != nil }
    return groups.rows.contains(Int32(truncatingIfNeeded: row))
  }

  /// Whether the rows have the order of the file.
  var isAscending: Bool {
    switch self {
    case .all: true
    case .some(let rows): rows.isAscending
    case .grouped: false
    }
  }
}

/// Numbers of rows in four bytes each.
struct RowNumbers: RandomAccessCollection, Sendable {
  let numbers: [Int32]
  /// Whether the rows have the order of the file.
  var isAscending = true

  var startIndex: Int { 0 }
  var endIndex: Int { numbers.count }
  subscript(position: Int) -> Int { Int(numbers[position]) }

  /// Returns the position of the first row that is `row` or comes after it in the file.
  /// - Precondition: The numbers ascend.
  func position(from row: Int) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(numbers[middle]) < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
