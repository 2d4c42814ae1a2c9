extension PositionDiff {
  /// How the residue was paired.
  @usableFromInline
  struct ResidueOutcome {
    /// False if an identity of the residue may be equal to one that was paired before, behind the common start.
    @usableFromInline let isRight: Bool
    @usableFromInline let repetition: PositionMapping.Repetition?

    @inlinable
    init(isRight: Bool, repetition: PositionMapping.Repetition?) {
      self.isRight = isRight
      self.repetition = repetition
    }
  }

  /// Pairs what has no partner in the tables yet.
  /// - Parameters:
  ///   - pairs: How many pairs are in the tables.
  ///   - suffix: How many elements behind the tables are paired too.
  @inlinable
  func pairResidue(into tables: borrowing PositionTables, pairs: Int, suffix: Int) -> ResidueOutcome {
    let oldCount = tables.newOfOld.count - pairs
    let newCount = tables.oldOfNew.count - pairs
    let isUnverified = pairs + suffix > 0
    if oldCount + newCount == 0 || (!isUnverified && (oldCount == 0 || newCount == 0)) {
      return ResidueOutcome(isRight: true, repetition: nil)
    }
    let positions = UnsafeMutableBufferPointer<Int32>.allocate(capacity: oldCount + newCount)
    defer { positions.deallocate() }
    tables.collectFree(into: positions)
    if let outcome = tryPairing(positions, oldCount: oldCount, into: tables, hashing) { return outcome }
    tables.clear(positions: positions, oldCount: oldCount)
    return tryPairing(positions, oldCount: oldCount, into: tables, .standard)
      ?? ResidueOutcome(isRight: true, repetition: nil)
  }

  /// - Returns: As ``pairResidue(into:pairs:suffix:)``, or `nil` if this hash could not be used; some pairs may be in
  ///   the tables then.
  @inlinable
  func tryPairing(
    _ positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, into tables: borrowing PositionTables,
    _ hashing: IdentityHashing
  ) -> ResidueOutcome? {
    let paired = old.count - tables.start - oldCount
    var table = ResidueTable(
      old: old, new: new, positions: positions, oldCount: oldCount, hashing: hashing, isComplete: paired > 0)
    let limit = hashing == .fast ? 8 * positions.count + 64 : Int.max
    guard table.insertOld(collisionLimit: limit), table.pairNew(into: tables, collisionLimit: limit) else { return nil }
    if paired == 0 { return ResidueOutcome(isRight: true, repetition: table.repetition) }
    guard let isRight = isDisjoint(&table, from: tables.start) else { return nil }
    return ResidueOutcome(isRight: isRight, repetition: table.repetition)
  }

  /// True if no identity of the table is among the old ones that were paired without it; `nil` if the hash could not be
  /// used.
  @inlinable
  func isDisjoint(_ table: inout ResidueTable<Source>, from start: Int) -> Bool? {
    let sketch = ResidueSketch(of: table)
    var next = start
    var index = 0
    while true {
      let end = index < table.oldCount ? Int(table.positions[index]) : old.count
      while next < end {
        let answer = isAbsent(next, &table, sketch)
        if answer != true { return answer }
        next += 1
      }
      if index == table.oldCount { return true }
      next += 1
      index += 1
    }
  }

  /// True if the identity of an old element is not in the table.
  @inlinable
  @inline(__always)
  func isAbsent(
    _ position: Int, _ table: inout ResidueTable<Source>, _ sketch: borrowing ResidueSketch<Source>
  ) -> Bool? {
    if ResidueSketch<Source>.readsWords {
      let bit = ResidueSketch<Source>.bit(of: old.id(at: position), sketch.key)
      guard sketch.mayContain(bit) else { return true }
      return table.hash(ofOld: position).map { !table.contains(old: position, hash: $0) }
    }
    guard let hash = table.hash(ofOld: position) else { return nil }
    return !sketch.mayContain(hash) || !table.contains(old: position, hash: hash)
  }
}
