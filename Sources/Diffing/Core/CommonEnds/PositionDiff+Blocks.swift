extension PositionDiff {
  /// Longer lists are waited for from farther memory, which has to be read in order to come in time.
  @inlinable static var mostInBlocks: Int { 32_768 }

  /// True if elements are to be compared in blocks from here on: mostly memory has stopped being identical because an
  /// identity among the first differs, and then they are not.
  /// - Precondition: There are eight.
  @inlinable
  @inline(__always)
  func hasBlocks(fromOld oldStart: Int, new newStart: Int) -> Bool {
    takesShortcuts && new.count <= Self.mostInBlocks && new.hasByteDifferences(to: old)
      && areEightEqual(oldStart, newStart)
  }

  /// How many elements are equal side by side, in blocks of 64, or up to the first that is not.
  ///
  /// For elements of which some have new content, and so many that no stretch of memory is the same. Bytes are compared
  /// first: what differs in none is not asked for its identity and its content. Those of some blocks at once, because what
  /// follows is guessed wrongly once in each, and nothing should wait for it.
  @inlinable
  @inline(never)
  func comparedBlocks(
    fromOld oldStart: Int, new newStart: Int, limit: Int, _ updates: inout ContentMarks
  ) -> Int {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8) { words in
      var count = 0
      while count &+ 64 <= limit {
        let blocks = min(8, (limit &- count) / 64)
        for block in 0..<blocks {
          let start = count &+ 64 &* block
          words[block] = new.byteDifferences(at: newStart &+ start, to: old, at: oldStart &+ start)
        }
        var (equal, all): (Int, UInt64) = (0, 0)
        for block in 0..<blocks {
          let start = count &+ 64 &* block
          let found = changes(among: words[block], oldStart &+ start, newStart &+ start)
          words[block] = found.differences
          all |= found.differences
          equal &+= found.equal
          if found.equal < 64 { break }
        }
        if all != 0 {
          updates.insert(UnsafeBufferPointer(rebasing: words[..<((equal &+ 63) / 64)]), startingAt: newStart &+ count)
        }
        count &+= equal
        if equal < 64 &* blocks { break }
      }
      return count
    }
  }

  /// How many of 64 neighbours are equal, and a bit for each of these whose content differs.
  /// - Parameter bits: One for each that may differ.
  @inlinable
  @inline(__always)
  func changes(among bits: UInt64, _ oldPosition: Int, _ newPosition: Int) -> (equal: Int, differences: UInt64) {
    var rest = bits
    var differences: UInt64 = 0
    while rest != 0 {
      let offset = rest.trailingZeroBitCount
      guard new.isEqual(at: newPosition &+ offset, to: old, at: oldPosition &+ offset) else {
        return (offset, differences)
      }
      let others = rest & (rest &- 1)
      let isSame = new.isContentEqual(at: newPosition &+ offset, to: old, at: oldPosition &+ offset)
      differences |= isSame ? 0 : rest ^ others
      rest = others
    }
    return (64, differences)
  }
}
