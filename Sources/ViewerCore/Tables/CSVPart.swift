/// The rows that start in a part of a CSV file that the index has not reached yet.
///
/// Whether the part starts inside quotes is guessed from the text after its start. If the guess is wrong, its rows are
/// wrong until the index reaches the part and replaces it.
struct CSVPart: Sendable {
  /// The default number of units in a part.
  static let defaultSize = 1 << 20
  /// The number of code units that are examined for the guess.
  private static let sampleSize = 1 << 16
  /// The number of units after the part in which the end of the last row is searched.
  private static let overrun = 1 << 20

  let range: Range<Int>
  let run: CSVRowRun

  /// Reads a part and finds its rows.
  /// - Parameters:
  ///   - range: The range of the part in code units. It must not begin at the start of the file.
  ///   - isLast: Whether the file ends with the part.
  ///   - columnCount: The usual number of fields in a row.
  init(_ range: Range<Int>, isLast: Bool, _ source: CSVSource, columnCount: Int) {
    self.range = range
    let bytes = source.dialect.bytes
    let text = source.text(range.lowerBound - 1..<range.upperBound)
    let sample =
      range.count < Self.sampleSize ? source.text(range.lowerBound - 1..<range.lowerBound + Self.sampleSize) : text
    let before = text.range.isEmpty ? UInt8(ascii: " ") : text.unit(at: text.range.lowerBound)
    let next = text.range.count > 1 ? text.unit(at: range.lowerBound) : 0
    let isRowStart = before == 0x0A || (before == 0x0D && next != 0x0A)
    let plain: CSVCursor.State = isRowStart || before == 0x0D || before == bytes.delimiter ? .start : .field
    let state = bytes.quote == nil ? plain : Self.guess(sample, plain, bytes, columnCount: columnCount)
    var scanner = CSVScanner(bytes, at: range.lowerBound, state: state, columnCount: columnCount)
    scanner.scan(text, from: range.lowerBound)
    if isLast, scanner.closeQuote() { scanner.scan(text, from: scanner.scanned) }
    let firstLine = isRowStart && state != .quoted ? 0 : 1
    let lines = firstLine..<max(firstLine, scanner.count)
    // The last row that starts in the part ends after it.
    let ends = scanner.ends
    while !isLast, scanner.openRow < scanner.scanned, scanner.ends == ends,
      scanner.scanned < range.upperBound + Self.overrun
    {
      let more = source.text(scanner.scanned..<scanner.scanned + Self.sampleSize)
      guard !more.range.isEmpty else { break }
      scanner.scan(more, from: scanner.scanned)
    }
    let isComplete = scanner.ends > ends
    run = CSVRowRun(
      points: scanner.points, lines: lines, lineCount: isComplete ? scanner.ends : scanner.count,
      end: isComplete ? scanner.openRow : scanner.scanned, literalQuotes: scanner.literalQuotes,
      hasTextAfterQuotes: scanner.hasTextAfterQuotes, firstState: state)
  }

  /// Returns the probable state at the start of a part: `plain`, or inside quotes. With the wrong one, there are quotes
  /// where no field begins or ends, and rows with an unusual number of fields.
  private static func guess(
    _ text: CSVText, _ plain: CSVCursor.State, _ bytes: CSVBytes, columnCount: Int
  ) -> CSVCursor.State {
    text.withUnits { units in
      let sample = UnsafeRawBufferPointer(rebasing: units.dropFirst().prefix(sampleSize))
      let faults = { (state: CSVCursor.State) in Self.faults(sample, state, bytes, columnCount: columnCount) }
      return faults(plain) <= faults(.quoted) ? plain : .quoted
    }
  }

  /// Returns the number of faults in a sample; regular rows subtract from it.
  private static func faults(
    _ sample: UnsafeRawBufferPointer, _ start: CSVCursor.State, _ bytes: CSVBytes, columnCount: Int
  ) -> Int {
    var (state, faults, fields, isPartial) = (start, 0, 1, true)
    for byte in sample {
      switch (state, byte) {
      case (.quoted, bytes.quote): state = .afterQuote
      case (.quoted, _): break
      case (.start, bytes.quote), (.afterQuote, bytes.quote): state = .quoted
      case (_, bytes.delimiter):
        fields += 1
        state = .start
      case (_, 0x0A), (_, 0x0D):
        // Empty rows are between the two bytes of an end.
        if !isPartial, state != .start || fields > 1 { faults += fields == columnCount ? -1 : 1 }
        (fields, isPartial, state) = (1, false, .start)
      default:
        if byte == bytes.quote || state == .afterQuote { faults += 4 }
        state = .field
      }
    }
    return faults
  }
}

extension CSVScanner {
  /// Scans a text from an offset on.
  mutating func scan(_ text: CSVText, from offset: Int) {
    text.withUnits { units in
      _ = scan(UnsafeRawBufferPointer(rebasing: units[max(0, offset - text.range.lowerBound)...]))
    }
  }
}

