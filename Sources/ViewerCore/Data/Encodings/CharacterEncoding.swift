import Glibc

/// The encoding of a text or of the file of a table.
package enum CharacterEncoding: Hashable, Sendable {
  case utf8
  /// UTF-8 with a byte order mark.
  case utf8WithMark
  case utf16LittleEndian, utf16BigEndian, bareUTF16LittleEndian, bareUTF16BigEndian
  /// Latin-1 with the characters that Windows adds.
  case windows1252
  case latin2, latin9, windows1250, windows1251, windows1253, windows1254, koi8, macintosh, cyrillic, greek
  case windows1255, windows1256, windows1257, windows874, koi8Ukrainian, ibm437, ibm850, ibm866, latin3, latin4
  case arabic, hebrew, latin5, latin6, latin7, latin8, latin10, ibm852, ibm855, ibm857, ibm862, macCyrillic
  case macCentralEurope, koi8Tajik, armenian
  // Encodings with one to four bytes for each character.
  case shiftJIS, eucJP, gb18030, big5, eucKR
  /// UTF-8 to which the file was converted from another encoding while it was read.
  case converted(ConvertedEncoding)

  /// The encodings that are read in place, with their names here and in the C library; `nil` for those that this type
  /// decodes itself.
  private static let inPlace: [(encoding: CharacterEncoding, name: String, libraryName: String?)] = [
    (.utf8, "UTF-8", nil),
    (.utf8WithMark, "UTF-8 with mark", nil),
    (.utf16LittleEndian, "UTF-16 LE", nil),
    (.utf16BigEndian, "UTF-16 BE", nil),
    (.bareUTF16LittleEndian, "UTF-16 LE without mark", nil),
    (.bareUTF16BigEndian, "UTF-16 BE without mark", nil),
    (.windows1252, "Windows-1252", nil),
    (.latin2, "ISO 8859-2", "ISO-8859-2"),
    (.latin9, "ISO 8859-15", "ISO-8859-15"),
    (.windows1250, "Windows-1250", "CP1250"),
    (.windows1251, "Windows-1251", "CP1251"),
    (.windows1253, "Windows-1253", "CP1253"),
    (.windows1254, "Windows-1254", "CP1254"),
    (.koi8, "KOI8-R", "KOI8-R"),
    (.macintosh, "Mac Roman", "MACINTOSH"),
    (.cyrillic, "ISO 8859-5", "ISO-8859-5"),
    (.greek, "ISO 8859-7", "ISO-8859-7"),
    (.windows1255, "Windows-1255", "CP1255"),
    (.windows1256, "Windows-1256", "CP1256"),
    (.windows1257, "Windows-1257", "CP1257"),
    (.windows874, "Windows-874", "CP874"),
    (.koi8Ukrainian, "KOI8-U", "KOI8-U"),
    (.ibm437, "IBM 437", "IBM437"),
    (.ibm850, "IBM 850", "IBM850"),
    (.ibm866, "IBM 866", "IBM866"),
    (.latin3, "ISO 8859-3", "ISO-8859-3"),
    (.latin4, "ISO 8859-4", "ISO-8859-4"),
    (.arabic, "ISO 8859-6", "ISO-8859-6"),
    (.hebrew, "ISO 8859-8", "ISO-8859-8"),
    (.latin5, "ISO 8859-9", "ISO-8859-9"),
    (.latin6, "ISO 8859-10", "ISO-8859-10"),
    (.latin7, "ISO 8859-13", "ISO-8859-13"),
    (.latin8, "ISO 8859-14", "ISO-8859-14"),
    (.latin10, "ISO 8859-16", "ISO-8859-16"),
    (.ibm852, "IBM 852", "IBM852"),
    (.ibm855, "IBM 855", "IBM855"),
    (.ibm857, "IBM 857", "IBM857"),
    (.ibm862, "IBM 862", "IBM862"),
    (.macCyrillic, "Mac Cyrillic", "MAC-CYRILLIC"),
    (.macCentralEurope, "Mac Central Europe", "MAC-CENTRALEUROPE"),
    (.koi8Tajik, "KOI8-T", "KOI8-T"),
    (.armenian, "ARMSCII-8", "ARMSCII-8"),
    (.shiftJIS, "Shift-JIS", "CP932"),
    (.eucJP, "EUC-JP", "EUC-JP"),
    (.gb18030, "GB18030", "GB18030"),
    (.big5, "Big5", "BIG5"),
    (.eucKR, "EUC-KR", "CP949"),
  ]

  /// The names of the encodings that are read in place, here and in the C library.
  static var inPlaceNames: [String] { inPlace.map(\.name) }
  static var libraryNames: [String] { inPlace.compactMap(\.libraryName) }

  private static let names = Dictionary(uniqueKeysWithValues: inPlace.map { ($0.encoding, $0.name) })

  /// The name in the status line and in saved positions.
  package var name: String {
    if case .converted(let encoding) = self { return encoding.title }
    return Self.names[self] ?? ""
  }

  /// Creates the encoding with a name; `nil` if this system has none of that name.
  package init?(named name: String) {
    if let known = Self.inPlace.first(where: { $0.name == name }) {
      self = known.encoding
    } else if let encoding = ConvertedEncoding(titled: name) {
      self = .converted(encoding)
    } else {
      return nil
    }
  }

  /// The encoding from which the file is converted; `nil` if it is read in place.
  var conversion: ConvertedEncoding? {
    if case .converted(let encoding) = self { encoding } else { nil }
  }

  /// The byte order mark; empty if there is none.
  var mark: [UInt8] {
    switch self {
    case .utf8WithMark: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    default: []
    }
  }

  /// The number of bytes in a code unit.
  var unitSize: Int { isUTF16 ? 2 : 1 }

  /// Whether the bytes at hand are UTF-8.
  var isUTF8: Bool {
    switch self {
    case .utf8, .utf8WithMark, .converted: true
    default: false
    }
  }

  private var isUTF16: Bool {
    switch self {
    case .utf16LittleEndian, .bareUTF16LittleEndian, .utf16BigEndian, .bareUTF16BigEndian: true
    default: false
    }
  }

  /// Whether the text is UTF-16 whose units have their lower byte first.
  var isLittleEndian: Bool {
    switch self {
    case .utf16LittleEndian, .bareUTF16LittleEndian: true
    default: false
    }
  }

  /// The encodings read in place that the user can choose. Variants that differ only in the byte order mark are
  /// omitted.
  static let offered: [CharacterEncoding] = inPlace.map(\.encoding).filter { encoding in
    switch encoding {
    case .utf8WithMark, .bareUTF16LittleEndian, .bareUTF16BigEndian: false
    default: encoding.isKnown
    }
  }

  /// Whether this system can decode the encoding.
  var isKnown: Bool {
    let known = Self.inPlace.first { $0.encoding == self }
    return known?.libraryName == nil || Self.tables[self] != nil || Self.decoders[self] != nil
  }

  /// The encoding in `offered` that differs from this one only in the byte order mark; otherwise this one.
  var withoutMark: CharacterEncoding {
    switch self {
    case .utf8WithMark: .utf8
    case .bareUTF16LittleEndian: .utf16LittleEndian
    case .bareUTF16BigEndian: .utf16BigEndian
    default: self
    }
  }

  /// Returns the variant with a byte order mark if `start` begins with the mark, else the variant without one.
  func fitted(to start: [UInt8]) -> CharacterEncoding {
    let pairs: [(marked: CharacterEncoding, bare: CharacterEncoding)] = [
      (.utf8WithMark, .utf8), (.utf16LittleEndian, .bareUTF16LittleEndian), (.utf16BigEndian, .bareUTF16BigEndian),
    ]
    guard let pair = pairs.first(where: { $0.marked == self || $0.bare == self }) else { return self }
    return start.starts(with: pair.marked.mark) ? pair.marked : pair.bare
  }

  /// Returns the encoding of a text, from its byte order mark or guessed from its first bytes.
  ///
  /// Without a mark, a text is UTF-8 unless it has many bytes of value 0 or more invalid sequences than characters
  /// outside of ASCII.
  package static func detect(_ start: [UInt8]) -> CharacterEncoding {
    for encoding in [utf8WithMark, utf16LittleEndian, utf16BigEndian] where start.starts(with: encoding.mark) {
      return encoding
    }
    if let wide = bareUTF16(start) { return wide }
    // The last character may be incomplete. In a short text without any other character beyond ASCII it more probably
    // is a letter of one byte.
    let whole = utf8.withoutHalfCharacter(start[...])
    let isWhole = whole.count == start.count || start.count >= sampleSize || whole.contains { $0 >= 0x80 }
    if isWhole, String(validating: whole, as: UTF8.self) != nil { return .utf8 }
    var (valid, invalid) = (0, 0)
    for scalar in String(decoding: start, as: UTF8.self).unicodeScalars {
      if scalar.value == 0xFFFD { invalid += 1 } else if scalar.value >= 0x80 { valid += 1 }
    }
    return invalid > valid ? cyrillicText(start) ?? eastAsian(start) ?? .windows1252 : .utf8
  }

  /// Returns the text of some bytes; invalid sequences are replaced by U+FFFD.
  package func decode(_ bytes: some Collection<UInt8>) -> String {
    if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
    if isUTF16 { return decodeUTF16(bytes) }
    if let decoder = Self.decoders[self] { return decoder.decode(bytes) }
    var text = String.UnicodeScalarView()
    if let table = Self.tables[self] {
      for byte in bytes { text.append(table[Int(byte)]) }
    } else {
      for byte in bytes { text.append(Self.windowsScalar(byte)) }
    }
    return String(text)
  }

  private func decodeUTF16(_ bytes: some Collection<UInt8>) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var first: UInt8?
    for byte in bytes {
      if let low = first {
        units.append(isLittleEndian ? UInt16(byte) << 8 | UInt16(low) : UInt16(low) << 8 | UInt16(byte))
        first = nil
      } else {
        first = byte
      }
    }
    // A last byte alone is half of a unit.
    if first != nil { units.append(0xFFFD) }
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: Encodings of the C library

  /// Whether characters may have several bytes and the encoding is not a Unicode one.
  private var isMultibyte: Bool {
    switch self {
    case .shiftJIS, .eucJP, .gb18030, .big5, .eucKR: true
    default: false
    }
  }

  /// The decoders of the multibyte encodings that the C library of this system supports.
  private static let decoders: [CharacterEncoding: MultibyteDecoder] = {
    var decoders: [CharacterEncoding: MultibyteDecoder] = [:]
    for known in inPlace where known.encoding.isMultibyte {
      decoders[known.encoding] = known.libraryName.flatMap { MultibyteDecoder($0) }
    }
    return decoders
  }()

  /// The character of each byte, for each encoding that the C library of this system supports.
  private static let tables: [CharacterEncoding: [Unicode.Scalar]] = {
    var tables: [CharacterEncoding: [Unicode.Scalar]] = [:]
    for known in inPlace where !known.encoding.isMultibyte {
      if let name = known.libraryName, let table = table(named: name) { tables[known.encoding] = table }
    }
    return tables
  }()

  /// Returns the character of each byte in an encoding of the C library; U+FFFD for bytes without one.
  private static func table(named name: String) -> [Unicode.Scalar]? {
    guard let converter = iconv_open("UTF-32LE", name), converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    return (0..<256).map { byte in
      var (input, output) = (CChar(truncatingIfNeeded: byte), UInt32(0xFFFD))
      let isKnown = withUnsafeMutablePointer(to: &input) { source in
        withUnsafeMutableBytes(of: &output) { target in
          var (from, fromCount): (UnsafeMutablePointer<CChar>?, Int) = (source, 1)
          var (to, toCount) = (target.baseAddress?.assumingMemoryBound(to: CChar.self), 4)
          return iconv(converter, &from, &fromCount, &to, &toCount) != -1 && toCount == 0
        }
      }
      return isKnown ? Unicode.Scalar(UInt32(littleEndian: output)) ?? "\u{FFFD}" : "\u{FFFD}"
    }
  }

  /// Returns the Windows-1252 character of a byte. Five bytes without a character are controls, as in the WHATWG's
  /// table.
  private static func windowsScalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(windowsCharacters[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  /// The Windows-1252 characters of the bytes from 0x80 to 0x9F.
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
      if !isLittleEndian { unit = unit.byteSwapped }
      target.storeBytes(of: unit < 0x100 ? UInt8(truncatingIfNeeded: unit) : 0xFF, toByteOffset: place, as: UInt8.self)
    }
    return count
  }
}
