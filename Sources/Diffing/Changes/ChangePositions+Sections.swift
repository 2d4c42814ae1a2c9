extension ChangePositions {
  /// The changes that follow from a mapping of sections with their elements.
  @usableFromInline
  init(_ difference: ListDifference) {
    self.init()
    let mapping = difference.mapping
    if mapping.isIdentity, difference.elementUpdates.isEmpty, difference.sectionUpdates.isEmpty { return }
    let sectionMoves = Self.moves(of: mapping.sections)
    let moves = ElementMoves(of: mapping)
    let counts = ChangeCounts(
      sectionsOnce: mapping.sections.deleteCount + mapping.sections.insertCount,
      sectionsTwice: sectionMoves.count + difference.sectionUpdates.count,
      elementsOnce: Self.countOfDeletedAndInserted(mapping),
      elementsTwice: moves.moves.count + mapping.crossings.count + difference.elementUpdates.count)
    make(atMost: counts) { writer in
      writer.addSections(mapping.sections, sectionMoves, updates: difference.sectionUpdates)
      writer.addDeleted(mapping)
      writer.addInserted(mapping)
      writer.addMoved(moves, mapping)
      for target in difference.elementUpdates {
        guard let source = mapping.oldPath(ofNew: target) else { continue }
        writer.add(PositionChange(source: source, target: target))
      }
      writer.end(.elementUpdated)
    }
    if sectionChangeCount + elementChangeCount == 0 { storage = nil }
  }

  /// What crosses is neither deleted nor inserted: it moves.
  private static func countOfDeletedAndInserted(_ mapping: ListMapping) -> Int {
    var count = 0
    // By index, because to hand mappings around counts references.
    for section in mapping.elements.indices {
      count += (mapping.elements[section]?.deleteCount ?? 0) + (mapping.elements[section]?.insertCount ?? 0)
    }
    for crossing in mapping.crossings {
      if mapping.sections.newPosition(ofOld: crossing.old.section) != nil { count -= 1 }
      if mapping.elements[crossing.new.section] != nil { count -= 1 }
    }
    return count
  }
}

/// The elements that change places in their sections, kept beside until it is known how many there are.
private struct ElementMoves {
  /// One section after the other.
  private(set) var moves: [PositionChange<Int>] = []
  /// Where the sections are that have some, and how many.
  private(set) var sections: [(section: PositionChange<Int>, count: Int)] = []

  init(of mapping: ListMapping) {
    for target in mapping.elements.indices {
      guard let elements = mapping.elements[target], !elements.hasRunsInOrder,
        let source = mapping.sections.oldPosition(ofNew: target)
      else { continue }
      let first = moves.count
      elements.forEachMove { moves.append(PositionChange(source: $0, target: $1)) }
      if moves.count > first { sections.append((PositionChange(source: source, target: target), moves.count - first)) }
    }
  }
}

extension ChangeWriter {
  fileprivate mutating func addSections(
    _ mapping: PositionMapping, _ moves: [PositionChange<Int>], updates: ContentMarks
  ) {
    mapping.forEachDeletion { add($0) }
    end(.sectionDeleted)
    mapping.forEachInsertion { add($0) }
    end(.sectionInserted)
    for move in moves { add(move) }
    end(.sectionMoved)
    for target in updates {
      guard let source = mapping.oldPosition(ofNew: target) else { continue }
      add(PositionChange(source: source, target: target))
    }
    end(.sectionUpdated)
  }

  fileprivate mutating func addDeleted(_ mapping: ListMapping) {
    var leaving = LeftOut(mapping.crossingsByOld.lazy.map(\.old))
    for section in 0..<mapping.sections.oldCount {
      guard let target = mapping.sections.newPosition(ofOld: section), let elements = mapping.elements[target],
        elements.deleteCount > 0
      else { continue }
      elements.forEachDeletion { item in
        let path = ElementPath(section: section, item: item)
        if !leaving.contains(path) { add(path) }
      }
    }
    end(.elementDeleted)
  }

  fileprivate mutating func addInserted(_ mapping: ListMapping) {
    var coming = LeftOut(mapping.crossings.lazy.map(\.new))
    for section in mapping.elements.indices {
      guard let elements = mapping.elements[section], elements.insertCount > 0 else { continue }
      elements.forEachInsertion { item in
        let path = ElementPath(section: section, item: item)
        if !coming.contains(path) { add(path) }
      }
    }
    end(.elementInserted)
  }

  fileprivate mutating func addMoved(_ moved: ElementMoves, _ mapping: ListMapping) {
    let start = next
    var index = 0
    for (section, count) in moved.sections {
      for move in moved.moves[index..<index + count] {
        add(
          PositionChange(
            source: ElementPath(section: section.source, item: move.source),
            target: ElementPath(section: section.target, item: move.target)))
      }
      index += count
    }
    for crossing in mapping.crossings { add(PositionChange(source: crossing.old, target: crossing.new)) }
    if index > 0, !mapping.crossings.isEmpty {
      withWritten(from: start, as: PositionChange<ElementPath>.self) { moves in
        var moves = moves
        moves.sort { $0.target < $1.target }
      }
    }
    end(.elementMoved)
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
