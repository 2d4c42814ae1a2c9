/// The ranges of the values in a JSON row, found in one pass over its text.
struct JSONRow {
  /// A value of the row.
  struct Value: Sendable {
    /// The kind of the first token of the value.
    var kind: JSONToken.Kind
    /// The bytes of the value in the text.
    var range: Range<Int>
  }

  /// The value of each column; `nil` where the row has none.
  private(set) var values: [Value?] = []
  /// The range of the row's value in the text, without the brackets and commas of an array around it.
  private(set) var range = 0..<0
  /// The reason why the row is no JSON; `nil` if it is.
  private(set) var fault: JSONFault?
  /// The number of values.
  private(set) var valueCount = 0
  /// The column and the start of the value that is read, if only the start of the row is known.
  private var begun: (column: Int, start: Int)?

  /// The facts about a row's position in its file that parsing needs.
  struct Place {
    var form: RowForm
    /// Whether the row is at the start of the file.
    var isFirst: Bool
    /// Whether only the start of the row is known.
    var isCut = false
  }

  /// Reads a row.
  /// - Parameters:
  ///   - text: The row as UTF-8.
  ///   - count: The number of columns whose values are needed.
  ///   - unknown: Called with each decoded key that has no column.
  mutating func read(
    _ text: UnsafeRawBufferPointer, _ place: Place, _ keys: JSONKeys, count: Int,
    unknown: (UnsafeRawBufferPointer) -> Void = { _ in }
  ) {
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(nil, count: min(count, keys.count)))
    (fault, valueCount, begun) = (nil, 0, nil)
    let start = place.form == .jsonElements ? Self.start(of: text, isFirst: place.isFirst) : 0
    range = start..<text.count
    // A row without a value is empty, as it is in CSV.
    guard let first = Self.value(in: text, from: start) else {
      range = text.count..<text.count
      return
    }
    do throws(JSONFault) {
      let end = try readValue(text, first, place, keys, unknown)
      range = first..<end
      try checkEnd(text, from: end, place)
    } catch {
      if place.isCut, error.problem == .cutOff { return keepCutValue(text) }
      fault = error
      for index in values.indices { values[index] = nil }
    }
  }

  /// Reads the value. Returns the offset after it.
  private mutating func readValue(
    _ text: UnsafeRawBufferPointer, _ first: Int, _ place: Place, _ keys: JSONKeys,
    _ unknown: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONFault) -> Int {
    var cursor = JSONCursor(position: first, acceptsNonFinite: true)
    guard let token = try cursor.next(in: text, isLast: true) else { return first }
    guard token.kind == .objectStart else {
      while cursor.depth > 0 { _ = try cursor.next(in: text, isLast: true) }
      valueCount = 1
      if let column = keys.valueColumn, column < values.count {
        values[column] = Value(kind: token.kind, range: first..<cursor.position)
      }
      return cursor.position
    }
    var expected = 0
    while let token = try cursor.next(in: text, isLast: true), token.kind == .key {
      let column = Self.column(of: UnsafeRawBufferPointer(rebasing: text[token.range]), keys, expected, unknown)
      if place.isCut, let column, try cursor.moveToValue(in: text) { begun = (column, cursor.position) }
      guard let value = try cursor.next(in: text, isLast: true) else { break }
      while cursor.depth > 1 { _ = try cursor.next(in: text, isLast: true) }
      valueCount += 1
      begun = nil
      guard let column else { continue }
      expected = column + 1
      // Of equal keys the last one counts.
      if column < values.count {
        values[column] = Value(kind: value.kind, range: value.range.lowerBound..<cursor.position)
      }
    }
    return cursor.position
  }

  /// Keeps the beginning of the value that the end of the known text cuts off.
  private mutating func keepCutValue(_ text: UnsafeRawBufferPointer) {
    guard let (column, start) = begun, column < values.count, start < text.count else { return }
    let kinds: [UInt8: JSONToken.Kind] = [
      UInt8(ascii: "\""): .string, UInt8(ascii: "{"): .objectStart, UInt8(ascii: "["): .arrayStart,
    ]
    if let kind = kinds[text[start]] { values[column] = Value(kind: kind, range: start..<text.count) }
  }

  /// Returns the column of a key; `nil` if it has none. The key is given with its quotes.
  @inline(__always)
  private static func column(
    of key: UnsafeRawBufferPointer, _ keys: JSONKeys, _ expected: Int, _ unknown: (UnsafeRawBufferPointer) -> Void
  ) -> Int? {
    let inside = UnsafeRawBufferPointer(rebasing: key[1..<key.count - 1])
    if let column = keys.column(of: inside, expected: expected), !inside.contains(0x5C) { return column }
    guard inside.contains(0x5C) else {
      unknown(inside)
      return nil
    }
    return JSONText.decodedBytes(key).withUnsafeBytes { decoded in
      let column = keys.column(of: decoded, expected: expected)
      if column == nil { unknown(decoded) }
      return column
    }
  }

  /// Checks that only white space, and a comma or the closing bracket of the enclosing array, follow the value.
  private func checkEnd(_ text: UnsafeRawBufferPointer, from end: Int, _ place: Place) throws(JSONFault) {
    guard var next = Self.value(in: text, from: end) else { return }
    if place.form == .jsonElements, text[next] == UInt8(ascii: "]") || text[next] == UInt8(ascii: ",") {
      guard let after = Self.value(in: text, from: next + 1) else { return }
      next = after
    }
    throw JSONFault(offset: next, problem: .extra(found: text[next]))
  }

  /// Returns the offset of the next byte that is not white space; `nil` if there is none.
  private static func value(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var place = start
    while place < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[place]) { place += 1 }
    return place < text.count ? place : nil
  }

  /// Returns the start of an element: for the first one, the offset after the opening bracket of the array.
  private static func start(of text: UnsafeRawBufferPointer, isFirst: Bool) -> Int {
    guard isFirst, let first = value(in: text, from: 0), text[first] == UInt8(ascii: "[") else { return 0 }
    return first + 1
  }
}

