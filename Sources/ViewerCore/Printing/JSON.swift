/// A JSON value that is to be written. The members of an object keep their order.
package indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// Written as `null` if it is no finite number, which JSON does not have.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Equatable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// On one line.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value in UTF-8, on one line.
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

  /// Whole numbers without a fraction, others as short as they can be read back exactly.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    return value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : "\(value)"
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { escape(UnsafeRawBufferPointer($0), to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the inside of a string. What is no UTF-8 becomes the replacement character.
  static func escapeRepairing(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    if text.reduce(0, |) < 0x80 {
      escape(text, to: &bytes)
    } else {
      var repaired = String(decoding: text, as: UTF8.self)
      repaired.withUTF8 { escape(UnsafeRawBufferPointer($0), to: &bytes) }
    }
  }

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
