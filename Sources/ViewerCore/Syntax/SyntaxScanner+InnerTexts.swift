// Texts inside of shell scripts, as after `cat <<END`, up to a line that consists of the word.
extension SyntaxScanner {
  private static let tab: UInt8 = 0x09

  /// Reads `<<` and the word that ends the here document, whose text begins in the next line. The last one in a line
  /// counts.
  mutating func beginInnerText() {
    let start = position
    var place = start + 2
    // Three of the characters precede a text in the same line; after a word the mark shifts a number.
    guard byte(2) != UInt8(ascii: "<"), start == 0 || !isWord(byte(-1)), byte(-1) != UInt8(ascii: "<") else {
      position = start + 1
      return
    }
    let allowsTabs = place < bytes.count && bytes[place] == UInt8(ascii: "-")
    place = afterSpaces(from: allowsTabs ? place + 1 : place)
    let quote = place < bytes.count && "'\"\\".utf8.contains(bytes[place]) ? bytes[place] : 0
    if quote != 0 { place += 1 }
    let first = place
    while place < bytes.count, isWord(bytes[place]) { place += 1 }
    guard place > first, !(0x30...0x39).contains(bytes[first]) else {
      position = start + 2
      return
    }
    state.textEnd = Self.checksum(bytes[first..<place])
    state.allowsTabs = allowsTabs
    if quote != 0, place < bytes.count, bytes[place] == quote { place += 1 }
    add(.keyword, from: start, to: place)
  }

  /// Reads a line of a here document, or the word that ends it.
  mutating func readInnerText() {
    let start = state.allowsTabs ? bytes.firstIndex { $0 != Self.tab } ?? bytes.count : 0
    guard Self.checksum(bytes[start...]) == state.textEnd else { return add(.string, from: 0, to: bytes.count) }
    (state.textEnd, state.allowsTabs) = (0, false)
    add(.keyword, from: start, to: bytes.count)
  }

  /// Returns a checksum of a word that is not 0 (FNV-1a).
  private static func checksum(_ word: Slice<UnsafeRawBufferPointer>) -> UInt32 {
    max(1, word.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 })
  }
}
