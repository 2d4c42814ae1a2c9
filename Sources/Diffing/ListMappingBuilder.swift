/// A mapping of a list while it is made.
@usableFromInline
struct ListMappingBuilder {
  @usableFromInline let sections: PositionMapping
  @usableFromInline let elements: [PositionMapping?]
  private var crossings: [ListMapping.Crossing] = []
  /// Their order by old path; empty if they are not sorted by new path either.
  private var orderByOld: [Int32] = []
  private var repetition: (first: RepeatedIdentity.Place, second: RepeatedIdentity.Place)?

  @usableFromInline
  init(sections: PositionMapping, elements: [PositionMapping?]) {
    self.sections = sections
    self.elements = elements
    if let ofSections = sections.repetition {
      repetition = (.section(ofSections.first), .section(ofSections.second))
    } else if let (section, repeated) = elements.lazy.enumerated().compactMap({ section, mapping in
      mapping?.repetition.map { (section, $0) }
    }).first {
      repetition = (
        .element(ElementPath(section: section, item: repeated.first)),
        .element(ElementPath(section: section, item: repeated.second))
      )
    }
  }

  /// What of the old list found no partner in its own section, range by range; `nil` stands for the whole section.
  /// - Parameter isAsked: Which sections are asked about.
  @usableFromInline
  func forEachOldLeftover(where isAsked: (Int) -> Bool = { _ in true }, _ body: (Int, Range<Int>?) -> Void) {
    for section in 0..<sections.oldCount where isAsked(section) {
      guard let survivor = mapping(ofOldSection: section) else {
        body(section, nil)
        continue
      }
      survivor.forEachDeletedRange { body(section, $0) }
    }
  }

  /// What of the new list found no partner in its own section, range by range; `nil` stands for the whole section.
  /// - Parameter isAsked: Which sections are asked about.
  @usableFromInline
  func forEachNewLeftover(where isAsked: (Int) -> Bool = { _ in true }, _ body: (Int, Range<Int>?) -> Void) {
    for (section, survivor) in elements.enumerated() where isAsked(section) {
      guard let survivor else {
        body(section, nil)
        continue
      }
      survivor.forEachInsertedRange { body(section, $0) }
    }
  }

  /// The elements of an old section, if it survives.
  func mapping(ofOldSection section: Int) -> PositionMapping? {
    sections.newPosition(ofOld: section).flatMap { elements[$0] }
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
      crossings += more
      orderByOld = []
    }
  }

  /// - Parameter id: The identity at a place of the new list.
  @usableFromInline
  func mapping(id: (RepeatedIdentity.Place) -> ElementID) -> ListMapping {
    let repeated = repetition.map { RepeatedIdentity(id: "\(id($0.first))", first: $0.first, second: $0.second) }
    if orderByOld.isEmpty {
      return ListMapping(sections: sections, elements: elements, unsorted: crossings, repetition: repeated)
    }
    return ListMapping(
      sections: sections, elements: elements, crossings: crossings, orderByOld: orderByOld, repetition: repeated)
  }
}
