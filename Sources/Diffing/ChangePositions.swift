/// The positions of the changes of a ``Changeset``, in the order that it promises.
@usableFromInline
struct ChangePositions: Hashable, Sendable {
  @usableFromInline var sectionDeleted: [Int] = []
  @usableFromInline var sectionInserted: [Int] = []
  @usableFromInline var sectionUpdated: [PositionChange<Int>] = []
  @usableFromInline var sectionMoved: [PositionChange<Int>] = []
  @usableFromInline var elementDeleted: [ElementPath]
  @usableFromInline var elementInserted: [ElementPath]
  @usableFromInline var elementUpdated: [PositionChange<ElementPath>]
  @usableFromInline var elementMoved: [PositionChange<ElementPath>]

  @inlinable
  init(
    elementDeleted: [ElementPath] = [], elementInserted: [ElementPath] = [],
    elementUpdated: [PositionChange<ElementPath>] = [], elementMoved: [PositionChange<ElementPath>] = []
  ) {
    self.elementDeleted = elementDeleted
    self.elementInserted = elementInserted
    self.elementUpdated = elementUpdated
    self.elementMoved = elementMoved
  }

  /// Takes in the changes that follow from a mapping of elements.
  /// - Parameter section: The section that stands in the paths.
  @usableFromInline
  mutating func set(_ difference: PositionDifference, section: Int) {
    let mapping = difference.mapping
    if mapping.isIdentity, difference.updates.isEmpty { return }
    elementDeleted = Self.paths(mapping.deleteCount, section, mapping.forEachDeletedRange)
    elementInserted = Self.paths(mapping.insertCount, section, mapping.forEachInsertedRange)
    elementUpdated = Self.updates(
      difference.updates, section, prefix: mapping.commonPrefix, mapping.oldPosition)
    if !mapping.hasRunsInOrder { elementMoved = Self.moves(section, mapping.forEachMove) }
  }

  @inline(__always)
  private static func paths(
    _ total: Int, _ section: Int, _ forEachRange: ((Range<Int>) -> Void) -> Void
  ) -> [ElementPath] {
    if total == 0 { return [] }
    var paths = [ElementPath](filledWith: ElementPath(section: section, item: 0), count: total)
    var count = 0
    paths.withUnsafeMutableBufferPointer { paths in
      forEachRange { range in
        for item in range {
          paths[count].item = item
          count += 1
        }
      }
    }
    return paths
  }

  @inline(__always)
  private static func moves(
    _ section: Int, _ forEachMove: (_ count: (Int) -> Void, _ body: (_ old: Int, _ new: Int) -> Void) -> Void
  ) -> [PositionChange<ElementPath>] {
    var moves: [PositionChange<ElementPath>] = []
    forEachMove(
      { moves.reserveCapacity($0) },
      { old, new in
        moves.append(
          PositionChange(
            source: ElementPath(section: section, item: old),
            target: ElementPath(section: section, item: new)))
      })
    return moves
  }

  /// - Parameter prefix: So many elements at the start are where they were.
  @inline(__always)
  private static func updates(
    _ marks: ContentMarks, _ section: Int, prefix: Int, _ oldPosition: (_ new: Int) -> Int?
  ) -> [PositionChange<ElementPath>] {
    if marks.isEmpty { return [] }
    let first = ElementPath(section: section, item: 0)
    var changes = [PositionChange](filledWith: PositionChange(source: first, target: first), count: marks.count)
    var count = 0
    changes.withUnsafeMutableBufferPointer { changes in
      marks.forEachMarked { target in
        // Mostly where nothing has been shifted yet. An identity that contradicts itself may be marked and have no source.
        guard let source = target < prefix ? target : oldPosition(target) else { return }
        changes[count].source.item = source
        changes[count].target.item = target
        count += 1
      }
    }
    if count < changes.count { changes.removeSubrange(count...) }
    return changes
  }

  /// The changes that follow from a mapping of sections with their elements.
  @usableFromInline
  init(_ difference: ListDifference) {
    self.init()
    let mapping = difference.mapping
    if mapping.isIdentity, difference.elementUpdates.isEmpty, difference.sectionUpdates.isEmpty { return }
    addSections(mapping.sections, updates: difference.sectionUpdates)
    addElements(mapping)
    addCrossings(mapping)
    elementUpdated.reserveCapacity(difference.elementUpdates.count)
    for target in difference.elementUpdates {
      guard let source = mapping.oldPath(ofNew: target) else { continue }
      elementUpdated.append(PositionChange(source: source, target: target))
    }
  }

