/// One edit of a ``RowStore``. Positions count the rows before the edit, unless the case says otherwise.
@usableFromInline
package enum RowEdit: Hashable, Sendable {
  /// Replaces the rows of a range by a number of new rows. An empty range only inserts.
  case replace(Range<Int>, with: Int)
  /// Moves the rows of a range. The target is a position in the list without the moved rows.
  case move(Range<Int>, to: Int)

  /// Returns this edit and the next one as a single edit; `nil` if one is a move, or if they do not touch adjacent
  /// rows.
  func merged(with next: RowEdit) -> RowEdit? {
    guard case .replace(let range, let count) = self, case .replace(let nextRange, let nextCount) = next else {
      return nil
    }
    let insertedEnd = range.lowerBound + count
    guard nextRange.lowerBound <= insertedEnd, nextRange.upperBound >= range.lowerBound else { return nil }
    let start = min(range.lowerBound, nextRange.lowerBound)
    let end = max(insertedEnd, nextRange.upperBound)
    let beyond = max(0, nextRange.upperBound - insertedEnd)
    return .replace(start..<range.upperBound + beyond, with: end - start - nextRange.count + nextCount)
  }
}
