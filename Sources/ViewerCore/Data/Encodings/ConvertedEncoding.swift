import Glibc

/// An encoding of the C library whose texts are not read in place, because the byte of a line end or of a comma may be
/// another one there, or a part of a character. A file in it is converted to UTF-8 while it is read.
package struct ConvertedEncoding: Hashable, Sendable {
  /// The index in `list`, so that copies cost nothing.
  private let index: UInt16

  /// The name of an encoding in the C library and in the window.
  private struct Entry {
    var name: String
    var title: String
  }

  private init(index: Int) { self.index = UInt16(index) }

  private var entry: Entry { Self.list[Int(index)] }

  /// The name in the C library.
  var name: String { entry.name }
  /// The name in the window.
  var title: String { entry.title }

  /// The number of bytes of a code unit.
  var unitSize: Int {
    if name.hasPrefix("UTF-32") || name == "INTERNAL" { return 4 }
    return name == "UNICODE" || name.hasPrefix("UTF-16") ? 2 : 1
  }

  /// Creates the encoding with a title; `nil` if there is none.
  init?(titled title: String) {
    guard let index = Self.list.firstIndex(where: { $0.title == title }) else { return nil }
    self.init(index: index)
  }

  /// Creates an encoding of `common`.
  private init(named name: String) {
    self.init(index: Self.common.firstIndex { $0.name == name } ?? 0)
  }

  static let utf32LittleEndian = ConvertedEncoding(named: "UTF-32LE")
  static let utf32BigEndian = ConvertedEncoding(named: "UTF-32BE")
  static let iso2022JP = ConvertedEncoding(named: "ISO-2022-JP-2")
  static let iso2022KR = ConvertedEncoding(named: "ISO-2022-KR")
  static let ebcdic = ConvertedEncoding(named: "IBM037")

  /// The number of encodings at the start of `all` that are often met.
  static let commonCount = common.count
  /// All encodings, in the order of the menu.
  static let all: [ConvertedEncoding] = list.indices.map { ConvertedEncoding(index: $0) }

  private static let common = [
    Entry(name: "UTF-32LE", title: "UTF-32 LE"), Entry(name: "UTF-32BE", title: "UTF-32 BE"),
    Entry(name: "UTF-7", title: "UTF-7"), Entry(name: "ISO-2022-JP-2", title: "ISO-2022-JP"),
    Entry(name: "ISO-2022-KR", title: "ISO-2022-KR"), Entry(name: "ISO-2022-CN-EXT", title: "ISO-2022-CN"),
    Entry(name: "IBM037", title: "EBCDIC 037"), Entry(name: "IBM1047", title: "EBCDIC 1047"),
    Entry(name: "IBM500", title: "EBCDIC 500"), Entry(name: "IBM273", title: "EBCDIC 273"),
  ]

  /// The common encodings, followed by all others for which the C library has a file, by name.
  private static let list: [Entry] = {
    let known = Set(common.map(\.name)).union(CharacterEncoding.libraryNames).union(["INTERNAL", "UTF-16", "UTF-32"])
    let others = installedNames.subtracting(known).sorted().map { Entry(name: $0, title: title(of: $0)) }
    let titles = Set(common.map(\.title)).union(CharacterEncoding.inPlaceNames)
    return common + others.filter { !titles.contains($0.title) }
  }()

  /// Returns the name of an encoding in the window, such as "IBM 860" for "IBM860".
  private static func title(of name: String) -> String {
    for (start, title) in [("IBM", "IBM "), ("CP", "Code page "), ("ISO-8859-", "ISO 8859-")]
    where name.hasPrefix(start) {
      return title + name.dropFirst(start.count)
    }
    return name
  }

  // MARK: The list of the C library

  /// The folders with the lists of the C library's encodings, by processor.
  private static let folders = [
    "/usr/lib/x86_64-linux-gnu/gconv", "/usr/lib/aarch64-linux-gnu/gconv", "/usr/lib/gconv",
  ]

  /// The names of the encodings that the C library lists.
  private static var installedNames: Set<String> {
    var names: Set<String> = []
    for folder in folders {
      for list in ["gconv-modules", "gconv-modules.d/gconv-modules-extra.conf"] {
        names.formUnion(self.names(in: folder + "/" + list))
      }
    }
    return names
  }

  /// Returns the names in a list. Its lines are such as `module  IBM037//  INTERNAL  IBM037  1`.
  private static func names(in path: String) -> [String] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var (names, line, size): ([String], UnsafeMutablePointer<CChar>?, Int) = ([], nil, 0)
    while getline(&line, &size, file) >= 0, let text = line {
      let words = String(cString: text).split { $0 == " " || $0 == "\t" || $0 == "\n" }
      guard words.first == "module", words.count > 2, words[1].hasSuffix("//") else { continue }
      names.append(String(words[1].dropLast(2)))
    }
    free(line)
    return names
  }

  // MARK: Detection

  /// Returns the encoding from which a stream is converted; `nil` if it is read as it comes.
  /// - Parameter chosen: The encoding that the user chose; `nil` to detect it by the first bytes.
  static func needed(for start: [UInt8], chosen: CharacterEncoding?) -> ConvertedEncoding? {
    chosen.map(\.conversion) ?? detect(start)
  }

  /// The number of bytes at the start of a text that suffice to detect its encoding.
  static let sampleSize = 8_192

  /// Returns the encoding of a text by its first bytes; `nil` if it can be read in place.
  static func detect(_ start: some Collection<UInt8>) -> ConvertedEncoding? {
    let start = Array(start.prefix(sampleSize))
    // The mark of UTF-16 followed by a character 0, with which no text begins.
    if start.starts(with: [0xFF, 0xFE, 0, 0]) { return utf32LittleEndian }
    if start.starts(with: [0, 0, 0xFE, 0xFF]) { return utf32BigEndian }
    return bareUTF32(start) ?? escaped(start) ?? (isEBCDIC(start) ? ebcdic : nil)
  }

  /// The smallest number of characters of a text in UTF-32 without a mark, and the largest number of groups of 256
  /// characters that its letters come from.
  private static let leastCharacters = 4
  private static let mostPages = 4
  /// The characters of Chinese, Japanese and Korean.
  private static let ideographs: ClosedRange<UInt32> = 0x2E80...0xD7FF

  /// Returns the kind of UTF-32 without a mark that a text looks like: it has words or lines of characters that texts
  /// contain. Other files with small numbers are none.
  private static func bareUTF32(_ start: [UInt8]) -> ConvertedEncoding? {
    let count = start.count / 4
    guard count >= leastCharacters else { return nil }
    func isText(_ order: [Int]) -> Bool {
      var (blanks, pages) = (0, Set<UInt32>())
      for place in 0..<count {
        let value = order.reduce(0) { $0 << 8 | UInt32(start[4 * place + $1]) }
        guard Unicode.Scalar(value) != nil, value < 0x30000 else { return false }
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20: blanks += 1
        case 0x0C, 0x1B: break
        case 0x00...0x1F, 0x7F...0x9F: return false
        default: if !ideographs.contains(value) { pages.insert(value >> 8) }
        }
      }
      // The letters of one script are near each other, and numbers are not.
      return blanks * 200 >= count && pages.count <= mostPages
    }
    if isText([3, 2, 1, 0]) { return utf32LittleEndian }
    return isText([0, 1, 2, 3]) ? utf32BigEndian : nil
  }

  /// Returns the encoding that changes its characters by escape sequences and is without any byte beyond ASCII: the
  /// Japanese one (RFC 1468) or the Korean one (RFC 1557).
  private static func escaped(_ start: [UInt8]) -> ConvertedEncoding? {
    guard start.contains(0x1B), start.allSatisfy({ $0 < 0x80 }) else { return nil }
    if start.starts(with: [0x1B, 0x24, 0x29, 0x43]) { return iso2022KR }
    for place in start.indices.dropLast(2) where start[place] == 0x1B && start[place + 1] == 0x24 {
      // JIS C 6226-1978 and JIS X 0208; the sequences of terminals go on with other bytes.
      if start[place + 2] == 0x40 || start[place + 2] == 0x42 { return iso2022JP }
    }
    return nil
  }

  /// The share of bytes of an EBCDIC text that are letters, digits and the commonest marks; `letterShare` is that of
  /// letters and digits alone, and `blankShare` that of spaces, tabs, line ends and the marks between fields.
  private static let commonShare = 0.85
  private static let letterShare = 0.3
  private static let blankShare = 0.02
  /// The smallest number of bytes that are enough to detect EBCDIC.
  private static let smallestEBCDIC = 24

  /// Whether a text is in EBCDIC, whose letters and digits are beyond ASCII and whose space is the `@` of ASCII. Other
  /// texts have a space or line end of ASCII, which are no characters of EBCDIC, or letters that are none there.
  private static func isEBCDIC(_ start: [UInt8]) -> Bool {
    guard start.count >= smallestEBCDIC, !start.contains(where: { $0 == 0x20 || $0 == 0x0A || $0 == 0 }) else {
      return false
    }
    var (letters, marks, blanks) = (0, 0, 0)
    for byte in start {
      switch byte {
      case 0x81...0x89, 0x91...0x99, 0xA2...0xA9, 0xC1...0xC9, 0xD1...0xD9, 0xE2...0xE9, 0xF0...0xF9: letters += 1
      // Spaces, tabs, line ends, and the comma and the semicolon.
      case 0x40, 0x05, 0x0D, 0x15, 0x25, 0x6B, 0x5E: blanks += 1
      // . < ( + & ! $ * ) - / % _ > ? : # @ ' = " and brackets and braces
      case 0x4A...0x4E, 0x50, 0x5A...0x5D, 0x5F...0x61, 0x6A...0x6F, 0x79...0x7F, 0xAD, 0xBA, 0xBB, 0xBD, 0xC0, 0xD0,
        0xE0:
        marks += 1
      default: break
      }
    }
    let count = Double(start.count)
    return Double(letters + marks + blanks) >= commonShare * count && Double(letters) >= letterShare * count
      && Double(blanks) >= blankShare * count && String(validating: start, as: UTF8.self) == nil
  }
}
