/// Proofs that no unmatched identity is among those that were paired without a hash.
extension PositionDiff {
  /// The largest number of unmatched elements that are compared one by one if marks take long to compute.
  @inlinable static var comparisonLimit: Int { Operations.haveParts ? 0 : 2 }

  /// Whether none of the elements of `source` in `range` has the identity of one of the few unmatched elements.
  /// - Parameter filter: As ``withFilter(of:_:)`` filled it.
  @inlinable @inline(__always)
  func areAbsent(_ few: Unmatched<Source>, _ filter: AbsenceFilter, of source: Source, from range: Range<Int>) -> Bool {
    guard few.count > Self.comparisonLimit else {
      for index in 0..<few.count {
        for position in range where few.isEqual(at: index, to: source, at: position) { return false }
      }
      return true
    }
    let key = IdentityHashKey.ofProcess
    let isPresent = { position in (0..<few.count).contains { few.isEqual(at: $0, to: source, at: position) } }
    if Operations.haveParts {
      return areAbsent(from: range, filter, mark: { Operations.part(of: source.id(at: $0), key) }, isPresent) == true
    }
    let hashing = Operations.usualHashing
    return areAbsent(from: range, filter, mark: { Operations.hash(source.id(at: $0), hashing, key) }, isPresent) == true
  }

  /// Whether no old element in a range has an identity that is in the table.
  /// - Returns: `nil` if the hash cannot be used for one of the elements.
  @inlinable @inline(__always)
  func areAbsent(
    _ table: inout UnmatchedTable<Source>, from range: Range<Int>, _ filter: AbsenceFilter
  ) -> Bool? {
    withUnsafeMutablePointer(to: &table) { table in
      areAbsent(
        from: range, filter, mark: { table.pointee.hash(of: old, at: $0) }, { table.pointee.contains(old: $0) })
    }
  }

  /// Whether none of the identities at a range of positions was inserted into a filter. Where the filter proves
  /// nothing, a closure decides.
  ///
  /// Reads the filter for eight positions at a time, because a branch after each would take longer than the reading.
  /// - Parameters:
  ///   - mark: Returns the mark of the identity at a position; `nil` ends the search with `nil`.
  ///   - isPresent: Returns whether the identity at a position is really one of those in the filter.
  @inlinable @inline(__always)
  func areAbsent(
    from range: Range<Int>, _ filter: AbsenceFilter, mark: (Int) -> UInt64?, _ isPresent: (Int) -> Bool
  ) -> Bool? {
    var next = range.lowerBound
    while next < range.upperBound {
      let end = min(next &+ 8, range.upperBound)
      var found: UInt8 = 0
      if end == next &+ 8 {
        guard let a = mark(next), let b = mark(next &+ 1), let c = mark(next &+ 2), let d = mark(next &+ 3),
          let e = mark(next &+ 4), let f = mark(next &+ 5), let g = mark(next &+ 6), let h = mark(next &+ 7)
        else { return nil }
        found = (filter[a] | filter[b]) | (filter[c] | filter[d]) | ((filter[e] | filter[f]) | (filter[g] | filter[h]))
      } else {
        for position in next..<end {
          guard let mark = mark(position) else { return nil }
          found |= filter[mark]
        }
      }
      if found != 0 {
        for position in next..<end {
          guard let mark = mark(position) else { return nil }
          if filter[mark] != 0, isPresent(position) { return false }
        }
      }
      next = end
    }
    return true
  }

  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  /// Calls the body with a filter of a few unmatched elements, which stays empty if they are compared one by one. A
  /// mark covers only a part of an identity if the type has parts.
  /// - Returns: `nil` if the body is not called: if an identity may equal one of the few although its mark differs, or
  ///   if two different ones have equal marks, which would then hardly tell other identities apart either.
  @inlinable
  func withFilter<Result>(of few: Unmatched<Source>, _ body: (AbsenceFilter) -> Result) -> Result? {
    AbsenceFilter.with(count: few.count, of: old.count &+ new.count) { filter in
      let (key, hashing) = (IdentityHashKey.ofProcess, Operations.usualHashing)
      // A moved element is among both the old and the new ones.
      func isMoved(_ index: Int) -> Bool {
        let position = few.position(at: index)
        return index >= few.oldCount && (0..<few.oldCount).contains { few.isEqual(at: $0, to: new, at: position) }
      }
      let areMarked =
        few.count <= Self.comparisonLimit
        || filter.insert(few.count, isAgain: isMoved) { index in
          let id = (index < few.oldCount ? old : new).id(at: few.position(at: index))
          if Operations.haveParts { return Operations.isPlain(id) ? Operations.part(of: id, key) : nil }
          return Operations.hash(id, hashing, key)
        }
      if !areMarked { return nil }
      return body(filter)
    }
  }
}
