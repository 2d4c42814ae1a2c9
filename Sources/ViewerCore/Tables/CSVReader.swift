import Glibc
import ScrollworkPlatform

/// Reads indexed rows of a CSV file one after another, with the places of their first fields.
///
/// Rows of up to `longestRow` bytes are in memory while they are read; of longer ones, only the first bytes are given.
struct CSVReader: ~Copyable {
  /// The number of bytes of a row that are kept in memory.
  static let longestRow = 1 << 26
  private static let readSize = 1 << 18

  private let source: CSVSource
  private let run: CSVRowRun
  private let keys: JSONKeys
  /// The number of fields whose places are found in each row.
  private let fieldCount: Int
  /// The bytes of the file, beginning with the row that is being read, and padding.
  private var buffer: UnsafeMutableRawBufferPointer
  /// The code units of the buffer, one byte for each; the buffer itself unless units have two bytes.
  private var units: UnsafeMutableRawBufferPointer
  /// The places of the delimiters in the row, as far as they are needed.
  private var delimiters: UnsafeMutablePointer<Int>

  /// - Parameter fieldCount: The number of fields whose places are needed.
  init(_ snapshot: CSVSnapshot, fieldCount: Int) {
    (source, run, keys) = (snapshot.source, snapshot.run, snapshot.json.keys)
    self.fieldCount = fieldCount
    buffer = .allocate(byteCount: Self.readSize + CSVText.padding, alignment: 16)
    units = buffer
    delimiters = .allocate(capacity: max(1, fieldCount))
    if source.dialect.encoding.unitSize > 1 { units = .allocate(byteCount: buffer.count, alignment: 16) }
  }

  deinit {
    if units.baseAddress != buffer.baseAddress { units.deallocate() }
    buffer.deallocate()
    delimiters.deallocate()
  }

  /// Calls `body` with rows until it returns `false`.
  /// - Parameters:
  ///   - points: The numbers of the stored row starts, between which the rows are; `run.points` has them.
  ///   - isCancelled: Called after each piece of the file.
  /// - Returns: Whether all rows were read.
  mutating func visit(
    points: Range<Int>, isCancelled: () -> Bool = { false }, _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    guard !points.isEmpty else { return true }
    let start = run.points[points.lowerBound]
    let isLast = points.upperBound >= run.points.count
    let end = isLast ? run.end : run.points[points.upperBound].offset
    let endLine = isLast ? run.lineCount : run.points[points.upperBound].line
    var position = Position(line: start.line, rowStart: start.offset, base: start.offset, scanned: start.offset)
    var cursor = run.cursor(source.dialect.bytes, at: start.offset)
    var row = CSVRow(source, literalQuotes: run.literalQuotes, keys, fieldCount: fieldCount)
    while position.line < endLine {
      if isCancelled() { return false }
      let filled = fill(position, end)
      let isAtEnd = position.base + filled >= end || filled == position.scanned - position.base
      row.move(to: buffer, units, delimiters, base: position.base)
      guard scan(filled, &position, &cursor, &row, endLine, body) else { return false }
      if isAtEnd {
        // The last row has no end.
        return position.line == endLine || deliver(position.scanned, &position, &row, body)
      }
      if !position.isSkipping, position.scanned - position.rowStart >= Self.longestRow {
        guard deliver(position.scanned, &position, &row, body) else { return false }
        position.line -= 1
        position.isSkipping = true
      }
      makeRoom(&position)
    }
    return true
  }

  /// The place of the reader; all offsets count code units of the file.
  private struct Position {
    var line: Int
    /// The offset of the row that is being read.
    var rowStart: Int
    /// The offset of the buffer's first unit.
    var base: Int
    var scanned: Int
    /// The number of delimiters found in the row.
    var found = 0
    /// Whether the row was delivered already, because it is too long.
    var isSkipping = false
  }

  /// Fills the buffer after the scanned units. Returns the number of units in the buffer.
  private mutating func fill(_ position: Position, _ end: Int) -> Int {
    let size = source.dialect.encoding.unitSize
    let kept = position.scanned - position.base
    let room = min((buffer.count - CSVText.padding) / size - kept, end - position.scanned)
    guard room > 0 else { return kept }
    let target = UnsafeMutableRawBufferPointer(rebasing: buffer[(kept * size)..<((kept + room) * size)])
    let count = ((try? source.file.read(at: source.fileOffset(position.scanned), into: target)) ?? 0) / size
    if size > 1 {
      _ = source.dialect.encoding.narrow(
        UnsafeRawBufferPointer(rebasing: target[..<(count * size)]), into: .init(rebasing: units[kept...]))
    }
    return kept + count
  }

