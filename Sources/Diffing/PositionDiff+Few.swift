extension PositionDiff {
  /// So many identities of the residue are better compared with everything than hashed: with a type that is cheap to
  /// compare and slow to hash, more.
  @inlinable
  static var fewIdentities: Int {
    !IdentityOperations<Source.ID>.hasFastHash && _isPOD(Source.ID.self) ? 24 : 2
  }

  /// Pairs a small residue by comparing each with each.
  /// - Returns: `nil` if it is not small.
  @inlinable
  func pairFew(
    _ positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, into tables: borrowing PositionTables
  ) -> ResidueOutcome? {
    guard hashing != .equal, positions.count <= Self.fewIdentities else { return nil }
    for index in oldCount..<positions.count {
      let newPosition = Int(positions[index])
      for oldIndex in 0..<oldCount {
        let oldPosition = Int(positions[oldIndex])
        guard tables.isFree(old: oldPosition), new.isEqual(at: newPosition, to: old, at: oldPosition) else { continue }
        tables.link(old: oldPosition, of: old, new: newPosition, of: new)
        break
      }
    }
    let isRight = allPaired(of: positions[..<oldCount], from: tables.start) { range in
      for index in 0..<positions.count where holds(range, identityAt: index, of: positions, oldCount: oldCount) {
        return false
      }
      return true
    }
    return ResidueOutcome(isRight: isRight ?? true, repetition: fewRepetition(positions, oldCount: oldCount))
  }

  /// True if the identity of one of the residue is among old ones.
  @inlinable
  @inline(__always)
  func holds(
    _ range: Range<Int>, identityAt index: Int, of positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int
  ) -> Bool {
    let position = Int(positions[index])
    if index < oldCount {
      for other in range where old.isEqual(at: other, to: old, at: position) { return true }
    } else {
      for other in range where old.isEqual(at: other, to: new, at: position) { return true }
    }
    return false
  }

  /// Two new ones of a small residue that are equal.
  @inlinable
  func fewRepetition(
    _ positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int
  ) -> PositionMapping.Repetition? {
    for second in oldCount..<positions.count {
      for first in oldCount..<second {
        let (a, b) = (Int(positions[first]), Int(positions[second]))
        if new.isEqual(at: b, to: new, at: a) { return PositionMapping.Repetition(first: a, second: b) }
      }
    }
    return nil
  }
}
