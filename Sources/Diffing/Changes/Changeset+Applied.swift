extension Changeset where Data: RangeReplaceableCollection, Data.Element: Differentiable {
  /// Applies the changes to a collection of elements. Survivors keep their old value; only inserted and updated
  /// elements come from ``data``.
  /// - Parameter source: The collection that the changes were made from. With any other collection the call may trap.
  /// - Complexity: O(*n*), and O(*c* log *c*) in the number of changes.
  @inlinable
  public func applied(to source: Data) -> Data {
    // All changes are in one section, whatever its number is.
    let section = elementSection
    var result = Data()
    result.reserveCapacity(data.count)
    for range in ElementReplay(positions).ranges(ofSection: section, from: section, count: source.count) {
      result.append(contentsOf: (range.section == nil ? data : source).elements(at: range.items))
    }
    return result
  }

  /// The section number in the paths of the changed elements; zero without such changes.
  @usableFromInline var elementSection: Int {
    (elementDeleted.first ?? elementInserted.first ?? elementMoved.first?.source ?? elementUpdated.first?.source)?
      .section ?? 0
  }
}

extension Changeset where Data: RangeReplaceableCollection, Data.Element: DifferentiableSection {
  /// Applies the changes to a list of sections. Survivors keep their old value; only inserted and updated sections and
  /// elements come from ``data``.
  /// - Parameter source: The list that the changes were made from. With any other list the call may trap.
  /// - Complexity: O(*n*), and O(*c* log *c*) in the number of changes.
  public func applied(to source: Data) -> Data {
    let (sources, targets) = (Array(source), Array(data))
    let replay = ElementReplay(positions)
    let updated = Set(sectionUpdated.map(\.target))
    return Data(
      positions.sectionOrigins(count: sources.count).enumerated().map { position, origin in
        let target = targets[position]
        let count = origin.map { sources[$0].elements.count } ?? target.elements.count
        let ranges = replay.ranges(ofSection: position, from: origin, count: count)
        let model = origin.map { updated.contains(position) ? target : sources[$0] } ?? target
        var elements: [Data.Element.Elements.Element] = []
        for range in ranges {
          let section = range.section.map { sources[$0] } ?? target
          elements.append(contentsOf: section.elements.elements(at: range.items))
        }
        return Data.Element(source: model, elements: elements)
      })
  }
}
