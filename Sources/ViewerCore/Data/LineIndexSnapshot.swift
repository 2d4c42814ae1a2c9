package import ScrollworkPlatform

/// The known lines of a file at one moment. The value never changes, is cheap to copy and may be used on any thread.
package struct LineIndexSnapshot: Sendable {
  /// The number of times that the file was shortened, rewritten or replaced. Lines of different generations are
  /// unrelated.
  package let generation: Int
  /// The number of known lines, including a last line without a newline. Each part of a long line counts as a line,
  /// here and in all members that take line numbers; see `LongLines`.
  package let count: Int
  /// The number of indexed bytes.
  package let indexedBytes: Int
  /// The size of the file when it was examined last, in bytes.
  package let totalBytes: Int
  /// Whether all of the `totalBytes` are indexed. A growing file catches up repeatedly.
  package let isCaughtUp: Bool
  /// Whether no more bytes of a stream will arrive. Always true for a file.
  package let isEnded: Bool
  /// Whether the file's name was removed. The open file is still read.
  package let isGone: Bool
  /// The error that ended reading; earlier lines remain.
  package let error: FileError?
  /// Whether the last line ends with a newline.
  package let endsWithNewline: Bool
  /// The stored line starts, from which the others are computed; see `LineScanner`.
  let points: ChunkedList<LinePoint>
  /// The lines that are divided into parts.
  let longLines: LongLines
  /// The encoding of the text.
  package let encoding: CharacterEncoding
  /// The open file, preceded by the earlier files that had its name.
  let files: FileChain
  /// The starts of the files after the first one. The line before each separates it from the earlier file; see
  /// `isBreak`.
  let fileStarts: [LinePoint]
  /// The recently read blocks, shared with the other snapshots of the file.
  let blocks: LineBlockCache

  /// Whether everything is indexed and the input has ended.
  package var isComplete: Bool { isCaughtUp && isEnded }

  /// The indexed share of the file, 0 to 1.
  package var progress: Double {
    totalBytes > 0 ? min(1, Double(indexedBytes) / Double(totalBytes)) : (isComplete ? 1 : 0)
  }

  /// All lines as items of a list.
  package var rows: LineRows { LineRows(count: count) }

  /// Reads a line. Neighbours of recently read lines come from a cache.
  ///
  /// A line that became unreadable, because the file was shortened, is empty.
  /// - Parameter line: Counted from 0.
  /// - Precondition: `line` is in `0..<count`.
  /// - Complexity: O(log *n*) and one read of at most 86 KiB, independent of line lengths.
  package func line(at line: Int) -> LineText {
    precondition(line >= 0 && line < count, "line \(line) of \(count)")
    return block(holding: line).text(of: line)
  }

  /// Returns the text of a line without escape sequences. See `line(at:)`.
  package func string(at line: Int) -> String { self.line(at: line).string }

  /// Returns the line end of a line as in the file: `\n` or `\r\n`; empty if another part of the same long line
  /// follows.
  /// - Precondition: `line` is in `0..<count`.
  func lineEnd(of line: Int) -> String {
    precondition(line >= 0 && line < count, "line \(line) of \(count)")
    return block(holding: line).lineEnd(of: line)
  }

  /// Returns the bytes of a line as they stand in the file, as far as `line(at:)` shows them.
  /// - Precondition: `line` is in `0..<count`.
  func rawLine(at line: Int) -> ArraySlice<UInt8> {
    precondition(line >= 0 && line < count, "line \(line) of \(count)")
    return block(holding: line).raw(of: line)
  }

  /// Returns the offset in the file at which a line starts.
  /// - Precondition: `line` is in `0...count`.
  func offset(of line: Int) -> Int {
    line == count ? indexedBytes : block(holding: line).offset(of: line)
  }

  /// Returns the block that contains a line, from the cache or the file.
  /// - Complexity: O(log *n*), and a read if the block is not cached.
  private func block(holding line: Int) -> LineBlock {
    let place = points.partitioningIndex { $0.line <= line } - 1
    let point = points[place]
    // The scanner may have set a point at the end of the file, where no line starts yet.
    let next = place + 1 < points.count ? points[place + 1] : LinePoint(line: count, offset: indexedBytes)
    let span = LineBlock.Span(
      generation: generation, lines: point.line..<min(next.line, count), bytes: point.offset..<next.offset,
      isLast: place + 1 == points.count)
    return blocks.block(span, files: files, encoding)
  }
}

