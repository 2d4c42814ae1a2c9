/// Finds which element became which, in linear time.
///
/// 1. What both sides share at the start and at the end is found by comparing, without a hash and without writing.
/// 2. A walk over the middle pairs what has only been shifted (``ResyncWalk``).
/// 3. Only what is left is hashed (``ResidueTable``; the idea of a table of symbols is Heckel's, "A technique for
///    isolating differences between files", Communications of the ACM 21, 1978).
/// 4. The k-th occurrence of an identity pairs with the k-th. Steps 1 and 2 can break that only for an identity that is
///    also in step 3; if there is one, everything behind the common start is hashed.
///
/// Content is compared where a pair is found, while both elements are at hand.
@usableFromInline
struct PositionDiff<Source: IdentitySource> {
  @usableFromInline let old: Source
  @usableFromInline let new: Source
  @usableFromInline let hashing: IdentityHashing

  @inlinable
  init(old: Source, new: Source, hashing: IdentityHashing? = nil) {
    self.old = old
    self.new = new
    self.hashing = hashing ?? (IdentityOperations<Source.ID>.hasFastHash ? .fast : .standard)
  }

  /// - Complexity: O(*n*) on average; the memory is that of what lies between common start and end.
  @inlinable
  func difference() -> PositionDifference {
    if old.isSameMemory(as: new) { return PositionDifference(mapping: .identity(count: old.count)) }
    var updates = PositionBuffer()
    let prefix = commonPrefix(&updates)
    var lateUpdates = PositionBuffer()
    let (suffix, isCertain) = commonSuffixWatched(after: prefix, &lateUpdates)
    let oldMiddle = old.count - prefix - suffix
    let newMiddle = new.count - prefix - suffix
    let isPure = oldMiddle == 0 || newMiddle == 0
    let isTooLong = max(old.count, new.count) >= Int(Int32.max)
    if isTooLong || (isPure && (suffix == 0 || isCertain)) || (oldMiddle == 0 && newMiddle == 0) {
      updates.append(reversed: lateUpdates)
      let mapping = PositionMapping(
        oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, runs: [])
      return PositionDifference(mapping: mapping, updates: updates.positions)
    }
    if Source.self == IdentityView<Int>.self,
      let mapping = IncreasingIntegers.mapping(
        from: unsafeBitCast(old, to: IdentityView<Int>.self), to: unsafeBitCast(new, to: IdentityView<Int>.self),
        prefix: prefix, suffix: suffix)
    {
      return PositionDifference(mapping: mapping)
    }
    if let mapping = mapping(prefix: prefix, suffix: suffix, &updates) {
      updates.append(reversed: lateUpdates)
      return PositionDifference(mapping: mapping, updates: updates.positions)
    }
    let mapping = mapping(prefix: prefix, &updates)
    return PositionDifference(mapping: mapping, updates: updates.positions)
  }

  /// How many elements are equal from the start.
  /// - Parameter updates: Gets the positions whose content differs.
  @inlinable
  func commonPrefix(_ updates: inout PositionBuffer) -> Int {
    let limit = min(old.count, new.count)
    var count = 0
    while IdentityOperations<Source.ID>.areWords, count &+ 4 <= limit, new.areFourEqual(at: count, to: old, at: count) {
      let differences = differencesOfFour(count, count)
      if differences != 0 { updates.append(differences, startingAt: count) }
      count &+= 4
    }
    while count < limit, new.isEqual(at: count, to: old, at: count) {
      compareContent(count, count, &updates)
      count &+= 1
    }
    return count
  }

  /// Notes a new position if its content differs.
  @inlinable
  @inline(__always)
  func compareContent(_ oldPosition: Int, _ newPosition: Int, _ updates: inout PositionBuffer) {
    guard Source.comparesContent, !new.isContentEqual(at: newPosition, to: old, at: oldPosition) else { return }
    updates.append(newPosition)
  }

