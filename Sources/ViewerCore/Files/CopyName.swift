import ScrollworkPlatform

/// The names of copies: `a (copy).txt`, `a (copy 2).txt`.
struct CopyName {
  /// The name without its extension and without the suffix of a copy.
  private let stem: [UInt8]
  private let ending: [UInt8]
  /// The number in the last name of a copy; 0 before the first.
  private var number: Int

  /// The largest number of bytes of a name.
  private static let limit = 255
  /// The extensions that follow another extension, as in `a.tar.gz`.
  private static let doubled: Set<String> = ["gz", "bz2", "xz", "zst", "lz", "z"]

  /// Prepares the names of copies of a file or folder.
  init(of name: String, isFolder: Bool) {
    let bytes = PathBytes.encode(name)
    var end = isFolder ? bytes.count : Self.endOfStem(bytes)
    // `a.tar.gz` ends with both.
    if end < bytes.count, Self.doubled.contains(String(decoding: bytes[(end + 1)...], as: UTF8.self)) {
      let longer = Self.endOfStem(Array(bytes[..<end]))
      if bytes[longer..<end].elementsEqual(".tar".utf8) { end = longer }
    }
    ending = Array(bytes[end...])
    (stem, number) = Self.split(Array(bytes[..<end]))
  }

  /// Returns the name of the next copy, short enough for the system.
  mutating func next() -> String {
    number += 1
    let mark = Array((number == 1 ? " (copy)" : " (copy \(number))").utf8)
    var short = stem.prefix(max(1, Self.limit - mark.count - ending.count))
    // The last character stays whole.
    if short.count < stem.count {
      while short.count > 1, stem[short.count] & 0xC0 == 0x80 { short = short.dropLast() }
    }
    return PathBytes.decode(short + mark + ending)
  }

  /// Returns the offset of the last dot, where the extension begins; the length if there is no dot, or if the dot
  /// begins the name or is followed by a space.
  private static func endOfStem(_ bytes: [UInt8]) -> Int {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot + 1 < bytes.count,
      !bytes[dot...].contains(UInt8(ascii: " "))
    else { return bytes.count }
    return dot
  }

  /// Splits a stem into the part before the suffix of a copy and the number of the copy; 0 without such a suffix.
  private static func split(_ stem: [UInt8]) -> (stem: [UInt8], number: Int) {
    guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open > 1,
      stem[open - 1] == UInt8(ascii: " ")
    else { return (stem, 0) }
    let words = String(decoding: stem[(open + 1)..<(stem.count - 1)], as: UTF8.self).split(separator: " ")
    guard words.first == "copy", words.count <= 2 else { return (stem, 0) }
    guard words.count == 2 else { return (Array(stem[..<(open - 1)]), 1) }
    guard let number = Int(words[1]), (2..<1_000_000).contains(number) else { return (stem, 0) }
    return (Array(stem[..<(open - 1)]), number)
  }
}