// Lines with several parts.
extension LineIndexSnapshot {
  /// The number of lines as the user counts them: long lines count once, and lines between two files do not count.
  package var wholeLineCount: Int { count - longLines.surplus - fileStarts.count }

  /// Returns the number of lines, as the user counts them, that begin among the last `count` lines.
  /// - Parameter count: The number of last lines, including parts of long lines and the lines between two files.
  func wholeLineCount(inLast count: Int) -> Int {
    let start = self.count - count
    guard start > 0 else { return wholeLineCount }
    let breaks = fileStarts.count { $0.line > start }
    return longLines.number(of: self.count - 1) - longLines.number(of: start - 1) - breaks
  }

  /// Returns the number of a line as the user counts lines, from 0 in each file.
  package func number(of line: Int) -> Int {
    let start = fileStarts.isEmpty ? 0 : fileStarts.last { $0.line <= line }?.line ?? 0
    return longLines.number(of: line) - (start > 0 ? longLines.number(of: start) : 0)
  }

  /// Returns the index of the line that has `number` in the newest file, as the user counts lines from 0.
  func start(ofNumber number: Int) -> Int {
    longLines.start(ofNumber: number + (newestStart > 0 ? longLines.number(of: newestStart) : 0))
  }

  /// Returns the indexes of all parts of the long line that contains `line`; only `line` if it is not part of one.
  @inline(__always)
  package func parts(of line: Int) -> Range<Int> {
    longLines.isEmpty ? line..<line + 1 : longLines.line(holding: line)?.parts ?? line..<line + 1
  }

  /// Whether a line is a part of a long line other than its first.
  func isContinuation(_ line: Int) -> Bool { parts(of: line).lowerBound < line }

  /// Returns whether a line of the index is a part of a long line that the next one continues.
  func continues(afterLine line: Int) -> Bool { parts(of: line).upperBound > line + 1 }

  /// Returns the start of the long line that contains `point`; `point` itself if it is not inside a long line.
  func lineStart(of point: LinePoint) -> LinePoint {
    longLines.line(holding: point.line).map { LinePoint(line: $0.first, offset: $0.offset) } ?? point
  }

  /// Returns the end of the long line that contains `point`; the offset of `point` if it does not continue a line.
  func lineEnd(of point: LinePoint) -> Int {
    isContinuation(point.line) ? offset(of: parts(of: point.line).upperBound) : point.offset
  }

  /// The start of the last line if its newline is missing, else the end.
  var openLine: LinePoint {
    guard !endsWithNewline, count > 0 else { return LinePoint(line: count, offset: indexedBytes) }
    let first = parts(of: count - 1).lowerBound
    return LinePoint(line: first, offset: offset(of: first))
  }
}

// Several files, of which the former ones had the name of the newest one before.
extension LineIndexSnapshot {
  /// The first line of the newest file.
  var newestStart: Int { fileStarts.last?.line ?? 0 }

  /// The number of lines of the newest file, as the user counts them.
  var newestLineCount: Int { count == 0 ? 0 : number(of: count - 1) + 1 - (newestStart == count ? 1 : 0) }

  /// Whether a line separates two files and tells what happened to the earlier one.
  package func isBreak(_ line: Int) -> Bool { fileStarts.contains { $0.line == line + 1 } }

  /// Returns the number of rows that have a line of a file, and not one that separates two files.
  /// - Parameter rows: Ascending ranges of rows.
  func fileRowCount(of rows: [Range<Int>], in shown: ShownLines) -> Int {
    // Lines between files are not sorted among the others.
    let breaks = shown.isSorted ? [] : fileStarts.compactMap { shown.row(of: $0.line - 1) }
    return rows.reduce(0) { sum, range in sum + range.count - breaks.count { range.contains($0) } }
  }

  /// Returns the parts of the files between a line and an offset, each with its first line and its end.
  func filePieces(from start: LinePoint, to end: Int) -> [(start: LinePoint, end: Int)] {
    let starts = [LinePoint(line: 0, offset: 0)] + fileStarts
    return zip(starts, files.ranges).compactMap { first, range in
      guard range.upperBound > start.offset || first.line > start.line, range.lowerBound <= end else { return nil }
      return (first.offset < start.offset ? start : first, min(range.upperBound, end))
    }
  }
}
