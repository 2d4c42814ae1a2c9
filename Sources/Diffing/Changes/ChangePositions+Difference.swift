extension ChangePositions {
  /// Collects the changes in a difference of elements, as paths in a single section.
  /// - Parameter section: The section number in all paths.
  @usableFromInline
  init(_ difference: PositionDifference, section: Int) {
    let (mapping, updates) = (difference.mapping, difference.updates)
    self.init()
    if mapping.deleteCount > 0 {
      elementDeleted.reserveCapacity(mapping.deleteCount)
      mapping.forEachDeletion { elementDeleted.append(ElementPath(section: section, item: $0)) }
    }
    if mapping.insertCount > 0 {
      elementInserted.reserveCapacity(mapping.insertCount)
      mapping.forEachInsertion { elementInserted.append(ElementPath(section: section, item: $0)) }
    }
    addMoves(of: mapping, from: section, to: section)
    if !updates.isEmpty {
      let prefix = mapping.commonPrefix
      // Into memory of the right size, because appending takes longer than finding the change.
      elementUpdated = Array(unsafeUninitializedCapacity: updates.count) { memory, count in
        updates.forEachMarked { target in
          // A position in the common start needs no look-up. With a broken `==` a marked element may have no source.
          guard let source = target < prefix ? target : mapping.oldPosition(ofNew: target) else { return }
          memory.initializeElement(at: count, to: .inSection(section, from: source, to: section, target))
          count += 1
        }
      }
    }
  }

  /// Collects the changes from a difference of sections and of their elements.
  @usableFromInline
  init(_ difference: ListDifference) {
    let mapping = difference.mapping
    self.init()
    addSections(mapping.sections, updates: difference.sectionUpdates)
    addDeleted(mapping)
    addInserted(mapping)
    for target in mapping.elements.indices {
      guard let elements = mapping.elements[target], !elements.hasRunsInOrder,
        let source = mapping.sections.oldPosition(ofNew: target)
      else { continue }
      addMoves(of: elements, from: source, to: target)
    }
    if !mapping.crossings.isEmpty {
      let isSorted = elementMoved.isEmpty
      elementMoved.reserveCapacity(elementMoved.count + mapping.crossings.count)
      elementMoved += mapping.crossings.lazy.map { PositionChange(source: $0.old, target: $0.new) }
      if !isSorted { elementMoved.sort { $0.target < $1.target } }
    }
    elementUpdated.reserveCapacity(difference.elementUpdates.count)
    for target in difference.elementUpdates {
      guard let source = mapping.oldPath(ofNew: target) else { continue }
      elementUpdated.append(PositionChange(source: source, target: target))
    }
  }
}

extension PositionChange<ElementPath> {
  /// Returns the change from position `source` in `sourceSection` to position `target` in `targetSection`.
  @inline(__always)
  fileprivate static func inSection(
    _ sourceSection: Int, from source: Int, to targetSection: Int, _ target: Int
  ) -> PositionChange {
    PositionChange(
      source: ElementPath(section: sourceSection, item: source),
      target: ElementPath(section: targetSection, item: target))
  }
}

extension ChangePositions {
  /// Adds the elements that move within one section.
  fileprivate mutating func addMoves(of mapping: PositionMapping, from source: Int, to target: Int) {
    // Room is reserved, because a growing array takes twice the memory of all moves.
    mapping.forEachMove(
      count: { elementMoved.reserveCapacity(elementMoved.count + $0) },
      { old, new in elementMoved.append(.inSection(source, from: old, to: target, new)) })
  }

  /// Adds all changes of sections.
  fileprivate mutating func addSections(_ mapping: PositionMapping, updates: ContentMarks) {
    mapping.forEachDeletion { sectionDeleted.append($0) }
    mapping.forEachInsertion { sectionInserted.append($0) }
    mapping.forEachMove { sectionMoved.append(PositionChange(source: $0, target: $1)) }
    updates.forEachMarked { target in
      guard let source = mapping.oldPosition(ofNew: target) else { return }
      sectionUpdated.append(PositionChange(source: source, target: target))
    }
  }

  /// Adds the deleted elements of sections that survive; an element that crosses is a move, not a deletion.
  fileprivate mutating func addDeleted(_ mapping: ListMapping) {
    var crossing = AscendingPaths(mapping.crossingsByOld.lazy.map(\.old))
    for section in 0..<mapping.sections.oldCount {
      guard let target = mapping.sections.newPosition(ofOld: section), let elements = mapping.elements[target],
        elements.deleteCount > 0
      else { continue }
      elements.forEachDeletion { item in
        let path = ElementPath(section: section, item: item)
        if !crossing.contains(path) { elementDeleted.append(path) }
      }
    }
  }

  /// Adds the inserted elements of sections that survive; an element that crosses is a move, not an insertion.
  fileprivate mutating func addInserted(_ mapping: ListMapping) {
    var crossing = AscendingPaths(mapping.crossings.lazy.map(\.new))
    for section in mapping.elements.indices {
      guard let elements = mapping.elements[section], elements.insertCount > 0 else { continue }
      elements.forEachInsertion { item in
        let path = ElementPath(section: section, item: item)
        if !crossing.contains(path) { elementInserted.append(path) }
      }
    }
  }
}

/// A sequence of ascending paths. The paths that are looked up in it must ascend too, so that one pass over the
/// sequence answers all look-ups.
private struct AscendingPaths<Paths: Sequence<ElementPath>> {
  private var rest: Paths.Iterator
  private var next: ElementPath?

  init(_ paths: Paths) {
    rest = paths.makeIterator()
    next = rest.next()
  }

  /// Whether a path is in the sequence.
  /// - Parameter path: Not smaller than the path of the previous call.
  mutating func contains(_ path: ElementPath) -> Bool {
    while let candidate = next, candidate < path { next = rest.next() }
    return next == path
  }
}
