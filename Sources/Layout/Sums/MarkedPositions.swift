/// A set of positions below a fixed size, stored as one bit per position: those of the sections or subsections whose
/// extent is an estimate.
struct MarkedPositions: Sendable {
  private static let bits = UInt64.bitWidth

  private(set) var count: Int
  private var words: [UInt64]
  /// The positions from which ``next()`` searches, backwards and forwards.
  private var search = (before: -1, after: 0)

  /// Creates a set that contains all positions below `size`.
  /// - Complexity: O(*n* / 64)
  init(of size: Int = 0) {
    count = size
    words = Array(repeating: .max, count: (size + Self.bits - 1) / Self.bits)
    if size % Self.bits > 0 { words[words.count - 1] = Self.mask(size) - 1 }
  }

  func contains(_ position: Int) -> Bool { words[position / Self.bits] & Self.mask(position) != 0 }

  mutating func insert(_ position: Int) {
    guard !contains(position) else { return }
    words[position / Self.bits] |= Self.mask(position)
    count += 1
  }

  mutating func remove(_ position: Int) {
    guard contains(position) else { return }
    words[position / Self.bits] &= ~Self.mask(position)
    count -= 1
  }

  /// Returns the first marked position at or after `position`.
  /// - Complexity: O(*n* / 64)
  func first(from position: Int) -> Int? {
    guard count > 0, position < words.count * Self.bits else { return nil }
    let position = max(0, position)
    var word = position / Self.bits
    var rest = words[word] & (.max << UInt64(position % Self.bits))
    while rest == 0 {
      word += 1
      guard word < words.count else { return nil }
      rest = words[word]
    }
    return word * Self.bits + rest.trailingZeroBitCount
  }

  /// Returns the last marked position at or before `position`.
  /// - Complexity: O(*n* / 64)
  func last(upTo position: Int) -> Int? {
    guard count > 0, position >= 0 else { return nil }
    var word = min(position / Self.bits, words.count - 1)
    let shift = UInt64(max(0, Self.bits - 1 - (position - word * Self.bits)))
    var rest = words[word] & (.max >> shift)
    while rest == 0 {
      word -= 1
      guard word >= 0 else { return nil }
      rest = words[word]
    }
    return word * Self.bits + Self.bits - 1 - rest.leadingZeroBitCount
  }

  /// Makes ``next()`` search on both sides of a range of positions, away from it.
  mutating func search(around range: Range<Int>) { search = (range.lowerBound - 1, range.upperBound) }

  /// Returns the nearest marked position on each side of those returned last; nil on a side that has none. If neither
  /// side has one, the next search begins at the first position.
  mutating func next() -> (after: Int?, before: Int?) {
    let (after, before) = (first(from: search.after), last(upTo: search.before))
    search = after == nil && before == nil ? (-1, 0) : (before ?? -1, after ?? words.count * Self.bits)
    return (after, before)
  }

  private static func mask(_ position: Int) -> UInt64 { 1 << UInt64(position % bits) }
}
