extension PositionDiff {
  /// With so many elements behind the common start each is compared with each: that is sooner done than a table is made.
  @inlinable static var mostInShort: Int { 32 }

  /// True if no more is left, of identities that are cheap to compare.
  @inlinable
  func isShort(behind prefix: Int) -> Bool {
    takesShortcuts && max(old.count, new.count) - prefix <= Self.mostInShort
      && (_isPOD(Source.ID.self) || Source.ID.self == String.self)
  }

  /// The mapping of a short list, by comparing.
  /// - Precondition: ``isShort(behind:)``.
  /// - Returns: `nil` if something of the middle found no partner and is also in the common end.
  @inlinable
  func mappingOfShort(prefix: Int, suffix: Int, _ updates: inout ContentMarks) -> PositionMapping? {
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    var tables = [Int32](repeating: -1, count: newEnd + oldEnd - 2 * prefix)
    // A bit for each old one that has no partner yet.
    var free: UInt64 = 1 &<< UInt64(truncatingIfNeeded: oldEnd - prefix) &- 1
    var repetition: PositionMapping.Repetition?
    var isRight = true
    tables.withUnsafeMutableBufferPointer { memory in
      let tables = PositionTables(start: prefix, newCount: newEnd - prefix, memory: memory)
      for position in prefix..<newEnd {
        if let partner = firstEqual(to: position, among: free, from: prefix) {
          free &= ~(1 &<< UInt64(truncatingIfNeeded: partner - prefix))
          tables.link(old: partner, new: position)
          compareContent(partner, position, &updates)
          continue
        }
        for other in newEnd..<new.count where new.isEqual(at: position, to: new, at: other) { isRight = false }
        for other in prefix..<position where repetition == nil && new.isEqual(at: position, to: new, at: other) {
          repetition = PositionMapping.Repetition(first: other, second: position)
        }
      }
    }
    while free != 0 {
      let position = prefix + free.trailingZeroBitCount
      for other in oldEnd..<old.count where old.isEqual(at: position, to: old, at: other) { isRight = false }
      free &= free &- 1
    }
    guard isRight else { return nil }
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, tables: tables,
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
