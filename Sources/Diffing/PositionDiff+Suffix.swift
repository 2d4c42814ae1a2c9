extension PositionDiff {
  /// What both sides have in common at the end.
  @usableFromInline
  struct CommonEnd {
    @usableFromInline let count: Int
    /// True if none of the few elements which one side has more than the other behind the start is in the end as well.
    @usableFromInline var isCertain = false
    /// False if no two of these few elements have one identity.
    @usableFromInline var mayRepeat = true
    /// True if nothing between start and end has a partner, or none that is to be looked for.
    @usableFromInline var isAll = false

    @inlinable
    init(count: Int, isCertain: Bool = false, mayRepeat: Bool = true) {
      self.count = count
      self.isCertain = isCertain
      self.mayRepeat = mayRepeat
    }
  }

  /// The common end, and whether that is all that can be said.
  @inlinable
  func commonEnd(behind prefix: Int, _ updates: inout ContentMarks) -> CommonEnd {
    var end = CommonEnd(count: 0, isCertain: true)
    if prefix < min(old.count, new.count) { end = commonSuffix(after: prefix, &updates) }
    let isPure = min(old.count, new.count) == prefix &+ end.count
    let isTooLong = max(old.count, new.count) >= Int(Int32.max)
    end.isAll = isTooLong || (isPure && (end.isCertain || old.count == new.count))
    return end
  }

  /// How many elements are equal from the end, without those of the start.
  /// - Parameter updates: Gets the new positions whose content differs.
  @inlinable
  func commonSuffix(after prefix: Int, _ updates: inout ContentMarks) -> CommonEnd {
    let end = prefix + max(0, new.count - old.count)
    let excess = abs(old.count - new.count)
    let isNumbered = max(old.count, new.count) < Int(Int32.max)
    guard takesShortcuts, isNumbered, excess > 0, excess <= FewIdentities<Source>.limit,
      goesOn(behind: prefix)
    else {
      return CommonEnd(count: new.count - commonEnd(from: new.count, downTo: end, &updates))
    }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: FewIdentities<Source>.most) { memory in
      let few = UnsafeMutableBufferPointer(rebasing: memory[..<excess])
      for index in 0..<excess { few[index] = Int32(truncatingIfNeeded: prefix + index) }
      return FewIdentities.with(
        old: old, new: new, positions: few, oldCount: old.count > new.count ? excess : 0
      ) { few in
        guard var few else { return CommonEnd(count: new.count - commonEnd(from: new.count, downTo: end, &updates)) }
        return commonSuffix(after: prefix, watchedBy: &few, &updates)
      }
    }
  }

  /// The same where nothing but the few may have come or gone: from there on, while they are looked for in what is found
  /// equal and still at hand.
  @inlinable
  func commonSuffix(
    after prefix: Int, watchedBy few: inout FewIdentities<Source>, _ updates: inout ContentMarks
  ) -> CommonEnd {
    let (oldStart, newStart) = (prefix &+ max(0, old.count &- new.count), prefix &+ max(0, new.count &- old.count))
    let total = new.count &- newStart
    var count = 0
    var isCertain = true
    while count < total {
      let most = min(Self.mostAtHand, total &- count)
      let found = commonRun(fromOld: oldStart &+ count, new: newStart &+ count, limit: most, &updates)
      guard found == most else {
        updates.removeAll(from: newStart)
        return CommonEnd(count: new.count &- commonEnd(from: new.count, downTo: newStart, &updates))
      }
      isCertain = isCertain && few.areAbsent(from: new, in: newStart &+ count..<newStart &+ count &+ found)
      count &+= found
    }
    return CommonEnd(count: total, isCertain: isCertain, mayRepeat: few.mayRepeat)
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
    var start = first
    var pause = Self.shortestPause
    while true {
      let found = start &- identicalEnd(from: start, downTo: end)
      start &-= found
      pause = found > pause ? Self.shortestPause : 2 &* pause
      let limit = max(end, start &- pause)
      start = comparedEnd(from: start, downTo: limit, &updates)
      if start > limit || limit == end { return start }
    }
  }

  /// The same for elements that are the same bytes, or a few behind it.
  @inlinable
  func identicalEnd(from first: Int, downTo end: Int) -> Int {
    guard takesShortcuts, Source.hasIdenticalMemory else { return first }
    let shift = old.count - new.count
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

  /// The same for elements that are compared one by one.
  @inlinable
  func comparedEnd(from first: Int, downTo end: Int, _ updates: inout ContentMarks) -> Int {
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
