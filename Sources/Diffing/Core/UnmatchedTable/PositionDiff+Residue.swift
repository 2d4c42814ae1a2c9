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
  ///   - isMistake: Whether an identity may not be at these two positions; `nil` if it may be nowhere twice.
  @inlinable
  func pairResidue(
    into tables: borrowing PositionTables, pairs: Int, suffix: Int,
    isMistake: ((PositionMapping.Repetition) -> Bool)? = nil
  ) -> ResidueOutcome {
    let oldCount = tables.newOfOld.count - pairs
    let newCount = tables.oldOfNew.count - pairs
    let isUnverified = pairs + suffix > 0
    if oldCount + newCount == 0 || (!isUnverified && (oldCount == 0 || newCount == 0)) {
      let repetition = repetition(in: tables.start..<tables.start + newCount)
      return ResidueOutcome(isRight: true, repetition: repetition)
    }
    if !isUnverified, isShort(oldCount, newCount) {
      return pairByComparing(into: tables, isMistake: isMistake)
    }
    let positions = UnsafeMutableBufferPointer<Int32>.allocate(capacity: oldCount + newCount)
    defer { positions.deallocate() }
    tables.collectFree(into: positions)
    if let outcome = tryPairing(positions, oldCount: oldCount, into: tables, hashing, isMistake) {
      return outcome
    }
    tables.clear(positions: positions, oldCount: oldCount)
    return tryPairing(positions, oldCount: oldCount, into: tables, .standard, isMistake)
      ?? ResidueOutcome(isRight: true, repetition: nil)
  }

  /// - Returns: As ``pairResidue(into:pairs:suffix:isMistake:)``, or `nil` if this hash could not be used; some pairs may be in
  ///   the tables then.
  @inlinable
  func tryPairing(
    _ positions: UnsafeMutableBufferPointer<Int32>, oldCount: Int, into tables: borrowing PositionTables,
    _ hashing: IdentityHashing, _ isMistake: ((PositionMapping.Repetition) -> Bool)?
  ) -> ResidueOutcome? {
    let paired = old.count - tables.start - oldCount
    var table = ResidueTable(
      old: old, new: new, positions: positions, oldCount: oldCount, hashing: hashing,
      isMistake: isMistake, hasSketch: paired > 0 && !IdentityOperations<Source.ID>.areWords)
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
    guard IdentityOperations<Source.ID>.areWords else {
      return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.hashBlock) { hashes in
        allPaired(of: table.oldPositions, from: start) { areAbsentByHash($0, &table, hashes) }
      }
    }
    let sketch = ResidueSketch(of: table)
    return allPaired(of: table.oldPositions, from: start) { areAbsentByWords($0, &table, sketch) }
  }

  /// So many hashes are found before one is looked up: then nothing waits for what they take.
  @inlinable static var hashBlock: Int { 32 }

  @inlinable
  @inline(__always)
  func areAbsentByHash(
    _ range: Range<Int>, _ table: inout ResidueTable<Source>, _ hashes: UnsafeMutableBufferPointer<UInt64>
  ) -> Bool? {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start &+ Self.hashBlock, range.upperBound)
      var marks: UInt64 = 0
      guard table.setHashes(hashes, ofOld: start..<end) else { return nil }
      for index in 0..<end &- start { marks |= table.sketch.mark(hashes[index]) }
      if marks != 0 {
        for position in start..<end {
          let hash = hashes[position &- start]
          if table.sketch.mark(hash) != 0, table.contains(old: position, hash: hash) { return false }
        }
      }
      start = end
    }
    return true
  }

  /// Four at a time: a branch for each would take longer than the look at the sketch.
  @inlinable
  @inline(__always)
  func areAbsentByWords(
    _ range: Range<Int>, _ table: inout ResidueTable<Source>, _ sketch: borrowing ResidueSketch<Source>
  ) -> Bool? {
    var next = range.lowerBound
    while next &+ 4 <= range.upperBound {
      let a = sketch.mark(IdentityOperations<Source.ID>.place(of: old.id(at: next), sketch.key))
      let b = sketch.mark(IdentityOperations<Source.ID>.place(of: old.id(at: next &+ 1), sketch.key))
      let c = sketch.mark(IdentityOperations<Source.ID>.place(of: old.id(at: next &+ 2), sketch.key))
      let d = sketch.mark(IdentityOperations<Source.ID>.place(of: old.id(at: next &+ 3), sketch.key))
      if a | b | c | d != 0 {
        let answer = areAbsentByPlace(next..<next &+ 4, &table, sketch)
        if answer != true { return answer }
      }
      next &+= 4
    }
    return areAbsentByPlace(next..<range.upperBound, &table, sketch)
  }

  @inlinable
  @inline(__always)
  func areAbsentByPlace(
    _ range: Range<Int>, _ table: inout ResidueTable<Source>, _ sketch: borrowing ResidueSketch<Source>
  ) -> Bool? {
    for position in range
    where sketch.mark(IdentityOperations<Source.ID>.place(of: old.id(at: position), sketch.key)) != 0 {
      guard let hash = table.hash(ofOld: position) else { return nil }
      if table.contains(old: position, hash: hash) { return false }
    }
    return true
  }

  /// Asks for the old positions behind the common start that are not in the residue, range by range, until the answer is
  /// not true.
  @inlinable
  @inline(__always)
  func allPaired(
    of residue: Slice<UnsafeMutableBufferPointer<Int32>>, from start: Int, _ isRight: (Range<Int>) -> Bool?
  ) -> Bool? {
    var next = start
    for position in residue {
      let end = Int(position)
      if next < end {
        let answer = isRight(next..<end)
        if answer != true { return answer }
      }
      next = end + 1
    }
    return next < old.count ? isRight(next..<old.count) : true
  }
}
