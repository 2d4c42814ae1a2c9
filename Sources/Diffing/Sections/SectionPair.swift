/// Two lists of sections as a diff reads them.
///
/// The requirements do the work that depends on the type of the elements, mostly for whole sections. So only their
/// implementations are compiled for each type, and the algorithm is compiled once.
protocol SectionPair {
  var oldSectionCount: Int { get }
  var newSectionCount: Int { get }

  /// Returns the number of elements of an old section.
  func oldCount(ofSection section: Int) -> Int

  /// Returns the number of elements of a new section.
  func newCount(ofSection section: Int) -> Int

  /// Returns the column of an old section; `nil` if no columns are needed, because all identities have the same type
  /// and no section has subsections.
  func oldColumn(ofSection section: Int) -> IdentityColumn?

  /// Returns the column of a new section; `nil` if no columns are needed.
  func newColumn(ofSection section: Int) -> IdentityColumn?

  /// Returns the difference of the sections without their elements.
  func sectionDifference(_ hashing: IdentityHashing?) -> PositionDifference

  /// Returns the difference of the elements of two sections.
  func elementDifference(old: Int, new: Int, _ hashing: IdentityHashing?) -> PositionDifference

  /// Whether a new element has the content of its old partner.
  func isContentEqual(new: ElementPath, old: ElementPath) -> Bool

  /// Pairs elements across sections; all have identities of the same type.
  func pairs(of old: UnmatchedElements, and new: UnmatchedElements, _ hashing: IdentityHashing?) -> UnmatchedPairs

  /// Returns the identity of a section or element of the new list as text.
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
