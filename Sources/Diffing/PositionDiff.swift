/// Finds which element became which, in linear time.
///
/// 1. What both sides share at the start and at the end is found by comparing, without a hash and without writing.
/// 2. A walk over the middle pairs what has only been shifted (``ResyncWalk``).
/// 3. Only what is left is hashed (``ResidueTable``; the idea of a table of symbols is Heckel's, "A technique for
///    isolating differences between files", Communications of the ACM 21, 1978).
/// 4. The k-th occurrence of an identity pairs with the k-th. Steps 1 and 2 can break that only for an identity that is
///    also in step 3; if there is one, everything behind the common start is hashed.
@usableFromInline
struct PositionDiff<ID: Hashable> {
  @usableFromInline let old: IdentityView<ID>
  @usableFromInline let new: IdentityView<ID>
  @usableFromInline let hashing: IdentityHashing

  @inlinable
  init(old: IdentityView<ID>, new: IdentityView<ID>, hashing: IdentityHashing? = nil) {
    self.old = old
    self.new = new
    self.hashing = hashing ?? (IdentityOperations<ID>.hasFastHash ? .fast : .standard)
  }

  /// - Complexity: O(*n*) on average; the memory is that of what lies between common start and end.
  @inlinable
  func mapping() -> PositionMapping {
    if old.isSameMemory(as: new) { return .identity(count: old.count) }
    let prefix = commonPrefix()
    let suffix = commonSuffix(after: prefix)
    let oldMiddle = old.count - prefix - suffix
    let newMiddle = new.count - prefix - suffix
    let isPure = oldMiddle == 0 || newMiddle == 0
    let isTooLong = max(old.count, new.count) >= Int(Int32.max)
    if isTooLong || (isPure && suffix == 0) || (oldMiddle == 0 && newMiddle == 0) {
      return PositionMapping(
        oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, runs: [])
    }
    if ID.self == Int.self,
      let mapping = IncreasingIntegers.mapping(
        from: unsafeBitCast(old, to: IdentityView<Int>.self), to: unsafeBitCast(new, to: IdentityView<Int>.self),
        prefix: prefix, suffix: suffix)
    {
      return mapping
    }
    return mapping(prefix: prefix, suffix: suffix) ?? mapping(prefix: prefix)
  }

  /// How many elements are equal from the start.
  @inlinable
  func commonPrefix() -> Int {
    let limit = min(old.count, new.count)
    var count = 0
    while count < limit, IdentityOperations<ID>.areEqual(old[count], new[count]) { count += 1 }
    return count
  }

  /// How many elements are equal from the end, without those of the start.
  @inlinable
  func commonSuffix(after prefix: Int) -> Int {
    let limit = min(old.count, new.count) - prefix
    var count = 0
    while count < limit, IdentityOperations<ID>.areEqual(old[old.count - 1 - count], new[new.count - 1 - count]) {
      count += 1
    }
    return count
  }

  /// The mapping by all four steps.
  /// - Returns: `nil` if an identity of the residue is also among what was paired without a hash.
  @inlinable
  func mapping(prefix: Int, suffix: Int) -> PositionMapping? {
    var oldOfNew = [Int32](repeating: -1, count: new.count - prefix - suffix)
    var newOfOld = [Int32](repeating: -1, count: old.count - prefix - suffix)
    let outcome = oldOfNew.withUnsafeMutableBufferPointer { oldOfNew in
      newOfOld.withUnsafeMutableBufferPointer { newOfOld in
        let tables = PositionTables(start: prefix, oldOfNew: oldOfNew, newOfOld: newOfOld)
        var walk = ResyncWalk(old: old, new: new, prefix: prefix, suffix: suffix)
        let pairs = walk.run(into: tables)
        return pairResidue(into: tables, pairs: pairs, suffix: suffix)
      }
    }
    guard outcome.isRight else { return nil }
    return PositionMapping(
      commonPrefix: prefix, commonSuffix: suffix, oldOfNew: oldOfNew, newOfOld: newOfOld,
      repetition: outcome.repetition)
  }

