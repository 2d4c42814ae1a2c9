extension PositionMapping {
  /// Which element became which, of any two collections; without the moves and updates that ``Changeset`` adds.
  /// - Complexity: O(*n*) on average.
  @inlinable
  public static func between<Elements: RandomAccessCollection>(
    _ old: Elements, and new: Elements
  ) -> PositionMapping where Elements.Element: Differentiable {
    ElementDiff.difference(from: old, to: new).mapping
  }

  /// The same with a hash that is not the best one, to prove that it makes no difference.
  package static func between<Elements: RandomAccessCollection>(
    _ old: Elements, and new: Elements, hashing: IdentityHashing
  ) -> PositionMapping where Elements.Element: Differentiable {
    ElementDiff.difference(from: old, to: new, hashing: hashing).mapping
  }
}

extension ListMapping {
  /// Which section and which element became which; without the moves and updates that ``Changeset`` adds.
  /// - Complexity: O(*n*) on average.
  @inlinable
  public static func between<Sections: RandomAccessCollection>(
    _ old: Sections, and new: Sections
  ) -> ListMapping where Sections.Element: DifferentiableSection {
    SectionedDiff.difference(from: old, to: new).mapping
  }

  /// The same with a hash that is not the best one, to prove that it makes no difference.
  package static func between<Sections: RandomAccessCollection>(
    _ old: Sections, and new: Sections, hashing: IdentityHashing
  ) -> ListMapping where Sections.Element: DifferentiableSection {
    SectionedDiff.difference(from: old, to: new, hashing: hashing).mapping
  }
}
