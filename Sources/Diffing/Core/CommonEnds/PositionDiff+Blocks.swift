/// Step 1 for elements of two words, an integer and its content, of which so many have new content that no stretch of
/// memory is identical.
extension PositionDiff {
  /// The largest number of elements that are compared in blocks: longer lists lie in distant memory, which has to be read in
  /// order to arrive in time.
  @inlinable static var mostInBlocks: Int { 32_768 }

  /// Whether blocks are worth a try: not if one of the next eight identities differs, which is the usual reason why memory
  /// is no longer identical.
  /// - Precondition: There are eight elements.
  @inlinable @inline(__always)
  func hasBlocks(fromOld oldStart: Int, new newStart: Int) -> Bool {
    takesShortcuts && new.count <= Self.mostInBlocks && new.hasByteDifferences(to: old)
      && areEightEqual(oldStart, newStart)
  }

  /// The number of equal elements side by side, compared in blocks of 64; stops at the first that differs.
  ///
  /// Bytes are compared first, and only elements whose bytes differ are asked for their identity and content. The bytes of
  /// eight blocks are compared together, because the loop that follows is mispredicted once in each block.
  @inlinable @inline(never)
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

  /// The number of equal elements among 64 neighbours, and a bit for each of these whose content differs.
  /// - Parameter bits: One for each element whose bytes differ.
  @inlinable @inline(__always)
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