  /// Finds rows and fields in the units that are not scanned yet. Returns `false` if `body` did.
  private mutating func scan(
    _ filled: Int, _ position: inout Position, _ cursor: inout CSVCursor, _ row: inout CSVRow,
    _ endLine: Int, _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    guard let start = units.baseAddress else { return false }
    let filledEnd = position.base + filled
    while position.scanned < filledEnd {
      let block = start + (position.scanned - position.base)
      let count = min(64 - position.scanned & 63, filledEnd - position.scanned)
      if cursor.isAfterReturn, position.rowStart == position.scanned, block.load(as: UInt8.self) == 0x0A {
        position.rowStart += 1
      }
      var structure =
        count == 64
        ? cursor.advance(block, count: 64, at: position.scanned)
        : cursor.advance(block, count: count, at: position.scanned)
      let offset = position.scanned
      while structure.ends != 0 {
        let place = structure.ends.trailingZeroBitCount
        let before = (structure.ends & (0 &- structure.ends)) &- 1
        add(structure.delimiters & before, offset, &position)
        structure.delimiters &= ~before
        structure.ends &= structure.ends &- 1
        position.scanned = offset + place + 1
        guard deliver(offset + place, &position, &row, body) else { return false }
        let isPair =
          place + 1 < count && block.load(fromByteOffset: place, as: UInt8.self) == 0x0D
          && block.load(fromByteOffset: place + 1, as: UInt8.self) == 0x0A
        position.rowStart = offset + place + (isPair ? 2 : 1)
        if position.line == endLine { return true }
      }
      add(structure.delimiters, offset, &position)
      position.scanned = offset + count
    }
    return true
  }

  /// Records delimiters of the row.
  @inline(__always)
  private mutating func add(_ bits: UInt64, _ offset: Int, _ position: inout Position) {
    var bits = bits
    while bits != 0, position.found < fieldCount {
      delimiters[position.found] = offset + bits.trailingZeroBitCount
      position.found += 1
      bits &= bits &- 1
    }
  }

  /// Passes the row to `body`, unless its start was passed already, and goes to the next one.
  @inline(__always)
  private func deliver(
    _ end: Int, _ position: inout Position, _ row: inout CSVRow, _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    let (line, isSkipping) = (position.line, position.isSkipping)
    row.range = position.rowStart..<max(position.rowStart, end)
    row.delimiterCount = position.found
    position.line += 1
    position.found = 0
    position.isSkipping = false
    return isSkipping || body(line, &row)
  }

  /// Moves the row that is being read to the front of the buffer, or enlarges the buffer if the row fills it.
  private mutating func makeRoom(_ position: inout Position) {
    let size = source.dialect.encoding.unitSize
    if position.isSkipping || position.rowStart > position.scanned {
      position.base = position.scanned
      if position.isSkipping { position.rowStart = position.scanned }
      return
    }
    let kept = position.scanned - position.rowStart
    let start = position.rowStart - position.base
    if start > 0, let base = buffer.baseAddress, let first = units.baseAddress {
      memmove(base, base + start * size, kept * size)
      if size > 1 { memmove(first, first + start, kept) }
      position.base = position.rowStart
    }
    if kept * size > (buffer.count - CSVText.padding) / 2 { enlarge() }
  }

  private mutating func enlarge() {
    func larger(_ old: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
      let new = UnsafeMutableRawBufferPointer.allocate(byteCount: old.count * 2, alignment: 16)
      new.copyMemory(from: UnsafeRawBufferPointer(old))
      return new
    }
    let (oldBuffer, oldUnits) = (buffer, units)
    buffer = larger(oldBuffer)
    units = oldUnits.baseAddress == oldBuffer.baseAddress ? buffer : larger(oldUnits)
    if oldUnits.baseAddress != oldBuffer.baseAddress { oldUnits.deallocate() }
    oldBuffer.deallocate()
  }
}

/// A row while it is read. It is valid only in the call that gets it.
struct CSVRow {
  /// Memory for texts that do not stand in the file as they are.
  final class Scratch {
    var bytes: [UInt8] = []
    /// The values of the row of JSON at `range`.
    var json = JSONRow()
    var range: Range<Int>?
    /// The text of a row in another encoding than UTF-8.
    var text: [UInt8] = []
  }

  /// The range of the row without its end.
  fileprivate(set) var range = 0..<0
  fileprivate var delimiterCount = 0
  private var base = 0
  private var buffer = UnsafeRawBufferPointer(start: nil, count: 0)
  private var units = UnsafeRawBufferPointer(start: nil, count: 0)
  private var delimiters: UnsafePointer<Int>?
  private let source: CSVSource
  private let literalQuotes: [Int]
  private let isUTF8: Bool
  private let keys: JSONKeys
  private let fieldCount: Int
  private let isJSON: Bool
  private let scratch = Scratch()

  fileprivate init(_ source: CSVSource, literalQuotes: [Int], _ keys: JSONKeys, fieldCount: Int) {
    (self.keys, self.fieldCount, isJSON) = (keys, fieldCount, source.dialect.form != .fields)
    self.source = source
    self.literalQuotes = literalQuotes
    isUTF8 = source.dialect.encoding.isUTF8
  }

  fileprivate mutating func move(
    to buffer: UnsafeMutableRawBufferPointer, _ units: UnsafeMutableRawBufferPointer,
    _ delimiters: UnsafeMutablePointer<Int>, base: Int
  ) {
    self.buffer = UnsafeRawBufferPointer(buffer)
    self.units = UnsafeRawBufferPointer(units)
    self.delimiters = UnsafePointer(delimiters)
    self.base = base
  }

