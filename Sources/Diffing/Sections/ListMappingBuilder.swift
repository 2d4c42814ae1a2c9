/// A mapping of a list while it is made.
@usableFromInline
struct ListMappingBuilder {
  @usableFromInline let sections: PositionMapping
  @usableFromInline let elements: [PositionMapping?]
  private var crossings = ListMapping.Crossings()
  /// Their order by old path; empty if they are not sorted by new path either.
  private var orderByOld: [Int32] = []
  private var repetition: (first: RepeatedIdentity.Place, second: RepeatedIdentity.Place)?

  @usableFromInline
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

  /// What of the old list found no partner in its own section, range by range; `nil` stands for the whole section.
  /// - Parameter isAsked: Which sections are asked about.
  @usableFromInline
  func forEachOldLeftover(where isAsked: (Int) -> Bool = { _ in true }, _ body: (Int, Range<Int>?) -> Void) {
    for section in 0..<sections.oldCount where isAsked(section) {
      // By index, because to hand mappings around counts references.
      if let survivor = sections.newPosition(ofOld: section) {
        elements[survivor]?.forEachDeletedRange { body(section, $0) }
      } else {
        body(section, nil)
      }
    }
  }

  /// What of the new list found no partner in its own section, range by range; `nil` stands for the whole section.
  /// - Parameter isAsked: Which sections are asked about.
  @usableFromInline
  func forEachNewLeftover(where isAsked: (Int) -> Bool = { _ in true }, _ body: (Int, Range<Int>?) -> Void) {
    for section in elements.indices where isAsked(section) {
      if sections.oldPosition(ofNew: section) == nil {
        body(section, nil)
      } else {
        elements[section]?.forEachInsertedRange { body(section, $0) }
      }
    }
  }

  /// Takes in the leftovers of one type of identity.
  @usableFromInline
  mutating func add(_ pairs: consuming LeftoverPairs, old: Leftovers, new: Leftovers) {
    if repetition == nil, let repeated = pairs.repetition {
      repetition = (.element(new.path(at: repeated.first)), .element(new.path(at: repeated.second)))
    }
    let (more, order) = pairs.crossings(old: old, new: new)
    if more.isEmpty { return }
    if crossings.isEmpty {
      (crossings, orderByOld) = (more, order)
    } else {
      for crossing in more { crossings.append(crossing) }
      orderByOld = []
    }
  }

  /// - Parameter text: How the identity at a place of the new list is written.
  @usableFromInline
  func mapping(text: (RepeatedIdentity.Place) -> String) -> ListMapping {
    let repeated = repetition.map { RepeatedIdentity(id: text($0.first), first: $0.first, second: $0.second) }
    if orderByOld.count < crossings.count {
      return ListMapping(sections: sections, elements: elements, unsorted: Array(crossings), repetition: repeated)
    }
    return ListMapping(
      sections: sections, elements: elements, crossings: crossings, orderByOld: orderByOld, repetition: repeated)
  }
}
