/// The values of a row of JSON as they are shown.
struct JSONFields: Sendable {
  /// The value of each column; `nil` where the row has none.
  private let values: [CSVField?]
  /// The reason why the row is no JSON; `nil` if it is.
  let fault: JSONFault?
  /// The number of values in the row.
  let valueCount: Int
  /// The length in bytes above which texts were cut.
  let limit: Int

  /// Reads a row.
  /// - Parameters:
  ///   - bytes: The bytes of the row in the file.
  ///   - range: The range of the row in the file.
  ///   - isCut: Whether `bytes` are only the start of the row.
  init(_ bytes: ArraySlice<UInt8>, at range: Range<Int>, isCut: Bool, _ snapshot: CSVSnapshot, limit: Int) {
    let place = JSONRow.Place(form: snapshot.dialect.form, isFirst: range.lowerBound == 0, isCut: isCut)
    let keys = snapshot.json.keys
    var row = JSONRow()
    self.limit = limit
    values = JSONFields.withText(bytes, snapshot.dialect.encoding) { text in
      row.read(text, place, keys, count: keys.count)
      var values = row.values.map { $0.map { JSONText.field($0, in: text, limit: limit) } }
      if row.fault != nil, !values.isEmpty { values[0] = JSONText.raw(text, limit: limit) }
      return values
    }
    (fault, valueCount) = (row.fault, row.valueCount)
  }

  /// Returns the values of some columns; `columns` may go beyond those of the table.
  func fields(_ columns: Range<Int>) -> [CSVField?] {
    let known = columns.clamped(to: 0..<values.count)
    return values[known] + Array(repeating: nil, count: columns.count - known.count)
  }

  /// Calls `body` with bytes of a file as UTF-8.
  static func withText<Result>(
    _ bytes: ArraySlice<UInt8>, _ encoding: CharacterEncoding, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    if encoding.isUTF8 { return bytes.withUnsafeBytes { body($0) } }
    var text = encoding.decode(bytes)
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

extension CSVSnapshot {
  /// Returns the bytes of an array element in the file.
  func element(at place: Place) -> [UInt8] {
    let isKnown = place.block.text.range.upperBound >= place.range.upperBound
    let bytes = isKnown ? place.block.text.bytes(place.range) : source.bytes(place.range)[...]
    var row = JSONRow()
    return JSONFields.withText(bytes, dialect.encoding) { text in
      row.read(text, JSONRow.Place(form: dialect.form, isFirst: place.range.lowerBound == 0), JSONKeys(), count: 0)
      return Array(text[row.range])
    }
  }
}
