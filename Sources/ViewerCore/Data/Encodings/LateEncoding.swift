/// Finds the encoding of a text by its first characters beyond ASCII, if its first bytes are ASCII.
///
/// The lines before these characters are the same in any encoding in which each byte of ASCII means itself.
struct LateEncoding: Sendable {
  /// Whether all bytes so far are ASCII, so that the encoding is not known yet.
  private var isOpen = true
  /// The start of the first character beyond ASCII, if the bytes so far end inside of it.
  private var start: [UInt8] = []

  /// Examines the next bytes of a text that counts as UTF-8.
  /// - Parameters:
  ///   - offset: The offset of the bytes in the text.
  ///   - known: The number of first bytes from which the encoding was detected.
  /// - Returns: The encoding if the bytes show that it is another one than UTF-8; otherwise `nil`.
  mutating func find(in bytes: UnsafeRawBufferPointer, at offset: Int, after known: Int) -> CharacterEncoding? {
    guard isOpen else { return nil }
    var sample = start
    if start.isEmpty {
      guard let place = Self.firstBeyondASCII(in: bytes) else { return nil }
      isOpen = offset + place >= known
      guard isOpen else { return nil }
      sample = Array(bytes[place...].prefix(CharacterEncoding.sampleSize))
    } else {
      sample += bytes.prefix(CharacterEncoding.sampleSize)
    }
    // The character may go on in the next bytes.
    guard !CharacterEncoding.utf8.withoutHalfCharacter(sample[...]).isEmpty else {
      start = sample
      return nil
    }
    (isOpen, start) = (false, [])
    let encoding = CharacterEncoding.detect(sample)
    return encoding.isUTF8 || encoding.unitSize > 1 ? nil : encoding
  }

  /// Returns the place of the first byte that is not ASCII; `nil` if there is none.
  private static func firstBeyondASCII(in bytes: UnsafeRawBufferPointer) -> Int? {
    typealias Words = SIMD8<UInt64>
    let size = MemoryLayout<Words>.size
    var place = 0
    while place + size <= bytes.count {
      let high = bytes.loadUnaligned(fromByteOffset: place, as: Words.self) & Words(repeating: 0x8080_8080_8080_8080)
      if high != Words(repeating: 0) { break }
      place += size
    }
    return bytes[place...].firstIndex { $0 >= 0x80 }
  }
}
