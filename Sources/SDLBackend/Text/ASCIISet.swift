/// A set of the codes of an ``ASCIITable``.
struct ASCIISet: Hashable {
  /// Codes lie below this.
  static let capacity = 128

  private var low: UInt64 = 0
  private var high: UInt64 = 0

  var isEmpty: Bool { low | high == 0 }

  func contains(_ code: UInt8) -> Bool {
    (code < 64 ? low >> UInt64(code) : high >> UInt64(code - 64)) & 1 == 1
  }

  mutating func insert(_ code: UInt8) {
    if code < 64 { low |= 1 << UInt64(code) } else { high |= 1 << UInt64(code - 64) }
  }

  mutating func formUnion(_ other: ASCIISet) {
    low |= other.low
    high |= other.high
  }

  func intersection(_ other: ASCIISet) -> ASCIISet {
    var result = self
    result.low &= other.low
    result.high &= other.high
    return result
  }
}
