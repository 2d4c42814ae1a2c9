extension StagedChangeset where Data.Element: Differentiable {
  /// The steps from one collection of elements to another.
  /// - Parameters:
  ///   - section: The section that stands in the paths of the elements.
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
      current = Self.removing(steps.deletions.elementDeleted, from: current)
      stages.append(Changeset(data: current, positions: steps.deletions))
    }
    if steps.arrivals.hasChanges { stages.append(Changeset(data: target, positions: steps.arrivals)) }
    self.init(stages, repetition: changes.repetition)
  }

  /// A collection in which the elements that are updated, and only these, are those of the target.
  @inlinable
  static func replacing(
    _ updates: ChangeList<PositionChange<ElementPath>>, in source: Data, from target: Data
  ) -> Data {
    var elements = Array(source)
    let start = target.startIndex
    for change in updates { elements[change.source.item] = target[target.index(start, offsetBy: change.target.item)] }
    return Data(elements)
  }

  /// A collection without the elements that are deleted.
  @inlinable
  static func removing(_ deleted: ChangeList<ElementPath>, from source: Data) -> Data {
    var rest: [Data.Element] = []
    rest.reserveCapacity(source.count - deleted.count)
    var position = 0
    var index = source.startIndex
    for path in deleted {
      let end = source.index(index, offsetBy: path.item - position)
      if path.item > position { rest.append(contentsOf: source[index..<end]) }
      position = path.item + 1
      index = source.index(after: end)
    }
    rest.append(contentsOf: source[index...])
    return Data(rest)
  }
}
