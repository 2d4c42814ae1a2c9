// The characters of a text in any encoding, as groups of bytes.

extension CharacterEncoding {
  /// Whether each byte value begins a multibyte character; `nil` for Unicode and encodings with one byte per character.
  var leads: [Bool]? {
    switch self {
    case .shiftJIS: Self.shiftJISLeads
    case .eucJP, .gb18030, .big5, .eucKR: Self.otherLeads
    default: nil
    }
  }

  private static let shiftJISLeads = (0..<256).map { (0x81...0x9F).contains($0) || (0xE0...0xFC).contains($0) }
  private static let otherLeads = (0..<256).map { (0x81...0xFE).contains($0) }

  /// Whether `byte` may be the second or a later byte of a character. GB18030 also has digits there.
  static func isTrail(_ byte: UInt8) -> Bool { byte >= 0x40 && byte != 0x7F }

  /// Returns `bytes` without an incomplete character at the end. The bytes must begin with a character.
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

  /// The number of bytes before an offset that are needed to find its character. In multibyte encodings, characters can
  /// only be counted from a byte that is a whole character, such as a space or the newline before.
  var lookBack: Int { leads == nil ? 8 : 2 * LineText.byteLimit }

  /// Returns the start of the first character at or after `place`, an offset at which a long line is divided.
  /// - Parameter bytes: Bytes with at least `lookBack` bytes before `place`, or all that precede it.
  func characterStart(from place: Int, in bytes: [UInt8]) -> Int {
    guard place > 0, place < bytes.count else { return place }
    if isUTF8 {
      let first = bytes[max(0, place - 3)..<place].lastIndex { $0 & 0xC0 != 0x80 } ?? place
      let length = bytes[first] >= 0xF0 ? 4 : bytes[first] >= 0xE0 ? 3 : bytes[first] >= 0xC0 ? 2 : 1
      let end = min(bytes.count, max(place, first + length))
      return first < place && bytes[place..<end].allSatisfy { $0 & 0xC0 == 0x80 } ? end : place
    }
    if unitSize > 1 {
      guard place >= 2, place + 1 < bytes.count else { return place }
      let (before, after) = isLittleEndian ? (bytes[place - 1], bytes[place + 1]) : (bytes[place - 2], bytes[place])
      return (0xD8...0xDB).contains(before) && (0xDC...0xDF).contains(after) ? place + 2 : place
    }
    guard let leads else { return place }
    // No byte below the digits is part of a longer character.
    let before = bytes[max(0, place - lookBack)..<place]
    var start = before.lastIndex { $0 < 0x30 }.map { $0 + 1 } ?? before.startIndex
    while start < place { start += leads[Int(bytes[start])] ? characterLength(at: start, in: bytes[...]) : 1 }
    return min(start, bytes.count)
  }

  /// Returns the length in bytes of a character whose first byte is one of `leads`; 1 if the next byte does not fit.
  private func characterLength(at place: Int, in bytes: ArraySlice<UInt8>) -> Int {
    guard place + 1 < bytes.endIndex else { return 2 }
    let next = bytes[place + 1]
    if case .gb18030 = self, (0x30...0x39).contains(next) { return 4 }
    guard Self.isTrail(next) else { return 1 }
    if case .eucJP = self { return bytes[place] == 0x8F ? 3 : 2 }
    return 2
  }
}
