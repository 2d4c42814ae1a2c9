/// The changes of each step from one collection of elements to another, numbered as in ``StagedChangeset``.
///
/// Not generic over the data, so that only code that touches an element is compiled for its type.
@usableFromInline
struct ElementStages {
  /// The updates of step 1, at the old positions.
  @usableFromInline let updates: ChangePositions
  /// The deletions of step 2; empty if they are part of step 4.
  @usableFromInline let deletions: ChangePositions
  /// The insertions and moves of step 4, and the deletions unless these are step 2.
  @usableFromInline let arrivals: ChangePositions

  /// Divides changes into steps.
  /// - Parameters:
  ///   - changes: Changes of the elements of one section.
  ///   - sourceCount: The number of elements before the changes.
  ///   - isMerged: Whether all changes other than updates form a single step.
  @usableFromInline
  init(_ changes: ChangePositions, sourceCount: Int, isMerged: Bool) {
    var (updates, deletions, arrivals) = (ChangePositions(), ChangePositions(), changes)
    updates.elementUpdated = arrivals.elementUpdated.inSource(count: sourceCount)
    arrivals.elementUpdated = []
    let isSeparate =
      !isMerged && !arrivals.elementDeleted.isEmpty
      && !(arrivals.elementInserted.isEmpty && arrivals.elementMoved.isEmpty)
    if isSeparate {
      deletions.elementDeleted = arrivals.elementDeleted
      arrivals.elementDeleted = []
      arrivals.elementMoved = arrivals.elementMoved.after(deleting: deletions.elementDeleted, of: sourceCount)
    }
    self.updates = updates
    self.deletions = deletions
    self.arrivals = arrivals
  }
}

extension [PositionChange<ElementPath>] {
  /// Returns these changes as updates in place, ascending: source and target are both the old path.
  /// - Parameter count: The number of elements before the changes.
  /// - Precondition: All changes are in one section.
  fileprivate func inSource(count: Int) -> [PositionChange<ElementPath>] {
    guard let section = first?.source.section else { return [] }
    // Marks sort in linear time.
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

  /// Returns these changes with each source replaced by the path that the element has after a deletion.
  /// - Parameter count: The number of elements before the deletion.
  fileprivate func after(deleting deleted: [ElementPath], of count: Int) -> [PositionChange<ElementPath>] {
    if isEmpty { return [] }
    // A table for all elements, because searching among the deleted ones takes longer where there are many.
    var positions = [Int32](repeating: 0, count: count)
    var (start, position): (Int, Int32) = (0, 0)
    for end in deleted.lazy.map(\.item) + [count] {
      for index in start..<end {
        positions[index] = position
        position &+= 1
      }
      start = end + 1
    }
    return map { change in
      var change = change
      change.source.item = Int(positions[change.source.item])
      return change
    }
  }
}
