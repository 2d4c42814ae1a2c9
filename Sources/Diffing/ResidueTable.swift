/// The identities that plain comparison could not pair, in a table with open addressing; pairs the old with the new.
///
/// A slot is the lower half of the hash and the index of an identity plus one; zero is empty. The table is never full,
/// so every probe ends, whatever a broken `Hashable` says; and each identity is given away at most once, so the result
/// is always a pairing. Equality is always asked, never concluded from a hash.
@usableFromInline
struct ResidueTable<Source: IdentitySource>: PickedIdentities, ~Copyable {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  @usableFromInline let old: Source
  @usableFromInline let new: Source
  /// Positions of the old identities, then those of the new ones, both ascending.
  @usableFromInline let positions: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let oldCount: Int
  @usableFromInline let hashing: IdentityHashing
  @usableFromInline let key: IdentityHashKey
  @usableFromInline let slots: UnsafeMutableBufferPointer<UInt64>
  /// How many identities the table may still take.
  @usableFromInline var room: Int
  /// The next old index to give away for each index in the table; made when the first duplicate is met.
  @usableFromInline var heads: [Int32] = []
  /// The old index to give away after this one, or -1.
  @usableFromInline var followers: [Int32] = []
  /// The first two new positions found to have one identity.
  @usableFromInline var repetition: PositionMapping.Repetition?
  /// How often a probe met a slot that was taken by something else.
  @usableFromInline var collisions = 0

  /// - Parameters:
  ///   - positions: Must outlive the table.
  ///   - oldCount: How many of the positions are old ones.
  ///   - isComplete: True if ``contains(_:)`` is going to be asked: then every identity gets a place.
  @inlinable
  init(
    old: Source, new: Source, positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, hashing: IdentityHashing,
    isComplete: Bool
  ) {
    self.old = old
    self.new = new
    self.positions = positions
    self.oldCount = oldCount
    self.hashing = hashing
    key = IdentityHashKey.ofProcess
    // Old identities fill at most half. New ones without a partner come on top, as many as fit in well.
    let capacity = max(8, 2 * oldCount, isComplete ? 2 * positions.count : positions.count)
    room = capacity - capacity / 4
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0)
  }

  @inlinable
  deinit {
    slots.deallocate()
  }

  @inlinable
  var oldPositions: Slice<UnsafeMutableBufferPointer<Int32>> { positions[..<oldCount] }

  @inlinable
  @inline(__always)
  func hash(ofOld position: Int) -> UInt64? { Operations.hash(old.id(at: position), hashing, key) }

  @inlinable
  @inline(__always)
  func hash(ofNew position: Int) -> UInt64? { Operations.hash(new.id(at: position), hashing, key) }

  /// The slot that holds an equal identity, or the empty one where it belongs.
  @inlinable
  @inline(__always)
  mutating func slot(of source: Source, at position: Int, hash: UInt64) -> Int {
    // The upper bits of the hash, scaled to the number of slots.
    let scaled = hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slots.count))
    var slot = Int(truncatingIfNeeded: scaled.high)
    let tag = hash << 32
    while true {
      let entry = slots[slot]
      if entry == 0 { return slot }
      if (entry ^ tag) >> 32 == 0, isEqual(at: Self.index(in: entry), to: source, at: position) { return slot }
      collisions &+= 1
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
  }

  @inlinable
  static func index(in entry: UInt64) -> Int { Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1 }

  @inlinable
  static func entry(hash: UInt64, index: Int) -> UInt64 {
    hash << 32 | UInt64(truncatingIfNeeded: index &+ 1)
  }

  /// Puts in the old identities, last first, so that the first of equal ones is given away first.
  /// - Returns: False if the hash could not be used.
  @inlinable
  mutating func insertOld(collisionLimit: Int) -> Bool {
    var index = oldCount - 1
    while index >= 0 {
      let position = Int(positions[index])
      guard let hash = hash(ofOld: position), collisions <= collisionLimit else { return false }
      let slot = slot(of: old, at: position, hash: hash)
      if slots[slot] == 0 {
        slots[slot] = Self.entry(hash: hash, index: index)
        room &-= 1
      } else {
        chain(index, before: Self.index(in: slots[slot]))
      }
      index -= 1
    }
    return true
  }

  @usableFromInline
  mutating func chain(_ index: Int, before representative: Int) {
    if heads.isEmpty {
      heads = (0..<Int32(truncatingIfNeeded: oldCount)).map { $0 }
      followers = [Int32](repeating: -1, count: oldCount)
    }
    followers[index] = heads[representative]
    heads[representative] = Int32(truncatingIfNeeded: index)
  }

  /// Pairs each new identity, in order, with the first equal old one that is still there; one without a partner is put
  /// into the table while there is room.
  /// - Parameter result: Receives the pairs; holds none of these positions yet.
  /// - Returns: False if the hash could not be used.
  @inlinable
  mutating func pairNew(into result: borrowing PositionTables, collisionLimit: Int) -> Bool {
    for index in oldCount..<positions.count {
      let position = Int(positions[index])
      guard let hash = hash(ofNew: position), collisions <= collisionLimit else { return false }
      let slot = slot(of: new, at: position, hash: hash)
      guard slots[slot] != 0 else {
        guard room > 0 else { continue }
        room &-= 1
        slots[slot] = Self.entry(hash: hash, index: index)
        continue
      }
      let partner = take(Self.index(in: slots[slot]), result)
      if partner >= 0 {
        result.link(old: Int(positions[partner]), of: old, new: position, of: new)
      } else if repetition == nil {
        repetition = self.repetition(of: Self.index(in: slots[slot]), at: index, result)
      }
    }
    return true
  }

  /// An identity that was given away, or is new too, came again.
  @inlinable
  func repetition(
    of representative: Int, at index: Int, _ result: borrowing PositionTables
  ) -> PositionMapping.Repetition? {
    let position = Int(positions[representative])
    let first = representative < oldCount ? result.newPosition(ofOld: position) : position
    return first < 0 ? nil : PositionMapping.Repetition(first: first, second: Int(positions[index]))
  }

  /// The first old index of this identity that is still there, or -1.
  @inlinable
  @inline(__always)
  mutating func take(_ representative: Int, _ result: borrowing PositionTables) -> Int {
    guard representative < oldCount else { return -1 }
    if heads.isEmpty {
      return result.isFree(old: Int(positions[representative])) ? representative : -1
    }
    let index = Int(heads[representative])
    if index >= 0 { heads[representative] = followers[index] }
    return index
  }

  /// True if the table holds the identity of an old element.
  @inlinable
  @inline(__always)
  mutating func contains(old position: Int, hash: UInt64) -> Bool {
    slots[slot(of: old, at: position, hash: hash)] != 0
  }
}
