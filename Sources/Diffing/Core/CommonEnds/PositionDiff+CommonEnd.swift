/// Step 1 of the diff, from the end of the lists.
extension PositionDiff {
  /// The equal elements at the end of both lists, after the common start.
  ///
  /// - `count`: The number of these elements.
  /// - `isComplete`: Whether common start and common end are the whole mapping, because no element between them has a
  ///   partner.
  /// - `areDistinct`: Whether no two elements between common start and common end can be equal.
  @usableFromInline typealias CommonEnd = (count: Int, isComplete: Bool, areDistinct: Bool)

  /// Finds the common end after the common start.
  ///
  /// Lists of 2,147,483,647 elements and more, which the later steps cannot number, pair only in their common ends.
  @inlinable
  func commonEnd(behind prefix: Int, _ updates: inout ContentMarks) -> CommonEnd {
    let (shorter, longer) = (min(old.count, new.count), max(old.count, new.count))
    let isTooLong = longer >= Int(Int32.max)
    if prefix == shorter { return (0, true, false) }
    if takesShortcuts, !isTooLong, longer &- shorter > 0, longer &- shorter <= AbsenceFilter.smallCount,
      let end = endBehindExcess(prefix, &updates)
    {
      return end
    }
    let count = new.count &- commonEnd(from: new.count, downTo: prefix &+ max(0, new.count &- old.count), &updates)
    return (count, isTooLong || (old.count == new.count && prefix &+ count == new.count), false)
  }

  /// Finds a common end that reaches up to the *excess*: the few elements by which one side is longer, directly after
  /// the common start.
  ///
  /// The excess was inserted or deleted, unless one of its identities is in the common end as well: then the *k*-th old
  /// occurrence has to pair with the *k*-th new one. So each block of the end is compared, then searched for the excess
  /// while the block is in the cache.
  /// - Returns: `nil` if the elements after the excess differ; an incomplete end if the end may contain an identity of
  ///   the excess.
  @inlinable
  func endBehindExcess(_ prefix: Int, _ updates: inout ContentMarks) -> CommonEnd? {
    let (oldStart, newStart) = (prefix &+ max(0, old.count &- new.count), prefix &+ max(0, new.count &- old.count))
    let excess = (oldStart &- prefix) &+ (newStart &- prefix)
    // The first comparison usually shows whether the rest is worth a try.
    guard new.count &- newStart >= excess, new.isEqual(at: newStart, to: old, at: oldStart) else { return nil }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: AbsenceFilter.smallCount) { memory in
      let positions = UnsafeMutableBufferPointer(rebasing: memory[..<excess])
      for index in 0..<excess { positions[index] = Int32(truncatingIfNeeded: prefix &+ index) }
      let few = Unmatched(old: old, new: new, positions: positions, oldCount: oldStart &- prefix)
      let found = withFilter(of: few) { compareEnd(fromOld: oldStart, new: newStart, without: few, $0, &updates) }
      return found ?? compareEnd(fromOld: oldStart, new: newStart, without: few, nil, &updates)
    }
  }

  /// Compares two ends of equal length, and searches them for the excess.
  /// - Parameter filter: Holds the excess; `nil` if it cannot be searched for.
  /// - Returns: As ``endBehindExcess(_:_:)``; if the result is `nil`, the marks of this end are removed from `updates`.
  @inlinable
  func compareEnd(
    fromOld oldStart: Int, new newStart: Int, without few: Unmatched<Source>, _ filter: FewFilter?,
    _ updates: inout ContentMarks
  ) -> CommonEnd? {
    if Source.ID.self == String.self, let filter, filter.readsPart, let words = filter.filter {
      return compareStrings(fromOld: oldStart, new: newStart, without: few, words, &updates)
    }
    var isCertain = filter != nil
    var (next, block) = (newStart, Self.firstBlock)
    while next < new.count {
      let size = min(Self.cacheLimit, new.count &- next)
      let oldNext = next &- newStart &+ oldStart
      guard commonRun(fromOld: oldNext, new: next, limit: size, firstBlock: block, &updates) == size else {
        updates.removeAll(from: newStart)
        return nil
      }
      block = Self.longestBlock
      if isCertain, let filter { isCertain = areAbsent(few, filter, of: new, from: next..<next &+ size) }
      next &+= size
    }
    return (new.count &- newStart, isCertain, filter?.areDistinct ?? false)
  }

  /// Compares two ends of strings, and searches for the excess by the last bytes of each string, which the comparison
  /// has just read. Reading each string a second time would add half of the time.
  /// - Returns: As ``endBehindExcess(_:_:)``; if the result is `nil`, the marks of this end are removed from `updates`.
  @inlinable
  func compareStrings(
    fromOld oldStart: Int, new newStart: Int, without few: Unmatched<Source>, _ filter: AbsenceFilter,
    _ updates: inout ContentMarks
  ) -> CommonEnd? {
    let multiplier = IdentityHashKey.ofProcess.second
    var (next, isCertain) = (newStart, true)
    while next < new.count {
      let (start, end) = (next, min(next &+ 8, new.count))
      var found: UInt8 = 0
      while next < end {
        let oldPosition = next &- newStart &+ oldStart
        guard let word = new.lastWord(at: next, ifEqualTo: old, at: oldPosition) else {
          updates.removeAll(from: newStart)
          return nil
        }
        found |= filter[StringIdentity.mark(ofLastWord: word, multiplier)]
        compareContent(oldPosition, next, &updates)
        next &+= 1
      }
      if found != 0, isCertain { isCertain = areAbsent(few, (filter, true, true), of: new, from: start..<end) }
    }
    return (new.count &- newStart, isCertain, true)
  }

  /// Returns the new position at which the common end begins.
  /// - Parameters:
  ///   - first: A new position from which all elements are known to be equal.
  ///   - end: The first position that may belong to the common end.
  @inlinable
  func commonEnd(from first: Int, downTo end: Int, _ updates: inout ContentMarks) -> Int {
    let shift = old.count &- new.count
    var start = first
    var pause = Self.shortestPause
    while true {
      let found = start &- identicalEnd(from: start, downTo: end)
      start &-= found
      pause = found > pause ? Self.shortestPause : 2 &* pause
      let limit = max(end, start &- pause)
      while start > limit, new.isEqual(at: start &- 1, to: old, at: start &- 1 &+ shift) {
        start &-= 1
        compareContent(start &+ shift, start, &updates)
      }
      if start > limit || limit == end { return start }
    }
  }

  /// Returns the new position at which a common end of elements with identical bytes begins. The true common end may
  /// begin a few elements earlier.
  @inlinable
  func identicalEnd(from first: Int, downTo end: Int) -> Int {
    guard takesShortcuts, Source.hasIdenticalMemory else { return first }
    let shift = old.count &- new.count
    var start = first
    var block = Self.longestBlock
    while start &- 8 >= end {
      let size = min(block, start &- end)
      if new.isMemoryIdentical(at: start &- size, to: old, at: start &- size &+ shift, count: size) {
        start &-= size
      } else if size <= 8 {
        break
      } else {
        block = size / 4
      }
    }
    return start
  }
}
