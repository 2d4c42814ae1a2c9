/// The lines of a file that a filter wants, as far as they are known. It never changes and is cheap to copy.
package struct FilteredLines: RandomAccessCollection, Sendable {
  /// Of the file; see `LineIndexSnapshot.generation`.
  package let generation: Int
  /// Lines that were looked at.
  package let searched: Int
  /// True if all lines were looked at that are there now.
  package let isCaughtUp: Bool
  let lines: ChunkedList<Int>

  /// - Parameter lines: The numbers of the lines that are wanted, ascending.
  package init(generation: Int, searched: Int, isCaughtUp: Bool, lines: ChunkedList<Int>) {
    (self.generation, self.searched, self.isCaughtUp, self.lines) = (generation, searched, isCaughtUp, lines)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { lines.count }

  package subscript(position: Int) -> LineRow { LineRow(id: lines[position]) }

  /// The place of a line among those that are wanted; of the next one if it is not wanted itself.
  /// - Complexity: O(log *n*)
  package func position(of line: Int) -> Int { lines.partitioningIndex { $0 < line } }
}
