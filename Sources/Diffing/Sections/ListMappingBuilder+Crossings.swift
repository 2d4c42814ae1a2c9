extension ListMappingBuilder {
  /// Where elements of one type left.
  private struct Departures {
    /// The first section.
    var first: Int?
    var hasMore = false

    mutating func add(_ section: Int) {
      if first == nil { first = section } else if first != section { hasMore = true }
    }

    /// True if something left another section than this one.
    func isElsewhere(than section: Int?) -> Bool { hasMore || first != nil && first != section }
  }

  /// True if something left one section and something came into another one: a large section that lost some and got
  /// others has been compared with itself already.
  @usableFromInline
  func mayHaveCrossings(oldCount: (Int) -> Int, newCount: (Int) -> Int) -> Bool {
    var departures = Departures()
    for section in 0..<sections.oldCount where (deleteCount(inOld: section) ?? oldCount(section)) > 0 {
      departures.add(section)
      if departures.hasMore { break }
    }
    guard departures.first != nil else { return false }
    return elements.indices.contains { section in
      (elements[section]?.insertCount ?? newCount(section)) > 0
        && departures.isElsewhere(than: sections.oldPosition(ofNew: section))
    }
  }

  /// How many elements of an old section are gone; `nil` if it is gone itself.
  private func deleteCount(inOld section: Int) -> Int? {
    sections.newPosition(ofOld: section).flatMap { elements[$0]?.deleteCount }
  }

  /// The types of identity of which this may be.
  func crossingTypes(_ old: [IdentityColumn], _ new: [IdentityColumn]) -> Set<ObjectIdentifier> {
    var departures: [ObjectIdentifier: Departures] = [:]
    for (index, column) in old.enumerated()
    where (deleteCount(inOld: index) ?? column.count) > 0 {
      departures[column.type, default: Departures()].add(index)
    }
    if departures.isEmpty { return [] }
    var types: Set<ObjectIdentifier> = []
    for (index, column) in new.enumerated() {
      guard (elements[index]?.insertCount ?? column.count) > 0,
        let left = departures[column.type], left.isElsewhere(than: sections.oldPosition(ofNew: index))
      else { continue }
      types.insert(column.type)
    }
    return types
  }
}
