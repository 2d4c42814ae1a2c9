extension PositionDiff {
  /// Pairs a small residue by comparing each with each.
  /// - Parameter isUnverified: True if others were paired before.
  /// - Returns: `nil` if it has to be paired another way; nothing is in the tables then.
  @inlinable
  func pairFew(
    _ positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, into tables: borrowing PositionTables,
    isUnverified: Bool
  ) -> ResidueOutcome? {
    let newCount = positions.count - oldCount
    guard takesShortcuts, oldCount * newCount <= 64, newCount <= 12 else { return nil }
    guard isUnverified else {
      return ResidueOutcome(isRight: true, repetition: linkFew(positions, oldCount: oldCount, into: tables))
    }
    return FewIdentities.with(
      old: old, new: new, positions: positions, oldCount: oldCount
    ) { few in
      guard let few else { return nil }
      let isRight = allPaired(of: positions[..<oldCount], from: tables.start) { few.areAbsent(from: old, in: $0) }
      let repetition = linkFew(positions, oldCount: oldCount, into: tables)
      return ResidueOutcome(isRight: isRight ?? true, repetition: repetition)
    }
  }

  /// - Returns: Two new ones that are equal, if there are some.
  @inlinable
  func linkFew(
    _ positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, into tables: borrowing PositionTables
  ) -> PositionMapping.Repetition? {
    var repetition: PositionMapping.Repetition?
    for index in oldCount..<positions.count {
      let position = Int(positions[index])
      for oldIndex in 0..<oldCount {
        let oldPosition = Int(positions[oldIndex])
        guard tables.isFree(old: oldPosition), new.isEqual(at: position, to: old, at: oldPosition) else { continue }
        tables.link(old: oldPosition, of: old, new: position, of: new)
        break
      }
      for earlier in oldCount..<index where repetition == nil {
        let first = Int(positions[earlier])
        guard new.isEqual(at: position, to: new, at: first) else { continue }
        repetition = PositionMapping.Repetition(first: first, second: position)
      }
    }
    return repetition
  }
}
