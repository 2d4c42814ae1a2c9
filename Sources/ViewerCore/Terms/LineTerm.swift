import Scrollwork

/// A text that is marked in all lines in a colour of its own.
struct LineTerm {
  let text: String
  /// The index of the colour in `TermColors`.
  var color: Int
  var pattern: FindPattern
  /// The lines with the text, as far as they were searched; `nil` before the first result.
  var found: FoundRows?

  /// The largest number of terms, each in a colour of its own.
  static let most = TermColors.count
}

/// Divides lines into words, which the user can select and mark.
package enum LineWords {
  /// Returns the words of a line, in bytes: letters, digits and underscores, joined by single `-`, `.`, `@`.
  package static func words(in line: String) -> [Range<Int>] {
    let bytes = Array(line.utf8)
    func isLetter(_ place: Int) -> Bool {
      guard bytes.indices.contains(place) else { return false }
      switch bytes[place] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...: return true
      default: return false
      }
    }
    func isJoint(_ place: Int) -> Bool {
      [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "@")].contains(bytes[place]) && isLetter(place - 1)
        && isLetter(place + 1)
    }
    var (words, start) = ([Range<Int>](), Int?.none)
    for place in bytes.indices {
      if isLetter(place) || isJoint(place) {
        start = start ?? place
      } else if let begun = start {
        words.append(begun..<place)
        start = nil
      }
    }
    if let start { words.append(start..<bytes.count) }
    return words
  }

  /// Returns the ranges of the words in a line, clipped to `parts`.
  static func words(in line: String, parts: [Range<Int>]) -> [Range<Int>] {
    words(in: line).flatMap { word in parts.filter(word.overlaps).map(word.clamped(to:)) }
  }
}
