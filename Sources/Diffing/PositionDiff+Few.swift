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

  /// True if it is certain that the few elements that only one side has between common start and end are not in the end
  /// as well: then it is an insertion or a deletion, and no table is needed.
  @inlinable
  func isNowhereBehind(_ prefix: Int, oldMiddle: Int, newMiddle: Int) -> Bool {
    guard IdentityOperations<Source.ID>.havePlaces, oldMiddle + newMiddle <= 32, hashing == .fast else { return false }
    return oldMiddle > 0
      ? Self.isNowhereBehind(prefix..<prefix + oldMiddle, of: old)
      : Self.isNowhereBehind(prefix..<prefix + newMiddle, of: new)
  }

  @inlinable
  static func isNowhereBehind(_ range: Range<Int>, of source: Source) -> Bool {
    let key = IdentityHashKey.ofProcess
    let marks = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
    defer { marks.deallocate() }
    marks.initialize(repeating: 0, count: 4096)
    for position in range {
      let id = source.id(at: position)
      guard IdentityOperations<Source.ID>.isPlain(id) else { return false }
      marks[Int(truncatingIfNeeded: IdentityOperations<Source.ID>.place(of: id, key) >> 52)] = 1
    }
    let places = FewPlaces(source: source, range: range, marks: marks, key: key)
    return places.areElsewhere(from: range.upperBound)
  }
}

/// The places of a few identities, to be looked for among many.
@usableFromInline
struct FewPlaces<Source: IdentitySource> {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  @usableFromInline let source: Source
  /// Where the few are.
  @usableFromInline let range: Range<Int>
  @usableFromInline let marks: UnsafeMutablePointer<UInt8>
  @usableFromInline let key: IdentityHashKey

  @inlinable
  init(source: Source, range: Range<Int>, marks: UnsafeMutablePointer<UInt8>, key: IdentityHashKey) {
    self.source = source
    self.range = range
    self.marks = marks
    self.key = key
  }

  /// Not zero if the identity at a position may be one of the few.
  @inlinable
  @inline(__always)
  func mark(_ position: Int) -> UInt8 {
    marks[Int(truncatingIfNeeded: Operations.place(of: source.id(at: position), key) >> 52)]
  }

  /// True if none of the few is from a position on; false also where too many have one place to be sure of it soon.
  @inlinable
  func areElsewhere(from start: Int) -> Bool {
    var budget = 64 + source.count / 64
    var position = start
    // Four at a time: a branch for each would take longer than the look at the marks.
    while position &+ 4 <= source.count {
      let marked = mark(position) | mark(position &+ 1) | mark(position &+ 2) | mark(position &+ 3)
      if marked != 0, !areElsewhere(position..<position &+ 4, &budget) { return false }
      position &+= 4
    }
    return areElsewhere(position..<source.count, &budget)
  }

  @inlinable
  @inline(never)
  func areElsewhere(_ positions: Range<Int>, _ budget: inout Int) -> Bool {
    for position in positions where mark(position) != 0 {
      budget -= 1
      if budget < 0 { return false }
      for other in range where source.isEqual(at: position, to: source, at: other) { return false }
    }
    return true
  }
}
