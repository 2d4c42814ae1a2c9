/// The unmatched identities in a hash table with open addressing: step 3 of ``PositionDiff``.
///
/// A slot is a word of 32 bits: the index of an element plus one in its lower bits, and as much of the hash as fits
/// above it; zero is empty. At most half of the slots are full, so each probe ends, even with a broken `Hashable`. Each
/// old element is paired at most once, so the result is always a pairing. Only `==` decides about equality, never a
/// hash alone.
@usableFromInline
struct UnmatchedTable<Source: IdentitySource>: ~Copyable {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  @usableFromInline let elements: Unmatched<Source>
  @usableFromInline let hashing: IdentityHashing
  @usableFromInline let key: IdentityHashKey
  @usableFromInline let slots: UnsafeMutableBufferPointer<UInt32>
  /// The bits of a slot that belong to the hash.
  @usableFromInline let hashMask: UInt32
  /// The filter for step 4 of ``PositionDiff``; `nil` if step 4 has no work, or if it fills the filter itself. The
  /// table puts the hash of each of its elements into the filter.
  @usableFromInline let filter: AbsenceFilter?
  /// The marks to which the table adds the new positions whose content differs.
  @usableFromInline let updates: UnsafeMutablePointer<ContentMarks>
  /// Returns whether it is a mistake that two new elements have the same identity; `nil` if it always is.
  @usableFromInline let isMistake: ((PositionMapping.Repetition) -> Bool)?
  /// For each identity, the next old element to pair. The entry of an identity is at the index that its slot holds.
  /// Empty until an identity repeats.
  @usableFromInline var heads: [Int32] = []
  /// For each old element, the old element to pair after it: the next one with the same identity, or -1 if there is
  /// none.
  @usableFromInline var followers: [Int32] = []
  @usableFromInline var pairs: UnmatchedPairs
  /// The number of probes that met another identity.
  @usableFromInline var collisions = 0
  /// The number of collisions above which this kind of hash is given up.
  @usableFromInline let collisionLimit: Int

  @inlinable
  init(
    _ elements: Unmatched<Source>, hashing: IdentityHashing, filter: AbsenceFilter?,
    updates: UnsafeMutablePointer<ContentMarks>, isMistake: ((PositionMapping.Repetition) -> Bool)?
  ) {
    self.elements = elements
    self.hashing = hashing
    self.filter = Operations.areWords ? nil : filter
    self.updates = updates
    self.isMistake = isMistake
    key = IdentityHashKey.ofProcess
    pairs = UnmatchedPairs(oldCount: elements.oldCount, newCount: elements.newCount)
    collisionLimit = hashing == .fast ? 8 * elements.count + 64 : Int.max
    // A table that is small compared with the lists gets twice the slots: there each full slot costs a wait for memory.
    let isSmallPart = elements.count > 8192 && 4 * elements.count <= elements.old.count + elements.new.count
    slots = .allocate(capacity: max(8, (isSmallPart ? 4 : 2) * elements.count))
    slots.initialize(repeating: 0)
    hashMask = ~0 << UInt32(truncatingIfNeeded: Int.bitWidth - elements.count.leadingZeroBitCount)
  }

  @inlinable
  deinit {
    slots.deallocate()
  }

  // MARK: Slots

  /// Returns the hash of one element; `nil` if this kind of hash cannot be used for it.
  ///
  /// Only the best hash of the type is inlined. With several kinds inlined, the identity is read byte by byte and put
  /// together again, which takes half of the time of a look-up.
  @inlinable @inline(__always)
  func hash(of source: Source, at position: Int) -> UInt64? {
    let usual: IdentityHashing = Operations.hasFastHash ? .fast : .standard
    guard hashing == usual else { return unusualHash(of: source, at: position) }
    return Operations.hash(source.id(at: position), usual, key)
  }

  /// Returns the hash of one element by a kind of hash that is not the best one for the type.
  @inlinable @inline(never)
  func unusualHash(of source: Source, at position: Int) -> UInt64? {
    Operations.hash(source.id(at: position), hashing, key)
  }

