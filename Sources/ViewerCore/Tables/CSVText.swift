import ScrollworkPlatform

/// A piece of a CSV file in memory. Its offsets count code units from the start of the file, after the byte order mark.
struct CSVText: Sendable {
  /// The range of the piece in the file.
  let range: Range<Int>
  let encoding: CharacterEncoding
  /// The bytes of the piece in the file, and padding.
  private let raw: [UInt8]
  /// One byte for each code unit, and padding.
  private let units: [UInt8]

  /// The number of readable bytes after the piece, which the scanner needs.
  static let padding = 64

  init(at offset: Int, _ bytes: [UInt8], _ encoding: CharacterEncoding) {
    self.encoding = encoding
    let count = bytes.count / encoding.unitSize
    range = offset..<offset + count
    let raw = bytes + [UInt8](repeating: 0, count: Self.padding)
    self.raw = raw
    units = encoding.unitSize == 1 ? raw : Self.narrowed(raw, count, encoding)
  }

  /// Returns one byte for each code unit, and padding.
  private static func narrowed(_ raw: [UInt8], _ count: Int, _ encoding: CharacterEncoding) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count + padding) { buffer, initialized in
      buffer.initialize(repeating: 0)
      raw.withUnsafeBytes { raw in
        _ = encoding.narrow(
          UnsafeRawBufferPointer(rebasing: raw[..<(2 * count)]), into: UnsafeMutableRawBufferPointer(buffer))
      }
      initialized = buffer.count
    }
  }

  /// Calls `body` with the code units, which padding follows.
  func withUnits<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try units.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<range.count])) }
  }

  /// Returns the unit at an offset.
  func unit(at offset: Int) -> UInt8 { units[offset - range.lowerBound] }

  /// Returns the bytes of a range of the file.
  func bytes(_ part: Range<Int>) -> ArraySlice<UInt8> {
    let part = part.clamped(to: range)
    let start = (part.lowerBound - range.lowerBound) * encoding.unitSize
    return raw[start..<start + part.count * encoding.unitSize]
  }

  /// Calls `body` with the number and the range of each field of a row, until it returns `false`.
  /// - Parameters:
  ///   - row: The row without its end. It must be in the piece.
  ///   - cursor: The state at the start of the row.
  ///   - first: The number of the first field.
  /// - Returns: Whether all fields were visited.
  @discardableResult
  func visitFields(
    of row: Range<Int>, _ cursor: CSVCursor, first: Int = 0, _ body: (Int, Range<Int>) -> Bool
  ) -> Bool {
    withUnits { units in
      guard let base = units.baseAddress else { return body(first, row) }
      var (cursor, field, start) = (cursor, first, row.lowerBound)
      for offset in stride(from: row.lowerBound, to: row.upperBound, by: 64) {
        let count = min(64, row.upperBound - offset)
        var delimiters = cursor.advance(base + (offset - range.lowerBound), count: count, at: offset).delimiters
        while delimiters != 0 {
          let end = offset + delimiters.trailingZeroBitCount
          delimiters &= delimiters &- 1
          guard body(field, start..<end) else { return false }
          field += 1
          start = end + 1
        }
      }
      return body(field, start..<row.upperBound)
    }
  }

  /// Returns the starts of the rows in the piece, which begins with a row, and the offset after its last complete row.
  func rowStarts(_ cursor: CSVCursor, limit: Int = .max) -> (starts: [Int], end: Int) {
    withUnits { units in
      guard let base = units.baseAddress else { return ([], range.lowerBound) }
      var (cursor, starts) = (cursor, [range.lowerBound])
      var offset = range.lowerBound
      while offset < range.upperBound, starts.count <= limit {
        let position = offset - range.lowerBound
        if cursor.isAfterReturn, starts.last == offset, units[position] == 0x0A { starts[starts.count - 1] += 1 }
        let count = min(64, range.upperBound - offset)
        var ends = cursor.advance(base + position, count: count, at: offset).ends
        while ends != 0 {
          let place = ends.trailingZeroBitCount
          ends &= ends &- 1
          let isPair = place + 1 < count && units[position + place] == 0x0D && units[position + place + 1] == 0x0A
          starts.append(offset + place + (isPair ? 2 : 1))
        }
        offset += count
      }
      let end = starts.removeLast()
      if starts.count > limit { starts.removeLast(starts.count - limit) }
      return (starts, end)
    }
  }

  /// Returns the range of a row without its line end.
  func withoutEnd(_ row: Range<Int>) -> Range<Int> {
    var end = row.upperBound
    if end > row.lowerBound, unit(at: end - 1) == 0x0A { end -= 1 }
    if end > row.lowerBound, unit(at: end - 1) == 0x0D { end -= 1 }
    return row.lowerBound..<end
  }

  /// Returns the text of a field without its quotes.
  /// - Parameters:
  ///   - isQuoted: Whether the field may begin with an opening quote.
  ///   - limit: The length in bytes above which the text is cut, at a character boundary.
  func field(_ field: Range<Int>, _ bytes: CSVBytes, isQuoted: Bool = true, limit: Int) -> CSVField {
    let part = field.clamped(to: range)
    let count = field.count * encoding.unitSize
    var content: ArraySlice<UInt8>
    if isQuoted, let quote = bytes.quote, !part.isEmpty, unit(at: part.lowerBound) == quote {
      content = unquoted(part, quote, limit: limit)[...]
    } else {
      content = self.bytes(part.lowerBound..<min(part.upperBound, part.lowerBound + limit / encoding.unitSize))
      if content.count == count { return CSVField(text: encoding.decode(content), byteCount: count, isCut: false) }
    }
    let isCut = content.count >= limit / encoding.unitSize * encoding.unitSize || part.count < field.count
    if isCut { content = encoding.withoutHalfCharacter(content) }
    return CSVField(text: encoding.decode(content), byteCount: count, isCut: isCut)
  }

  /// Returns the bytes of a quoted field without its quotes, where two quotes stand for one; at most `limit` bytes.
  private func unquoted(_ field: Range<Int>, _ quote: UInt8, limit: Int) -> [UInt8] {
    let size = encoding.unitSize
    var result: [UInt8] = []
    var isInQuotes = true
    var offset = field.lowerBound + 1
    while offset < field.upperBound, result.count + size <= limit {
      if isInQuotes, unit(at: offset) == quote {
        offset += 1
        guard offset < field.upperBound else { break }
        isInQuotes = unit(at: offset) == quote
      }
      // All units up to the next quote stand for themselves.
      let last = min(field.upperBound, offset + (limit - result.count) / size)
      var end = offset + 1
      while end < last, !isInQuotes || unit(at: end) != quote { end += 1 }
      result += bytes(offset..<end)
      offset = end
    }
    return result
  }
}

/// A field of a CSV file as it is shown.
package struct CSVField: Hashable, Sendable {
  /// The text without quotes; at most `shownLimit` bytes, unless another limit was requested.
  package var text: String
  /// The length of the field in the file in bytes, with its quotes.
  package var byteCount: Int
  /// Whether the text was cut because it is too long.
  package var isCut: Bool

  /// The length in bytes above which a field is cut when it is shown.
  package static let shownLimit = 4_096
}
