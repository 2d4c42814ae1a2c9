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
    var (count, isCertain) = (0, true)
    var block = Self.firstBlock
    var pause = Self.shortestPause
    while count < total {
      var most = min(Self.mostAtHand, total &- count)
      let (oldNext, newNext) = (oldStart &+ count, newStart &+ count)
      if few.readsLastWords {
        let found = identicalRun(fromOld: oldNext, new: newNext, limit: most, firstBlock: block)
        if found == 0 {
          most = min(pause, total &- count)
          pause &*= 2
          guard let watched = watchRun(fromOld: oldNext, new: newNext, count: most, &few, &isCertain, &updates) else {
            break
          }
          count &+= watched
          continue
        }
        most = found
      } else if commonRun(fromOld: oldNext, new: newNext, limit: most, firstBlock: block, &updates) < most {
        break
      }
      block = Self.longestBlock
      isCertain = isCertain && few.areAbsent(from: new, in: newNext..<newNext &+ most)
      count &+= most
    }
    if count < total {
      updates.removeAll(from: newStart)
      return CommonEnd(count: new.count &- commonEnd(from: new.count, downTo: newStart, &updates))
    }
    return CommonEnd(count: total, isCertain: isCertain, mayRepeat: few.mayRepeat)
  }

  /// Compares strings side by side, and looks for each among the few by what was read for the comparison.
  /// - Parameter isCertain: Becomes false if one of the few is there.
  /// - Returns: How many were looked for: all unless their last words turn out to tell too little. `nil` if two differ.
  @inlinable
  func watchRun(
    fromOld oldStart: Int, new newStart: Int, count: Int, _ few: inout FewIdentities<Source>, _ isCertain: inout Bool,
    _ updates: inout ContentMarks
  ) -> Int? {
    var patience = 4 &+ count / 64
    var next = 0
    while next < count {
      let (first, end) = (next, min(next &+ 8, count))
      var mark: UInt8 = 0
      while next < end {
        guard let word = new.lastWord(at: newStart &+ next, ifEqualTo: old, at: oldStart &+ next) else { return nil }
        mark |= few.mark(ofLastWord: word)
        compareContent(oldStart &+ next, newStart &+ next, &updates)
        next &+= 1
      }
      if mark == 0 { continue }
      isCertain = isCertain && few.areAbsentByMark(from: new, in: newStart &+ first..<newStart &+ end)
      patience &-= 1
      if patience == 0 {
        few.readWhole()
        return next
      }
    }
    return count
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
