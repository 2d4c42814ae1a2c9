/// Elements of one list that found no partner in their own section, in the order of the list.
@usableFromInline
struct Leftovers {
  /// Neighbours in one section.
  @usableFromInline
  struct Part {
    @usableFromInline let section: Int
    @usableFromInline let range: Range<Int>
    /// How many leftovers come before.
    @usableFromInline let start: Int
  }

  @usableFromInline private(set) var parts: [Part] = []
  @usableFromInline private(set) var count = 0
  /// False if there are so many, or so far back, that 32 bits do not count them.
  @usableFromInline private(set) var areNumbered = true

  @usableFromInline
  init() {
    // Nearly always there are several, and few.
    parts.reserveCapacity(16)
  }

  @usableFromInline
  mutating func add(_ range: Range<Int>, section: Int) {
    if range.isEmpty { return }
    parts.append(Part(section: section, range: range, start: count))
    count += range.count
    areNumbered = areNumbered && max(count, range.upperBound) < Int(Int32.max)
  }

  /// True if an identity is twice in one section: that is a mistake, in several sections it is ordinary.
  @usableFromInline
  func areInOneSection(_ repetition: PositionMapping.Repetition) -> Bool {
    path(at: repetition.first).section == path(at: repetition.second).section
  }

  /// Where the leftover is that comes after so many others.
  /// - Complexity: O(log *p*) in the number of parts.
  func path(at index: Int) -> ElementPath {
    let part = parts[parts.partitioningIndex { $0.start > index } - 1]
    return ElementPath(section: part.section, item: part.range.lowerBound + index - part.start)
  }
}

/// Which leftovers belong together: both tables count through all leftovers in order; -1 means none.
@usableFromInline
struct LeftoverPairs {
  @usableFromInline var oldOfNew: [Int32]
  @usableFromInline var newOfOld: [Int32]
  /// Two of the new ones that have one identity, if some were met.
  @usableFromInline var repetition: PositionMapping.Repetition?

  @usableFromInline
  init(oldCount: Int, newCount: Int) {
    oldOfNew = Self.unpaired(newCount)
    newOfOld = Self.unpaired(oldCount)
  }

  private static func unpaired(_ count: Int) -> [Int32] {
    count > 256 ? [Int32](repeating: -1, count: count) : [Int32](filledWith: -1, count: count)
  }

  /// Pairs identities, first come, first served.
  /// - Parameter isMistake: Whether an identity may not be at these two of the new ones; `nil` if it may be nowhere twice.
  /// - Complexity: O(*n*) on average.
  @inlinable
  static func between<ID: Hashable>(
    _ old: IdentityView<ID>, _ new: IdentityView<ID>, hashing: IdentityHashing? = nil,
    isMistake: ((PositionMapping.Repetition) -> Bool)? = nil
  ) -> LeftoverPairs {
    var pairs = LeftoverPairs(oldCount: old.count, newCount: new.count)
    pairs.repetition = pairs.oldOfNew.withUnsafeMutableBufferPointer { oldOfNew in
      pairs.newOfOld.withUnsafeMutableBufferPointer { newOfOld in
        let tables = PositionTables(start: 0, oldOfNew: oldOfNew, newOfOld: newOfOld)
        let difference = PositionDiff(old: old, new: new, hashing: hashing)
        return difference.pairResidue(into: tables, pairs: 0, suffix: 0, isMistake: isMistake).repetition
      }
    }
    return pairs
  }

  /// The pairs as crossings, by new path, and their order by old path.
  @usableFromInline
  consuming func crossings(old: Leftovers, new: Leftovers) -> (crossings: ListMapping.Crossings, orderByOld: [Int32]) {
    let count = oldOfNew.reduce(0) { $0 + ($1 < 0 ? 0 : 1) }
    var crossings = ListMapping.Crossings()
    crossings.reserveCapacity(count)
    for index in oldOfNew.indices where oldOfNew[index] >= 0 {
      crossings.append(ListMapping.Crossing(old: old.path(at: Int(oldOfNew[index])), new: new.path(at: index)))
      // From now on: which crossing it is.
      oldOfNew[index] = Int32(truncatingIfNeeded: crossings.count - 1)
    }
    var order: [Int32] = []
    order.reserveCapacity(count)
    for newIndex in newOfOld where newIndex >= 0 { order.append(oldOfNew[Int(newIndex)]) }
    return (crossings, order)
  }
}