  /// Returns the slot where the search for a hash begins: the upper bits of the hash, scaled to the number of slots.
  @inlinable @inline(__always)
  func firstSlot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slots.count)).high)
  }

  /// Returns the slot that holds the identity of an element, or else the empty slot for it.
  @inlinable @inline(__always)
  mutating func slot(of source: Source, at position: Int, hash: UInt64) -> Int {
    var slot = firstSlot(hash)
    while true {
      let entry = slots[slot]
      if entry == 0 || (isMarked(entry, hash) && elements.isEqual(at: index(in: entry), to: source, at: position)) {
        return slot
      }
      collisions &+= 1
      slot &+= 1
      if slot == slots.count { slot = 0 }
    }
  }

  /// Whether the hash bits stored in an entry equal those of `hash`.
  @inlinable @inline(__always)
  func isMarked(_ entry: UInt32, _ hash: UInt64) -> Bool {
    (entry ^ UInt32(truncatingIfNeeded: hash)) & hashMask == 0
  }

  /// Returns the index of the element in an entry.
  @inlinable @inline(__always)
  func index(in entry: UInt32) -> Int { Int(truncatingIfNeeded: entry & ~hashMask) &- 1 }

  /// Returns the entry for an element: its index, and the upper bits of its hash.
  @inlinable @inline(__always)
  func entry(hash: UInt64, index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: hash) & hashMask | UInt32(truncatingIfNeeded: index &+ 1)
  }

  /// Whether the table contains the identity of the old element at a position.
  @inlinable
  mutating func contains(old position: Int) -> Bool {
    guard let hash = hash(of: elements.old, at: position) else { return true }
    return slots[slot(of: elements.old, at: position, hash: hash)] != 0
  }

  // MARK: Blocks

  /// The number of identities that are hashed and then looked up together, so that the processor waits for memory once
  /// for all of them.
  @inlinable static var block: Int { 32 }

  /// The hash of an identity, and the entry in the slot where the search for it begins. The entry is zero if that slot
  /// is empty or holds another identity; then the full search has to run.
  @usableFromInline typealias FirstLook = (hash: UInt64, entry: UInt32)

  /// Hashes a block of elements, and reads the slots where their searches begin.
  /// - Returns: False if this kind of hash cannot be used.
  @inlinable @inline(__always)
  func lookAtSlots(of source: Source, for range: Range<Int>, _ looks: UnsafeMutableBufferPointer<FirstLook>) -> Bool {
    for index in range {
      guard let hash = hash(of: source, at: elements.position(at: index)) else { return false }
      looks[index &- range.lowerBound] = (hash, 0)
    }
    // In a separate loop, because each read would wait for the writes of the hash before it.
    for index in 0..<range.count {
      let hash = looks[index].hash
      looks[index].entry = slots[firstSlot(hash)]
      if !Operations.areWords { filter?.insert(hash) }
    }
    return true
  }

  // MARK: Old elements

  /// Inserts the old identities from last to first, so that the first of several equal ones is paired first.
  /// - Returns: False if this kind of hash cannot be used.
  @inlinable
  mutating func insertOld() -> Bool {
    withUnsafeTemporaryAllocation(of: FirstLook.self, capacity: Self.block) { looks in
      var end = elements.oldCount
      while end > 0 {
        let start = max(0, end &- Self.block)
        guard collisions <= collisionLimit, lookAtSlots(of: elements.old, for: start..<end, looks) else { return false }
        var index = end
        while index > start {
          index &-= 1
          insert(old: index, hash: looks[index &- start].hash)
        }
        end = start
      }
      return true
    }
  }

  /// Inserts one old element, to be paired before those of the same identity that are in the table already.
  @inlinable @inline(__always)
  mutating func insert(old index: Int, hash: UInt64) {
    let slot = slot(of: elements.old, at: elements.position(at: index), hash: hash)
    if slots[slot] == 0 {
      slots[slot] = entry(hash: hash, index: index)
    } else {
      chain(index, before: self.index(in: slots[slot]))
    }
  }

  /// Puts an old element before the others with the same identity in the order of pairing.
  /// - Parameter representative: The element with this identity whose index is in the slot.
  @usableFromInline
  mutating func chain(_ index: Int, before representative: Int) {
    if heads.isEmpty {
      heads = (0..<Int32(truncatingIfNeeded: elements.oldCount)).map { $0 }
      followers = [Int32](repeating: -1, count: elements.oldCount)
    }
    followers[index] = heads[representative]
    heads[representative] = Int32(truncatingIfNeeded: index)
  }

  // MARK: New elements

  /// Pairs each new element, in order, with the first unpaired old element of its identity. A new element without such
  /// a partner goes into the table.
  /// - Returns: False if this kind of hash cannot be used.
  @inlinable
  mutating func pairNew() -> Bool {
    withUnsafeTemporaryAllocation(of: FirstLook.self, capacity: Self.block) { looks in
      var start = elements.oldCount
      while start < elements.count {
        let range = start..<min(start &+ Self.block, elements.count)
        guard collisions <= collisionLimit, lookAtSlots(of: elements.new, for: range, looks) else { return false }
        verify(range, looks)
        for index in range { pair(new: index, looks[index &- start]) }
        start = range.upperBound
      }
      return true
    }
  }

  /// Compares each new element of a block with the entry that its first look found, and drops entries that differ.
  @inlinable @inline(__always)
  func verify(_ range: Range<Int>, _ looks: UnsafeMutableBufferPointer<FirstLook>) {
    for index in range {
      let look = looks[index &- range.lowerBound]
      if look.entry == 0 { continue }
      let isFound =
        isMarked(look.entry, look.hash)
        && elements.isEqual(at: self.index(in: look.entry), to: elements.new, at: elements.position(at: index))
      if !isFound { looks[index &- range.lowerBound].entry = 0 }
    }
  }

  /// Pairs one new element, or inserts it into the table. Compares the content of a pair while both elements are in the
  /// cache.
  @inlinable @inline(__always)
  mutating func pair(new index: Int, _ look: FirstLook) {
    let position = elements.position(at: index)
    var entry = look.entry
    if entry == 0 {
      let slot = slot(of: elements.new, at: position, hash: look.hash)
      entry = slots[slot]
      guard entry != 0 else {
        slots[slot] = self.entry(hash: look.hash, index: index)
        return
      }
    }
    let number = index &- elements.oldCount
    let partner = take(self.index(in: entry))
    guard partner >= 0 else {
      if pairs.repetition == nil { pairs.repetition = repetition(of: self.index(in: entry), at: number) }
      return
    }
    pairs.link(old: partner, new: number)
    if Source.comparesContent {
      let oldPosition = elements.position(at: partner)
      if !elements.new.isContentEqual(at: position, to: elements.old, at: oldPosition) {
        updates.pointee.insert(position)
      }
    }
  }

  /// Removes and returns the partner for a new element: the first old element with the same identity that is not paired
  /// yet.
  /// - Returns: The index of the old element, or -1 if none is left.
  @inlinable @inline(__always)
  mutating func take(_ representative: Int) -> Int {
    guard representative < elements.oldCount else { return -1 }
    if heads.isEmpty { return pairs.partners[pairs.newCount &+ representative] < 0 ? representative : -1 }
    let index = Int(heads[representative])
    if index >= 0 { heads[representative] = followers[index] }
    return index
  }

  /// Returns the repetition of an identity by two new elements; `nil` if the repetition is no mistake.
  /// - Parameters:
  ///   - representative: The element with this identity whose index is in the slot.
  ///   - number: The index of the later new element among the new ones.
  @inlinable
  func repetition(of representative: Int, at number: Int) -> PositionMapping.Repetition? {
    let first =
      representative < elements.oldCount
      ? Int(pairs.partners[pairs.newCount + representative]) : representative - elements.oldCount
    if first < 0 { return nil }
    let repetition = PositionMapping.Repetition(first: first, second: number)
    return isMistake?(repetition) == false ? nil : repetition
  }
}
