/// Finds the mapping of one list to another in linear time, from the cheap to the expensive:
///
/// 1. `CommonEnds`: equal elements at the start and at the end are found by comparing, without a hash.
/// 2. `ResyncWalk`: a walk over the rest pairs elements that have only been shifted.
/// 3. `UnmatchedTable`: the elements that are left are hashed. The table of symbols is Heckel's, "A technique for
///    isolating differences between files", Communications of the ACM 21, 1978.
/// 4. `AbsenceFilter`: the *k*-th old occurrence of an identity has to pair with the *k*-th new one. Steps 1 and 2 can
///    break this rule only for an identity that step 3 meets too. If the filter finds such an identity, everything
///    after the common start goes through step 3.
///
/// Content is compared where a pair is found, while both elements are in the cache.
@usableFromInline
struct PositionDiff<Source: IdentitySource> {
  @usableFromInline let old: Source
  @usableFromInline let new: Source
  @usableFromInline let hashing: IdentityHashing
  /// Whether memory is compared as bytes, and filters are used.
  @usableFromInline let takesShortcuts: Bool

  /// Creates a diff of two lists.
  /// - Parameter hashing: The only hash to use, without shortcuts, for tests; `nil` for the best hash of the type.
  @inlinable
  init(old: Source, new: Source, hashing: IdentityHashing? = nil) {
    self.old = old
    self.new = new
    self.hashing = hashing ?? IdentityOperations<Source.ID>.usualHashing
    takesShortcuts = hashing == nil
  }

  /// Runs the four steps, and stops early if a step completes the mapping.
  /// - Parameter instead: Called if steps 1 and 2 left a quarter of the elements or more. Returns the mapping by
  ///   another way; `nil` if there is none.
  /// - Complexity: O(*n*) on average, with memory only for the elements between common start and common end.
  @inlinable
  func difference(orIfManyAreLeft instead: () -> PositionMapping? = { nil }) -> PositionDifference {
    var updates = ContentMarks(size: new.count)
    let prefix = commonStart(&updates)
    let end = commonEnd(behind: prefix, &updates)
    if end.isComplete {
      return PositionDifference(mapping: mapping(ofEnd: end, prefix: prefix), updates: updates)
    }
    if Source.self == IdentityView<Int>.self,
      let mapping = IncreasingIntegers.mapping(
        from: unsafeBitCast(old, to: IdentityView<Int>.self), to: unsafeBitCast(new, to: IdentityView<Int>.self),
        prefix: prefix, suffix: end.count)
    {
      return PositionDifference(mapping: mapping, updates: updates)
    }
    let runs = resyncRuns(behind: prefix, before: end.count, &updates)
    let middle = Middle(
      old: prefix..<old.count &- end.count, new: prefix..<new.count &- end.count, suffix: end.count, runs: runs)
    if 4 &* (middle.oldCount &+ middle.newCount) >= old.count &+ new.count, let mapping = instead() {
      return PositionDifference(mapping: mapping)
    }
    if let mapping = mapping(of: middle, &updates) { return PositionDifference(mapping: mapping, updates: updates) }
    updates.removeAll(from: prefix)
    let all = Middle(old: prefix..<old.count, new: prefix..<new.count, suffix: 0, runs: [])
    // Without pairs from steps 1 and 2 there is nothing that step 4 could refuse.
    let mapping = mapping(of: all, &updates) ?? .disjoint(oldCount: old.count, newCount: new.count)
    return PositionDifference(mapping: mapping, updates: updates)
  }

  /// Returns the mapping that pairs only the elements of the common start and the common end.
  @inlinable
  func mapping(ofEnd end: CommonEnd, prefix: Int) -> PositionMapping {
    PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: end.count, runs: [],
      repetition: end.areDistinct ? nil : repetition(in: prefix..<new.count - end.count))
  }

  /// Marks a new position if its content differs.
  @inlinable @inline(__always)
  func compareContent(_ oldPosition: Int, _ newPosition: Int, _ updates: inout ContentMarks) {
    guard Source.comparesContent, !new.isContentEqual(at: newPosition, to: old, at: oldPosition) else { return }
    updates.insert(newPosition)
  }

  /// The largest number of consecutive inserted elements that are searched for a repeated identity.
  @inlinable static var searchLimit: Int { 32 }

  /// Returns two new elements in a range that have the same identity.
  /// - Parameter range: New positions without partners.
  /// - Returns: `nil` if no identity repeats, or if the range is too long to be searched.
  @inlinable
  func repetition(in range: Range<Int>) -> PositionMapping.Repetition? {
    guard range.count > 1, range.count <= Self.searchLimit, mayRepeat(in: range) else { return nil }
    for position in range {
      for first in range.lowerBound..<position where new.isEqual(at: position, to: new, at: first) {
        return PositionMapping.Repetition(first: first, second: position)
      }
    }
    return nil
  }
}

extension PositionDiff {
  /// Whether two new elements in a range may have the same identity. A bit set of their hashes mostly proves that none
  /// do.
  @inlinable
  func mayRepeat(in range: Range<Int>) -> Bool {
    var seen = InlineArray<16, UInt64>(repeating: 0)
    let key = IdentityHashKey.ofProcess
    for position in range {
      guard let hash = Operations.hash(new.id(at: position), Operations.usualHashing, key) else { return true }
      let (word, bit) = (Int(truncatingIfNeeded: hash & 15), 1 &<< (hash &>> 4))
      if seen[word] & bit != 0 { return true }
      seen[word] |= bit
    }
    return false
  }
}

/// The mapping of one list to another, and the survivors whose content differs.
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
