/// Two lists of sections, as far as their difference has to know them.
///
/// Its requirements concern whole sections. So their bodies can be compiled for the types of the elements, and the
/// algorithm only once.
protocol SectionPair {
  var oldSectionCount: Int { get }
  var newSectionCount: Int { get }

  /// The number of elements of an old section.
  func oldCount(ofSection section: Int) -> Int

  /// The number of elements of a new section.
  func newCount(ofSection section: Int) -> Int

  /// The column of an old section; `nil` if all identities have one type and no section has subsections.
  func oldColumn(ofSection section: Int) -> IdentityColumn?

  /// The column of a new section, likewise.
  func newColumn(ofSection section: Int) -> IdentityColumn?

  /// The difference of the sections without their elements.
  func sectionDifference(_ hashing: IdentityHashing?) -> PositionDifference

  /// The difference of the elements of two sections.
  func elementDifference(old: Int, new: Int, _ hashing: IdentityHashing?) -> PositionDifference

  /// Whether an element has the content of an old one that it is paired with.
  func isContentEqual(new: ElementPath, old: ElementPath) -> Bool

  /// Pairs elements across sections; all have identities of one type.
  func pairs(of old: UnmatchedElements, and new: UnmatchedElements, _ hashing: IdentityHashing?) -> UnmatchedPairs

  /// The identity at a place of the new list as text.
  func text(at place: RepeatedIdentity.Place) -> String
}

extension SectionPair {
  func oldColumn(ofSection section: Int) -> IdentityColumn? { nil }

  func newColumn(ofSection section: Int) -> IdentityColumn? { nil }

  /// Pairs the sections, then the elements of each pair of sections, then the unmatched elements of all sections.
  /// - Complexity: O(*n*) on average.
  func difference(_ hashing: IdentityHashing? = nil) -> ListDifference {
    let sections = sectionDifference(hashing)
    var elements: [PositionMapping?] = []
    elements.reserveCapacity(newSectionCount)
    var updates: [ElementPath] = []
    for position in 0..<newSectionCount {
      guard let oldPosition = sections.mapping.oldPosition(ofNew: position) else {
        elements.append(nil)
        continue
      }
      let difference = elementDifference(old: oldPosition, new: position, hashing)
      difference.updates.forEachMarked { updates.append(ElementPath(section: position, item: $0)) }
      elements.append(difference.mapping)
    }
    var builder = ListMappingBuilder(sections: sections.mapping, elements: elements)
    SectionJoin.join(self, hashing, into: &builder)
    let mapping = builder.mapping(text: text)
    updates += mapping.crossings.lazy.filter { !isContentEqual(new: $0.new, old: $0.old) }.map(\.new)
    if !mapping.crossings.isEmpty { updates.sort() }
    return ListDifference(mapping: mapping, sectionUpdates: sections.updates, elementUpdates: updates)
  }
}

/// The mapping of one list of sections to another, and the survivors whose content differs.
@usableFromInline
struct ListDifference {
  @usableFromInline let mapping: ListMapping
  /// New positions of sections that survive and whose content differs.
  @usableFromInline let sectionUpdates: ContentMarks
  /// New paths, ascending, of elements that survive and whose content differs.
  @usableFromInline let elementUpdates: [ElementPath]
}
