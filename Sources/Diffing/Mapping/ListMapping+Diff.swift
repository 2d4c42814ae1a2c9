/// A section as the diff sees it: its identity and those of its elements.
public struct SectionIdentity {
  public var id: ElementID
  public var elements: IdentityColumn

  public init(id: ElementID, elements: IdentityColumn) {
    self.id = id
    self.elements = elements
  }
}

extension ListMapping {
  /// Finds which section and which element became which.
  ///
  /// Sections pair by identity, elements by identity within sections that pair; what is left over then pairs across
  /// sections, in the order of the list, where the identities have one type. Of equal identities the k-th pairs with
  /// the k-th, each time. What is left over of sections in sections is looked for by all the sections that it is in, then
  /// by all but the outermost, and so on, at last by its identity in the innermost one.
  /// - Complexity: O(*n*) on average; sections whose storage or edits tell what changed cost only that.
  public static func between(_ old: [SectionIdentity], and new: [SectionIdentity]) -> ListMapping {
    between(old, and: new, sections: sections(of: old, and: new))
  }

  /// Which section became which.
  /// - Complexity: O(*s*) on average, in the number of sections.
  public static func sections(of old: [SectionIdentity], and new: [SectionIdentity]) -> PositionMapping {
    IdentityColumn(ids: old.map(\.id)).mapping(to: IdentityColumn(ids: new.map(\.id)))
  }

  /// Finds which element became which, where it is known which sections belong together.
  /// - Complexity: As if the sections were not known.
  public static func between(
    _ old: [SectionIdentity], and new: [SectionIdentity], sections: PositionMapping
  ) -> ListMapping {
    between(old.map(\.elements), and: new.map(\.elements), sections: sections) { "\(new[$0].id)" }
  }

  /// The same for the columns of the elements alone.
  /// - Parameter sectionText: How the identity of a new section is written.
  static func between(
    _ old: [IdentityColumn], and new: [IdentityColumn], sections: PositionMapping,
    sectionText: (Int) -> String
  ) -> ListMapping {
    let elements = new.indices.map { index in
      sections.oldPosition(ofNew: index).map { old[$0].mapping(to: new[index]) }
    }
    var builder = ListMappingBuilder(sections: sections, elements: elements)
    if old.contains(where: \.isJoined) || new.contains(where: \.isJoined) {
      NestedLeftovers.join(from: old, to: new, into: &builder)
    } else {
      LeftoverColumns(old: old, new: new, sections: sections, elements: elements).join(into: &builder)
    }
    return builder.mapping { place in
      switch place {
      case .section(let section): sectionText(section)
      case .element(let path): "\(new[path.section].id(at: path.item))"
      }
    }
  }
}
