extension PositionDiff {
  /// With so many elements behind the common start each is compared with each: that is sooner done than a table is made.
  @inlinable static var mostInShort: Int { 32 }

  /// True if there are no more, of identities that are cheap to compare.
  @inlinable
  func isShort(_ oldCount: Int, _ newCount: Int) -> Bool {
    takesShortcuts && max(oldCount, newCount) <= Self.mostInShort
      && (_isPOD(Source.ID.self) || Source.ID.self == String.self)
  }

  /// True if both sides go on behind a common start, and are short from there on.
  @inlinable
  @inline(__always)
  func isShort(behind prefix: Int) -> Bool {
    prefix < min(old.count, new.count) && isShort(old.count - prefix, new.count - prefix)
  }

  /// The mapping of a short list, by comparing.
  /// - Precondition: ``isShort(behind:)``.
  @inlinable
  func mappingOfShort(prefix: Int, _ updates: inout ContentMarks) -> PositionMapping {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * Self.mostInShort) { memory in
      let (oldCount, newCount) = (old.count - prefix, new.count - prefix)
      let memory = UnsafeMutableBufferPointer(rebasing: memory[..<(oldCount + newCount)])
      memory.initialize(repeating: -1)
      let outcome = withUnsafeMutablePointer(to: &updates) { updates in
        pairByComparing(into: PositionTables(start: prefix, newCount: newCount, memory: memory, updates: updates))
      }
      guard let tables = memory.baseAddress else { return .disjoint(oldCount: old.count, newCount: new.count) }
      return PositionMapping(
        oldCount: old.count, newCount: new.count, commonPrefix: prefix, tables: tables,
        repetition: outcome.repetition)
    }
  }

  /// Pairs each new element of the tables with the first equal old one that is still there.
  /// - Parameter isMistake: Whether an identity may not be at these two positions; `nil` if it may be nowhere twice.
  /// - Precondition: ``isShort(_:_:)``; there are no pairs in the tables.
  @inlinable
  func pairByComparing(
    into tables: borrowing PositionTables, isMistake: ((PositionMapping.Repetition) -> Bool)? = nil
  ) -> ResidueOutcome {
    let start = tables.start
    // A bit for each old one that has no partner yet.
    var free: UInt64 = 1 &<< UInt64(truncatingIfNeeded: tables.newOfOld.count) &- 1
    var repetition: PositionMapping.Repetition?
    for position in start..<start + tables.oldOfNew.count {
      if let partner = firstEqual(to: position, among: free, from: start) {
        free &= ~(1 &<< UInt64(truncatingIfNeeded: partner - start))
        tables.link(old: partner, of: old, new: position, of: new)
        continue
      }
      for other in start..<position where repetition == nil && new.isEqual(at: position, to: new, at: other) {
        let found = PositionMapping.Repetition(first: other, second: position)
        if isMistake?(found) != false { repetition = found }
      }
    }
    return ResidueOutcome(
      isRight: true,
      repetition: repetition)
  }

  /// The first old position of some whose identity is that of a new one.
  /// - Parameter positions: A bit for each, counted from a start.
  @inlinable
  @inline(__always)
  func firstEqual(to newPosition: Int, among positions: UInt64, from start: Int) -> Int? {
    var rest = positions
    while rest != 0 {
      let position = start &+ rest.trailingZeroBitCount
      if new.isEqual(at: newPosition, to: old, at: position) { return position }
      rest &= rest &- 1
    }
    return nil
  }
}
