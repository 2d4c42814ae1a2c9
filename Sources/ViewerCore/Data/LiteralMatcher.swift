/// Finds ASCII text in any case, eight positions at a time.
///
/// The first and the last byte of the text are compared with eight bytes at once; the test for a zero byte in a word
/// is from Warren, "Hacker's Delight", section 6-1. The rest is compared only where both match.
struct LiteralMatcher: Sendable {
  /// The text in lower case.
  private let text: [UInt8]
  /// The case bit (0x20) of each letter, 0 for other characters.
  private let masks: [UInt8]

  /// A one in each byte of a word.
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Makes a matcher; `nil` if the text is empty or not ASCII.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.text = Array(text.lowercased().utf8)
    masks = self.text.map { (0x61...0x7A).contains($0) ? 0x20 : 0 }
  }

  /// Whether `bytes` contains the text.
  /// - Complexity: O(*n*) for usual text, O(*n* *m*) in the worst case, where *n* and *m* are the lengths of bytes and
  ///   text.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, bytes.count >= text.count else { return false }
    return text.withUnsafeBufferPointer { text in
      masks.withUnsafeBufferPointer { masks in
        Self.search(base, places: bytes.count - text.count + 1, text, masks)
      }
    }
  }

  /// Searches the text at `places` positions from `base`.
  private static func search(
    _ base: UnsafeRawPointer, places: Int, _ text: UnsafeBufferPointer<UInt8>, _ masks: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let last = text.count - 1
    let (first, firstMask) = (UInt64(text[0]) &* ones, UInt64(masks[0]) &* ones)
    let (end, endMask) = (UInt64(text[last]) &* ones, UInt64(masks[last]) &* ones)
    var place = 0
    while place + 8 <= places {
      let a = base.loadUnaligned(fromByteOffset: place, as: UInt64.self) | firstMask
      let b = base.loadUnaligned(fromByteOffset: place + last, as: UInt64.self) | endMask
      let differs = (UInt64(littleEndian: a) ^ first) | (UInt64(littleEndian: b) ^ end)
      var zeros = (differs &- ones) & ~differs & (ones &* 0x80)
      while zeros != 0 {
        if isText(at: base + place + zeros.trailingZeroBitCount / 8, text, masks) { return true }
        zeros &= zeros &- 1
      }
      place += 8
    }
    while place < places {
      if isText(at: base + place, text, masks) { return true }
      place += 1
    }
    return false
  }

  /// Whether the bytes at `start` are the text, in upper or lower case.
  private static func isText(
    at start: UnsafeRawPointer, _ text: UnsafeBufferPointer<UInt8>, _ masks: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for place in 0..<text.count
    where start.load(fromByteOffset: place, as: UInt8.self) | masks[place] != text[place] { return false }
    return true
  }
}
