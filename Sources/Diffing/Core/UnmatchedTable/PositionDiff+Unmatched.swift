/// Steps 3 and 4 of the diff, for the elements that steps 1 and 2 left without a partner.
extension PositionDiff {
  /// The elements between common start and common end.
  @usableFromInline
  struct Middle {
    @usableFromInline let old: Range<Int>
    @usableFromInline let new: Range<Int>
    /// The number of elements of the common end.
    @usableFromInline let suffix: Int
    /// The runs that the walk paired, in order.
    @usableFromInline let runs: [PositionRun]
    /// The number of elements that the runs pair.
    @usableFromInline let matchedCount: Int

    @inlinable
    init(old: Range<Int>, new: Range<Int>, suffix: Int, runs: [PositionRun]) {
      self.old = old
      self.new = new
      self.suffix = suffix
      self.runs = runs
      matchedCount = runs.reduce(0) { $0 &+ $1.count }
    }

    @inlinable var oldCount: Int { old.count &- matchedCount }
    @inlinable var newCount: Int { new.count &- matchedCount }

    /// Whether elements after the common start were paired without a hash, so that step 4 has to confirm them.
    @inlinable var isUnverified: Bool { matchedCount &+ suffix > 0 }

    /// Writes the positions of the unmatched elements, the old ones first, both ascending.
    @usableFromInline
    func fill(_ positions: UnsafeMutableBufferPointer<Int32>) {
      var count = 0
      func add(_ range: Range<Int>) {
        for position in range {
          positions[count] = Int32(truncatingIfNeeded: position)
          count &+= 1
        }
      }
      runs.forEachGap(in: old, \.oldRange, add)
      runs.forEachGap(in: new, \.newRange, add)
    }
  }

  /// The result of pairing the unmatched elements.
  @usableFromInline
  enum Pairing {
    case pairs(UnmatchedPairs)
    /// The pairs are not certain: an unmatched identity may also be among those that were paired without a hash.
    case isAmbiguous
    /// The hash does not tell the identities apart, or cannot be used for one of them.
    case hashFails
  }

