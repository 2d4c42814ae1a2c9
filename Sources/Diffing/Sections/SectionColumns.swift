/// Sections as the engine has them: a column of identities for each, and a known mapping of the sections.
struct SectionColumns: SectionPair {
  let old: [IdentityColumn]
  let new: [IdentityColumn]
  /// The mapping of the sections.
  let sections: PositionMapping
  /// Returns the identity of a new section as text.
  let sectionText: (Int) -> String

  var oldSectionCount: Int { old.count }
  var newSectionCount: Int { new.count }

  func oldCount(ofSection section: Int) -> Int { old[section].count }

  func newCount(ofSection section: Int) -> Int { new[section].count }

  func oldColumn(ofSection section: Int) -> IdentityColumn? { old[section] }

  func newColumn(ofSection section: Int) -> IdentityColumn? { new[section] }

  func sectionDifference(_ hashing: IdentityHashing?) -> PositionDifference { PositionDifference(mapping: sections) }

  func elementDifference(old: Int, new: Int, _ hashing: IdentityHashing?) -> PositionDifference {
    PositionDifference(mapping: self.old[old].mapping(to: self.new[new]))
  }

  func isContentEqual(new: ElementPath, old: ElementPath) -> Bool { true }

  func pairs(of old: UnmatchedElements, and new: UnmatchedElements, _ hashing: IdentityHashing?) -> UnmatchedPairs {
    guard let column = new.parts.first?.column else {
      return UnmatchedPairs(oldCount: old.count, newCount: new.count)
    }
    return column.operations.pair(old, new)
  }

  func text(at place: RepeatedIdentity.Place) -> String {
    switch place {
    case .section(let section): sectionText(section)
    case .element(let path): "\(new[path.section].id(at: path.item))"
    }
  }
}
