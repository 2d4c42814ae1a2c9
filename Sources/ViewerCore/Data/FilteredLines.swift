/// The line numbers that a filter has found so far. The value never changes and is cheap to copy.
package struct FilteredLines: RandomAccessCollection, Sendable {
  /// The generation of the file; see `LineIndexSnapshot.generation`.
  package let generation: Int
  /// The number of lines searched.
  package let searched: Int
  /// Whether all lines that were known when this value was made have been searched.
  package let isCaughtUp: Bool
  /// The line numbers, ascending.
  let lines: ChunkedList<Int>

  /// Creates the result of a search so far.
  /// - Parameter lines: The numbers of the matching lines, ascending.
  package init(generation: Int, searched: Int, isCaughtUp: Bool, lines: ChunkedList<Int>) {
    (self.generation, self.searched, self.isCaughtUp, self.lines) = (generation, searched, isCaughtUp, lines)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { lines.count }

  package subscript(position: Int) -> LineRow { LineRow(id: lines[position]) }

  /// Returns the position of a line among the matches. If the line does not match, returns the position of the next
  /// match.
  /// - Complexity: O(log *n*) in the number of matches.
  package func position(of line: Int) -> Int { lines.partitioningIndex { $0 < line } }
}
