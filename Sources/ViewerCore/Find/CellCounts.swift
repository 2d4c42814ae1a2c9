/// The number of matching cells of each found row: two bytes a row, or none while every row has one match.
package struct CellCounts: Sendable {
  /// The number of rows.
  package private(set) var rowCount = 0
  /// The number of matching cells in all rows.
  package private(set) var total = 0
  /// The number of matching cells of each row; empty while every row has one.
  private var counts: [UInt16] = []
  /// The number of matching cells before each block of rows.
  private var sums: [Int] = []

  /// The number of rows in a block.
  private static let block = 1 << 10

  package init() {}

  /// Whether every row has exactly one matching cell.
  package var areSingle: Bool { counts.isEmpty }

  /// Adds a row at the end. Counts above 65,535 are stored as 65,535.
  package mutating func append(_ count: Int) {
    let count = UInt16(clamping: max(1, count))
    if counts.isEmpty, count > 1 {
      counts = Array(repeating: 1, count: rowCount)
      sums = Array(stride(from: 0, to: rowCount, by: Self.block))
    }
    if count > 1 || !counts.isEmpty {
      if counts.count.isMultiple(of: Self.block) { sums.append(total) }
      counts.append(count)
    }
    rowCount += 1
    total += Int(count)
  }

  /// Removes the last row.
  package mutating func removeLast() {
    rowCount -= 1
    guard let last = counts.popLast() else {
      total -= 1
      return
    }
    total -= Int(last)
    if counts.count.isMultiple(of: Self.block) { sums.removeLast() }
  }

  /// The number of matching cells of a row.
  package subscript(row: Int) -> Int { counts.isEmpty ? 1 : Int(counts[row]) }

  /// Returns the number of matching cells in all rows before one.
  package func total(before row: Int) -> Int {
    guard !counts.isEmpty, row < counts.count else { return counts.isEmpty ? row : total }
    let block = row / Self.block
    return counts[block * Self.block..<row].reduce(sums[block]) { $0 + Int($1) }
  }
}
