extension Changeset where Data: RangeReplaceableCollection, Data.Element: Differentiable {
  /// What becomes of a collection of elements by these changes: it keeps what survives as it is there, and takes from
  /// ``data`` only what is inserted and updated.
  /// - Parameter source: What the changes start from; anything else may trap.
  /// - Complexity: O(*n*), and O(*c* log *c*) in the number of changes.
  public func applied(to source: Data) -> Data {
    // All changes are in one section, whatever its number is.
    let section = elementSection
    let origins = ElementReplay(positions).origins(ofSection: section, from: section, count: source.count)
    return Data(
      origins.enumerated().map { item, origin in
        origin.map { source[source.index(source.startIndex, offsetBy: $0.item)] }
          ?? data[data.index(data.startIndex, offsetBy: item)]
      })
  }

  private var elementSection: Int {
    (elementDeleted.first ?? elementInserted.first ?? elementMoved.first?.source ?? elementUpdated.first?.source)?
      .section ?? 0
  }
}

extension Changeset where Data: RangeReplaceableCollection, Data.Element: DifferentiableSection {
  /// What becomes of a list of sections by these changes: it keeps what survives as it is there, and takes from
  /// ``data`` only what is inserted and updated.
  /// - Parameter source: What the changes start from; anything else may trap.
  /// - Complexity: O(*n*), and O(*c* log *c*) in the number of changes.
  public func applied(to source: Data) -> Data {
    let (sources, targets) = (Array(source), Array(data))
    let replay = ElementReplay(positions)
    let updated = Set(sectionUpdated.map(\.target))
    let origins = Replay.origins(
      sourceCount: sources.count, deleted: sectionDeleted, inserted: sectionInserted, moved: sectionMoved)
    return Data(
      origins.enumerated().map { position, origin in
        let target = targets[position]
        let elements = origin.map {
          replay.origins(ofSection: position, from: $0, count: sources[$0].elements.count)
        }
        let paths = elements ?? replay.origins(ofInsertedSection: position, count: target.elements.count)
        let model = origin.map { updated.contains(position) ? target : sources[$0] } ?? target
        return Data.Element(
          source: model,
          elements: paths.enumerated().map { item, path in
            path.map { Self.element(at: $0.item, of: sources[$0.section]) } ?? Self.element(at: item, of: target)
          })
      })
  }

  private static func element(at position: Int, of section: Data.Element) -> Data.Element.Elements.Element {
    let elements = section.elements
    return elements[elements.index(elements.startIndex, offsetBy: position)]
  }
}
