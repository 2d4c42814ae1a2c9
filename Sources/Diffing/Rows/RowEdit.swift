/// One change of a ``RowStore``; positions are those before the change unless said otherwise.
public enum RowEdit: Hashable, Sendable {
  /// These rows are gone and so many others are in their place; an empty range inserts.
  case replace(Range<Int>, with: Int)
  /// These rows begin at another position, counted after they were taken out.
  case move(Range<Int>, to: Int)

  /// This edit and the one after it as one, if the rows they touch are neighbours.
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
