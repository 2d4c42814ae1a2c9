import Scrollwork

/// The lines of a file that are shown, with their order.
package enum ShownLines: Sendable {
  /// All lines that are known so far.
  case all(Int)
  /// The lines that match a filter, in the order of the file.
  case matches(FilteredLines)
  /// The lines or matches in reverse order.
  case backwards(count: Int, FilteredLines?)
  /// The lines or matches, sorted by text.
  case sorted(SortedLines)

  /// The largest number of sorted lines for which a diff with the previous list is made.
  static let maximumComparedCount = 100_000
  /// The largest number of lines in a file for which a diff between filtered lists is made.
  static let maximumComparedFileLength = 300_000

  /// The number of rows.
  package var count: Int {
    switch self {
    case .all(let count): count
    case .matches(let lines): lines.count
    case .backwards(let count, let lines): lines?.count ?? count
    case .sorted(let lines): lines.count
    }
  }

  /// Returns the line number in a row, both counted from 0; `nil` if there is no such row.
  package func line(at row: Int) -> Int? {
    guard row >= 0, row < count else { return nil }
    switch self {
    case .all: return row
    case .matches(let lines): return lines[row].id
    case .backwards(let count, let lines): return lines.map { $0[$0.count - 1 - row].id } ?? count - 1 - row
    case .sorted(let lines): return Int(lines.numbers[row])
    }
  }

  /// Returns the row of a line; `nil` if the line is not shown.
  /// - Complexity: O(*n*) for sorted lines, else O(log *n*).
  func row(of line: Int) -> Int? {
    let row: Int
    switch self {
    case .all: row = line
    case .matches(let lines): row = lines.position(of: line)
    case .backwards(let count, let lines): row = lines.map { $0.count - 1 - $0.position(of: line) } ?? count - 1 - line
    case .sorted(let lines): row = lines.numbers.firstIndex(of: Int32(truncatingIfNeeded: line)) ?? -1
    }
    return self.line(at: row) == line ? row : nil
  }

  /// Whether the lines are sorted by text.
  var isSorted: Bool { if case .sorted = self { true } else { false } }

  /// Whether the lines are sorted by text, and too many for a diff.
  var isLongPermutation: Bool {
    if case .sorted(let lines) = self { lines.count > Self.maximumComparedCount } else { false }
  }

  /// Returns whether a diff to `next` may take longer than a frame.
  /// - Parameter count: The number of lines in the file.
  func isSlowToCompare(from next: ShownLines, ofFileWith count: Int) -> Bool {
    if case .all = self, case .all = next { return false }
    if case .backwards(_, nil) = self, case .backwards(_, nil) = next { return false }
    return isLongPermutation || next.isLongPermutation || count > Self.maximumComparedFileLength
  }

  /// The orders of shown lines.
  enum Order {
    case file, backwards, sorted
  }

  /// The order of the lines.
  var order: Order {
    switch self {
    case .all, .matches: .file
    case .backwards: .backwards
    case .sorted: .sorted
    }
  }

  /// Whether all lines of the file are shown.
  var isWhole: Bool {
    switch self {
    case .all, .backwards(_, nil): true
    case .matches, .backwards, .sorted: false
    }
  }

  /// Returns the row of a line, or of the next line that is shown.
  func nearestRow(to line: Int) -> Int {
    switch self {
    case .all: line
    case .matches(let lines): lines.position(of: line)
    case .backwards(let count, let lines): lines.map { $0.count - 1 - $0.position(of: line) } ?? count - 1 - line
    case .sorted: row(of: line) ?? 0
    }
  }

  /// Returns whether both values hold the same result of a sort, so that no diff is needed.
  func isSamePermutation(as other: ShownLines) -> Bool {
    if case .sorted(let a) = self, case .sorted(let b) = other {
      return a.revision == b.revision && a.generation == b.generation
    }
    return false
  }

  /// The relation of a line to the shown lines around it.
  struct Surroundings: Hashable {
    /// Whether the line is shown only because it is near a match.
    var isContext = false
    /// Whether lines are left out between the previous shown line and this one.
    var isAfterGap = false
    /// Whether the line is the first shown one.
    var isFirst = false
  }

  /// Returns the relation of a line to the shown lines around it. Without context lines, no property is `true`.
  /// - Complexity: O(log *n*).
  func surroundings(ofLine line: Int) -> Surroundings {
    switch self {
    case .all, .sorted, .backwards(_, nil): return Surroundings()
    case .matches(let lines), .backwards(_, let lines?):
      guard lines.hasContext, let row = row(of: line) else { return Surroundings() }
      let before = self.line(at: row - 1)
      return Surroundings(isContext: !lines.isMatch(line), isAfterGap: before.map { abs($0 - line) > 1 } ?? false)
    }
  }

  /// Returns the section that shows the lines.
  /// - Parameter row: Makes the row of a line.
  func section(id: String, row: @escaping (Int) -> Row) -> Section {
    switch self {
    case .all(let count): return Section(id: id, data: 0..<count, id: \.self) { row($0) }
    case .matches(let lines): return Section(id: id, data: lines, id: \.id) { row($0.id) }
    case .backwards(let count, nil):
      // The identities are ascending negative numbers, so that appended lines are found as quickly as in the order of
      // the file.
      return Section(id: id, data: -count..<0, id: \.self) { row(-1 - $0) }
    case .backwards(_, let lines?):
      return Section(id: id, data: BackwardLines(lines: lines), id: \.self) { row(-1 - $0) }
    case .sorted(let lines):
      if isLongPermutation { return Section(id: id, data: lines.numbers, id: \.self) { row(Int($0)) } }
      return Section(id: id, data: lines.numbers.map { LineRow(id: Int($0)) }, id: \.id) { row($0.id) }
    }
  }
}

/// The matches in reverse order, as ascending negative numbers.
private struct BackwardLines: RandomAccessCollection {
  let lines: FilteredLines

  var startIndex: Int { 0 }
  var endIndex: Int { lines.count }

  subscript(position: Int) -> Int { -1 - lines[lines.count - 1 - position].id }
}
