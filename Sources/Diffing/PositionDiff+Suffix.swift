extension PositionDiff {
  /// How many elements are equal from the end, without those of the start.
  /// - Parameter updates: Gets the new positions whose content differs.
  /// - Returns: Besides, true if it is certain that none of the few elements which one side has more than the other behind
  ///   the start is in the end as well.
  @inlinable
  func commonSuffix(after prefix: Int, _ updates: inout ContentMarks) -> (count: Int, isCertain: Bool) {
    let end = prefix + max(0, new.count - old.count)
    let excess = abs(old.count - new.count)
    let isNumbered = max(old.count, new.count) < Int(Int32.max)
    guard takesShortcuts, isNumbered, excess > 0, excess <= FewIdentities<Source>.limit,
      goesOn(behind: prefix)
    else {
      return (new.count - commonEnd(from: new.count, downTo: end, &updates), false)
    }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: FewIdentities<Source>.most) { memory in
      let few = UnsafeMutableBufferPointer(rebasing: memory[..<excess])
      for index in 0..<excess { few[index] = Int32(truncatingIfNeeded: prefix + index) }
      return FewIdentities.with(
        old: old, new: new, positions: few, oldCount: old.count > new.count ? excess : 0
      ) { few in
        guard let few else { return (new.count - commonEnd(from: new.count, downTo: end, &updates), false) }
        return commonSuffix(downTo: end, watchedBy: few, &updates)
      }
    }
  }

  /// The same while the few are looked for in what is found equal.
  @inlinable
  func commonSuffix(
    downTo end: Int, watchedBy few: FewIdentities<Source>, _ updates: inout ContentMarks
  ) -> (count: Int, isCertain: Bool) {
    let shift = old.count - new.count
    var start = new.count
    var isCertain = true
    // Together, because both want the identity that was just read.
    while IdentityOperations<Source.ID>.areWords, !few.map.isEmpty, start &- 8 >= end {
      let first = start
      let last = max(end &+ 8, first &- 56)
      var differences: UInt64 = 0
      while start >= last, areEightEqual(start &- 8 &+ shift, start &- 8) {
        start &-= 8
        differences = differences &<< 8 | differencesOfEight(start &+ shift, start)
        if few.markOfEight(new, start) != 0 {
          isCertain = isCertain && few.areAbsentByMark(from: new, in: start..<start &+ 8)
        }
      }
      if differences != 0 { updates.insert(neighbours: differences, startingAt: start) }
      if start > first &- 64 { break }
    }
    let rest = start
    start = commonEnd(from: rest, downTo: end, &updates)
    return (new.count - start, isCertain && few.areAbsent(from: new, in: start..<rest))
  }

  /// True if it looks as if one side only has some elements more than the other from a position on, before a longer end.
  @inlinable
  func goesOn(behind prefix: Int) -> Bool {
    let (oldExcess, newExcess) = (max(0, old.count - new.count), max(0, new.count - old.count))
    guard min(old.count, new.count) - prefix >= oldExcess + newExcess else { return false }
    return min(old.count, new.count) > prefix
      && new.isEqual(at: prefix + newExcess, to: old, at: prefix + oldExcess)
  }

  /// The first new position from which on all elements up to another one are equal, counted from the ends of both sides.
  /// - Parameters:
  ///   - first: All behind are equal.
  ///   - end: Where to stop.
  @inlinable
  func commonEnd(from first: Int, downTo end: Int, _ updates: inout ContentMarks) -> Int {
    let shift = old.count - new.count
    var start = first
    while IdentityOperations<Source.ID>.areWords, start &- 8 >= end {
      let first = start
      let last = max(end &+ 8, first &- 56)
      var differences: UInt64 = 0
      while start >= last, areEightEqual(start &- 8 &+ shift, start &- 8) {
        start &-= 8
        differences = differences &<< 8 | differencesOfEight(start &+ shift, start)
      }
      if differences != 0 { updates.insert(neighbours: differences, startingAt: start) }
      if start > first &- 64 { break }
    }
    while start > end, new.isEqual(at: start &- 1, to: old, at: start &- 1 &+ shift) {
      start &-= 1
      compareContent(start &+ shift, start, &updates)
    }
    return start
  }
}
