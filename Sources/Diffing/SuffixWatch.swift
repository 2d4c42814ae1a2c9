/// Looks at what is found common at the end, while it is at hand.
@usableFromInline
protocol SuffixWatch {
  mutating func see(_ newPosition: Int)

  /// This position and the three behind it.
  mutating func seeFour(_ newPosition: Int)
}

/// Looks at nothing.
@usableFromInline
struct NoWatch: SuffixWatch {
  @inlinable init() {}

  @inlinable
  @inline(__always)
  mutating func see(_ newPosition: Int) {}

  @inlinable
  @inline(__always)
  mutating func seeFour(_ newPosition: Int) {}
}

/// Looks for a few identities.
///
/// Where one side has a few elements more than the other, and nothing else differs, these came or went; but if one of
/// them is in the common end again, the *k*-th has to pair with the *k*-th, and that takes the whole way. So while the end
/// is compared each identity leads to a byte of a map, and only where it says so it is compared with one of the few.
@usableFromInline
struct FewWatch<Source: IdentitySource>: SuffixWatch {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  @usableFromInline static var mostWatched: Int { 32 }
  /// In the map: more than one of the few is here.
  @usableFromInline static var several: UInt8 { 255 }

  @usableFromInline let new: Source
  /// Where the few are, and in what.
  @usableFromInline let source: Source
  @usableFromInline let range: Range<Int>
  /// For each place zero, or the number of the one of the few that is there, from one.
  @usableFromInline let map: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline let key: IdentityHashKey
  /// True as long as none of the few was seen.
  @usableFromInline var isClear = true

  /// - Parameter map: 4096 bytes, zero everywhere.
  /// - Returns: `nil` if one of the few may be equal to an identity with another place.
  @inlinable
  init?(new: Source, source: Source, range: Range<Int>, map: UnsafeMutableBufferPointer<UInt8>) {
    self.new = new
    self.source = source
    self.range = range
    self.map = map
    key = IdentityHashKey.ofProcess
    for position in range {
      let id = source.id(at: position)
      guard Operations.isPlain(id) else { return nil }
      let place = Self.place(of: id, key)
      let number = UInt8(truncatingIfNeeded: position &- range.lowerBound &+ 1)
      map[place] = map[place] == 0 ? number : Self.several
    }
  }

  @inlinable
  @inline(__always)
  static func place(of id: Source.ID, _ key: IdentityHashKey) -> Int {
    Int(truncatingIfNeeded: Operations.place(of: id, key) >> 52)
  }

  @inlinable
  @inline(__always)
  func mark(_ newPosition: Int) -> UInt8 { map[Self.place(of: new.id(at: newPosition), key)] }

  @inlinable
  @inline(__always)
  mutating func see(_ newPosition: Int) {
    let mark = mark(newPosition)
    if mark != 0 { compare(newPosition, mark) }
  }

  /// Four at a time: a branch for each would take longer than the look at the map.
  @inlinable
  @inline(__always)
  mutating func seeFour(_ newPosition: Int) {
    let (a, b) = (mark(newPosition), mark(newPosition &+ 1))
    let (c, d) = (mark(newPosition &+ 2), mark(newPosition &+ 3))
    if (a | b) | (c | d) != 0 { compare(newPosition, a, b, c, d) }
  }

  @inlinable
  @inline(never)
  mutating func compare(_ newPosition: Int, _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    if a != 0 { compare(newPosition, a) }
    if b != 0 { compare(newPosition &+ 1, b) }
    if c != 0 { compare(newPosition &+ 2, c) }
    if d != 0 { compare(newPosition &+ 3, d) }
  }

  @inlinable
  mutating func compare(_ newPosition: Int, _ mark: UInt8) {
    if !isClear { return }
    guard mark == Self.several else {
      isClear = !new.isEqual(at: newPosition, to: source, at: range.lowerBound &+ Int(mark) &- 1)
      return
    }
    for position in range where new.isEqual(at: newPosition, to: source, at: position) { isClear = false }
  }
}

extension PositionDiff {
  /// How many elements are equal from the end, without those of the start.
  /// - Parameter updates: Gets the new positions whose content differs, the last one first.
  /// - Returns: Besides, true if it is certain that none of the few elements which one side has more than the other behind
  ///   the start is in the end as well.
  @inlinable
  func commonSuffixWatched(after prefix: Int, _ updates: inout PositionBuffer) -> (count: Int, isCertain: Bool) {
    let excess = max(old.count, new.count) - min(old.count, new.count)
    guard IdentityOperations<Source.ID>.havePlaces, hashing == .fast, excess > 0,
      excess <= FewWatch<Source>.mostWatched, goesOn(behind: prefix)
    else { return (commonSuffixUnwatched(after: prefix, &updates), false) }
    // On the stack: to ask the heap for it takes as long as to compare a hundred identities.
    var map = InlineArray<512, UInt64>(repeating: 0)
    return withUnsafeMutableBytes(of: &map) { map in
      guard
        var watch = FewWatch(
          new: new, source: old.count > new.count ? old : new, range: prefix..<prefix + excess,
          map: map.assumingMemoryBound(to: UInt8.self))
      else { return (commonSuffixUnwatched(after: prefix, &updates), false) }
      let count = commonSuffix(after: prefix, &updates, &watch)
      return (count, watch.isClear)
    }
  }

  /// True if it looks as if one side only has some elements more than the other from a position on, before a long end.
  @inlinable
  func goesOn(behind prefix: Int) -> Bool {
    guard min(old.count, new.count) - prefix >= 16 else { return false }
    return new.isEqual(
      at: prefix + max(0, new.count - old.count), to: old, at: prefix + max(0, old.count - new.count))
  }

  @inlinable
  func commonSuffixUnwatched(after prefix: Int, _ updates: inout PositionBuffer) -> Int {
    var watch = NoWatch()
    return commonSuffix(after: prefix, &updates, &watch)
  }
}
