// The characters of a text in any encoding, as groups of bytes.

extension CharacterEncoding {
  /// The first bytes of characters with two or more bytes; `nil` if each byte is a character, and in Unicode.
  var leads: [Bool]? {
    switch self {
    case .shiftJIS: Self.shiftJISLeads
    case .eucJP, .gb18030, .big5, .eucKR: Self.otherLeads
    default: nil
    }
  }

  private static let shiftJISLeads = (0..<256).map { (0x81...0x9F).contains($0) || (0xE0...0xFC).contains($0) }
  private static let otherLeads = (0..<256).map { (0x81...0xFE).contains($0) }

  /// Whether a character with several bytes may have this byte after its first one, besides digits in GB18030.
  static func isTrail(_ byte: UInt8) -> Bool { byte >= 0x40 && byte != 0x7F }

  /// Returns some bytes, which begin with a character, without a last character that is cut.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  func withoutHalfCharacter(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if isUTF8 {
      guard let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 else {
        return bytes
      }
      let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
      return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
    }
    if unitSize > 1 {
      let whole = bytes.dropLast(bytes.count % 2)
      let high = isLittleEndian ? whole.last : whole.dropLast().last
      return high.map { (0xD8...0xDB).contains($0) } == true ? whole.dropLast(2) : whole
    }
    guard let leads else { return bytes }
    var place = bytes.startIndex
    while place < bytes.endIndex {
      let length = leads[Int(bytes[place])] ? characterLength(at: place, in: bytes) : 1
      if place + length > bytes.endIndex { return bytes[..<place] }
      place += length
    }
    return bytes
  }

  /// Returns the number of bytes of a character that begins with one of `leads`; 1 if no byte that fits follows.
  private func characterLength(at place: Int, in bytes: ArraySlice<UInt8>) -> Int {
    guard place + 1 < bytes.endIndex else { return 2 }
    let next = bytes[place + 1]
    if self == .gb18030, (0x30...0x39).contains(next) { return 4 }
    guard Self.isTrail(next) else { return 1 }
    return self == .eucJP && bytes[place] == 0x8F ? 3 : 2
  }
}
