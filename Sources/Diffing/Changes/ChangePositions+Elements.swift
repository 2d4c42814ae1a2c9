extension ChangePositions {
  /// The changes that follow from a mapping of elements.
  /// - Parameter section: The section that stands in the paths.
  @usableFromInline
  init(_ difference: PositionDifference, section: Int) {
    self.init()
    if difference.mapping.isIdentity, difference.updates.isEmpty { return }
    let moves = difference.mapping.hasRunsInOrder ? [] : Self.moves(of: difference.mapping)
    let prefix = difference.mapping.commonPrefix
    let counts = ChangeCounts(
      elementsOnce: difference.mapping.deleteCount + difference.mapping.insertCount,
      elementsTwice: moves.count + difference.updates.count)
    make(atMost: counts) { writer in
      writer.endSections()
      difference.mapping.forEachDeletedRange { writer.add($0, of: section) }
      writer.end(.elementDeleted)
      difference.mapping.forEachInsertedRange { writer.add($0, of: section) }
      writer.end(.elementInserted)
      for move in moves { writer.add(move.source, move.target, of: section) }
      writer.end(.elementMoved)
      difference.updates.forEachMarked { target in
        // Mostly where nothing has been shifted yet. An identity that contradicts itself may be marked and have no source.
        guard let source = target < prefix ? target : difference.mapping.oldPosition(ofNew: target) else { return }
        writer.add(source, target, of: section)
      }
      writer.end(.elementUpdated)
    }
    if elementChangeCount == 0 { storage = nil }
  }

  /// Takes in the changes where there is nothing but a common start, a common end, and what is between them on either side.
  /// - Parameters:
  ///   - old: What is gone.
  ///   - new: What came.
  ///   - updates: New positions outside of what came.
  @usableFromInline
  mutating func set(old: Range<Int>, new: Range<Int>, _ updates: borrowing ContentMarks, section: Int) {
    if old.isEmpty, new.isEmpty, updates.isEmpty { return }
    let counts = ChangeCounts(elementsOnce: old.count &+ new.count, elementsTwice: updates.count)
    let shift = old.upperBound &- new.upperBound
    make(atMost: counts) { writer in
      writer.endSections()
      writer.add(old, of: section)
      writer.end(.elementDeleted)
      writer.add(new, of: section)
      writer.end(.elementInserted)
      writer.end(.elementMoved)
      // By hand, because there may be many: to ask for room and to count after each takes as long as to write it.
      writer.write(4 &* counts.elementsTwice) { words in
        var next = words
        updates.forEachMarked { target in
          (next[0], next[1]) = (section, target &+ (target < new.lowerBound ? 0 : shift))
          (next[2], next[3]) = (section, target)
          next += 4
        }
      }
      writer.end(.elementUpdated)
    }
  }

  /// Kept beside until it is known how many there are.
  static func moves(of mapping: PositionMapping) -> [PositionChange<Int>] {
    var moves: [PositionChange<Int>] = []
    mapping.forEachMove(
      count: { moves.reserveCapacity($0) }, { old, new in moves.append(PositionChange(source: old, target: new)) })
    return moves
  }
}

extension ChangeWriter {
  /// No section changes.
  func endSections() {
    end(.sectionDeleted)
    end(.sectionInserted)
    end(.sectionMoved)
    end(.sectionUpdated)
  }

  @inline(__always)
  fileprivate mutating func add(_ items: Range<Int>, of section: Int) {
    for item in items { add(ElementPath(section: section, item: item)) }
  }

  @inline(__always)
  fileprivate mutating func add(_ source: Int, _ target: Int, of section: Int) {
    add(
      PositionChange(
        source: ElementPath(section: section, item: source), target: ElementPath(section: section, item: target)))
  }
}
