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
  /// True if a few identities are compared where they might be hashed.
  @usableFromInline let takesShortcuts: Bool

  /// - Parameter hashing: What has to be used, without a shortcut; `nil` for what is best.
  @inlinable
  init(old: Source, new: Source, hashing: IdentityHashing? = nil) {
    self.old = old
    self.new = new
    self.hashing = hashing ?? IdentityOperations<Source.ID>.usualHashing
    takesShortcuts = hashing == nil
  }

  /// - Complexity: O(*n*) on average; the memory is that of what lies between common start and end.
  @inlinable
  func difference() -> PositionDifference {
    var updates = ContentMarks(size: new.count)
    let prefix = commonStart(&updates)
    return difference(behind: prefix, &updates)
  }

  /// Makes the changes that follow from the difference; where a common start and a common end say all, without a mapping.
  /// - Parameter section: The section that stands in the paths.
  /// - Returns: Two new positions that have one identity, if some were met.
  @inlinable
  func setChanges(_ changes: inout ChangePositions, section: Int) -> PositionMapping.Repetition? {
    var updates = ContentMarks(size: new.count)
    let prefix = commonStart(&updates)
    let difference: PositionDifference
    if isShort(behind: prefix) {
      let mapping = mappingOfShort(prefix: prefix, &updates)
      difference = PositionDifference(mapping: mapping, updates: updates)
    } else {
      let end = commonEnd(behind: prefix, &updates)
      if end.isAll {
        changes.set(
          old: Range(uncheckedBounds: (prefix, old.count &- end.count)),
          new: Range(uncheckedBounds: (prefix, new.count &- end.count)), updates, section: section)
        return end.mayRepeat ? repetition(in: prefix..<new.count &- end.count) : nil
      }
      difference = self.difference(behind: prefix, before: end.count, &updates)
    }
    changes = ChangePositions(difference, section: section)
    return difference.mapping.repetition
  }

  /// How many elements at the start are equal.
  @inlinable
  @inline(__always)
  func commonStart(_ updates: inout ContentMarks) -> Int {
    if old.isSameMemory(as: new) { return old.count }
    return commonRun(fromOld: 0, new: 0, limit: min(old.count, new.count), &updates)
  }

  /// The difference where the common start is known.
  @inlinable
  func difference(behind prefix: Int, _ updates: inout ContentMarks) -> PositionDifference {
    if isShort(behind: prefix) {
      let mapping = mappingOfShort(prefix: prefix, &updates)
      return PositionDifference(mapping: mapping, updates: updates)
    }
    let end = commonEnd(behind: prefix, &updates)
    if end.isAll {
      let mapping = mappingOfRun(prefix: prefix, suffix: end.count, mayRepeat: end.mayRepeat)
      return PositionDifference(mapping: mapping, updates: updates)
    }
    return difference(behind: prefix, before: end.count, &updates)
  }

  /// The difference where something between the common start and the common end may have a partner.
  @inlinable
  func difference(behind prefix: Int, before suffix: Int, _ updates: inout ContentMarks) -> PositionDifference {
    if Source.self == IdentityView<Int>.self,
      let mapping = IncreasingIntegers.mapping(
        from: unsafeBitCast(old, to: IdentityView<Int>.self), to: unsafeBitCast(new, to: IdentityView<Int>.self),
        prefix: prefix, suffix: suffix)
    {
      return PositionDifference(mapping: mapping, updates: updates)
    }
    let found =
      mappingOfFew(prefix: prefix, suffix: suffix, &updates) ?? mapping(prefix: prefix, suffix: suffix, &updates)
    if let found { return PositionDifference(mapping: found, updates: updates) }
    updates.removeAll(from: prefix)
    let mapping = mapping(prefix: prefix, &updates)
    return PositionDifference(mapping: mapping, updates: updates)
  }

  /// The mapping where what is between common start and end has no partner.
  /// - Parameter mayRepeat: False if it is known that none of it is there twice.
  @inlinable
  func mappingOfRun(prefix: Int, suffix: Int, mayRepeat: Bool) -> PositionMapping {
    PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, runs: [],
      repetition: mayRepeat ? repetition(in: prefix..<new.count - suffix) : nil)
  }

  /// Notes a new position if its content differs.
  @inlinable
  @inline(__always)
  func compareContent(_ oldPosition: Int, _ newPosition: Int, _ updates: inout ContentMarks) {
    guard Source.comparesContent, !new.isContentEqual(at: newPosition, to: old, at: oldPosition) else { return }
    updates.insert(newPosition)
  }

  /// The mapping by all four steps.
  /// - Returns: `nil` if an identity of the residue is also among what was paired without a hash.
  @inlinable
  func mapping(prefix: Int, suffix: Int, _ updates: inout ContentMarks) -> PositionMapping? {
    mapping(prefix: prefix, suffix: suffix, &updates) { tables, updates in
      var walk = ResyncWalk(old: old, new: new, prefix: prefix, suffix: suffix)
      var pairs = 0
      var (oldNext, newNext) = (prefix, prefix)
      while walk.findsPair() {
        let before = commonRun(before: walk, old: oldNext, new: newNext, &updates.pointee)
        // At least the pair that was found, whatever equality says when it is asked again.
        let count = max(
          1, commonRun(fromOld: walk.oldPosition, new: walk.newPosition, limit: walk.most, &updates.pointee))
        for offset in -before..<count {
          tables.link(old: walk.oldPosition &+ offset, new: walk.newPosition &+ offset)
        }
        walk.goOn(by: count)
        (oldNext, newNext) = (walk.oldPosition, walk.newPosition)
        pairs += before + count
      }
      return pairResidue(into: tables, pairs: pairs, suffix: suffix)
    }
  }

  /// The mapping that hashes everything behind the common start.
  @inlinable
  func mapping(prefix: Int, _ updates: inout ContentMarks) -> PositionMapping {
    let mapping = mapping(prefix: prefix, suffix: 0, &updates) { tables, _ in
      pairResidue(into: tables, pairs: 0, suffix: 0)
    }
    return mapping ?? .disjoint(oldCount: old.count, newCount: new.count)
  }

  /// Makes the tables of the middle, has them filled, and makes a mapping of them if they are right.
  @inlinable
  @inline(__always)
  func mapping(
    prefix: Int, suffix: Int, _ updates: inout ContentMarks,
    fill: (borrowing PositionTables, UnsafeMutablePointer<ContentMarks>) -> ResidueOutcome
  ) -> PositionMapping? {
    let newMiddle = new.count - prefix - suffix
    var tables = [Int32](repeating: -1, count: newMiddle + old.count - prefix - suffix)
    let outcome = tables.withUnsafeMutableBufferPointer { memory in
      withUnsafeMutablePointer(to: &updates) { updates in
        fill(
          PositionTables(start: prefix, newCount: newMiddle, memory: memory, updates: updates),
          updates)
      }
    }
    guard outcome.isRight else { return nil }
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, tables: tables,
      repetition: outcome.repetition)
  }
}

/// Which element became which, and whose content is not what it was.
@usableFromInline
struct PositionDifference {
  @usableFromInline let mapping: PositionMapping
  /// New positions of survivors whose content differs.
  @usableFromInline let updates: ContentMarks

  @usableFromInline
  init(mapping: PositionMapping, updates: ContentMarks? = nil) {
    self.mapping = mapping
    self.updates = updates ?? ContentMarks(size: mapping.newCount)
  }
}
