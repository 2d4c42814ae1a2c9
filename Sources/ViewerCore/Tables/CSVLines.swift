internal import CByteScan

/// Many whole rows of a table, each of which is a line in UTF-8.
struct CSVLines {
  /// The number of the first row, counted with the header.
  let first: Int
  /// The rows as they stand in the file.
  let source: UnsafeRawBufferPointer
  /// The rows as they are shown, without quotes.
  let shown: UnsafeRawBufferPointer
}

extension CSVLines {
  /// Returns the source of a row.
  /// - Parameters:
  ///   - number: The number of the row, counted from the first of these rows.
  ///   - place: Its place in `shown`, with the end of the line.
  ///   - start: The number and the place in `source` of a row up to this one; those of the next row afterwards.
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
  /// Writes whole rows as they are shown, without quotes.
  /// - Parameters:
  ///   - rows: The rows, and `CSVText.padding` behind them. None of their quotes is read as text by an exception.
  ///   - target: Memory for the rows and as much padding.
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
