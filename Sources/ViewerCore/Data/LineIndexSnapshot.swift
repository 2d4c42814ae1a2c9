package import ScrollworkPlatform

/// What is known about the lines of a file at one moment. It never changes, is cheap to copy and may be used on any thread.
package struct LineIndexSnapshot: Sendable {
  /// Counts how often the file started anew: shortened, rewritten or replaced. Lines of different generations have
  /// nothing to do with each other.
  package let generation: Int
  /// Lines known so far. A last line without an end counts.
  package let count: Int
  /// Bytes whose lines are known.
  package let indexedBytes: Int
  /// Bytes in the file when it was looked at last.
  package let totalBytes: Int
  /// True if all that is there now is indexed. A file or stream that grows catches up again and again.
  package let isCaughtUp: Bool
  /// True if a stream has ended. A file has always ended, although it may grow.
  package let isEnded: Bool
  /// True if nothing stands under the file's name any more. What was open is still read.
  package let isGone: Bool
  /// Why reading stopped, if it did. What was read before stays.
  package let error: FileError?
  /// True if the last line has its end. If not, more of it may come.
  package let endsWithNewline: Bool
  let points: ChunkedList<LinePoint>
  let file: RandomAccessFile?
  let blocks: LineBlockCache

  /// True if everything is indexed and nothing more is on its way.
  package var isComplete: Bool { isCaughtUp && isEnded }

  /// Indexed part of the file, 0 to 1.
  package var progress: Double {
    totalBytes > 0 ? min(1, Double(indexedBytes) / Double(totalBytes)) : (isComplete ? 1 : 0)
  }

  /// All lines as rows for a list.
  package var rows: LineRows { LineRows(count: count) }

  /// Reads a line; neighbours of a line that was read lately come from memory.
  ///
  /// A line that cannot be read any more, because the file was shortened meanwhile, is empty.
  /// - Parameter line: From 0.
  /// - Precondition: `line` is in `0..<count`.
  /// - Complexity: O(log *n*) and one read of at most 80 KiB, however long the lines are.
  package func line(at line: Int) -> LineText {
    precondition(line >= 0 && line < count, "line \(line) of \(count)")
    return block(holding: line).text(of: line)
  }

  /// The line as text. See `line(at:)`.
  package func string(at line: Int) -> String { self.line(at: line).string }

  /// Where a line begins in the file.
  /// - Precondition: `line` is in `0...count`.
  func offset(of line: Int) -> Int {
    line == count ? indexedBytes : block(holding: line).offset(of: line)
  }

  private func block(holding line: Int) -> LineBlock {
    let place = points.partitioningIndex { $0.line <= line } - 1
    let point = points[place]
    // The scanner may have set a point at the very end, where no line has begun yet.
    let next = place + 1 < points.count ? points[place + 1] : LinePoint(line: count, offset: indexedBytes)
    let span = LineBlock.Span(
      generation: generation, lines: point.line..<min(next.line, count), bytes: point.offset..<next.offset,
      isClosed: next.line < count || endsWithNewline)
    return blocks.block(span, file: file)
  }
}
