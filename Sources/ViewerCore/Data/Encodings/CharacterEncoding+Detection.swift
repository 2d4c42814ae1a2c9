// Guesses of the encoding of a text without a byte order mark.

extension CharacterEncoding {
  /// The number of bytes at the start of a text that are enough to guess its encoding.
  static let sampleSize = 1 << 16

  /// Returns the kind of UTF-16 without a byte order mark that a text looks like; `nil` for others.
  ///
  /// Bytes of value 0 alone do not suffice, because other texts and all kinds of binary files have them: the units must
  /// look like a text in one order of their bytes.
  static func bareUTF16(_ start: [UInt8]) -> CharacterEncoding? {
    guard start.contains(0), !isUTF8BeyondASCII(start) else { return nil }
    let (little, big) = (UnitCounts(start, lowFirst: true), UnitCounts(start, lowFirst: false))
    if little.latin > big.latin { return little.isText ? .bareUTF16LittleEndian : nil }
    return big.isText ? .bareUTF16BigEndian : nil
  }

  /// Whether bytes are valid UTF-8 with a character beyond ASCII, which no text in UTF-16 of some length is.
  private static func isUTF8BeyondASCII(_ start: [UInt8]) -> Bool {
    start.contains { $0 >= 0x80 } && String(validating: utf8.withoutHalfCharacter(start[...]), as: UTF8.self) != nil
  }

  /// Returns the East Asian encoding of a text; `nil` if none of the supported ones fits.
  ///
  /// In such a text, bytes beyond ASCII follow each other. In encodings with one byte per character they are mostly
  /// isolated, or in pairs between the letters of a word, as in “größer”. A guess must decode without any error; the
  /// last character may be incomplete.
  static func eastAsian(_ start: [UInt8]) -> CharacterEncoding? {
    func isLetter(_ place: Int) -> Bool {
      start.indices.contains(place) && (0x61...0x7A).contains(start[place] | 0x20)
    }
    var (high, together, place) = (0, 0, 0)
    while place < start.count {
      let end = start[place...].firstIndex { $0 < 0x80 } ?? start.count
      let count = end - place
      high += count
      if count > 2 || (count == 2 && !(isLetter(place - 1) && isLetter(end))) { together += count }
      place = end + 1
    }
    guard high >= 4, 2 * together >= high else { return nil }
    func share(_ encoding: CharacterEncoding, _ isExpected: (UInt32) -> Bool) -> Double {
      guard encoding.isKnown else { return 0 }
      var (all, expected) = (0, 0)
      for scalar in encoding.decode(encoding.withoutHalfCharacter(start[...])).unicodeScalars where scalar.value >= 0x80
      {
        if scalar.value == 0xFFFD || (0xE000...0xF8FF).contains(scalar.value) { return 0 }
        all += 1
        if isExpected(scalar.value) { expected += 1 }
      }
      return Double(expected) / Double(max(1, all))
    }
    let isKana = { (scalar: UInt32) in (0x3041...0x30FF).contains(scalar) }
    let isHan = { (scalar: UInt32) in (0x4E00...0x9FFF).contains(scalar) || (0x3001...0xFF20).contains(scalar) }
    if share(.shiftJIS, isKana) > 0.2 { return .shiftJIS }
    if share(.eucJP, isKana) > 0.2 { return .eucJP }
    if share(.eucKR, { (0xAC00...0xD7A3).contains($0) }) > 0.85 { return .eucKR }
    // The common characters of Chinese have other leading bytes in the two encodings.
    let leads = Self.leadingBytes(start[...])
    let common = leads.count { (0xB0...0xD7).contains($0) }
    let traditional = leads.count { (0xA4...0xC6).contains($0) }
    let isSimplified = common >= traditional || share(.big5, isHan) < 0.8
    if isSimplified, share(.gb18030, isHan) > 0.8 { return .gb18030 }
    return share(.big5, isHan) > 0.8 ? .big5 : nil
  }

  /// Returns the first bytes of the pairs that begin with a byte beyond ASCII.
  private static func leadingBytes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (result, place) = ([UInt8](), bytes.startIndex)
    while place < bytes.endIndex {
      if bytes[place] >= 0x80 { result.append(bytes[place]) }
      place += bytes[place] >= 0x80 ? 2 : 1
    }
    return result
  }
}
