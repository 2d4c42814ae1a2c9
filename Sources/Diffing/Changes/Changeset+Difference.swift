extension Changeset where Data.Element: Differentiable {
  /// Creates the changeset that turns one collection of elements into another.
  /// - Parameter section: The section number in the paths of the elements.
  /// - Complexity: O(*n*) on average, and O(*m* log *m*) in the number of elements between the first and the last that
  ///   moved. O(*e*²) for two values of one ``RowStore`` with *e* known edits between them, a thousand at most.
  @inlinable
  public init(source: Data, target: Data, section: Int = 0) {
    let difference = ElementDiff.difference(from: source, to: target)
    self.init(data: target, positions: ChangePositions(difference, section: section))
    if let repeated = difference.mapping.repetition {
      let index = target.index(target.startIndex, offsetBy: repeated.first)
      repetition = RepeatedIdentity(
        id: "\(ElementID(target[index].differenceIdentifier))",
        first: .element(ElementPath(section: section, item: repeated.first)),
        second: .element(ElementPath(section: section, item: repeated.second)))
    }
  }
}

extension Changeset where Data.Element: DifferentiableSection {
  /// Creates the changeset that turns one list of sections into another, with the changes of the sections and of all
  /// their elements.
  ///
  /// An element that goes to another section is a move, even out of a deleted section or into an inserted one.
  /// - Complexity: O(*n*) on average, and O(*m* log *m*) in the number of elements between the first and the last that
  ///   moved in their section.
  @inlinable
  public init(source: Data, target: Data) {
    self.init(data: target, positions: ChangePositions())
    let difference = SectionedDiff.difference(from: source, to: target)
    positions = ChangePositions(difference)
    repetition = difference.mapping.repetition
  }
}