  /// The bytes of the row as they stand in the file; those of an element have its commas and brackets.
  var bytes: UnsafeRawBufferPointer { raw(range) }

  /// Calls `body` with the row as UTF-8, with its quotes and delimiters.
  func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if isJSON { return withReadableText(body) }
    if isUTF8 { return body(bytes) }
    var text = source.dialect.encoding.decode(bytes)
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Calls `body` with a field as UTF-8, without its quotes; with `nil` if the row has no such field.
  @inline(__always)
  func withField<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    if isJSON { return withValue(number, body) }
    guard let field = field(number) else { return body(nil) }
    let isQuoted = !field.isEmpty && units[field.lowerBound - base] == source.dialect.quote
    if isUTF8, !isQuoted { return body(raw(field)) }
    return withOddField(field, isQuoted: isQuoted, body)
  }

  @inline(never)
  private func withOddField<Result>(
    _ field: Range<Int>, isQuoted: Bool, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    let size = source.dialect.encoding.unitSize
    scratch.bytes.removeAll(keepingCapacity: true)
    if isQuoted, !literalQuotes.contains(field.lowerBound) {
      var isInQuotes = true
      var offset = field.lowerBound + 1
      while offset < field.upperBound {
        if isInQuotes, units[offset - base] == source.dialect.quote {
          offset += 1
          guard offset < field.upperBound else { break }
          isInQuotes = units[offset - base] == source.dialect.quote
        }
        scratch.bytes.append(contentsOf: buffer[(offset - base) * size..<(offset - base + 1) * size])
        offset += 1
      }
    } else {
      scratch.bytes.append(contentsOf: raw(field))
    }
    if !isUTF8 { scratch.bytes = Array(source.dialect.encoding.decode(scratch.bytes).utf8) }
    return scratch.bytes.withUnsafeBytes { body($0) }
  }

  /// Returns the range of a field.
  @inline(__always)
  private func field(_ number: Int) -> Range<Int>? {
    guard number <= delimiterCount, !range.isEmpty, let delimiters else { return nil }
    let start = number == 0 ? range.lowerBound : delimiters[number - 1] + 1
    return start..<(number < delimiterCount ? delimiters[number] : range.upperBound)
  }

  @inline(__always)
  private func raw(_ part: Range<Int>) -> UnsafeRawBufferPointer {
    let size = source.dialect.encoding.unitSize
    return UnsafeRawBufferPointer(rebasing: buffer[(part.lowerBound - base) * size..<(part.upperBound - base) * size])
  }
}

/// Rows of JSON.
extension CSVRow {
  /// The place of the row in its file.
  var place: JSONRow.Place {
    JSONRow.Place(
      form: source.dialect.form, isFirst: range.lowerBound == 0, isCut: range.count >= CSVReader.longestRow)
  }

  /// Calls `body` with the row as UTF-8, as it stands in the file.
  func withSource<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if isUTF8 { return body(bytes) }
    if scratch.range != range { scratch.text = Array(source.dialect.encoding.decode(bytes).utf8) }
    return scratch.text.withUnsafeBytes { body($0) }
  }

  /// Calls `body` with the text of the value, in which all escapes are replaced, so that text is found as it is shown.
  @inline(never)
  private func withReadableText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withSource { text in
      guard text.contains(0x5C) else { return body(text) }
      scratch.bytes.removeAll(keepingCapacity: true)
      JSONText.appendReplacingEscapes(text, to: &scratch.bytes)
      return scratch.bytes.withUnsafeBytes { body($0) }
    }
  }

  /// Whether a text with this byte may stand in a field but not in `withText`.
  func isAltered(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || isJSON && [0x2C, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D].contains(byte)
  }

  /// Whether fields have texts as they stand in the row, apart from those with altered bytes.
  var isVerbatim: Bool { !isJSON || withSource { !$0.contains(0x5C) } }

  /// Calls `body` with the value of a column as it is shown.
  @inline(never)
  private func withValue<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    withJSON { text, row in
      guard number < row.values.count, let value = row.values[number] else {
        return body(number == 0 && row.fault != nil ? text : nil)
      }
      let bytes = UnsafeRawBufferPointer(rebasing: text[value.range])
      switch value.kind {
      case .null: return body(UnsafeRawBufferPointer(rebasing: bytes[..<0]))
      case .string:
        guard bytes.contains(0x5C) else {
          return body(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast()))
        }
        scratch.bytes = JSONText.decodedBytes(bytes)
      case .objectStart, .arrayStart:
        scratch.bytes.removeAll(keepingCapacity: true)
        JSONText.appendCompact(bytes, to: &scratch.bytes)
      default: return body(bytes)
      }
      return scratch.bytes.withUnsafeBytes { body($0) }
    }
  }

  /// Calls `body` with the row as UTF-8 and the places of its values.
  func withJSON<Result>(_ body: (UnsafeRawBufferPointer, JSONRow) -> Result) -> Result {
    withSource { text in
      if scratch.range != range {
        scratch.json.read(text, place, keys, count: fieldCount)
        scratch.range = range
      }
      return body(text, scratch.json)
    }
  }
}
