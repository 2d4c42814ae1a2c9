/// The line numbers that a filter has found so far. The value never changes and is cheap to copy.
package struct FilteredLines: RandomAccessCollection, Sendable {
  /// The generation of the file; see `LineIndexSnapshot.generation`.
  package let generation: Int
  /// The number of lines searched.
  package let searched: Int
  /// Whether all lines that were known when this value was made have been searched.
  package let isCaughtUp: Bool
  /// The numbers of the lines to show, ascending: the matches, and the lines around them.
  let lines: ChunkedList<Int>
  /// The numbers of the matches; `nil` if all `lines` match.
  private let matches: ChunkedList<Int>?

  /// Creates the result of a search so far.
  /// - Parameters:
  ///   - lines: The numbers of the lines to show, ascending.
  ///   - matches: The numbers of those that match; `nil` if all do.
  package init(
    generation: Int, searched: Int, isCaughtUp: Bool, lines: ChunkedList<Int>, matches: ChunkedList<Int>? = nil
  ) {
    (self.generation, self.searched, self.isCaughtUp) = (generation, searched, isCaughtUp)
    (self.lines, self.matches) = (lines, matches)
  }

  /// Whether lines around the matches are shown too.
  var hasContext: Bool { matches != nil }

  /// The number of matches.
  package var matchCount: Int { (matches ?? lines).count }

  /// Whether a line is one of the matches.
  /// - Complexity: O(log *n*) in the number of matches.
  func isAmongMatches(_ line: Int) -> Bool {
    let found = matches ?? lines
    let place = found.partitioningIndex { $0 < line }
    return place < found.count && found[place] == line
  }

  /// Returns the number of matches among some lines.
  /// - Complexity: O(log *n*) in the number of matches.
  func matchCount(in range: Range<Int>) -> Int {
    let found = matches ?? lines
    return found.partitioningIndex { $0 < range.upperBound } - found.partitioningIndex { $0 < range.lowerBound }
  }

  /// The matches without their context lines.
  var withoutContext: FilteredLines {
    guard let matches else { return self }
    return FilteredLines(generation: generation, searched: searched, isCaughtUp: isCaughtUp, lines: matches)
  }

  /// Whether a line that is shown matches the filter.
  /// - Complexity: O(log *n*) in the number of matches.
  func isMatch(_ line: Int) -> Bool { matches == nil || isAmongMatches(line) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { lines.count }

  package subscript(position: Int) -> LineRow { LineRow(id: lines[position]) }

  /// Returns the position of a line in `lines`. If the line is not shown, returns the position of the next shown one.
  /// - Complexity: O(log *n*) in the number of lines.
  package func position(of line: Int) -> Int { lines.partitioningIndex { $0 < line } }
}
