/// The encoding of a CSV file.
package enum CSVEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "UTF-8"
  /// With a byte order mark.
  case utf8WithMark = "UTF-8 with mark"
  case utf16LittleEndian = "UTF-16 LE"
  case utf16BigEndian = "UTF-16 BE"
  /// Latin-1 with the characters that Windows adds.
  case windows1252 = "Windows-1252"

  /// The byte order mark; empty if there is none.
  var mark: [UInt8] {
    switch self {
    case .utf8, .windows1252: []
    case .utf8WithMark: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    }
  }

  /// The number of bytes in a code unit.
  var unitSize: Int { self == .utf16LittleEndian || self == .utf16BigEndian ? 2 : 1 }

  /// Returns the encoding of a text by its mark, or guessed from its first bytes.
  ///
  /// Without a mark, a text is UTF-8 unless it has more invalid sequences than characters outside of ASCII.
  static func detect(_ start: [UInt8]) -> CSVEncoding {
    for encoding in [utf8WithMark, utf16LittleEndian, utf16BigEndian] where start.starts(with: encoding.mark) {
      return encoding
    }
    // The last character may be incomplete.
    let whole = start.dropLast(min(3, start.count))
    if String(validating: whole, as: UTF8.self) != nil, whole.count > 0 { return .utf8 }
    var (valid, invalid) = (0, 0)
    for scalar in String(decoding: start, as: UTF8.self).unicodeScalars {
      if scalar.value == 0xFFFD { invalid += 1 } else if scalar.value >= 0x80 { valid += 1 }
    }
    return invalid > valid ? .windows1252 : .utf8
  }

  /// Returns the text of some bytes; invalid sequences are replaced by U+FFFD.
  func decode(_ bytes: some Collection<UInt8>) -> String {
    switch self {
    case .utf8, .utf8WithMark: return String(decoding: bytes, as: UTF8.self)
    case .utf16LittleEndian, .utf16BigEndian:
      var units: [UInt16] = []
      units.reserveCapacity(bytes.count / 2)
      var first: UInt8?
      for byte in bytes {
        if let low = first {
          units.append(
            self == .utf16LittleEndian ? UInt16(byte) << 8 | UInt16(low) : UInt16(low) << 8 | UInt16(byte))
          first = nil
        } else {
          first = byte
        }
      }
      return String(decoding: units, as: UTF16.self)
    case .windows1252:
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Self.windowsScalar(byte)) }
      return String(text)
    }
  }

  /// Returns the character of a byte. The five bytes without a character are controls, as in the WHATWG's table.
  private static func windowsScalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(windowsCharacters[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  /// The characters of the bytes from 0x80 to 0x9F.
  private static let windowsCharacters: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  /// Narrows UTF-16 to one byte for each unit, for the scanner: units beyond 0xFF become 0xFF.
  /// - Returns: The number of units.
  func narrow(_ bytes: UnsafeRawBufferPointer, into units: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(bytes.count / 2, units.count)
    guard let source = bytes.baseAddress, let target = units.baseAddress else { return 0 }
    for place in 0..<count {
      var unit = UInt16(littleEndian: source.loadUnaligned(fromByteOffset: place &* 2, as: UInt16.self))
      if self == .utf16BigEndian { unit = unit.byteSwapped }
      target.storeBytes(of: unit < 0x100 ? UInt8(truncatingIfNeeded: unit) : 0xFF, toByteOffset: place, as: UInt8.self)
    }
    return count
  }
}
