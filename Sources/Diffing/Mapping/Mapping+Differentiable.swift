extension PositionMapping {
  /// Finds the mapping of one collection to another, without the moves and updates that ``Changeset`` adds.
  /// - Complexity: O(*n*) on average.
  @inlinable
  public static func between<Elements: RandomAccessCollection>(
    _ old: Elements, and new: Elements
  ) -> PositionMapping where Elements.Element: Differentiable {
    ElementDiff.difference(from: old, to: new).mapping
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
}