  /// Pairs the unmatched elements between common start and common end by comparing, if they are few, and returns the
  /// mapping.
  /// - Returns: `nil` if they are many, or if one of them may have the identity of an element that was paired without a
  ///   hash.
  @inlinable
  func mappingOfFew(of middle: Middle, _ updates: inout ContentMarks) -> PositionMapping? {
    let count = middle.oldCount &+ middle.newCount
    guard takesShortcuts, count <= AbsenceFilter.smallCount else { return nil }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: AbsenceFilter.smallCount) { memory in
      let positions = UnsafeMutableBufferPointer(rebasing: memory[..<count])
      middle.fill(positions)
      let few = Unmatched(old: old, new: new, positions: positions, oldCount: middle.oldCount)
      let isVerified =
        !middle.isUnverified
        || withFilter(of: few) { filter in
          middle.runs.allSatisfy { areAbsent(few, filter, of: old, from: $0.oldRange) }
            && areAbsent(few, filter, of: old, from: old.count &- middle.suffix..<old.count)
        } == true
      return isVerified ? mapping(of: middle, few, pairs(of: few, &updates)) : nil
    }
  }

  /// Pairs a few elements by comparing.
  @inlinable
  func pairs(of few: Unmatched<Source>, _ updates: inout ContentMarks) -> UnmatchedPairs {
    // Without elements on both sides there are no pairs, and no memory is needed for them.
    let isOneSided = few.oldCount == 0 || few.newCount == 0
    var pairs = UnmatchedPairs(oldCount: isOneSided ? 0 : few.oldCount, newCount: isOneSided ? 0 : few.newCount)
    for number in 0..<few.newCount {
      let position = few.position(at: few.oldCount &+ number)
      let partner = (0..<few.oldCount).first {
        pairs.partners[few.newCount &+ $0] < 0 && few.isEqual(at: $0, to: new, at: position)
      }
      if let partner {
        pairs.link(old: partner, new: number)
        compareContent(few.position(at: partner), position, &updates)
      } else if pairs.repetition == nil {
        let first = (0..<number).first { few.isEqual(at: few.oldCount &+ $0, to: new, at: position) }
        pairs.repetition = first.map { PositionMapping.Repetition(first: $0, second: number) }
      }
    }
    return pairs
  }

  /// Pairs the unmatched elements between common start and common end through the table, and returns the mapping.
  /// - Returns: `nil` if an unmatched identity may also be among those that were paired without a hash.
  @inlinable
  func mapping(of middle: Middle, _ updates: inout ContentMarks) -> PositionMapping? {
    if let mapping = mappingOfFew(of: middle, &updates) { return mapping }
    let positions = UnsafeMutableBufferPointer<Int32>.allocate(capacity: middle.oldCount &+ middle.newCount)
    defer { positions.deallocate() }
    middle.fill(positions)
    let elements = Unmatched(old: old, new: new, positions: positions, oldCount: middle.oldCount)
    for hashing in [hashing, .standard] {
      switch pairing(of: elements, in: middle, hashing, &updates) {
      case .pairs(let pairs): return mapping(of: middle, elements, pairs)
      case .isAmbiguous: return nil
      case .hashFails: for index in middle.oldCount..<elements.count { updates.remove(elements.position(at: index)) }
      }
    }
    return nil
  }

  /// Pairs unmatched elements with one kind of hash.
  /// - Parameter isMistake: Returns whether it is a mistake that two new elements have the same identity; `nil` if it
  ///   always is.
  @inlinable
  func pairing(
    of elements: Unmatched<Source>, in middle: Middle, _ hashing: IdentityHashing, _ updates: inout ContentMarks,
    isMistake: ((PositionMapping.Repetition) -> Bool)? = nil
  ) -> Pairing {
    withUnsafeMutablePointer(to: &updates) { updates in
      guard middle.isUnverified else {
        var table = UnmatchedTable(elements, hashing: hashing, filter: nil, updates: updates, isMistake: isMistake)
        return table.insertOld() && table.pairNew() ? .pairs(table.pairs) : .hashFails
      }
      return AbsenceFilter.with(count: elements.count, of: old.count &+ new.count) { filter in
        var table = UnmatchedTable(elements, hashing: hashing, filter: filter, updates: updates, isMistake: isMistake)
        guard table.insertOld(), table.pairNew() else { return .hashFails }
        switch isVerified(middle, &table, filter) {
        case true?: return .pairs(table.pairs)
        case false?: return .isAmbiguous
        case nil: return .hashFails
        }
      }
    }
  }

  /// Searches the elements that were paired without a hash for the identities in the table.
  /// - Returns: True if no such element has one of these identities, so that all pairs are right; `nil` if the hash
  ///   cannot be used for one of the elements.
  @inlinable
  func isVerified(_ middle: Middle, _ table: inout UnmatchedTable<Source>, _ filter: AbsenceFilter) -> Bool? {
    if Operations.areWords {
      // Other types gave their hashes to the filter when they came into the table.
      for index in 0..<table.elements.count {
        filter.insert(Operations.place(of: table.elements.id(at: index), table.key))
      }
    }
    for run in middle.runs {
      let answer = areAbsent(&table, from: run.oldRange, filter)
      if answer != true { return answer }
    }
    return areAbsent(&table, from: old.count &- middle.suffix..<old.count, filter)
  }

  /// The largest number of runs and pairs, counted together, for which a mapping holds runs instead of tables.
  @inlinable static var runLimit: Int { 64 }

  /// Returns the mapping that follows from the common ends, the runs of the walk and the pairs of unmatched elements.
  @inlinable
  func mapping(of middle: Middle, _ elements: Unmatched<Source>, _ pairs: UnmatchedPairs) -> PositionMapping {
    let prefix = middle.new.lowerBound
    let repetition = pairs.repetition.map {
      PositionMapping.Repetition(
        first: elements.position(at: elements.oldCount + $0.first),
        second: elements.position(at: elements.oldCount + $0.second))
    }
    if middle.runs.count + pairs.count <= Self.runLimit {
      return PositionMapping(
        oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: middle.suffix,
        runs: middle.runs.merged(with: pairs, positions: elements.positions, oldCount: elements.oldCount),
        repetition: repetition)
    }
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: middle.suffix,
      tables: PositionTables.make(
        of: middle.runs, pairs, positions: elements.positions, old: middle.old, new: middle.new),
      repetition: repetition)
  }
}

extension PositionDiff {
  /// Pairs all elements through the table, without the other steps.
  /// - Parameter isMistake: Returns whether it is a mistake that two new elements have the same identity; `nil` if it
  ///   always is.
  @inlinable
  func pairsOfAll(_ isMistake: ((PositionMapping.Repetition) -> Bool)?) -> UnmatchedPairs {
    if old.count == 0 || new.count == 0 {
      var none = UnmatchedPairs(oldCount: old.count, newCount: new.count)
      none.repetition = repetition(in: 0..<new.count)
      return none
    }
    let positions = UnsafeMutableBufferPointer<Int32>.allocate(capacity: old.count &+ new.count)
    defer { positions.deallocate() }
    let all = Middle(old: 0..<old.count, new: 0..<new.count, suffix: 0, runs: [])
    all.fill(positions)
    let elements = Unmatched(old: old, new: new, positions: positions, oldCount: old.count)
    var updates = ContentMarks(size: new.count)
    for hashing in [hashing, .standard] {
      if case .pairs(let pairs) = pairing(of: elements, in: all, hashing, &updates, isMistake: isMistake) {
        return pairs
      }
    }
    return UnmatchedPairs(oldCount: old.count, newCount: new.count)
  }
}
