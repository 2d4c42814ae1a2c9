// Guesses of the encoding of a Cyrillic text, by the letters that its bytes would be.

extension CharacterEncoding {
  /// The Cyrillic encodings with one byte per letter that can be detected.
  private static let cyrillicGuesses: [CharacterEncoding] = [.windows1251, .koi8, .ibm866, .cyrillic]
  /// The most frequent letters of Russian, about four fifths of a text, and most letters of texts in related languages.
  private static let frequentLetters = Set("оеаинтсрвлкмдпу".unicodeScalars.map(\.value))
  /// The smallest number of bytes beyond ASCII that suffices for a guess.
  private static let fewestLetters = 6
  /// The smallest share of frequent letters in a Cyrillic text; `largestShare` is the largest share of a single byte.
  private static let frequentShare = 0.65
  private static let largestShare = 0.3
  /// The largest share of letters next to a Latin one. Accented letters of French or German are inside Latin words.
  private static let latinShare = 0.1

  /// Returns the encoding in which a text is Cyrillic; `nil` if the text is not Cyrillic. In Cyrillic texts the bytes
  /// beyond ASCII are mostly frequent lower-case letters, and seldom next to Latin ones.
  static func cyrillicText(_ start: [UInt8]) -> CharacterEncoding? {
    var (counts, high, besideLatin) = ([Int](repeating: 0, count: 256), 0, 0)
    for (place, byte) in start.enumerated() where byte >= 0x80 {
      counts[Int(byte)] += 1
      high += 1
      let isAfter = place > 0 && isLatinLetter(start[place - 1])
      let isBefore = place + 1 < start.count && isLatinLetter(start[place + 1])
      if isAfter || isBefore { besideLatin += 1 }
    }
    guard high >= fewestLetters, Double(besideLatin) <= latinShare * Double(high) else { return nil }
    let most = counts[0x80...].max() ?? 0
    guard Double(most) <= max(2, largestShare * Double(high)) else { return nil }
    func share(_ encoding: CharacterEncoding) -> Double {
      let frequent = (0x80...0xFF).reduce(0) { sum, byte in
        guard counts[byte] > 0, let letter = encoding.decode([UInt8(byte)]).unicodeScalars.first,
          frequentLetters.contains(letter.value)
        else { return sum }
        return sum + counts[byte]
      }
      return Double(frequent) / Double(high)
    }
    let best = cyrillicGuesses.filter(\.isKnown).map { (encoding: $0, share: share($0)) }.max { $0.share < $1.share }
    return best.flatMap { $0.share >= frequentShare ? $0.encoding : nil }
  }

  private static func isLatinLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80 }
}
