/// Reads numbers of any width from bytes, the lowest bit of each byte first; `nil` past the end.
struct BitReader {
  private let bytes: [UInt8]
  /// The number of bits before the next one, counted from the start of `bytes`.
  private var position: Int

  /// Creates a reader.
  /// - Parameter start: The offset of the first byte.
  init(_ bytes: [UInt8], at start: Int) { (self.bytes, position) = (bytes, start * 8) }

  /// Reads a number of `width` bits, at most 30; `nil` past the end.
  mutating func read(_ width: Int) -> Int? {
    guard position + width <= bytes.count * 8 else { return nil }
    var value = 0
    for bit in 0..<width {
      let place = position + bit
      value |= Int(bytes[place / 8] >> UInt8(place % 8) & 1) << bit
    }
    position += width
    return value
  }
}
