extension PositionMapping {
  /// Finds the mapping of one collection to another, without the moves and updates that ``Changeset`` adds.
  /// - Complexity: O(*n*) on average.
  @inlinable
  public static func between<Elements: RandomAccessCollection>(
    _ old: Elements, and new: Elements
  ) -> PositionMapping where Elements.Element: Differentiable {
    ElementDiff.difference(from: old, to: new).mapping
  }

  /// Finds the mapping with a given kind of hash, for tests.
  package static func between<Elements: RandomAccessCollection>(
    _ old: Elements, and new: Elements, hashing: IdentityHashing
  ) -> PositionMapping where Elements.Element: Differentiable {
    ElementDiff.difference(from: old, to: new, hashing: hashing).mapping
  }
}

extension ListMapping {
  /// Finds the mapping of one list of sections to another, without the moves and updates that ``Changeset`` adds.
  /// - Complexity: O(*n*) on average.
  @inlinable
  public static func between<Sections: RandomAccessCollection>(
    _ old: Sections, and new: Sections
  ) -> ListMapping where Sections.Element: DifferentiableSection {
    SectionedDiff.difference(from: old, to: new).mapping
  }

  /// Finds the mapping with a given kind of hash, for tests.
  package static func between<Sections: RandomAccessCollection>(
    _ old: Sections, and new: Sections, hashing: IdentityHashing
  ) -> ListMapping where Sections.Element: DifferentiableSection {
    SectionedDiff.difference(from: old, to: new, hashing: hashing).mapping
  }
}