/// The rows of a CSV file that the index has not reached. The numbers of rows in parts that were read are exact, those
/// between them are estimated.
struct CSVRemainder: Sendable {
  /// A section of the file after the index: a part that was read, or the gap between two such parts.
  struct Segment: Sendable {
    /// The estimated numbers of the rows in the segment.
    var rows: Range<Int>
    /// The range of code units in which the rows start.
    var units: Range<Int>
    /// The part that was read; `nil` for a gap, in which the number of rows is estimated.
    var part: CSVPart?
  }

  private(set) var segments: [Segment] = []
  /// The number of units in a row on average.
  private let unitsPerRow: Double
  /// The number of units in the file.
  private let total: Int

  /// The number of all rows in the file, estimated.
  var rowCount: Int { segments.last?.rows.upperBound ?? 0 }

  /// - Parameters:
  ///   - rows: The number of indexed rows.
  ///   - scanned: The number of code units of the indexed rows.
  init(after rows: Int, _ scanned: Int, total: Int, _ parts: [CSVPart]) {
    unitsPerRow = Double(max(1, scanned)) / Double(max(1, rows))
    self.total = total
    segments = [Segment(rows: rows..<rows, units: scanned..<scanned)]
    var end = scanned
    for part in parts where part.range.lowerBound >= end && part.range.upperBound <= total {
      addEstimate(end..<part.range.lowerBound)
      let first = rowCount
      segments.append(Segment(rows: first..<first + part.run.count, units: part.range, part: part))
      end = part.range.upperBound
    }
    addEstimate(end..<total)
  }

  private mutating func addEstimate(_ units: Range<Int>) {
    guard !units.isEmpty else { return }
    let count = max(1, Int((Double(units.count) / unitsPerRow).rounded()))
    segments.append(Segment(rows: rowCount..<rowCount + count, units: units))
  }

  /// Returns the part that contains a row, and the line number of the row in the part; `nil` if there is none.
  /// - Parameters:
  ///   - partSize: The number of code units in a part.
  ///   - load: Reads a part, given its range and whether the file ends with it.
  func place(of row: Int, partSize: Int, load: (Range<Int>, Bool) -> CSVPart) -> (part: CSVPart, line: Int)? {
    guard let segment = segments.first(where: { $0.rows.contains(row) }) else { return nil }
    if let part = segment.part { return (part, part.run.lines.lowerBound + row - segment.rows.lowerBound) }
    if segment.units.upperBound == total, rowCount - row <= Self.exactEnd {
      if let found = place(fromEnd: rowCount - row, in: segment, partSize: partSize, load: load) { return found }
    }
    let unit = segment.units.lowerBound + Int(Double(row - segment.rows.lowerBound) * unitsPerRow)
    let number = max(1, min(unit, segment.units.upperBound - 1) / partSize)
    // The index is about to reach the first part.
    guard number * partSize < total else { return nil }
    let range = number * partSize..<min(total, (number + 1) * partSize)
    let isLast = range.upperBound == total
    let part = load(range, isLast)
    // The last row of the file is exact; elsewhere the first row of the part is the one that is estimated there.
    let firstRow =
      isLast
      ? rowCount - part.run.count
      : segment.rows.lowerBound + Int((Double(range.lowerBound - segment.units.lowerBound) / unitsPerRow).rounded())
    let line = part.run.lines.lowerBound + row - firstRow
    return part.run.lines.contains(line) ? (part, line) : nil
  }

  /// The number of last rows that are counted from the end of the file; `exactParts` limits the parts read for that.
  private static let exactEnd = 256
  private static let exactParts = 4

  /// Returns the part with one of the last rows; `nil` if the parts at the end have too few rows.
  /// - Parameter distance: The number of the row counted from the end; 1 for the last one.
  private func place(
    fromEnd distance: Int, in segment: Segment, partSize: Int, load: (Range<Int>, Bool) -> CSVPart
  ) -> (part: CSVPart, line: Int)? {
    var (rest, number) = (distance, (total - 1) / partSize)
    for _ in 0..<Self.exactParts where number * partSize >= max(1, segment.units.lowerBound) {
      let end = min(total, (number + 1) * partSize)
      let part = load(number * partSize..<end, end == total)
      if rest <= part.run.count { return (part, part.run.lines.upperBound - rest) }
      rest -= part.run.count
      number -= 1
    }
    return nil
  }

  /// Returns the estimated number of the row that contains a code unit.
  /// - Parameter unit: The offset in code units.
  func row(at unit: Int) -> Int {
    guard let segment = segments.first(where: { $0.units.contains(unit) }) else { return max(0, rowCount - 1) }
    let inside = Int(Double(unit - segment.units.lowerBound) / unitsPerRow)
    return min(segment.rows.upperBound - 1, segment.rows.lowerBound + inside)
  }
}
