/// The identities that plain comparison could not pair, in a table with open addressing; pairs the old with the new.
///
/// A slot is half a word: the index of an identity plus one, and above it as much of the hash as there is room for; zero is
/// empty. The table is never full, so every probe ends, whatever a broken `Hashable` says; and each identity is given away
/// at most once, so the result is always a pairing. Equality is always asked, never concluded from a hash.
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
  @usableFromInline let slots: UnsafeMutableBufferPointer<UInt32>
  /// Which bits of a slot are those of the hash.
  @usableFromInline let hashMask: UInt32
  /// Of all identities that are in the table.
  @usableFromInline let sketch: HashSketch
  /// The next old index to give away for each index in the table; made when the first duplicate is met.
  @usableFromInline var heads: [Int32] = []
  /// The old index to give away after this one, or -1.
  @usableFromInline var followers: [Int32] = []
  /// The first two new positions found to have one identity, and to be a mistake.
  @usableFromInline var repetition: PositionMapping.Repetition?
  @usableFromInline let isMistake: ((PositionMapping.Repetition) -> Bool)?
  /// How often a probe met a slot that was taken by something else.
  @usableFromInline var collisions = 0

  /// - Parameters:
  ///   - positions: Must outlive the table.
  ///   - oldCount: How many of the positions are old ones.
  ///   - isMistake: Whether an identity may not be at two new positions; `nil` if it may be nowhere twice.
  ///   - hasSketch: Whether a sketch is asked for by hashes.
  @inlinable
  init(
    old: Source, new: Source, positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, hashing: IdentityHashing,
    isMistake: ((PositionMapping.Repetition) -> Bool)?, hasSketch: Bool = false
  ) {
    self.old = old
    self.new = new
    self.positions = positions
    self.oldCount = oldCount
    self.hashing = hashing
    self.isMistake = isMistake
    key = IdentityHashKey.ofProcess
    // Half of it is full if no new one has a partner, and a quarter otherwise; half as much where it takes little beside
    // the lists, and a slot that is taken by another one is waited for.
    let isSmallPart = positions.count > 8192 && 4 * positions.count <= old.count + new.count
    slots = .allocate(capacity: max(8, (isSmallPart ? 4 : 2) * positions.count))
    slots.initialize(repeating: 0)
    // No index is larger than the number of positions, which is less than that of all half words.
    hashMask = ~0 << UInt32(truncatingIfNeeded: Int.bitWidth - positions.count.leadingZeroBitCount)
    sketch = hasSketch ? HashSketch(count: positions.count) : HashSketch()
  }

  @inlinable
  deinit {
    slots.deallocate()
    sketch.deallocate()
  }

  @inlinable
  var oldPositions: Slice<UnsafeMutableBufferPointer<Int32>> { positions[..<oldCount] }

  @inlinable
  @inline(__always)
  func hash(ofOld position: Int) -> UInt64? { hash(of: old, at: position) }

  @inlinable
  @inline(__always)
  func hash(ofNew position: Int) -> UInt64? { hash(of: new, at: position) }

  /// The hash that is best for the type in line, others elsewhere: an identity that is read for several is read byte by
  /// byte and put together again, which takes half of the time of a look-up.
  @inlinable
  @inline(__always)
  func hash(of source: Source, at position: Int) -> UInt64? {
    let usual: IdentityHashing = Operations.hasFastHash ? .fast : .standard
    guard hashing == usual else { return unusualHash(of: source, at: position) }
    return Operations.hash(source.id(at: position), usual, key)
  }

  @inlinable
  @inline(never)
  func unusualHash(of source: Source, at position: Int) -> UInt64? {
    Operations.hash(source.id(at: position), hashing, key)
  }

  /// The hashes of old neighbours.
  ///
  /// With the hash that is best for the type, nothing of the table is read again for each.
  /// - Returns: False if the hash could not be used.
  @inlinable
  @inline(__always)
  func setHashes(_ hashes: UnsafeMutableBufferPointer<UInt64>, ofOld range: Range<Int>) -> Bool {
    let usual: IdentityHashing = Operations.hasFastHash ? .fast : .standard
    let (source, key, isUsual) = (old, key, hashing == usual)
    for index in 0..<range.count {
      let position = range.lowerBound &+ index
      let hash = isUsual ? Operations.hash(source.id(at: position), usual, key) : unusualHash(of: source, at: position)
      guard let hash else { return false }
      hashes[index] = hash
    }
    return true
  }

  /// Where the search for a hash begins: its upper bits, scaled to the number of slots.
  @inlinable
  @inline(__always)
  func firstSlot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slots.count)).high)
  }

  /// True if an entry may be that of an identity with this hash.
  @inlinable
  @inline(__always)
  func isMarked(_ entry: UInt32, _ hash: UInt64) -> Bool {
    (entry ^ UInt32(truncatingIfNeeded: hash)) & hashMask == 0
  }

  /// The slot that holds an equal identity, or the empty one where it belongs.
  @inlinable
  @inline(__always)
  mutating func slot(of source: Source, at position: Int, hash: UInt64) -> Int {
    var slot = firstSlot(hash)
    while true {
      let entry = slots[slot]
      if entry == 0 || (isMarked(entry, hash) && isEqual(at: index(in: entry), to: source, at: position)) {
        return slot
      }
      collisions &+= 1
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
  }

  @inlinable
  @inline(__always)
  func index(in entry: UInt32) -> Int { Int(truncatingIfNeeded: entry & ~hashMask) &- 1 }

  @inlinable
  @inline(__always)
  func entry(hash: UInt64, index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: hash) & hashMask | UInt32(truncatingIfNeeded: index &+ 1)
  }

  /// Tells the sketch of an identity, if there is one for this type.
  @inlinable
  @inline(__always)
  func note(_ hash: UInt64) {
    if !Operations.areWords { sketch.note(hash) }
  }

  /// True if a look at slots before they are needed is worth its while: not where they are at hand and hashes are found
  /// as fast as slots.
  @inlinable
  var looksAhead: Bool { slots.count > 16384 || !Operations.hasFastHash }

  /// Puts in the old identities, last first, so that the first of equal ones is given away first.
  /// - Returns: False if the hash could not be used.
  @inlinable
  mutating func insertOld(collisionLimit: Int) -> Bool {
    if !Operations.hasFastHash { return insertOldByBlocks(collisionLimit: collisionLimit) }
    var index = oldCount - 1
    while index >= 0 {
      let position = Int(positions[index])
      guard let hash = hash(ofOld: position), collisions <= collisionLimit else { return false }
      note(hash)
      insert(old: index, slot(of: old, at: position, hash: hash), hash: hash)
      index -= 1
    }
    return true
  }

  /// The same block by block: a hash that takes long is not waited for before the next one is begun.
  @inlinable
  mutating func insertOldByBlocks(collisionLimit: Int) -> Bool {
    withUnsafeTemporaryAllocation(of: FirstLook.self, capacity: Self.block) { looks in
      var end = oldCount
      while end > 0 {
        let start = max(0, end &- Self.block)
        guard collisions <= collisionLimit, lookAtSlots(of: old, for: start..<end, isFromEnd: true, looks) else {
          return false
        }
        var index = end
        while index > start {
          index &-= 1
          let (look, position) = (looks[index &- start], Int(positions[index]))
          // Mostly there is nothing, and what came since then is met in the search.
          insert(old: index, slot(of: old, at: position, hash: look.hash), hash: look.hash)
        }
        end = start
      }
      return true
    }
  }

  /// - Parameter slot: Empty, or that of an identity which is equal.
  @inlinable
  @inline(__always)
  mutating func insert(old index: Int, _ slot: Int, hash: UInt64) {
    if slots[slot] == 0 {
      slots[slot] = entry(hash: hash, index: index)
    } else {
      chain(index, before: self.index(in: slots[slot]))
    }
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
    if looksAhead { return pairNewByBlocks(into: result, collisionLimit: collisionLimit) }
    for index in oldCount..<positions.count {
      guard let hash = hash(ofNew: Int(positions[index])), collisions <= collisionLimit else { return false }
      note(hash)
      pair(new: index, FirstLook(hash: hash, entry: 0), result)
    }
    return true
  }

  /// The same block by block: what a large table waits for is memory, and so it waits for all of a block at once.
  @inlinable
  mutating func pairNewByBlocks(into result: borrowing PositionTables, collisionLimit: Int) -> Bool {
    withUnsafeTemporaryAllocation(of: FirstLook.self, capacity: Self.block) { looks in
      var start = oldCount
      while start < positions.count {
        let range = start..<min(start &+ Self.block, positions.count)
        guard collisions <= collisionLimit, look(for: range, looks) else { return false }
        for index in range { pair(new: index, looks[index &- start], result) }
        start = range.upperBound
      }
      return true
    }
  }

  /// So many new identities are looked for together.
  @inlinable
  static var block: Int { 32 }

  /// What is known of an identity after a look at the slot where its search begins.
  @usableFromInline
  struct FirstLook {
    @usableFromInline let hash: UInt64
    /// That of an equal identity, or zero if the search has to go on. Nothing leaves the table: what is found stays.
    @usableFromInline var entry: UInt32

    @inlinable
    init(hash: UInt64, entry: UInt32) {
      self.hash = hash
      self.entry = entry
    }
  }

  /// Reads the slots where the searches begin, and notes all in the sketch.
  /// - Returns: False if the hash could not be used.
  @inlinable
  @inline(__always)
  func lookAtSlots(
    of source: Source, for range: Range<Int>, isFromEnd: Bool, _ looks: UnsafeMutableBufferPointer<FirstLook>
  ) -> Bool {
    var next = isFromEnd ? range.upperBound &- 1 : range.lowerBound
    for _ in 0..<range.count {
      guard let hash = hash(of: source, at: Int(positions[next])) else { return false }
      looks[next &- range.lowerBound] = FirstLook(hash: hash, entry: 0)
      next &+= isFromEnd ? -1 : 1
    }
    // Apart, because what a hash writes waits for what was written before.
    for index in 0..<range.count {
      let hash = looks[index].hash
      looks[index].entry = slots[firstSlot(hash)]
      note(hash)
    }
    return true
  }

  /// Reads first the slots of all, then the identities that these name: no read has to wait for the one before.
  /// - Returns: False if the hash could not be used.
  @inlinable
  @inline(__always)
  func look(for range: Range<Int>, _ looks: UnsafeMutableBufferPointer<FirstLook>) -> Bool {
    guard lookAtSlots(of: new, for: range, isFromEnd: false, looks) else { return false }
    for index in range {
      let look = looks[index &- range.lowerBound]
      if look.entry == 0 { continue }
      let (found, position) = (self.index(in: look.entry), Int(positions[index]))
      let isFound =
        isMarked(look.entry, look.hash)
        && (found < oldCount
          ? new.isEqual(at: position, to: old, at: Int(positions[found]))
          : new.isEqual(at: position, to: new, at: Int(positions[found])))
      if !isFound { looks[index &- range.lowerBound].entry = 0 }
    }
    return true
  }

  @inlinable
  @inline(__always)
  mutating func pair(new index: Int, _ look: FirstLook, _ result: borrowing PositionTables) {
    let position = Int(positions[index])
    var entry = look.entry
    if entry == 0 {
      let slot = slot(of: new, at: position, hash: look.hash)
      entry = slots[slot]
      guard entry != 0 else {
        slots[slot] = self.entry(hash: look.hash, index: index)
        return
      }
    }
    let partner = take(self.index(in: entry), result)
    if partner >= 0 {
      result.link(old: Int(positions[partner]), of: old, new: position, of: new)
    } else if repetition == nil {
      repetition = self.repetition(of: self.index(in: entry), at: index, result)
    }
  }

  /// An identity that was given away, or is new too, came again.
  @inlinable
  func repetition(
    of representative: Int, at index: Int, _ result: borrowing PositionTables
  ) -> PositionMapping.Repetition? {
    let position = Int(positions[representative])
    let first = representative < oldCount ? result.newPosition(ofOld: position) : position
    if first < 0 { return nil }
    let repetition = PositionMapping.Repetition(first: first, second: Int(positions[index]))
    return isMistake?(repetition) == false ? nil : repetition
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
