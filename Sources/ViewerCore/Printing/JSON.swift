/// A JSON value to write. The members of an object keep their order.
package indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number. JSON has no infinity and no NaN, so these are written as `null`.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A member of an object: a name with a value.
  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The value on one line.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value to `bytes` as UTF-8, on one line.
  /// - Complexity: O(*n*), where *n* is the number of bytes written.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .int(let value): bytes += String(value).utf8
    case .number(let value): bytes += Self.text(of: value).utf8
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let values): Self.writeList("[", "]", values, to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      Self.writeList("{", "}", members, to: &bytes) { member, bytes in
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  /// Writes elements between brackets, separated by commas.
  private static func writeList<Element>(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ elements: [Element], to bytes: inout [UInt8],
    write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }

  /// Returns the shortest text that parses to the same value; whole numbers have no fraction.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
  }

  /// Writes a quoted string.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { escape(UnsafeRawBufferPointer($0), to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends text as the inside of a JSON string. Invalid UTF-8 becomes U+FFFD.
  static func escapeRepairing(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    if text.reduce(0, |) < 0x80 {
      escape(text, to: &bytes)
    } else {
      var repaired = String(decoding: text, as: UTF8.self)
      repaired.withUTF8 { escape(UnsafeRawBufferPointer($0), to: &bytes) }
    }
  }

  /// Appends valid UTF-8 with control characters, quotes and backslashes escaped (RFC 8259, section 7).
  private static func escape(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    var rest = text[...]
    while let place = rest.firstIndex(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }) {
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<place]))
      bytes.append(0x5C)
      switch rest[place] {
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x22, 0x5C: bytes.append(rest[place])
      case let byte: bytes += [0x75, 0x30, 0x30, hexadecimal(byte >> 4), hexadecimal(byte & 15)]
      }
      rest = rest[(place + 1)...]
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest))
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? 0x30 + digit : 0x61 + digit - 10
  }
}
