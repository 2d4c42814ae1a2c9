/// A section as the diff reads it: its identity and those of its elements.
public struct SectionIdentity {
  /// The identity of the section.
  public var id: ElementID
  /// The identities of its elements.
  public var elements: IdentityColumn

  /// A section of its identity and those of its elements.
  public init(id: ElementID, elements: IdentityColumn) {
    self.id = id
    self.elements = elements
  }
}

extension ListMapping {
  /// Finds the mapping of one list of sections to another.
  ///
  /// Sections pair by identity, elements by identity within sections that pair; then unmatched elements with identities of
  /// one type pair across sections, in the order of the list. Of equal identities the *k*-th pairs with the *k*-th each
  /// time. Unmatched elements of subsections are searched for by all the sections that hold them, then without the outermost
  /// one, and so on, at last by their identity in the innermost one.
  /// - Complexity: O(*n*) on average; sections whose storage or edits tell the changes cost only these.
  public static func between(_ old: [SectionIdentity], and new: [SectionIdentity]) -> ListMapping {
    between(old, and: new, sections: sections(of: old, and: new))
  }

  /// Finds the mapping of the sections alone.
  /// - Complexity: O(*s*) on average, in the number of sections.
  public static func sections(of old: [SectionIdentity], and new: [SectionIdentity]) -> PositionMapping {
    // Mostly they are the same, which is told in a tenth of the time that making two columns takes.
    if old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) { return .identity(count: new.count) }
    return IdentityColumn(ids: old.map(\.id)).mapping(to: IdentityColumn(ids: new.map(\.id)))
  }

  /// Finds the mapping of the elements where that of the sections is known.
  /// - Complexity: As if the sections were not known.
  public static func between(
    _ old: [SectionIdentity], and new: [SectionIdentity], sections: PositionMapping
  ) -> ListMapping {
    between(old.map(\.elements), and: new.map(\.elements), sections: sections) { "\(new[$0].id)" }
  }

  /// The mapping of columns whose sections are paired.
  /// - Parameter sectionText: Returns the identity of a new section as text.
  static func between(
    _ old: [IdentityColumn], and new: [IdentityColumn], sections: PositionMapping, sectionText: (Int) -> String
  ) -> ListMapping {
    withoutActuallyEscaping(sectionText) { text in
      SectionColumns(old: old, new: new, sections: sections, sectionText: text).difference().mapping
    }
  }
}
