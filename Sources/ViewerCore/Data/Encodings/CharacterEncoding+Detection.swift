// Guesses of the encoding of a text without a byte order mark.

extension CharacterEncoding {
  /// The number of bytes at the start of a text that are enough to guess its encoding.
  static let sampleSize = 1 << 16

  /// Returns the kind of UTF-16 without a byte order mark that a text looks like; `nil` for others. In such a text, one
  /// of the two bytes of many units is 0. A single NUL does not suffice, because other texts have one too.
  static func bareUTF16(_ start: [UInt8]) -> CharacterEncoding? {
    let units = start.count / 2
    guard units > 0 else { return nil }
    var zeros = [0, 0]
    for place in 0..<2 * units where start[place] == 0 { zeros[place & 1] += 1 }
    if zeros[1] > 1, zeros[1] * 3 >= units, zeros[0] * 50 <= units { return .bareUTF16LittleEndian }
    if zeros[0] > 1, zeros[0] * 3 >= units, zeros[1] * 50 <= units { return .bareUTF16BigEndian }
    // In other scripts than the Latin one only blanks and line ends have such a byte.
    let isLittle = zeros[1] > zeros[0]
    guard max(zeros[0], zeros[1]) > 1, max(zeros[0], zeros[1]) * 200 >= units else { return nil }
    let guess = isLittle ? bareUTF16LittleEndian : bareUTF16BigEndian
    let plain = (0..<units).count {
      isCommonUnit(start[2 * $0 + (isLittle ? 1 : 0)], start[2 * $0 + (isLittle ? 0 : 1)])
    }
    return plain * 50 >= units * 49 ? guess : nil
  }

  /// Whether a UTF-16 unit is printable ASCII, a space, or a character of a widely used script.
  private static func isCommonUnit(_ high: UInt8, _ low: UInt8) -> Bool {
    switch high {
    case 0x00: (0x20...0x7E).contains(low) || (0x09...0x0D).contains(low) || low >= 0xA0
    case 0x01, 0x03...0x07, 0x09...0x0E, 0x10, 0x1E, 0x1F, 0x20, 0x30, 0x4E...0x9F, 0xAC...0xD7, 0xFF: true
    default: false
    }
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
