internal import CByteScan

/// Complete rows of a table that are all lines in UTF-8.
struct CSVLines {
  /// The number of the first row. The header counts as a row.
  let first: Int
  /// The bytes of the rows in the file.
  let source: UnsafeRawBufferPointer
  /// The rows as they are shown, without quotes.
  let shown: UnsafeRawBufferPointer
}

extension CSVLines {
  /// Returns the range of a row in `source`.
  /// - Parameters:
  ///   - number: The number of the row, counted from the first of these rows.
  ///   - place: The range of the row in `shown`, including its line end.
  ///   - start: The number and the offset in `source` of this row or an earlier one; afterwards those of the next row.
  func source(of number: Int, at place: Range<Int>, from start: inout (number: Int, offset: Int)) -> Range<Int> {
    guard source.baseAddress != shown.baseAddress else { return place }
    while let end = CharacterEncoding.utf8.lineEnd(in: source, from: start.offset) {
      let row = start.offset..<end
      start = (start.number + 1, end)
      if start.number > number { return row }
    }
    return source.count..<source.count
  }
}

extension CSVDialect {
  /// Writes complete rows as they are shown, without quotes.
  /// - Parameters:
  ///   - rows: The rows, followed by `CSVText.padding` readable bytes. None of their quotes may be one that is read as
  ///     ordinary text.
  ///   - target: Memory for the rows and the same padding.
  ///   - stopsAtLineEnds: Whether to stop before a row with a line end inside quotes.
  /// - Returns: The numbers of bytes that were read and written.
  func writeText(
    of rows: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, stopsAtLineEnds: Bool
  ) -> (read: Int, written: Int) {
    guard let quote, let base = rows.baseAddress, let start = target.baseAddress else { return (0, 0) }
    var written = 0
    let read = scrollwork_row_text(
      base.assumingMemoryBound(to: UInt8.self), rows.count, delimiter, quote, stopsAtLineEnds,
      start.assumingMemoryBound(to: UInt8.self), &written)
    return (read, written)
  }
}