  /// A bit for each of four neighbours whose content differs.
  ///
  /// One branch for all four, as for their identities.
  @inlinable
  @inline(__always)
  func differencesOfFour(_ oldPosition: Int, _ newPosition: Int) -> UInt8 {
    guard Source.comparesContent else { return 0 }
    let a: UInt8 = new.isContentEqual(at: newPosition, to: old, at: oldPosition) ? 0 : 1
    let b: UInt8 = new.isContentEqual(at: newPosition &+ 1, to: old, at: oldPosition &+ 1) ? 0 : 2
    let c: UInt8 = new.isContentEqual(at: newPosition &+ 2, to: old, at: oldPosition &+ 2) ? 0 : 4
    let d: UInt8 = new.isContentEqual(at: newPosition &+ 3, to: old, at: oldPosition &+ 3) ? 0 : 8
    return (a | b) | (c | d)
  }

  /// How many elements are equal from the end, without those of the start.
  /// - Parameters:
  ///   - updates: Gets the new positions whose content differs, the last one first.
  ///   - watch: Sees the new positions.
  @inlinable
  @inline(__always)
  func commonSuffix<Watch: SuffixWatch>(after prefix: Int, _ updates: inout PositionBuffer, _ watch: inout Watch) -> Int
  {
    let limit = min(old.count, new.count) - prefix
    let shift = old.count - new.count
    var start = new.count
    let end = start - limit
    while IdentityOperations<Source.ID>.areWords, start &- 4 >= end,
      new.areFourEqual(at: start &- 4, to: old, at: start &- 4 &+ shift)
    {
      start &-= 4
      watch.seeFour(start)
      let differences = differencesOfFour(start &+ shift, start)
      if differences != 0 { updates.appendBackwards(differences, startingAt: start) }
    }
    while start > end, new.isEqual(at: start &- 1, to: old, at: start &- 1 &+ shift) {
      start &-= 1
      watch.see(start)
      compareContent(start &+ shift, start, &updates)
    }
    return new.count - start
  }

  /// The mapping by all four steps.
  /// - Returns: `nil` if an identity of the residue is also among what was paired without a hash.
  @inlinable
  func mapping(prefix: Int, suffix: Int, _ updates: inout PositionBuffer) -> PositionMapping? {
    mapping(prefix: prefix, suffix: suffix, &updates) { tables in
      var walk = ResyncWalk(old: old, new: new, prefix: prefix, suffix: suffix)
      let pairs = walk.run(into: tables)
      return pairResidue(into: tables, pairs: pairs, suffix: suffix)
    }
  }

  /// The mapping that hashes everything behind the common start.
  @inlinable
  func mapping(prefix: Int, _ updates: inout PositionBuffer) -> PositionMapping {
    let mapping = mapping(prefix: prefix, suffix: 0, &updates) { tables in
      pairResidue(into: tables, pairs: 0, suffix: 0)
    }
    return mapping ?? .disjoint(oldCount: old.count, newCount: new.count)
  }

  /// Makes the tables of the middle, has them filled, and makes a mapping of them if they are right.
  @inlinable
  @inline(__always)
  func mapping(
    prefix: Int, suffix: Int, _ updates: inout PositionBuffer, fill: (borrowing PositionTables) -> ResidueOutcome
  ) -> PositionMapping? {
    let newCount = new.count - prefix - suffix
    var oldOfNew = [Int32](repeating: -1, count: newCount)
    var newOfOld = [Int32](repeating: -1, count: old.count - prefix - suffix)
    var marks = [UInt64](repeating: 0, count: Source.comparesContent ? (newCount + 63) / 64 : 0)
    let outcome = oldOfNew.withUnsafeMutableBufferPointer { oldOfNew in
      newOfOld.withUnsafeMutableBufferPointer { newOfOld in
        marks.withUnsafeMutableBufferPointer { marks in
          fill(PositionTables(start: prefix, oldOfNew: oldOfNew, newOfOld: newOfOld, updated: marks))
        }
      }
    }
    guard outcome.isRight else { return nil }
    updates.append(marks, startingAt: prefix)
    return PositionMapping(
      commonPrefix: prefix, commonSuffix: suffix, oldOfNew: oldOfNew, newOfOld: newOfOld,
      repetition: outcome.repetition)
  }
}

/// Which element became which, and whose content is not what it was.
@usableFromInline
struct PositionDifference {
  @usableFromInline let mapping: PositionMapping
  /// New positions, ascending, of survivors whose content differs.
  @usableFromInline let updates: [Int]

  @usableFromInline
  init(mapping: PositionMapping, updates: [Int] = []) {
    self.mapping = mapping
    self.updates = updates
  }
}