  /// The mapping that hashes everything behind the common start.
  @inlinable
  func mapping(prefix: Int) -> PositionMapping {
    var oldOfNew = [Int32](repeating: -1, count: new.count - prefix)
    var newOfOld = [Int32](repeating: -1, count: old.count - prefix)
    let outcome = oldOfNew.withUnsafeMutableBufferPointer { oldOfNew in
      newOfOld.withUnsafeMutableBufferPointer { newOfOld in
        let tables = PositionTables(start: prefix, oldOfNew: oldOfNew, newOfOld: newOfOld)
        return pairResidue(into: tables, pairs: 0, suffix: 0)
      }
    }
    return PositionMapping(
      commonPrefix: prefix, commonSuffix: 0, oldOfNew: oldOfNew, newOfOld: newOfOld, repetition: outcome.repetition)
  }

  /// How the residue was paired.
  @usableFromInline
  struct ResidueOutcome {
    /// False if an identity of the residue may be equal to one that was paired before, behind the common start.
    @usableFromInline let isRight: Bool
    @usableFromInline let repetition: PositionMapping.Repetition?

    @inlinable
    init(isRight: Bool, repetition: PositionMapping.Repetition?) {
      self.isRight = isRight
      self.repetition = repetition
    }
  }

  /// Pairs what has no partner in the tables yet.
  /// - Parameters:
  ///   - pairs: How many pairs are in the tables.
  ///   - suffix: How many elements behind the tables are paired too.
  @inlinable
  func pairResidue(into tables: borrowing PositionTables, pairs: Int, suffix: Int) -> ResidueOutcome {
    let oldCount = tables.newOfOld.count - pairs
    let newCount = tables.oldOfNew.count - pairs
    let isUnverified = pairs + suffix > 0
    if oldCount + newCount == 0 || (!isUnverified && (oldCount == 0 || newCount == 0)) {
      return ResidueOutcome(isRight: true, repetition: nil)
    }
    let positions = UnsafeMutableBufferPointer<Int32>.allocate(capacity: oldCount + newCount)
    defer { positions.deallocate() }
    tables.collectFree(into: positions)
    if let outcome = tryPairing(positions, oldCount: oldCount, into: tables, hashing) { return outcome }
    tables.clear(positions: positions, oldCount: oldCount)
    return tryPairing(positions, oldCount: oldCount, into: tables, .standard)
      ?? ResidueOutcome(isRight: true, repetition: nil)
  }

  /// - Returns: As ``pairResidue(into:pairs:suffix:)``, or `nil` if this hash could not be used; some pairs may be in
  ///   the tables then.
  @inlinable
  func tryPairing(
    _ positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, into tables: borrowing PositionTables,
    _ hashing: IdentityHashing
  ) -> ResidueOutcome? {
    var table = ResidueTable(old: old, new: new, positions: positions, oldCount: oldCount, hashing: hashing)
    let limit = hashing == .fast ? 8 * positions.count + 64 : Int.max
    guard table.insertOld(collisionLimit: limit), table.pairNew(into: tables, collisionLimit: limit) else { return nil }
    guard let isRight = isDisjoint(&table, from: tables.start) else { return nil }
    return ResidueOutcome(isRight: isRight, repetition: table.repetition)
  }

  /// True if no identity of the table is among the old ones that were paired without it; `nil` if the hash could not be
  /// used.
  @inlinable
  func isDisjoint(_ table: inout ResidueTable<ID>, from start: Int) -> Bool? {
    let paired = old.count - start - table.oldCount
    if paired == 0 { return true }
    if ResidueSketch<ID>.isAvailable {
      let sketch = ResidueSketch(of: table)
      return allPaired(of: table.oldPositions, from: start) { id in
        sketch.mayContain(id) ? table.contains(id).map { !$0 } : true
      }
    }
    return allPaired(of: table.oldPositions, from: start) { id in table.contains(id).map { !$0 } }
  }

  /// Asks for each old identity behind the common start that is not in the residue, until one is not as it should be.
  @inlinable
  func allPaired(
    of residue: Slice<UnsafeMutableBufferPointer<Int32>>, from start: Int, isRight: (UnsafePointer<ID>) -> Bool?
  ) -> Bool? {
    var next = start
    var index = 0
    while true {
      let end = index < residue.count ? Int(residue[index]) : old.count
      while next < end {
        let answer = isRight(old[next])
        if answer != true { return answer }
        next += 1
      }
      if index == residue.count { return true }
      next += 1
      index += 1
    }
  }
}
