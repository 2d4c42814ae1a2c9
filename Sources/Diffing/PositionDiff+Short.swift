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

  /// Makes the changes of a short list, by comparing: no mapping is made, and no table.
  /// - Returns: False, and nothing is made, if an identity is met twice.
  /// - Precondition: ``isShort(behind:)``; none of the content of the common start differs.
  @inlinable
  func setChangesOfShort(_ positions: inout ChangePositions, prefix: Int, section: Int) -> Bool {
    ShortChanges.with(firstSection: section, firstItem: prefix) { changes in
      changes.oldSections.initialize(to: 0)
      guard changes.old.append(old.count - prefix), changes.new.append(new.count - prefix),
        pairByComparing(into: &changes, section: 0, oldSection: 0, prefix: prefix)
      else { return false }
      positions = ChangePositions(&changes)
      return true
    }
  }

  /// Pairs each element of a section behind a common start with the first equal old one that is still there.
  /// - Parameters:
  ///   - section: Which section of the changes it is.
  ///   - oldSection: Which section it was.
  /// - Returns: False if one is there twice.
  @inlinable
  @inline(__always)
  func pairByComparing(into changes: inout ShortChanges, section: Int, oldSection: Int, prefix: Int) -> Bool {
    let (start, oldStart) = (changes.new.start(of: section), changes.old.start(of: oldSection))
    var free = ShortChanges.bits(0..<old.count &- prefix)
    var last = -1
    var isInOrder = true
    for index in 0..<new.count &- prefix {
      let position = prefix &+ index
      guard let partner = firstEqual(to: position, among: free, from: prefix) else {
        for other in prefix..<position where new.isEqual(at: position, to: new, at: other) { return false }
        changes.inserted |= ShortChanges.bit(start &+ index)
        (changes.oldElements + (start &+ index)).initialize(to: -1)
        continue
      }
      let found = partner &- prefix
      free &= ~ShortChanges.bit(found)
      (changes.oldElements + (start &+ index)).initialize(to: Int32(truncatingIfNeeded: oldStart &+ found))
      isInOrder = isInOrder && found > last
      last = found
      if Source.comparesContent, !new.isContentEqual(at: position, to: old, at: partner) {
        changes.updated |= ShortChanges.bit(start &+ index)
      }
    }
    changes.deleted |= free &<< UInt64(truncatingIfNeeded: oldStart)
    if !isInOrder { changes.noteMoved(in: start..<start &+ new.count &- prefix) }
    return true
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
