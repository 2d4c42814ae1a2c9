/// The rows with a match among the shown rows, as far as these were searched.
package struct FoundRows: Sendable {
  /// The number of rows found so far.
  package let count: Int
  /// The numbers of matches in the found rows; `nil` if each row counts as one match.
  private let cells: CellCounts?
  /// The positions among the shown rows that were searched.
  package let searched: Range<Int>
  /// Whether all rows were searched.
  package let isComplete: Bool
  /// Whether the search ended before all rows were searched, because too many were found.
  package let isCapped: Bool
  /// The number of found rows whose positions are known: `count`, or 0 while sorted rows are searched.
  private let knownCount: Int
  private let positionOfMatch: @Sendable (Int) -> Int

  /// - Parameters:
  ///   - cells: The numbers of matching cells in each row; `nil` if each row counts as one match.
  ///   - position: Returns the position among the shown rows of the found row with an index. The positions ascend.
  package init(
    count: Int, searched: Range<Int>, isComplete: Bool, isCapped: Bool = false, cells: CellCounts? = nil,
    position: (@Sendable (Int) -> Int)? = nil
  ) {
    (self.count, self.searched, self.isComplete, self.isCapped) = (count, searched, isComplete, isCapped)
    self.cells = cells
    knownCount = position == nil ? 0 : count
    positionOfMatch = position ?? { _ in 0 }
  }

  /// The number of matches found so far.
  package var matchCount: Int { cells?.total ?? count }

  /// Returns the index of the first found row at or after a position.
  /// - Complexity: O(log *n*) calls of `position`.
  private func index(from position: Int) -> Int {
    var (low, high) = (0, knownCount)
    while low < high {
      let middle = (low + high) / 2
      if positionOfMatch(middle) < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of a match among all matches, counted from 1; `nil` if its row is not found, or if not all rows
  /// before it were searched.
  /// - Parameters:
  ///   - position: The position of the row.
  ///   - match: The number of the match in its row, counted from 0.
  package func number(of position: Int, match: Int = 0) -> Int? {
    guard searched.lowerBound == 0, searched.contains(position) else { return nil }
    let index = index(from: position)
    guard index < knownCount, positionOfMatch(index) == position else { return nil }
    return (cells?.total(before: index) ?? index) + match + 1
  }

  /// The result of looking for the next row from a position.
  package enum Answer: Hashable, Sendable {
    /// The position of the next found row, and whether it is beyond an end of the rows.
    case row(Int, wraps: Bool)
    /// No row is found.
    case none
    /// The result is not known yet, because rows before the next found one were not searched.
    case unknown
  }

  /// Finds the next row at or after a position, or the last one before it.
  /// - Parameter forward: Whether to go down.
  package func next(from position: Int, forward: Bool) -> Answer {
    let index = index(from: position)
    if forward {
      if index < knownCount {
        let found = positionOfMatch(index)
        if searched.contains(position) || found == position, found < searched.upperBound {
          return .row(found, wraps: false)
        }
      }
      guard isComplete, searched.lowerBound == 0 || count == 0 else { return .unknown }
      return knownCount > 0 ? .row(positionOfMatch(0), wraps: true) : .none
    }
    if index > 0, searched.upperBound >= position {
      let found = positionOfMatch(index - 1)
      if found >= searched.lowerBound { return .row(found, wraps: false) }
    }
    guard isComplete else { return .unknown }
    return knownCount > 0 ? .row(positionOfMatch(knownCount - 1), wraps: true) : .none
  }

  /// Returns the parts of a scroll track in which there are found rows.
  /// - Parameters:
  ///   - shown: The number of shown rows.
  ///   - parts: The number of parts that divide the track.
  /// - Complexity: O(*p* log *n*) calls of `position` for *p* parts, however many rows are found.
  package func ticks(among shown: Int, parts: Int) -> [Int] { density(among: shown, parts: parts).map(\.part) }

  /// Returns the parts of a scroll track in which there are found rows, with the number of found rows in each.
  /// - Complexity: O(*p* log *n*) calls of `position` for *p* parts, however many rows are found.
  package func density(among shown: Int, parts: Int) -> [(part: Int, count: Int)] {
    guard shown > 0, parts > 0 else { return [] }
    var (result, index) = ([(part: Int, count: Int)](), 0)
    while index < knownCount {
      let part = Int(Double(positionOfMatch(index)) / Double(shown) * Double(parts))
      guard part < parts else { break }
      let next = (Double(part + 1) * Double(shown) / Double(parts)).rounded(.up)
      let following = max(index + 1, self.index(from: Int(next)))
      // The division may round a position at a boundary down.
      if result.last?.part == part {
        result[result.count - 1].count += following - index
      } else {
        result.append((part, following - index))
      }
      index = following
    }
    return result
  }
}

extension FoundRows {
  /// Returns the numbers of matching cells of found rows in their order among sorted rows.
  /// - Parameters:
  ///   - positions: The positions of the found rows in `order`, ascending.
  ///   - found: The ascending numbers of the found rows, to which `cells` belong.
  /// - Complexity: O(*m* log *m*) for *m* found rows, or O(1) if each has one match.
  package static func cells(
    at positions: [Int32], in order: [Int32], of found: [Int32], _ cells: CellCounts
  ) -> CellCounts? {
    guard !cells.areSingle else { return nil }
    var result = CellCounts()
    let rows = RowNumbers(numbers: found)
    for position in positions { result.append(cells[rows.position(from: Int(order[Int(position)]))]) }
    return result
  }

  /// Returns the positions among sorted rows of the found ones, ascending.
  /// - Parameters:
  ///   - found: The numbers of the found rows.
  ///   - order: The numbers of the shown rows, in their order.
  /// - Complexity: O(*n*) in the number of shown rows.
  package static func positions(of found: some Collection<Int>, in order: [Int32]) -> [Int32] {
    var bits = [UInt64](repeating: 0, count: ((found.max() ?? 0) >> 6) + 1)
    for row in found { bits[row >> 6] |= 1 << UInt64(row & 63) }
    var result: [Int32] = []
    result.reserveCapacity(found.count)
    for (position, row) in order.enumerated() {
      let row = Int(row)
      // Titles of groups have negative numbers.
      if row >= 0, row >> 6 < bits.count, bits[row >> 6] >> UInt64(row & 63) & 1 == 1 { result.append(Int32(position)) }
    }
    return result
  }
}
