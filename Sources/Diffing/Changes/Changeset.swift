/// The changes that turn one collection into another, together with the new collection.
///
/// All changes happen at once. Deletions and the sources of moves are positions in the old data, insertions and the
/// targets of moves are positions in the new data, and updates have both positions. Everything else keeps its order.
/// Deleting a section deletes its elements, apart from those that move out of it. Inserting a section inserts its
/// elements, apart from those that move into it.
///
/// ```swift
/// let changes = Changeset(source: ["a", "b", "c"], target: ["c", "a", "d"])
/// print(changes)                                   // 1 deleted, 1 inserted, 1 moved
/// changes.applied(to: ["a", "b", "c"])             // ["c", "a", "d"]
/// ```
///
/// As few survivors as possible move: those outside of one longest increasing subsequence. For views that want changes
/// step by step there is ``StagedChangeset``, whose steps are changesets too.
public struct Changeset<Data: RandomAccessCollection> {
  /// The data after the changes.
  public var data: Data
  /// The positions of all changes.
  @usableFromInline var positions: ChangePositions
  /// An identity that repeats in the new data; `nil` if the diff met none.
  public var repetition: RepeatedIdentity?

  @usableFromInline
  init(data: Data, positions: ChangePositions) {
    self.data = data
    self.positions = positions
  }

  /// Creates a changeset of known changes, for instance from a server.
  /// - Precondition: Each argument has the order that the property of the same name documents, and names no position
  ///   twice. This is not checked.
  package init(
    data: Data, sectionDeleted: some Collection<Int> = [], sectionInserted: some Collection<Int> = [],
    sectionUpdated: some Collection<PositionChange<Int>> = [],
    sectionMoved: some Collection<PositionChange<Int>> = [],
    elementDeleted: some Collection<ElementPath> = [], elementInserted: some Collection<ElementPath> = [],
    elementUpdated: some Collection<PositionChange<ElementPath>> = [],
    elementMoved: some Collection<PositionChange<ElementPath>> = []
  ) {
    var positions = ChangePositions()
    (positions.sectionDeleted, positions.sectionInserted) = (Array(sectionDeleted), Array(sectionInserted))
    (positions.sectionMoved, positions.sectionUpdated) = (Array(sectionMoved), Array(sectionUpdated))
    (positions.elementDeleted, positions.elementInserted) = (Array(elementDeleted), Array(elementInserted))
    (positions.elementMoved, positions.elementUpdated) = (Array(elementMoved), Array(elementUpdated))
    self.init(data: data, positions: positions)
  }

  /// The number of changes of sections; a section that moves and is updated counts twice.
  package var sectionChangeCount: Int { positions.sectionChangeCount }

  /// The number of changes of elements; an element that moves and is updated counts twice.
  package var elementChangeCount: Int { positions.elementChangeCount }

  /// The number of all changes. A program may skip the animation of an update with too many of them.
  public var changeCount: Int { sectionChangeCount + elementChangeCount }

  /// Whether there is any change.
  package var hasChanges: Bool { positions.hasChanges }
}

extension Changeset {
  /// The deleted sections: their positions before the changes, ascending.
  public var sectionDeleted: [Int] {
    get { positions.sectionDeleted }
    set { positions.sectionDeleted = newValue }
  }

  /// The inserted sections: their positions after the changes, ascending.
  public var sectionInserted: [Int] {
    get { positions.sectionInserted }
    set { positions.sectionInserted = newValue }
  }

  /// The sections that survive and whose own content differs, by ascending target.
  public var sectionUpdated: [PositionChange<Int>] {
    get { positions.sectionUpdated }
    set { positions.sectionUpdated = newValue }
  }

  /// The sections that move, by ascending target.
  public var sectionMoved: [PositionChange<Int>] {
    get { positions.sectionMoved }
    set { positions.sectionMoved = newValue }
  }

  /// The deleted elements: their paths before the changes, ascending.
  public var elementDeleted: [ElementPath] {
    get { positions.elementDeleted }
    set { positions.elementDeleted = newValue }
  }

  /// The inserted elements: their paths after the changes, ascending.
  public var elementInserted: [ElementPath] {
    get { positions.elementInserted }
    set { positions.elementInserted = newValue }
  }

  /// The elements that survive and whose content differs, by ascending target.
  public var elementUpdated: [PositionChange<ElementPath>] {
    get { positions.elementUpdated }
    set { positions.elementUpdated = newValue }
  }

  /// The elements that move within their section or cross to another one, by ascending target.
  public var elementMoved: [PositionChange<ElementPath>] {
    get { positions.elementMoved }
    set { positions.elementMoved = newValue }
  }
}

extension Changeset: Equatable where Data: Equatable {}
extension Changeset: Hashable where Data: Hashable {}
extension Changeset: Sendable where Data: Sendable {}

extension Changeset: CustomStringConvertible {
  /// One line: `sections 1 inserted; 2 deleted, 1 moved`, or `no changes`.
  public var description: String { positions.description }
}
