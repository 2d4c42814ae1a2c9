/// Proofs that no unmatched identity is among those that were paired without a hash.
extension PositionDiff {
  /// The largest number of unmatched elements to compare one by one, which is then about as fast as a filter.
  @inlinable static var comparisonLimit: Int { 2 }

  /// A filter of a few unmatched elements.
  ///
  /// - `filter`: The filter; `nil` if the elements are compared one by one instead.
  /// - `readsPart`: Whether the marks in the filter cover only a part of each identity.
  /// - `areDistinct`: Whether no two of the elements can be equal.
  @usableFromInline typealias FewFilter = (filter: AbsenceFilter?, readsPart: Bool, areDistinct: Bool)

  /// Whether no element of `source` in `range` has the same identity as an element of `few`.
  @inlinable @inline(__always)
  func areAbsent(_ few: Unmatched<Source>, _ fewFilter: FewFilter, of source: Source, from range: Range<Int>) -> Bool {
    guard let filter = fewFilter.filter else {
      for index in 0..<few.count {
        for position in range where few.isEqual(at: index, to: source, at: position) { return false }
      }
      return true
    }
    let key = IdentityHashKey.ofProcess
    let isPresent = { position in (0..<few.count).contains { few.isEqual(at: $0, to: source, at: position) } }
    if fewFilter.readsPart {
      return areAbsent(from: range, filter, mark: { Operations.part(of: source.id(at: $0), key) }, isPresent) == true
    }
    return areAbsent(from: range, filter, mark: { Self.mark(of: source, at: $0, key) }, isPresent) == true
  }

  /// Whether no old element in a range has an identity that is in the table.
  /// - Returns: `nil` if the hash cannot be used for one of the elements.
  @inlinable @inline(__always)
  func areAbsent(
    _ table: inout UnmatchedTable<Source>, from range: Range<Int>, _ filter: AbsenceFilter
  ) -> Bool? {
    let key = table.key
    if Operations.areWords {
      return areAbsent(
        from: range, filter, mark: { Operations.place(of: old.id(at: $0), key) }, { table.contains(old: $0) })
    }
    return withUnsafeMutablePointer(to: &table) { table in
      areAbsent(
        from: range, filter, mark: { table.pointee.hash(of: old, at: $0) }, { table.pointee.contains(old: $0) })
    }
  }

  /// Whether none of the identities at a range of positions was inserted into a filter. Wherever the filter proves
  /// nothing, `isPresent` decides.
  ///
  /// The filter is read for eight positions at a time, because a branch after each would take longer than the reading.
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

  /// Returns the mark of an identity: its place if the type has places (``IdentityOperations/place(of:_:)``), else its
  /// hash.
  @inlinable @inline(__always)
  static func mark(of source: Source, at position: Int, _ key: IdentityHashKey) -> UInt64? {
    Operations.havePlaces
      ? Operations.place(of: source.id(at: position), key)
      : Operations.hash(source.id(at: position), Operations.usualHashing, key)
  }

  /// Calls the body with a filter of a few unmatched elements.
  ///
  /// At first a mark covers only a part of an identity. If the parts of two of the few identities are equal, these
  /// parts would hardly tell other identities apart either, so the filter is filled again with marks of whole
  /// identities.
  /// - Returns: `nil` if the body is not called, because an identity may equal one of the few although its mark
  ///   differs.
  @inlinable
  func withFilter<Result>(of few: Unmatched<Source>, _ body: (FewFilter) -> Result) -> Result? {
    if few.count <= Self.comparisonLimit { return body((nil, false, false)) }
    return AbsenceFilter.with(count: few.count, of: old.count &+ new.count) { filter in
      guard var areDistinct = insert(few, readsPart: Operations.havePlaces, filter) else { return nil }
      let readsPart = Operations.havePlaces && areDistinct
      if Operations.havePlaces, !readsPart {
        filter.bytes.update(repeating: 0, count: AbsenceFilter.smallCapacity)
        areDistinct = insert(few, readsPart: false, filter) ?? false
      }
      return body((filter, readsPart, areDistinct))
    }
  }

  /// Inserts the marks of a few elements.
  /// - Returns: Whether all marks differ; `nil` if an identity may equal one of the few although its mark differs.
  @inlinable
  func insert(_ few: Unmatched<Source>, readsPart: Bool, _ filter: AbsenceFilter) -> Bool? {
    let key = IdentityHashKey.ofProcess
    var areDistinct = true
    for index in 0..<few.count {
      let (source, position) = (index < few.oldCount ? old : new, few.position(at: index))
      if Operations.havePlaces, !Operations.isPlain(source.id(at: position)) { return nil }
      let mark =
        readsPart ? Operations.part(of: source.id(at: position), key) : Self.mark(of: source, at: position, key)
      guard let mark else { return nil }
      areDistinct = areDistinct && filter[mark] == 0
      filter.insert(mark)
    }
    return areDistinct
  }
}
