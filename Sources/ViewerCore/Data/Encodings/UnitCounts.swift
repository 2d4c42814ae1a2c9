/// The kinds of 16-bit units in bytes that may be a text in UTF-16, for one order of the bytes of a unit.
struct UnitCounts {
  /// The number of units.
  private let count: Int
  /// Printable characters of ASCII and Latin-1, with tabs and line ends: units whose higher byte is 0.
  private(set) var latin = 0
  /// Those of `latin` that are ASCII.
  private var ascii = 0
  /// Spaces, tabs and line ends.
  private var blanks = 0
  /// Control characters and values that are no characters.
  private var controls = 0
  /// Characters of widely used scripts, including `latin`.
  private var common = 0
  /// Units with a higher byte other than 0.
  private var wide = 0
  /// Units that are two printable characters in ASCII.
  private var pairs = 0

  /// Counts the units of `bytes`.
  /// - Parameter lowFirst: Whether the lower byte of a unit comes first.
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ bytes: [UInt8], lowFirst: Bool) {
    count = bytes.count / 2
    for unit in 0..<count {
      let (first, second) = (bytes[2 * unit], bytes[2 * unit + 1])
      if lowFirst { add(high: second, low: first) } else { add(high: first, low: second) }
    }
  }

  private mutating func add(high: UInt8, low: UInt8) {
    guard high != 0 else { return addLatin(low) }
    wide += 1
    if Self.isPrintable(high), Self.isPrintable(low) { pairs += 1 }
    switch high {
    // The upper half of these units are surrogates, which encode emoji in pairs.
    case 0x01, 0x03...0x07, 0x09...0x0E, 0x10, 0x1E...0x27, 0x30, 0x4E...0x9F, 0xAC...0xDF: common += 1
    case 0xFF where low >= 0xFE: controls += 1
    case 0xFF where low < 0xF0: common += 1
    default: break
    }
  }

  private mutating func addLatin(_ low: UInt8) {
    switch low {
    case 0x09, 0x0A, 0x0D, 0x20: blanks += 1
    // The escape byte stands in the output of terminals.
    case 0x0C, 0x1B, 0x21...0x7E: break
    case 0xA0...0xFF:
      latin += 1
      common += 1
      return
    default:
      controls += 1
      return
    }
    latin += 1
    ascii += 1
    common += 1
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The number of units above which a text has a blank or a line end.
  private static let longestWord = 512

  /// Whether the units look like a text.
  var isText: Bool {
    // In other scripts than the Latin one only blanks, digits and line ends have a higher byte of 0.
    guard latin > 1, latin * 200 >= count else { return false }
    // Samples of sound and other numbers have values that no text contains, or no blank.
    guard controls * 500 <= count, ascii * 2 >= latin, blanks > 0 || count <= Self.longestWord else { return false }
    // Two letters of an ASCII text with bytes of value 0 would be a Chinese character.
    guard pairs * 10 <= count || pairs * 4 <= wide * 3 else { return false }
    return common * 50 >= count * 49 || latin * 3 >= count && common * 10 >= count * 9
  }
}
