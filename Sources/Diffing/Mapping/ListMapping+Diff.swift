/// A section as the diff reads it: its identity and the identities of its elements.
package struct SectionIdentity {
  /// The identity of the section.
  package var id: ElementID
  /// The identities of the section's elements.
  package var elements: IdentityColumn

  /// Creates a section with its identity and the identities of its elements.
  package init(id: ElementID, elements: IdentityColumn) {
    self.id = id
    self.elements = elements
  }
}

extension ListMapping {
  /// Finds the mapping of one list of sections to another.
  ///
  /// Sections pair by identity, elements by identity within sections that pair. Then unmatched elements with identities
  /// of the same type pair across sections, in the order of the list. In each case the *k*-th occurrence of an identity
  /// pairs with the *k*-th.
  ///
  /// An unmatched element of a subsection is searched for by its own identity together with those of all sections that
  /// enclose it. The next search leaves out the identity of the outermost section, and so on. The last search uses the
  /// element's own identity alone.
  /// - Complexity: O(*n*) on average; a section costs only the number of its changes if these are known from its
  ///   storage or its edits.
  package static func between(_ old: [SectionIdentity], and new: [SectionIdentity]) -> ListMapping {
    between(old, and: new, sections: sections(of: old, and: new))
  }

  /// Finds the mapping of the sections alone.
  /// - Complexity: O(*s*) on average, in the number of sections.
  package static func sections(of old: [SectionIdentity], and new: [SectionIdentity]) -> PositionMapping {
    // Usually all identities are the same; finding that out takes a tenth of the time that making two columns takes.
    if old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id }) { return .identity(count: new.count) }
    return IdentityColumn(ids: old.map(\.id)).mapping(to: IdentityColumn(ids: new.map(\.id)))
  }

  /// Finds the mapping of the elements for a known mapping of the sections.
  /// - Complexity: As `between(_:and:)`.
  package static func between(
    _ old: [SectionIdentity], and new: [SectionIdentity], sections: PositionMapping
  ) -> ListMapping {
    between(old.map(\.elements), and: new.map(\.elements), sections: sections) { "\(new[$0].id)" }
  }

  /// Maps the elements of columns whose sections are paired already.
  /// - Parameter sectionText: Returns the identity of a new section as text.
  static func between(
    _ old: [IdentityColumn], and new: [IdentityColumn], sections: PositionMapping, sectionText: (Int) -> String
  ) -> ListMapping {
    withoutActuallyEscaping(sectionText) { text in
      SectionColumns(old: old, new: new, sections: sections, sectionText: text).difference().mapping
    }
  }
}
