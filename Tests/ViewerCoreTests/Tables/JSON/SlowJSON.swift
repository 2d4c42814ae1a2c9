/// A slow and obvious reader of JSON (RFC 8259), for comparison: recursive, byte by byte, without pieces.
struct SlowJSON {
  /// A value that keeps everything: the order of keys, repeated keys and numbers as they are written.
  indirect enum Value: Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string([UInt8])
    case array([Value])
    case object([(key: [UInt8], value: Value)])

    static func == (a: Value, b: Value) -> Bool {
      switch (a, b) {
      case (.null, .null): true
      case (.bool(let a), .bool(let b)): a == b
      case (.number(let a), .number(let b)): a == b
      case (.string(let a), .string(let b)): a == b
      case (.array(let a), .array(let b)): a == b
      case (.object(let a), .object(let b)):
        a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
      default: false
      }
    }
  }

  struct Invalid: Error {}

  private let bytes: [UInt8]
  private var place = 0

  /// Returns the value; `nil` if the text is no JSON.
  static func read(_ bytes: [UInt8]) -> Value? {
    var reader = SlowJSON(bytes: bytes)
    guard let value = try? reader.value() else { return nil }
    reader.space()
    return reader.place == bytes.count ? value : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func space() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func value() throws -> Value {
    space()
    if take("null") { return .null }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    if byte == 0x22 { return .string(try string()) }
    if take("[") { return .array(try array()) }
    if take("{") { return .object(try object()) }
    return .number(try number())
  }

  private mutating func array() throws -> [Value] {
    var values: [Value] = []
    space()
    if take("]") { return values }
    while true {
      values.append(try value())
      space()
      if take("]") { return values }
      guard take(",") else { throw Invalid() }
    }
  }

  private mutating func object() throws -> [(key: [UInt8], value: Value)] {
    var members: [(key: [UInt8], value: Value)] = []
    space()
    if take("}") { return members }
    while true {
      space()
      guard byte == 0x22 else { throw Invalid() }
      let key = try string()
      space()
      guard take(":") else { throw Invalid() }
      members.append((key, try value()))
      space()
      if take("}") { return members }
      guard take(",") else { throw Invalid() }
    }
  }

  private mutating func number() throws -> String {
    let text = String(decoding: bytes[place...].prefix { "+-.eE0123456789".utf8.contains($0) }, as: UTF8.self)
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else { throw Invalid() }
    place += text.utf8.count
    return text
  }

  /// Reads a string. Its code units are collected as UTF-16, in which a lone surrogate is easy to see.
  private mutating func string() throws -> [UInt8] {
    place += 1
    var (result, units): ([UInt8], [UInt16]) = ([], [])
    func flush(_ units: inout [UInt16], _ result: inout [UInt8]) {
      result += String(decoding: units, as: UTF16.self).utf8
      units = []
    }
    while let byte {
      place += 1
      if byte == 0x5C {
        guard let unit = try escape() else { throw Invalid() }
        units.append(unit)
        continue
      }
      flush(&units, &result)
      if byte == 0x22 { return result }
      guard byte >= 0x20 else { throw Invalid() }
      result.append(byte)
    }
    throw Invalid()
  }

  private mutating func escape() throws -> UInt16? {
    guard let byte else { return nil }
    place += 1
    switch Character(Unicode.Scalar(byte)) {
    case "\"", "\\", "/": return UInt16(byte)
    case "b": return 8
    case "f": return 12
    case "n": return 10
    case "r": return 13
    case "t": return 9
    case "u":
      let digits = bytes[place...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
      place += 4
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    default: return nil
    }
  }
}
