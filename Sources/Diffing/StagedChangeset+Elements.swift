extension StagedChangeset where Data.Element: Differentiable {
  /// The steps from one collection of elements to another.
  /// - Parameters:
  ///   - section: The section that stands in the paths of the elements.
  /// - Complexity: As ``Changeset/init(source:target:section:)``, and O(*n*) if there is more than one step.
  @inlinable
  public init(source: Data, target: Data, section: Int = 0, staging: Staging = .merged) {
    self.init(elements: Changeset(source: source, target: target, section: section), source: source, staging)
  }

  @usableFromInline
  init(elements changes: Changeset<Data>, source: Data, _ staging: Staging) {
    var stages: [Changeset<Data>] = []
    var current = source
    if !changes.elementUpdated.isEmpty {
      var elements = Array(source)
      for change in changes.elementUpdated {
        elements[change.source.item] =
          changes.data[
            changes.data.index(changes.data.startIndex, offsetBy: change.target.item)]
      }
      current = Data(elements)
      stages.append(Changeset(data: current, elementUpdated: changes.elementUpdated.inSource))
    }
    let arrives = !changes.elementInserted.isEmpty || !changes.elementMoved.isEmpty
    if staging == .merged || changes.elementDeleted.isEmpty || !arrives {
      stages.append(
        Changeset(
          data: changes.data, elementDeleted: changes.elementDeleted, elementInserted: changes.elementInserted,
          elementMoved: changes.elementMoved))
    } else {
      let rest = Replay.origins(
        sourceCount: current.count, deleted: changes.elementDeleted.lazy.map(\.item), inserted: EmptyCollection(),
        moved: EmptyCollection())
      let kept = Array(current)
      stages.append(
        Changeset(data: Data(rest.lazy.compactMap { $0.map { kept[$0] } }), elementDeleted: changes.elementDeleted))
      stages.append(
        Changeset(
          data: changes.data, elementInserted: changes.elementInserted,
          elementMoved: changes.elementMoved.after(deleting: changes.elementDeleted)))
    }
    self.init(ending: changes, stages)
  }

  /// Leaves out steps in which nothing happens; the last one ends with the very target.
  init(ending changes: Changeset<Data>, _ stages: [Changeset<Data>]) {
    var stages = stages.filter(\.hasChanges)
    if !stages.isEmpty { stages[stages.count - 1].data = changes.data }
    self.init(stages, repetition: changes.repetition)
  }
}

extension Collection<PositionChange<ElementPath>> {
  /// Changes that stay where they are in the source.
  var inSource: [PositionChange<ElementPath>] {
    map(\.source).sorted().map { PositionChange(source: $0, target: $0) }
  }

  /// The same changes after elements of the source are gone.
  /// - Parameter deleted: Ascending.
  func after<Paths: RandomAccessCollection<ElementPath>>(deleting deleted: Paths) -> [PositionChange<ElementPath>]
  where Paths.Index == Int {
    map { change in
      let section = ElementPath(section: change.source.section, item: 0)
      let before =
        deleted.partitioningIndex { $0 >= change.source } - deleted.partitioningIndex { $0 >= section }
      var change = change
      change.source.item -= before
      return change
    }
  }
}
