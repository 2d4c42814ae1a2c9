/// Proofs that no unmatched identity is among those that were paired without a hash.
extension PositionDiff {
  /// The number of elements up to which each is compared with everything: that is about as quick as a filter.
  @inlinable static var mostCompared: Int { 2 }

  /// Whether none of a few unmatched elements has the identity of an element of `new` in a range.
  ///
  /// - Parameter filter: Holds the few; `nil` if they are compared one by one.
  @inlinable @inline(__always)
  func areAbsent(_ few: Unmatched<Source>, from range: Range<Int>, _ filter: AbsenceFilter?) -> Bool {
    guard let filter else {
      for index in 0..<few.count {
        for position in range where few.isEqual(at: index, to: new, at: position) { return false }
      }
      return true
    }
    let key = IdentityHashKey.ofProcess
    return areAbsent(from: range, filter) {
      Self.quickMark(of: new, at: $0, key)
    } isPresent: { position in
      (0..<few.count).contains { few.isEqual(at: $0, to: new, at: position) }
    } == true
  }

  /// Whether no identity of the table is that of an old element in a range; `nil` if the hash cannot be used.
  @inlinable @inline(__always)
  func areAbsent(
    _ table: inout UnmatchedTable<Source>, from range: Range<Int>, _ filter: AbsenceFilter
  ) -> Bool? {
    let key = table.key
    if IdentityOperations<Source.ID>.areWords {
      return areAbsent(from: range, filter) { position in
        IdentityOperations<Source.ID>.place(of: old.id(at: position), key)
      } isPresent: {
        table.contains(old: $0)
      }
    }
    return withUnsafeMutablePointer(to: &table) { table in
      areAbsent(from: range, filter) {
        table.pointee.hash(of: old, at: $0)
      } isPresent: {
        table.pointee.contains(old: $0)
      }
    }
  }

  /// Whether a filter and, where it proves nothing, a closure tell of each position in a range that it is absent.
  ///
  /// Eight at a time: a branch for each would take longer than the look at the filter.
  /// - Parameter mark: The mark of the identity at a position; `nil` ends the search with `nil`.
  @inlinable @inline(__always)
  func areAbsent(
    from range: Range<Int>, _ filter: AbsenceFilter, mark: (Int) -> UInt64?, isPresent: (Int) -> Bool
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

  /// The cheapest mark of an identity: its place where the type has one, else its hash.
  @inlinable @inline(__always)
  static func quickMark(of source: Source, at position: Int, _ key: IdentityHashKey) -> UInt64? {
    typealias Operations = IdentityOperations<Source.ID>
    return Operations.havePlaces
      ? Operations.place(of: source.id(at: position), key)
      : Operations.hash(source.id(at: position), Operations.usualHashing, key)
  }

  /// Calls the body with a filter that holds a few unmatched elements, or with `nil` if there are so few that they are
  /// compared one by one.
  /// - Returns: `nil` without a call if one of them may equal an identity with another mark.
  @inlinable
  func withFilter<Result>(of few: Unmatched<Source>, _ body: (AbsenceFilter?) -> Result) -> Result? {
    if few.count <= Self.mostCompared { return body(nil) }
    return AbsenceFilter.with(count: few.count, of: old.count &+ new.count) { filter in
      let key = IdentityHashKey.ofProcess
      for index in 0..<few.count {
        let source = index < few.oldCount ? old : new
        let position = few.position(at: index)
        guard
          !IdentityOperations<Source.ID>.havePlaces || IdentityOperations<Source.ID>.isPlain(source.id(at: position)),
          let mark = Self.quickMark(of: source, at: position, key)
        else { return nil }
        filter.insert(mark)
      }
      return body(filter)
    }
  }
}
