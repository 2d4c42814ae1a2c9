/// Positions that are added one after the other: an array that does not ask each time whether it is shared.
///
/// Adding is kept out of the loops that compare: mostly there is nothing to add.
@usableFromInline
struct PositionBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Int>?
  @usableFromInline var count = 0
  private var capacity = 0

  @usableFromInline
  init() {}

  @usableFromInline
  deinit { base?.deallocate() }

  /// What was added, in order.
  @usableFromInline
  var positions: [Int] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// - Returns: Where the next one belongs; there is room for eight.
  @inline(__always)
  private mutating func room() -> UnsafeMutablePointer<Int> {
    if let base, capacity &- count >= 8 { return base + count }
    return grow()
  }

  @inline(never)
  private mutating func grow() -> UnsafeMutablePointer<Int> {
    capacity = max(100, 2 * capacity)
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
    if let base {
      larger.moveInitialize(from: base, count: count)
      base.deallocate()
    }
    base = larger
    return larger + count
  }

  @inline(never)
  @usableFromInline
  mutating func append(_ position: Int) {
    room().initialize(to: position)
    count += 1
  }

  /// Adds the positions of the bits that are set.
  @inline(never)
  @usableFromInline
  mutating func append(_ bits: UInt8, startingAt start: Int) {
    let next = room()
    var rest = bits
    var added = 0
    while rest != 0 {
      (next + added).initialize(to: start &+ rest.trailingZeroBitCount)
      added &+= 1
      rest &= rest &- 1
    }
    count &+= added
  }

  /// Adds the positions of the bits that are set, the last one first.
  @inline(never)
  @usableFromInline
  mutating func appendBackwards(_ bits: UInt8, startingAt start: Int) {
    let next = room()
    var rest = bits
    var added = 0
    while rest != 0 {
      let bit = 7 &- rest.leadingZeroBitCount
      (next + added).initialize(to: start &+ bit)
      added &+= 1
      rest &= ~(1 &<< UInt8(truncatingIfNeeded: bit))
    }
    count &+= added
  }

  /// Adds the positions of the bits that are set.
  @usableFromInline
  mutating func append(_ marks: [UInt64], startingAt start: Int) {
    for (index, word) in marks.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        append(start + index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  /// Adds what was added to another one, the last one first.
  @usableFromInline
  mutating func append(reversed other: borrowing PositionBuffer) {
    guard let base = other.base else { return }
    for index in stride(from: other.count - 1, through: 0, by: -1) { append(base[index]) }
  }
}
