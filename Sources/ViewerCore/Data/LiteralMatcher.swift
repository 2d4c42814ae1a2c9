/// Finds ASCII text, in any case or in one, eight positions at a time.
///
/// The two bytes of the text that are probably the rarest are compared at all positions at once; the other bytes are
/// compared only where both match. The test for a zero byte in a word is from Warren, "Hacker's Delight", section 6-1.
/// If such comparisons fail too often, the algorithm of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings",
/// 1977) takes over for the remaining positions.
struct LiteralMatcher: Sendable {
  /// The text, in lower case if any case is found.
  private let text: [UInt8]
  /// The case bit (0x20) of each letter that is found in any case, 0 for other characters.
  private let masks: [UInt8]
  private let ignoresCase: Bool
  /// The places in the text of the two bytes that are looked for, ascending.
  private let pair: (first: Int, second: Int)
  /// For each prefix of the text, the length of the longest shorter prefix that is also its suffix.
  private let borders: [Int32]

  /// A one in each byte of a word.
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Makes a matcher; `nil` if the text is empty or not ASCII.
  init?(_ text: some StringProtocol, ignoringCase: Bool = true) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.text = Array(ignoringCase ? text.lowercased().utf8 : String(text).utf8)
    masks = self.text.map { ignoringCase && (0x61...0x7A).contains($0) ? 0x20 : 0 }
    ignoresCase = ignoringCase
    pair = ByteRarity.rarestPair(in: self.text)
    borders = Self.borders(of: self.text)
  }

  /// Whether the text has a byte that satisfies a condition.
  func contains(where isWanted: (UInt8) -> Bool) -> Bool { text.contains(where: isWanted) }

  /// Whether `bytes` contains the text.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of bytes and text.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool { firstPlace(in: bytes) != nil }

  /// Returns the offset at which `bytes` has the text first; `nil` if it does not.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of bytes and text.
  func firstPlace(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, bytes.count >= text.count else { return nil }
    return text.withUnsafeBufferPointer { text in
      masks.withUnsafeBufferPointer { masks in
        search(base, places: bytes.count - text.count + 1, text, masks)
      }
    }
  }

  /// Returns the first of `places` positions from `base` at which the text starts.
  private func search(
    _ base: UnsafeRawPointer, places: Int, _ text: UnsafeBufferPointer<UInt8>, _ masks: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let (first, second) = (PairedByte(pair.first, text, masks), PairedByte(pair.second, text, masks))
    // The number of bytes compared in vain.
    var wasted = 0
    var place = 0
    /// Compares everything at the positions whose bits are set.
    func check(_ bits: UInt64, at start: Int) -> Int? {
      var bits = bits
      while bits != 0 {
        let found = start &+ bits.trailingZeroBitCount / 8
        let equal = Self.equalCount(at: base + found, text, masks)
        if equal == text.count { return found }
        wasted &+= equal
        bits &= bits &- 1
      }
      return nil
    }
    /// Returns a word with a bit for each of 8 positions at which both bytes are equal, and for some others.
    func candidates(_ start: UnsafeRawPointer) -> UInt64 {
      let differs = first.difference(start) | second.difference(start)
      return (differs &- Self.ones) & ~differs & (Self.ones &* 0x80)
    }
    while place + 32 <= places, wasted <= 4 * place + 256 {
      let start = base + place
      let (a, b) = (candidates(start), candidates(start + 8))
      let (c, d) = (candidates(start + 16), candidates(start + 24))
      if a | b | c | d != 0 {
        if let found = check(a, at: place) ?? check(b, at: place + 8) { return found }
        if let found = check(c, at: place + 16) ?? check(d, at: place + 24) { return found }
      }
      place += 32
    }
    while place + 8 <= places, wasted <= 4 * place + 256 {
      if let found = check(candidates(base + place), at: place) { return found }
      place += 8
    }
    let rest = UnsafeRawBufferPointer(start: base + place, count: places - place + text.count - 1)
    return searchLinearly(rest, text).map { place + $0 }
  }

  /// A byte of the text that is looked for at eight positions at once.
  private struct PairedByte {
    private let place: Int
    private let pattern: UInt64
    private let mask: UInt64

    @inline(__always)
    init(_ place: Int, _ text: UnsafeBufferPointer<UInt8>, _ masks: UnsafeBufferPointer<UInt8>) {
      self.place = place
      (pattern, mask) = (UInt64(text[place]) &* LiteralMatcher.ones, UInt64(masks[place]) &* LiteralMatcher.ones)
    }

    /// Returns a word whose bytes are zero where the byte is equal for one of 8 positions from `start`.
    @inline(__always)
    func difference(_ start: UnsafeRawPointer) -> UInt64 {
      UInt64(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt64.self) | mask) ^ pattern
    }
  }

  /// Returns the number of leading bytes at `start` that equal those of the text, in upper or lower case.
  private static func equalCount(
    at start: UnsafeRawPointer, _ text: UnsafeBufferPointer<UInt8>, _ masks: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    while count < text.count, start.load(fromByteOffset: count, as: UInt8.self) | masks[count] == text[count] {
      count += 1
    }
    return count
  }

  /// Searches for the text byte by byte.
  private func searchLinearly(_ bytes: UnsafeRawBufferPointer, _ text: UnsafeBufferPointer<UInt8>) -> Int? {
    borders.withUnsafeBufferPointer { borders in
      var matched = 0
      for (place, byte) in bytes.enumerated() {
        let letter = ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte
        while matched > 0, text[matched] != letter { matched = Int(borders[matched - 1]) }
        if text[matched] == letter { matched += 1 }
        if matched == text.count { return place + 1 - matched }
      }
      return nil
    }
  }

  /// Returns the `borders` of a text (the failure function of Knuth, Morris and Pratt).
  private static func borders(of text: [UInt8]) -> [Int32] {
    var borders = [Int32](repeating: 0, count: text.count)
    var length = 0
    for place in text.indices.dropFirst() {
      while length > 0, text[length] != text[place] { length = Int(borders[length - 1]) }
      if text[length] == text[place] { length += 1 }
      borders[place] = Int32(clamping: length)
    }
    return borders
  }
}

/// How rare the bytes of texts and logs are, roughly.
enum ByteRarity {
  /// Frequent bytes, the most frequent first. Those that are missing are rare.
  private static let frequent = Array(" eta0oin1srl2dhu:c-m3p.f4g5/y6w7b8v9,_=kEATISRNOC[]()\"".utf8)

  /// The rarity of each byte: about the number of bits that tell it from others.
  private static let rarities: [UInt8] = {
    var rarities = [UInt8](repeating: 10, count: 256)
    for (rank, byte) in frequent.enumerated() { rarities[Int(byte)] = UInt8(3 + rank / 9) }
    return rarities
  }()

  /// Returns the sum of the rarities of some bytes.
  static func sum(of bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 + Int(rarities[Int($1)]) } }

  /// Returns the ascending places of the two rarest bytes in a text; twice the same place if there is only one. Of
  /// equally rare bytes it takes the later one, because words differ at their ends more than at their starts.
  static func rarestPair(in text: [UInt8]) -> (first: Int, second: Int) {
    func rarest(_ places: [Int]) -> Int? { places.reversed().max { rarities[Int(text[$0])] < rarities[Int(text[$1])] } }
    let first = rarest(Array(text.indices)) ?? 0
    let others = text.indices.filter { text[$0] != text[first] }
    let second = rarest(others) ?? 0
    return (min(first, second), max(first, second))
  }
}
