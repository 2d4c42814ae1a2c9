/// What has to be done to `Data` of one state so that it becomes that of another.
///
/// All changes happen at once. Deletions and the sources of moves are positions in what there was before, insertions
/// and the targets of moves are positions in what there is after, updates have both. What is not named keeps its order.
/// A section that is deleted takes its elements with it, and one that is inserted brings its own, but for elements that
/// are named because they move out of it or into it.
///
/// ```swift
/// let changes = Changeset(source: ["a", "b", "c"], target: ["c", "a", "d"])
/// print(changes)                                   // 1 deleted, 1 inserted, 1 moved
/// changes.applied(to: ["a", "b", "c"])             // ["c", "a", "d"]
/// ```
///
/// Of elements that survive the fewest possible move: all but a longest increasing subsequence. For views that want
/// changes step by step there is ``StagedChangeset``, whose steps are changesets too.
public struct Changeset<Data: RandomAccessCollection> {
  /// What there is after the changes.
  public var data: Data
  /// The positions of all changes: apart from the data, so that code that knows its type is short.
  @usableFromInline var positions: ChangePositions
  /// An identity that the diff met twice in the new data, if any.
  public var repetition: RepeatedIdentity?

  @inlinable
  init(data: Data, positions: ChangePositions) {
    self.data = data
    self.positions = positions
  }

  /// Changes that are known, for instance from a server.
  /// - Precondition: Each list is in the order that the property of its name promises, and names nothing twice; nothing
  ///   checks it.
  public init(
    data: Data, sectionDeleted: some Collection<Int> = [], sectionInserted: some Collection<Int> = [],
    sectionUpdated: some Collection<PositionChange<Int>> = [],
    sectionMoved: some Collection<PositionChange<Int>> = [],
    elementDeleted: some Collection<ElementPath> = [], elementInserted: some Collection<ElementPath> = [],
    elementUpdated: some Collection<PositionChange<ElementPath>> = [],
    elementMoved: some Collection<PositionChange<ElementPath>> = []
  ) {
    self.init(
      data: data,
      positions: ChangePositions(
        sectionDeleted: sectionDeleted, sectionInserted: sectionInserted, sectionMoved: sectionMoved,
        sectionUpdated: sectionUpdated, elementDeleted: elementDeleted, elementInserted: elementInserted,
        elementMoved: elementMoved, elementUpdated: elementUpdated))
  }

  /// The number of changes of sections; an update counts as one.
  @inlinable
  public var sectionChangeCount: Int { positions.sectionChangeCount }

  /// The number of changes of elements; an update counts as one, also of an element that moves.
  @inlinable
  public var elementChangeCount: Int { positions.elementChangeCount }

  /// The number of all changes, so that a caller may decide that there are too many to be shown one by one.
  @inlinable
  public var changeCount: Int { sectionChangeCount + elementChangeCount }

  /// True if something changes.
  @inlinable
  public var hasChanges: Bool { changeCount > 0 }

  /// True if a section comes, goes, moves or changes.
  @inlinable
  public var hasSectionChanges: Bool { sectionChangeCount > 0 }

  /// True if an element comes, goes, moves or changes.
  @inlinable
  public var hasElementChanges: Bool { elementChangeCount > 0 }
}

extension Changeset {
  /// Sections that are gone: positions before, ascending.
  @inlinable
  public var sectionDeleted: ChangeList<Int> {
    get { positions.sectionDeleted }
    _modify { yield &positions.sectionDeleted }
  }

  /// Sections that are new: positions after, ascending.
  @inlinable
  public var sectionInserted: ChangeList<Int> {
    get { positions.sectionInserted }
    _modify { yield &positions.sectionInserted }
  }

  /// Sections that survive and whose own content differs, by ascending target.
  @inlinable
  public var sectionUpdated: ChangeList<PositionChange<Int>> {
    get { positions.sectionUpdated }
    _modify { yield &positions.sectionUpdated }
  }

  /// Sections that change places, by ascending target.
  @inlinable
  public var sectionMoved: ChangeList<PositionChange<Int>> {
    get { positions.sectionMoved }
    _modify { yield &positions.sectionMoved }
  }

  /// Elements that are gone: paths before, ascending.
  @inlinable
  public var elementDeleted: ChangeList<ElementPath> {
    get { positions.elementDeleted }
    _modify { yield &positions.elementDeleted }
  }

  /// Elements that are new: paths after, ascending.
  @inlinable
  public var elementInserted: ChangeList<ElementPath> {
    get { positions.elementInserted }
    _modify { yield &positions.elementInserted }
  }

  /// Elements that survive and whose content differs, by ascending target.
  @inlinable
  public var elementUpdated: ChangeList<PositionChange<ElementPath>> {
    get { positions.elementUpdated }
    _modify { yield &positions.elementUpdated }
  }

  /// Elements that change places within their section or go to another one, by ascending target.
  @inlinable
  public var elementMoved: ChangeList<PositionChange<ElementPath>> {
    get { positions.elementMoved }
    _modify { yield &positions.elementMoved }
  }
}

extension Changeset: Equatable where Data: Equatable {}
extension Changeset: Hashable where Data: Hashable {}
extension Changeset: Sendable where Data: Sendable {}

extension Changeset: CustomStringConvertible {
  /// One line: `sections 1 inserted; 2 deleted, 1 moved`, or `no changes`.
  public var description: String { positions.description }
}
