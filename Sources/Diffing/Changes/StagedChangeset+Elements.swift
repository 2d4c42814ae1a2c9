extension StagedChangeset where Data.Element: Differentiable {
  /// Creates the steps from one collection of elements to another.
  /// - Parameters:
  ///   - section: The section number in the paths of the elements.
  ///   - staging: The way to divide the changes.
  /// - Complexity: As ``Changeset/init(source:target:section:)``, and O(*n*) if there is more than one step.
  @inlinable
  public init(source: Data, target: Data, section: Int = 0, staging: Staging = .merged) {
    let changes = Changeset(source: source, target: target, section: section)
    let steps = ElementStages(changes.positions, sourceCount: source.count, isMerged: staging == .merged)
    var current = source
    var stages: [Changeset<Data>] = []
    if steps.updates.hasChanges {
      current =
        steps.arrivals.hasChanges ? Self.replacing(changes.elementUpdated, in: current, from: target) : target
      stages.append(Changeset(data: current, positions: steps.updates))
    }
    if steps.deletions.hasChanges {
      current = Changeset(data: target, positions: steps.deletions).applied(to: current)
      stages.append(Changeset(data: current, positions: steps.deletions))
    }
    if steps.arrivals.hasChanges { stages.append(Changeset(data: target, positions: steps.arrivals)) }
    self.init(stages, repetition: changes.repetition)
  }

  /// Returns a copy of the source with the updated elements of the target.
  @inlinable
  static func replacing(
    _ updates: [PositionChange<ElementPath>], in source: Data, from target: Data
  ) -> Data {
    var elements = Array(source)
    let start = target.startIndex
    for change in updates { elements[change.source.item] = target[target.index(start, offsetBy: change.target.item)] }
    return Data(elements)
  }
}
