/// Builds a ``ListMapping`` from known mappings of sections and elements, to which crossings are added.
struct ListMappingBuilder {
  let sections: PositionMapping
  /// The mapping of the elements of each new section; `nil` for an inserted section.
  private let elements: [PositionMapping?]
  private var crossings: [ListMapping.Crossing] = []
  /// The indices of the crossings, sorted by old path; empty if several calls have added crossings, so that these are
  /// in no order.
  private var orderByOld: [Int32] = []
  private var repetition: (first: RepeatedIdentity.Place, second: RepeatedIdentity.Place)?

  init(sections: PositionMapping, elements: [PositionMapping?]) {
    self.sections = sections
    self.elements = elements
    if let ofSections = sections.repetition {
      repetition = (.section(ofSections.first), .section(ofSections.second))
      return
    }
    for section in elements.indices {
      guard let repeated = elements[section]?.repetition else { continue }
      repetition = (
        .element(ElementPath(section: section, item: repeated.first)),
        .element(ElementPath(section: section, item: repeated.second))
      )
      return
    }
  }

  // MARK: Unmatched elements

  /// Returns the ranges of positions in an old section whose elements have no partner.
  /// - Parameter count: The number of elements of the section.
  func unmatchedRanges(ofOld section: Int, count: Int) -> [Range<Int>] {
    // By index, because handing mappings around counts references.
    if let survivor = sections.newPosition(ofOld: section) { return elements[survivor]?.deletedRanges() ?? [] }
    return count > 0 ? [0..<count] : []
  }

  /// Returns the ranges of positions in a new section whose elements have no partner.
  /// - Parameter count: The number of elements of the section.
  func unmatchedRanges(ofNew section: Int, count: Int) -> [Range<Int>] {
    if sections.oldPosition(ofNew: section) != nil { return elements[section]?.insertedRanges() ?? [] }
    return count > 0 ? [0..<count] : []
  }

  /// Whether an element may have crossed: one section lost elements, and a different section gained some. Changes
  /// within one section do not count, because its own diff has compared them already.
  /// - Parameters:
  ///   - oldCount: Returns the number of elements of an old section.
  ///   - newCount: Returns the number of elements of a new section.
  func mayHaveCrossings(oldCount: (Int) -> Int, newCount: (Int) -> Int) -> Bool {
    var source: Int?
    var hasMore = false
    for section in 0..<sections.oldCount where !hasMore && deleteCount(inOld: section, oldCount) > 0 {
      hasMore = source != nil
      source = section
    }
    guard let source else { return false }
    return elements.indices.contains { section in
      (elements[section]?.insertCount ?? newCount(section)) > 0
        && (hasMore || sections.oldPosition(ofNew: section) != source)
    }
  }

  /// Returns the number of elements of an old section without a partner in the same section.
  private func deleteCount(inOld section: Int, _ count: (Int) -> Int) -> Int {
    sections.newPosition(ofOld: section).flatMap { elements[$0]?.deleteCount } ?? count(section)
  }

  // MARK: Crossings

  /// Adds pairs of elements of different sections as crossings.
  mutating func add(_ pairs: UnmatchedPairs, old: UnmatchedElements, new: UnmatchedElements) {
    if repetition == nil, let repeated = pairs.repetition {
      repetition = (.element(new.path(at: repeated.first)), .element(new.path(at: repeated.second)))
    }
    if pairs.count == 0 { return }
    let isFirst = crossings.isEmpty
    crossings.reserveCapacity(crossings.count + pairs.count)
    // For each new element that crosses, the index of its crossing.
    var places = [Int32](repeating: -1, count: isFirst ? pairs.newCount : 0)
    for (number, partner) in pairs.oldOfNew.enumerated() where partner >= 0 {
      if isFirst { places[number] = Int32(truncatingIfNeeded: crossings.count) }
      crossings.append(ListMapping.Crossing(old: old.path(at: Int(partner)), new: new.path(at: number)))
    }
    orderByOld = isFirst ? pairs.newOfOld.compactMap { $0 >= 0 ? places[Int($0)] : nil } : []
  }

  /// Returns the finished mapping.
  /// - Parameter text: Returns the identity of a section or element of the new list as text.
  func mapping(text: (RepeatedIdentity.Place) -> String) -> ListMapping {
    let repeated = repetition.map { RepeatedIdentity(id: text($0.first), first: $0.first, second: $0.second) }
    if orderByOld.count < crossings.count {
      let unsorted = crossings.map { ($0.old, $0.new) }
      return ListMapping(sections: sections, elements: elements, crossings: unsorted, repetition: repeated)
    }
    return ListMapping(
      sections: sections, elements: elements, crossings: crossings, orderByOld: orderByOld, repetition: repeated)
  }
}
