/// The changes of each step from one collection of elements to another, numbered as in ``StagedChangeset``.
///
/// Not generic over the data, so that only code that touches an element is compiled for its type.
@usableFromInline
struct ElementStages {
  /// Step 1: updates, at the old positions.
  @usableFromInline let updates: ChangePositions
  /// Step 2: deletions, if they are a step of their own.
  @usableFromInline let deletions: ChangePositions
  /// Step 4: insertions and moves, and deletions that are not a step of their own.
  @usableFromInline let arrivals: ChangePositions

  /// Divides changes into steps.
  /// - Parameters:
  ///   - changes: Changes of the elements of one section.
  ///   - isMerged: Whether everything but updates is one step.
  @usableFromInline
  init(_ changes: ChangePositions, isMerged: Bool) {
    var (updates, deletions, arrivals) = (ChangePositions(), ChangePositions(), changes)
    updates.elementUpdated = arrivals.elementUpdated.inPlace
    arrivals.elementUpdated = []
    let isSeparate =
      !isMerged && !arrivals.elementDeleted.isEmpty
      && !(arrivals.elementInserted.isEmpty && arrivals.elementMoved.isEmpty)
    if isSeparate {
      deletions.elementDeleted = arrivals.elementDeleted
      arrivals.elementDeleted = []
      let deleted = deletions.elementDeleted
      arrivals.elementMoved = arrivals.elementMoved.map { move in
        var move = move
        move.source.item -= deleted.partitioningIndex { $0 >= move.source }
        return move
      }
    }
    self.updates = updates
    self.deletions = deletions
    self.arrivals = arrivals
  }
}

extension [PositionChange<ElementPath>] {
  /// The changes as updates in place, ascending: source and target are both the old path.
  var inPlace: [PositionChange<ElementPath>] { map(\.source).sorted().map { PositionChange(source: $0, target: $0) } }
}
