extension PositionDiff {
  /// The mapping if only few elements of the middle find no partner by the walk: as runs, without a table and without a
  /// hash.
  /// - Returns: `nil` if there are many, or if one of the few may be equal to what was paired.
  @inlinable
  func mappingOfFew(prefix: Int, suffix: Int, _ updates: inout ContentMarks) -> PositionMapping? {
    guard takesShortcuts else { return nil }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: FewIdentities<Source>.most) { memory in
      var few = FewLeftovers(UnsafeMutableBufferPointer(rebasing: memory[..<FewIdentities<Source>.limit]))
      var runs: [PositionRun] = []
      runs.reserveCapacity(8)
      var walk = ResyncWalk(old: old, new: new, prefix: prefix, suffix: suffix)
      walk.mostMisses = FewIdentities<Source>.limit / 2
      var (oldNext, newNext) = (prefix, prefix)
      while walk.findsPair() {
        let before = commonRun(before: walk, old: oldNext, new: newNext, &updates)
        let (oldStart, newStart) = (walk.oldPosition - before, walk.newPosition - before)
        guard few.add(old: oldNext..<oldStart, new: newNext..<newStart) else { return nil }
        // At least the pair that was found, whatever equality says when it is asked again.
        let count = max(1, commonRun(fromOld: walk.oldPosition, new: walk.newPosition, limit: walk.most, &updates))
        runs.append(PositionRun(old: oldStart, new: newStart, count: before + count))
        walk.goOn(by: count)
        (oldNext, newNext) = (walk.oldPosition, walk.newPosition)
      }
      guard few.add(old: oldNext..<old.count - suffix, new: newNext..<new.count - suffix) else { return nil }
      return mapping(of: &runs, few.sorted(), prefix: prefix, suffix: suffix, &updates)
    }
  }

  /// - Parameter runs: What is paired, in order; gets those of the few that pair with each other.
  /// - Returns: `nil` if one of the few may be equal to what was paired.
  @inlinable
  func mapping(
    of runs: inout [PositionRun], _ few: FewLeftovers, prefix: Int, suffix: Int, _ updates: inout ContentMarks
  ) -> PositionMapping? {
    let areAbsent = FewIdentities.with(old: old, new: new, positions: few.positions, oldCount: few.oldCount) { few in
      guard var few else { return false }
      for run in runs where !few.areAbsent(from: old, in: run.oldRange) { return false }
      return few.areAbsent(from: old, in: old.count - suffix..<old.count)
    }
    guard areAbsent else { return nil }
    let repetition = pair(few, into: &runs, &updates)
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, runs: runs,
      repetition: repetition)
  }

  /// Pairs what is left over by comparing each with each.
  /// - Returns: Two new ones that are equal, if there are some.
  @inlinable
  func pair(
    _ few: FewLeftovers, into runs: inout [PositionRun], _ updates: inout ContentMarks
  ) -> PositionMapping.Repetition? {
    let paired = runs.count
    var taken: UInt32 = 0
    var repetition: PositionMapping.Repetition?
    for index in few.oldCount..<few.positions.count {
      let position = Int(few.positions[index])
      for oldIndex in 0..<few.oldCount where taken & (1 &<< UInt32(truncatingIfNeeded: oldIndex)) == 0 {
        let oldPosition = Int(few.positions[oldIndex])
        guard new.isEqual(at: position, to: old, at: oldPosition) else { continue }
        taken |= 1 &<< UInt32(truncatingIfNeeded: oldIndex)
        runs.append(PositionRun(old: oldPosition, new: position, count: 1))
        compareContent(oldPosition, position, &updates)
        break
      }
      for earlier in few.oldCount..<index where repetition == nil {
        let first = Int(few.positions[earlier])
        guard new.isEqual(at: position, to: new, at: first) else { continue }
        repetition = PositionMapping.Repetition(first: first, second: position)
      }
    }
    if runs.count > paired { runs.sort { $0.new < $1.new } }
    return repetition
  }
}

/// Positions of a few elements that found no partner: new ones are kept from the end until all are known.
@usableFromInline
struct FewLeftovers {
  @usableFromInline let memory: UnsafeMutableBufferPointer<Int32>
  @usableFromInline private(set) var oldCount = 0
  @usableFromInline private(set) var newCount = 0

  @usableFromInline
  init(_ memory: UnsafeMutableBufferPointer<Int32>) {
    self.memory = memory
  }

  /// - Returns: False if there is no room.
  @usableFromInline
  mutating func add(old: Range<Int>, new: Range<Int>) -> Bool {
    guard old.count + new.count <= memory.count - oldCount - newCount else { return false }
    for position in old {
      memory[oldCount] = Int32(truncatingIfNeeded: position)
      oldCount += 1
    }
    for position in new {
      newCount += 1
      memory[memory.count - newCount] = Int32(truncatingIfNeeded: position)
    }
    return true
  }

  /// With the new ones behind the old ones, both ascending.
  @usableFromInline
  func sorted() -> FewLeftovers {
    var last = memory[(memory.count - newCount)...]
    last.reverse()
    for index in 0..<newCount { memory[oldCount + index] = memory[memory.count - newCount + index] }
    return self
  }

  /// The old ones, then the new ones, after ``sorted()``.
  @usableFromInline
  var positions: UnsafeMutableBufferPointer<Int32> {
    UnsafeMutableBufferPointer(rebasing: memory[..<(oldCount + newCount)])
  }
}
