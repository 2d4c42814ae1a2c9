/// Finds ASCII text in any case, eight positions at a time.
///
/// The first and the last byte of the text are compared with eight bytes at once; the test for a zero byte in a word is
/// from Warren, "Hacker's Delight", section 6-1. The bytes between them are compared only where both match. If such
/// comparisons fail too often, the algorithm of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings", 1977)
/// takes over for the remaining positions.
struct LiteralMatcher: Sendable {
  /// The text in lower case.
  private let text: [UInt8]
  /// The case bit (0x20) of each letter, 0 for other characters.
  private let masks: [UInt8]
  /// For each prefix of the text, the length of the longest shorter prefix that is also its suffix.
  private let borders: [Int32]

  /// A one in each byte of a word.
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Makes a matcher; `nil` if the text is empty or not ASCII.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.text = Array(text.lowercased().utf8)
    masks = self.text.map { (0x61...0x7A).contains($0) ? 0x20 : 0 }
    borders = Self.borders(of: self.text)
  }

  /// Whether `bytes` contains the text.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of bytes and text.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, bytes.count >= text.count else { return false }
    return text.withUnsafeBufferPointer { text in
      masks.withUnsafeBufferPointer { masks in
        search(base, places: bytes.count - text.count + 1, text, masks)
      }
    }
  }

  /// Whether the text starts at one of the first `places` positions from `base`.
  private func search(
    _ base: UnsafeRawPointer, places: Int, _ text: UnsafeBufferPointer<UInt8>, _ masks: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let last = text.count - 1
    let (first, firstMask) = (UInt64(text[0]) &* Self.ones, UInt64(masks[0]) &* Self.ones)
    let (end, endMask) = (UInt64(text[last]) &* Self.ones, UInt64(masks[last]) &* Self.ones)
    // The number of bytes compared in vain.
    var wasted = 0
    var place = 0
    while place + 8 <= places {
      let a = base.loadUnaligned(fromByteOffset: place, as: UInt64.self) | firstMask
      let b = base.loadUnaligned(fromByteOffset: place + last, as: UInt64.self) | endMask
      let differs = (UInt64(littleEndian: a) ^ first) | (UInt64(littleEndian: b) ^ end)
      var zeros = (differs &- Self.ones) & ~differs & (Self.ones &* 0x80)
      while zeros != 0 {
        let equal = Self.equalCount(at: base + place + zeros.trailingZeroBitCount / 8, text, masks)
        if equal == text.count { return true }
        wasted &+= equal
        zeros &= zeros &- 1
      }
      place += 8
      if wasted > 4 * place + 256 { break }
    }
    return searchLinearly(UnsafeRawBufferPointer(start: base + place, count: places - place + last), text)
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
  private func searchLinearly(_ bytes: UnsafeRawBufferPointer, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    borders.withUnsafeBufferPointer { borders in
      var matched = 0
      for byte in bytes {
        let letter = byte &- 0x41 < 26 ? byte | 0x20 : byte
        while matched > 0, text[matched] != letter { matched = Int(borders[matched - 1]) }
        if text[matched] == letter { matched += 1 }
        if matched == text.count { return true }
      }
      return false
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