extension JSONText {
  /// Returns a value as it is shown in a cell.
  /// - Parameter limit: The length in bytes above which a text is cut.
  static func field(_ value: JSONRow.Value, in text: UnsafeRawBufferPointer, limit: Int) -> CSVField {
    let bytes = UnsafeRawBufferPointer(rebasing: text[value.range])
    switch value.kind {
    case .null: return CSVField(text: "", byteCount: bytes.count, isCut: false)
    case .string:
      let decoded = decodedBytes(bytes, limit: limit)
      let isCut = decoded.count + 4 > limit && decoded.count < bytes.count - 2
      return CSVField(text: String(decoding: decoded, as: UTF8.self), byteCount: bytes.count, isCut: isCut)
    case .objectStart, .arrayStart:
      var compact: [UInt8] = []
      let isWhole = appendCompact(bytes, to: &compact, limit: limit)
      let end = compact.withUnsafeBytes { cut($0, limit: limit) }
      return CSVField(
        text: end ?? String(decoding: compact, as: UTF8.self), byteCount: bytes.count,
        isCut: !isWhole || end != nil)
    default: return raw(bytes, limit: limit)
    }
  }

  /// Returns the unchanged text, cut at a limit.
  static func raw(_ bytes: UnsafeRawBufferPointer, limit: Int) -> CSVField {
    let end = cut(bytes, limit: limit)
    return CSVField(
      text: end ?? String(decoding: bytes, as: UTF8.self), byteCount: bytes.count, isCut: end != nil)
  }

  /// Returns the first `limit` bytes of a longer text, cut at a character boundary; `nil` if the text is not longer.
  static func cut(_ bytes: UnsafeRawBufferPointer, limit: Int) -> String? {
    guard bytes.count > limit else { return nil }
    var end = limit
    while end > 0, limit - end < 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
