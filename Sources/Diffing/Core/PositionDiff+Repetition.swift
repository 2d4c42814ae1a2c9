extension PositionDiff {
  /// So many elements that came are compared with each other though nothing else asks for it.
  @inlinable static var mostSearched: Int { 32 }

  /// Two new elements of one identity among neighbours, if there are some; of many nobody asks.
  ///
  /// A bit for each hash tells which are worth comparing: mostly none.
  @inlinable
  @inline(never)
  func repetition(in range: Range<Int>) -> PositionMapping.Repetition? {
    guard range.count > 1, range.count <= Self.mostSearched else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { seen in
      seen.initialize(repeating: 0)
      let key = IdentityHashKey.ofProcess
      for position in range {
        guard let mark = mark(ofNew: position, key) else { return repetitionByComparing(in: range) }
        let (word, bit) = (Int(truncatingIfNeeded: mark &>> 60), 1 &<< (mark &>> 54))
        if seen[word] & bit != 0, let first = firstEqual(toNew: position, from: range.lowerBound) {
          return PositionMapping.Repetition(first: first, second: position)
        }
        seen[word] |= bit
      }
      return nil
    }
  }

  /// A number whose upper bits are equal for equal identities.
  /// - Returns: `nil` if it cannot be told.
  @inlinable
  @inline(__always)
  func mark(ofNew position: Int, _ key: IdentityHashKey) -> UInt64? {
    if IdentityOperations<Source.ID>.areWords {
      return IdentityOperations<Source.ID>.place(of: new.id(at: position), key.ofPlaces)
    }
    return IdentityOperations<Source.ID>.hash(new.id(at: position), IdentityOperations<Source.ID>.usualHashing, key)
  }

  /// The same for identities that may be equal though their hashes cannot be told.
  @inlinable
  func repetitionByComparing(in range: Range<Int>) -> PositionMapping.Repetition? {
    for position in range {
      guard let first = firstEqual(toNew: position, from: range.lowerBound) else { continue }
      return PositionMapping.Repetition(first: first, second: position)
    }
    return nil
  }

  /// The first new position before another one whose identity is the same.
  @inlinable
  func firstEqual(toNew position: Int, from start: Int) -> Int? {
    (start..<position).first { new.isEqual(at: position, to: new, at: $0) }
  }
}
