/// The line numbers that a filter has found so far. The value never changes and is cheap to copy.
package struct FilteredLines: RandomAccessCollection, Sendable {
  /// The generation of the file; see `LineIndexSnapshot.generation`.
  package let generation: Int
  /// The number of lines searched.
  package let searched: Int
  /// Whether all lines known at that time were searched.
  package let isCaughtUp: Bool
  /// The line numbers, ascending.
  let lines: ChunkedList<Int>

  /// Creates a value of the matches found so far.
  /// - Parameter lines: The numbers of the matching lines, ascending.
  package init(generation: Int, searched: Int, isCaughtUp: Bool, lines: ChunkedList<Int>) {
    (self.generation, self.searched, self.isCaughtUp, self.lines) = (generation, searched, isCaughtUp, lines)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { lines.count }

  package subscript(position: Int) -> LineRow { LineRow(id: lines[position]) }

  /// Returns the position of a line among the matches; if the line is no match, that of the next match.
  /// - Complexity: O(log *n*)
  package func position(of line: Int) -> Int { lines.partitioningIndex { $0 < line } }
}
