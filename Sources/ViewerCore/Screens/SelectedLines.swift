import Scrollwork

/// The selected lines of a file, independent of the filter and order of the list.
///
/// Consecutive selected lines are stored as one range, which is also one range of rows in every list in the order of
/// the file. So its rows are found by two lookups, however many lines it has.
struct SelectedLines: Sendable {
  /// The numbers of the selected lines, as ranges.
  private(set) var lines = PositionSet()

  init(_ lines: PositionSet = PositionSet()) { self.lines = lines }

  /// Returns the rows of the selected lines; lines that are not shown are left out.
  /// - Complexity: O(*r* log *n*), where *r* is the number of ranges; O(*n*) for sorted lines.
  func rows(in shown: ShownLines) -> PositionSet {
    switch shown {
    case .all(let count): return lines.intersection([0..<count])
    case .matches(let matches): return rows(in: matches)
    case .backwards(let count, let matches):
      let forwards = matches.map { self.rows(in: $0) } ?? lines.intersection([0..<count])
      var backwards = PositionSet()
      for range in forwards.ranges.reversed() {
        backwards.insert(shown.count - range.upperBound..<shown.count - range.lowerBound)
      }
      return backwards
    case .sorted(let sorted):
      guard !lines.isEmpty else { return PositionSet() }
      var rows = PositionSet()
      for (row, line) in sorted.numbers.enumerated() where lines.contains(Int(line)) { rows.insert(row..<row + 1) }
      return rows
    }
  }

  /// Returns the rows of the selected lines among the matches.
  private func rows(in matches: FilteredLines) -> PositionSet {
    var rows = PositionSet()
    for range in lines.ranges {
      let (start, end) = (matches.position(of: range.lowerBound), matches.position(of: range.upperBound))
      if start < end { rows.insert(start..<end) }
    }
    return rows
  }

  /// Records a selection that the user made. Selected lines that are not shown stay selected.
  /// - Complexity: O(*r*) if all lines are shown, else O(*n*), where *n* is the number of shown lines.
  mutating func update(_ rows: PositionSet, in shown: ShownLines) {
    if case .all = shown {
      lines = rows
    } else if case .backwards(let count, nil) = shown {
      lines = PositionSet()
      for range in rows.ranges.reversed() { lines.insert(count - range.upperBound..<count - range.lowerBound) }
    } else {
      let before = self.rows(in: shown)
      guard before != rows else { return }
      // Each line is inserted as a range of its own; ranges that touch are joined.
      var (selected, unselected) = (PositionSet(), PositionSet())
      for line in Self.lines(rows, in: shown) { selected.insert(line..<line + 1) }
      let gone = before.intersection(rows.complement(upTo: shown.count))
      for line in Self.lines(gone, in: shown) { unselected.insert(line..<line + 1) }
      lines = lines.intersection(unselected.complement(upTo: lines.ranges.last?.upperBound ?? 0))
      lines.formUnion(selected)
    }
  }

  /// Returns the lines at some rows, in ascending order.
  private static func lines(_ rows: PositionSet, in shown: ShownLines) -> [Int] {
    let lines = rows.ranges.joined().compactMap { shown.line(at: $0) }
    if case .matches = shown { return lines }
    return lines.sorted()
  }
}

extension PositionSet {
  /// Returns the gaps before, between and after the ranges, from zero to `end`.
  fileprivate func complement(upTo end: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var next = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next..<range.lowerBound) }
      next = range.upperBound
    }
    if next < end { gaps.append(next..<end) }
    return gaps
  }
}
