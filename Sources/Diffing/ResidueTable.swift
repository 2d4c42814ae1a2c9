/// The identities that plain comparison could not pair, in a table with open addressing; pairs the old with the new.
///
/// A slot is the lower half of the hash and the index of an identity plus one; zero is empty. The table is at most half
/// full, so every probe ends, whatever a broken `Hashable` says; and each identity is given away at most once, so the
/// result is always a pairing. Equality is always asked, never concluded from a hash.
@usableFromInline
struct ResidueTable<ID: Hashable>: ~Copyable {
  @usableFromInline let old: IdentityView<ID>
  @usableFromInline let new: IdentityView<ID>
  /// Positions of the old identities, then those of the new ones, both ascending.
  @usableFromInline let positions: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let oldCount: Int
  @usableFromInline let hashing: IdentityHashing
  @usableFromInline let key: IdentityHashKey
  @usableFromInline let slots: UnsafeMutableBufferPointer<UInt64>
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
  @inlinable
  init(
    old: IdentityView<ID>, new: IdentityView<ID>, positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int,
    hashing: IdentityHashing
  ) {
    self.old = old
    self.new = new
    self.positions = positions
    self.oldCount = oldCount
    self.hashing = hashing
    key = IdentityHashKey.ofProcess
    slots = .allocate(capacity: max(8, positions.count * 2))
    slots.initialize(repeating: 0)
  }

  @inlinable
  deinit {
    slots.deallocate()
  }

  @inlinable
  var oldPositions: Slice<UnsafeMutableBufferPointer<Int32>> { positions[..<oldCount] }

  @inlinable
  func id(at index: Int) -> UnsafePointer<ID> {
    let position = Int(positions[index])
    return index < oldCount ? old[position] : new[position]
  }

  @inlinable
  func hash(_ id: UnsafePointer<ID>) -> UInt64? {
    IdentityOperations<ID>.hash(id, hashing, key)
  }

  /// The slot that holds an equal identity, or the empty one where it belongs.
  @inlinable
  mutating func slot(of id: UnsafePointer<ID>, hash: UInt64) -> Int {
    // The upper bits of the hash, scaled to the number of slots.
    let scaled = hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slots.count))
    var slot = Int(truncatingIfNeeded: scaled.high)
    let tag = hash << 32
    while true {
      let entry = slots[slot]
      if entry == 0 { return slot }
      if (entry ^ tag) >> 32 == 0, IdentityOperations<ID>.areEqual(self.id(at: Self.index(in: entry)), id) {
        return slot
      }
      collisions &+= 1
      slot += 1
      if slot == slots.count { slot = 0 }
    }
  }

  @inlinable
  static func index(in entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) &- 1 }

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
      let id = id(at: index)
      guard let hash = hash(id), collisions <= collisionLimit else { return false }
      let slot = slot(of: id, hash: hash)
      if slots[slot] == 0 {
        slots[slot] = Self.entry(hash: hash, index: index)
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
  /// into the table.
  /// - Parameter result: Receives the pairs; holds none of these positions yet.
  /// - Returns: False if the hash could not be used.
  @inlinable
  mutating func pairNew(into result: borrowing PositionTables, collisionLimit: Int) -> Bool {
    for index in oldCount..<positions.count {
      let id = id(at: index)
      guard let hash = hash(id), collisions <= collisionLimit else { return false }
      let slot = slot(of: id, hash: hash)
      guard slots[slot] != 0 else {
        slots[slot] = Self.entry(hash: hash, index: index)
        continue
      }
      let partner = take(Self.index(in: slots[slot]), result)
      if partner >= 0 {
        result.link(old: Int(positions[partner]), new: Int(positions[index]))
      } else if repetition == nil {
        repetition = self.repetition(of: Self.index(in: slots[slot]), at: index, result)
      }
    }
    return true
  }

  /// An identity that was given away, or is new too, came again.
  @usableFromInline
  func repetition(
    of representative: Int, at index: Int, _ result: borrowing PositionTables
  ) -> PositionMapping.Repetition? {
    let position = Int(positions[representative])
    let first = representative < oldCount ? result.newPosition(ofOld: position) : position
    return first < 0 ? nil : PositionMapping.Repetition(first: first, second: Int(positions[index]))
  }

  /// The first old index of this identity that is still there, or -1.
  @inlinable
  mutating func take(_ representative: Int, _ result: borrowing PositionTables) -> Int {
    guard representative < oldCount else { return -1 }
    if heads.isEmpty {
      return result.isFree(old: Int(positions[representative])) ? representative : -1
    }
    let index = Int(heads[representative])
    if index >= 0 { heads[representative] = followers[index] }
    return index
  }

  /// True if an identity is in the table; `nil` if the hash could not be used.
  @inlinable
  mutating func contains(_ id: UnsafePointer<ID>) -> Bool? {
    guard let hash = hash(id) else { return nil }
    return slots[slot(of: id, hash: hash)] != 0
  }
}
