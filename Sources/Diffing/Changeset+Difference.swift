extension Changeset where Data.Element: Differentiable {
  /// What turns one collection of elements into another.
  /// - Parameters:
  ///   - section: The section that stands in the paths of the elements.
  /// - Complexity: O(*n*) on average, and O(*m* log *m*) in the number of elements between the first and the last that
  ///   changed places. Where both are values of one ``RowStore`` that knows its edits, O(*e* log *e*) in their number.
  @inlinable
  public init(source: Data, target: Data, section: Int = 0) {
    let difference = ElementDiff.difference(from: source, to: target)
    self.init(data: target)
    add(difference, section: section)
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
  /// What turns one list of sections into another: the sections and all their elements at once.
  ///
  /// Elements that leave their section for another one move, also out of sections that go and into sections that come.
  /// - Complexity: O(*n*) on average, and O(*m* log *m*) in the number of elements between the first and the last that
  ///   changed places in their section.
  @inlinable
  public init(source: Data, target: Data) {
    let difference = SectionedDiff.difference(from: source, to: target)
    self.init(data: target)
    add(difference)
  }
}

extension Changeset {
  @usableFromInline
  mutating func add(_ difference: PositionDifference, section: Int) {
    let mapping = difference.mapping
    let changes = ElementChanges(mapping, updates: difference.updates, section: section)
    elementDeleted = changes.deleted
    elementInserted = changes.inserted
    elementMoved = changes.moved
    elementUpdated = changes.updated
  }

  @usableFromInline
  mutating func add(_ difference: ListDifference) {
    let mapping = difference.mapping
    let sections = mapping.sections
    sectionDeleted = sections.deletedRanges().flatMap(\.self)
    sectionInserted = sections.insertedRanges().flatMap(\.self)
    sections.forEachMove { sectionMoved.append(PositionChange(source: $0, target: $1)) }
    sectionUpdated = difference.sectionUpdates.compactMap { target in
      sections.oldPosition(ofNew: target).map { PositionChange(source: $0, target: target) }
    }
    let changes = ElementChanges(mapping, updates: difference.elementUpdates)
    elementDeleted = changes.deleted
    elementInserted = changes.inserted
    elementMoved = changes.moved
    elementUpdated = changes.updated
    repetition = mapping.repetition
  }
}

/// The changes of elements that follow from a mapping, in the order that ``Changeset`` promises.
private struct ElementChanges {
  var deleted: [ElementPath] = []
  var inserted: [ElementPath] = []
  var moved: [PositionChange<ElementPath>] = []
  var updated: [PositionChange<ElementPath>] = []

  init(_ mapping: PositionMapping, updates: [Int], section: Int) {
    deleted.reserveCapacity(mapping.deleteCount)
    inserted.reserveCapacity(mapping.insertCount)
    updated.reserveCapacity(updates.count)
    add(mapping, from: section, to: section)
    for target in updates {
      guard let source = mapping.oldPosition(ofNew: target) else { continue }
      updated.append(
        PositionChange(
          source: ElementPath(section: section, item: source), target: ElementPath(section: section, item: target)))
    }
  }

  init(_ mapping: ListMapping, updates: [ElementPath]) {
    for section in 0..<mapping.sections.oldCount {
      guard let target = mapping.sections.newPosition(ofOld: section), let elements = mapping.elements[target] else {
        continue
      }
      addDeletions(of: elements, section)
    }
    for (section, elements) in mapping.elements.enumerated() {
      guard let elements, let source = mapping.sections.oldPosition(ofNew: section) else { continue }
      addInsertions(of: elements, section)
      addMoves(of: elements, from: source, to: section)
    }
    takeOut(mapping)
    updated.reserveCapacity(updates.count)
    for target in updates {
      guard let source = mapping.oldPath(ofNew: target) else { continue }
      updated.append(PositionChange(source: source, target: target))
    }
  }

  /// What crosses is neither deleted nor inserted: it moves.
  private mutating func takeOut(_ mapping: ListMapping) {
    if mapping.crossings.isEmpty { return }
    Self.remove(mapping.crossingsByOld.map(\.old), from: &deleted)
    Self.remove(mapping.crossings.map(\.new), from: &inserted)
    moved += mapping.crossings.map { PositionChange(source: $0.old, target: $0.new) }
    moved.sort { $0.target < $1.target }
  }

  /// - Parameter removed: Ascending, as the paths are; some may not be among them.
  private static func remove(_ removed: [ElementPath], from paths: inout [ElementPath]) {
    var next = 0
    paths.removeAll { path in
      while next < removed.count, removed[next] < path { next += 1 }
      return next < removed.count && removed[next] == path
    }
  }

  private mutating func add(_ mapping: PositionMapping, from source: Int, to target: Int) {
    addDeletions(of: mapping, source)
    addInsertions(of: mapping, target)
    addMoves(of: mapping, from: source, to: target)
  }

  private mutating func addDeletions(of mapping: PositionMapping, _ section: Int) {
    if mapping.deleteCount == 0 { return }
    for range in mapping.deletedRanges() {
      for item in range { deleted.append(ElementPath(section: section, item: item)) }
    }
  }

  private mutating func addInsertions(of mapping: PositionMapping, _ section: Int) {
    if mapping.insertCount == 0 { return }
    for range in mapping.insertedRanges() {
      for item in range { inserted.append(ElementPath(section: section, item: item)) }
    }
  }

  private mutating func addMoves(of mapping: PositionMapping, from source: Int, to target: Int) {
    mapping.forEachMove { old, new in
      moved.append(
        PositionChange(
          source: ElementPath(section: source, item: old), target: ElementPath(section: target, item: new)))
    }
  }
}
