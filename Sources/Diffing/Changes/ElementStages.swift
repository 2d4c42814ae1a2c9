/// The positions of the steps from one collection of elements to another: apart from the data, so that only what touches
/// an element is compiled for its type.
@usableFromInline
struct ElementStages {
  /// Step 1: updates, where the elements were.
  @usableFromInline let updates: ChangePositions
  /// Step 2: deletions that may not come together with step 4, which follows then.
  @usableFromInline let deletions: ChangePositions
  /// Step 4: all else.
  @usableFromInline let arrivals: ChangePositions

  /// - Parameters:
  ///   - changes: Those of elements of one section.
  ///   - sourceCount: How many elements there were.
  ///   - isMerged: Whether all but updates is one step.
  @usableFromInline
  init(_ changes: ChangePositions, sourceCount: Int, isMerged: Bool) {
    let updated = changes.elementUpdated
    updates = ChangePositions(elementUpdated: updated.inSource(count: sourceCount))
    let (deleted, inserted, moved) = (changes.elementDeleted, changes.elementInserted, changes.elementMoved)
    if isMerged || deleted.isEmpty || (inserted.isEmpty && moved.isEmpty) {
      deletions = ChangePositions()
      // Without updates these are the very changes, in the memory that they are in.
      arrivals =
        updated.isEmpty
        ? changes : ChangePositions(elementDeleted: deleted, elementInserted: inserted, elementMoved: moved)
    } else {
      deletions = ChangePositions(elementDeleted: deleted)
      arrivals = ChangePositions(
        elementInserted: inserted, elementMoved: moved.after(deleting: deleted, of: sourceCount))
    }
  }
}

extension ChangeList<PositionChange<ElementPath>> {
  /// Changes that stay where they are in the source, all of one section.
  /// - Parameter count: How many elements there were.
  fileprivate func inSource(count: Int) -> [PositionChange<ElementPath>] {
    guard let section = first?.source.section else { return [] }
    var marks = ContentMarks(size: count)
    for change in self { marks.insert(change.source.item) }
    var changes: [PositionChange<ElementPath>] = []
    changes.reserveCapacity(self.count)
    marks.forEachMarked { item in
      let path = ElementPath(section: section, item: item)
      changes.append(PositionChange(source: path, target: path))
    }
    return changes
  }
  /// The same changes after elements of the source are gone.
  /// - Parameter count: How many elements there were.
  fileprivate func after(deleting deleted: ChangeList<ElementPath>, of count: Int) -> [PositionChange<ElementPath>] {
    if isEmpty { return [] }
    // For each element, because to search among what is deleted takes longer than all else if there is much of either.
    var positions = [Int32](filledWith: 0, count: count)
    positions.withUnsafeMutableBufferPointer { positions in
      var (start, position): (Int, Int32) = (0, 0)
      for path in deleted {
        for index in start..<path.item {
          positions[index] = position
          position &+= 1
        }
        start = path.item + 1
      }
      for index in start..<count {
        positions[index] = position
        position &+= 1
      }
    }
    return map { change in
      var change = change
      change.source.item = Int(positions[change.source.item])
      return change
    }
  }
}