  @inlinable
  var sectionChangeCount: Int {
    sectionDeleted.count + sectionInserted.count + sectionUpdated.count + sectionMoved.count
  }

  @inlinable
  var elementChangeCount: Int {
    elementDeleted.count + elementInserted.count + elementUpdated.count + elementMoved.count
  }

  private mutating func addSections(_ mapping: PositionMapping, updates: ContentMarks) {
    sectionDeleted = mapping.deletedRanges().flatMap(\.self)
    sectionInserted = mapping.insertedRanges().flatMap(\.self)
    mapping.forEachMove { sectionMoved.append(PositionChange(source: $0, target: $1)) }
    for target in updates {
      guard let source = mapping.oldPosition(ofNew: target) else { continue }
      sectionUpdated.append(PositionChange(source: source, target: target))
    }
  }

  /// What crosses is neither deleted nor inserted: it moves.
  private mutating func addElements(_ mapping: ListMapping) {
    var (deleteCount, insertCount) = (0, 0)
    // By index, because to hand mappings around counts references.
    for section in mapping.elements.indices {
      deleteCount += mapping.elements[section]?.deleteCount ?? 0
      insertCount += mapping.elements[section]?.insertCount ?? 0
    }
    for crossing in mapping.crossings {
      if mapping.sections.newPosition(ofOld: crossing.old.section) != nil { deleteCount -= 1 }
      if mapping.elements[crossing.new.section] != nil { insertCount -= 1 }
    }
    elementDeleted.reserveCapacity(deleteCount)
    elementInserted.reserveCapacity(insertCount)
    var leaving = LeftOut(mapping.crossingsByOld.lazy.map(\.old))
    for section in 0..<mapping.sections.oldCount {
      guard let target = mapping.sections.newPosition(ofOld: section), let elements = mapping.elements[target],
        elements.deleteCount > 0
      else { continue }
      elements.forEachDeletion { item in
        let path = ElementPath(section: section, item: item)
        if !leaving.contains(path) { elementDeleted.append(path) }
      }
    }
    var coming = LeftOut(mapping.crossings.lazy.map(\.new))
    for (section, elements) in mapping.elements.enumerated() {
      guard let elements, !elements.isIdentity, let source = mapping.sections.oldPosition(ofNew: section) else {
        continue
      }
      if elements.insertCount > 0 {
        elements.forEachInsertion { item in
          let path = ElementPath(section: section, item: item)
          if !coming.contains(path) { elementInserted.append(path) }
        }
      }
      addMoves(of: elements, from: source, to: section)
    }
  }

  private mutating func addMoves(of mapping: PositionMapping, from source: Int, to target: Int) {
    mapping.forEachMove { old, new in
      elementMoved.append(
        PositionChange(
          source: ElementPath(section: source, item: old), target: ElementPath(section: target, item: new)))
    }
  }

  private mutating func addCrossings(_ mapping: ListMapping) {
    if mapping.crossings.isEmpty { return }
    let isSorted = elementMoved.isEmpty
    elementMoved.reserveCapacity(elementMoved.count + mapping.crossings.count)
    for crossing in mapping.crossings {
      elementMoved.append(PositionChange(source: crossing.old, target: crossing.new))
    }
    if !isSorted { elementMoved.sort { $0.target < $1.target } }
  }
}

/// Ascending paths that are left out of others, which ascend too.
private struct LeftOut<Paths: Sequence<ElementPath>> {
  private var rest: Paths.Iterator
  private var next: ElementPath?

  init(_ paths: Paths) {
    rest = paths.makeIterator()
    next = rest.next()
  }

  /// - Parameter path: None that is before one that was asked for.
  mutating func contains(_ path: ElementPath) -> Bool {
    while let candidate = next, candidate < path { next = rest.next() }
    return next == path
  }
}

extension ChangePositions: CustomStringConvertible {
  @usableFromInline
  var description: String {
    let sections = Self.text(sectionDeleted.count, sectionInserted.count, sectionMoved.count, sectionUpdated.count)
    let elements = Self.text(elementDeleted.count, elementInserted.count, elementMoved.count, elementUpdated.count)
    let parts = [sections.isEmpty ? "" : "sections " + sections, elements].filter { !$0.isEmpty }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  private static func text(_ deleted: Int, _ inserted: Int, _ moved: Int, _ updated: Int) -> String {
    let counts = [
      (deleted, "deleted"), (inserted, "inserted"), (moved, "moved"), (updated, "updated"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
