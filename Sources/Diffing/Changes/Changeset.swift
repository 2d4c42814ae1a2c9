/// The changes that turn `Data` of one state into that of another, and the data afterwards.
///
/// All changes happen at once. Deletions and the sources of moves are positions in the data before, insertions and the
/// targets of moves are positions in the data after, updates have both. Everything else keeps its order. A deleted section
/// takes its elements with it, and an inserted one brings its own, apart from elements that move out of it or into it.
///
/// ```swift
/// let changes = Changeset(source: ["a", "b", "c"], target: ["c", "a", "d"])
/// print(changes)                                   // 1 deleted, 1 inserted, 1 moved
/// changes.applied(to: ["a", "b", "c"])             // ["c", "a", "d"]
/// ```
///
/// Of the elements that survive the fewest possible move: all but a longest increasing subsequence. For views that want
/// changes step by step there is ``StagedChangeset``, whose steps are changesets too.
public struct Changeset<Data: RandomAccessCollection> {
  /// The data after the changes.
  public var data: Data
  /// The positions of all changes.
  @usableFromInline var positions: ChangePositions
  /// An identity that repeats in the new data, if the diff met one.
  public var repetition: RepeatedIdentity?

  @usableFromInline
  init(data: Data, positions: ChangePositions) {
    self.data = data
    self.positions = positions
  }

  /// A changeset of known changes, for instance from a server.
  /// - Precondition: Each list has the order that the property of its name promises, and names no position twice. This is
  ///   not checked.
  public init(
    data: Data, sectionDeleted: some Collection<Int> = [], sectionInserted: some Collection<Int> = [],
    sectionUpdated: some Collection<PositionChange<Int>> = [],
    sectionMoved: some Collection<PositionChange<Int>> = [],
    elementDeleted: some Collection<ElementPath> = [], elementInserted: some Collection<ElementPath> = [],
    elementUpdated: some Collection<PositionChange<ElementPath>> = [],
    elementMoved: some Collection<PositionChange<ElementPath>> = []
  ) {
    var lists = ChangePositions.Lists()
    (lists.sectionDeleted, lists.sectionInserted) = (Array(sectionDeleted), Array(sectionInserted))
    (lists.sectionMoved, lists.sectionUpdated) = (Array(sectionMoved), Array(sectionUpdated))
    (lists.elementDeleted, lists.elementInserted) = (Array(elementDeleted), Array(elementInserted))
    (lists.elementMoved, lists.elementUpdated) = (Array(elementMoved), Array(elementUpdated))
    self.init(data: data, positions: ChangePositions(lists))
  }

  /// The number of changes of sections; an update counts as one.
  public var sectionChangeCount: Int { positions.box?.lists.sectionChangeCount ?? 0 }

  /// The number of changes of elements; an update counts as one, also of an element that moves.
  public var elementChangeCount: Int { positions.box?.lists.elementChangeCount ?? 0 }

  /// The number of all changes. A program may decide by it that there are too many to be animated.
  public var changeCount: Int { positions.box?.lists.changeCount ?? 0 }

  /// Whether something changes.
  public var hasChanges: Bool { positions.hasChanges }

  /// Whether a section is deleted, inserted, moved or updated.
  public var hasSectionChanges: Bool { sectionChangeCount > 0 }

  /// Whether an element is deleted, inserted, moved or updated.
  public var hasElementChanges: Bool { elementChangeCount > 0 }
}

extension Changeset {
  /// The deleted sections: positions before, ascending.
  public var sectionDeleted: [Int] {
    get { positions.box?.lists.sectionDeleted ?? [] }
    set { positions.lists.sectionDeleted = newValue }
  }

  /// The inserted sections: positions after, ascending.
  public var sectionInserted: [Int] {
    get { positions.box?.lists.sectionInserted ?? [] }
    set { positions.lists.sectionInserted = newValue }
  }

  /// The sections that survive and whose own content differs, by ascending target.
  public var sectionUpdated: [PositionChange<Int>] {
    get { positions.box?.lists.sectionUpdated ?? [] }
    set { positions.lists.sectionUpdated = newValue }
  }

  /// The sections that move, by ascending target.
  public var sectionMoved: [PositionChange<Int>] {
    get { positions.box?.lists.sectionMoved ?? [] }
    set { positions.lists.sectionMoved = newValue }
  }

  /// The deleted elements: paths before, ascending.
  public var elementDeleted: [ElementPath] {
    get { positions.box?.lists.elementDeleted ?? [] }
    set { positions.lists.elementDeleted = newValue }
  }

  /// The inserted elements: paths after, ascending.
  public var elementInserted: [ElementPath] {
    get { positions.box?.lists.elementInserted ?? [] }
    set { positions.lists.elementInserted = newValue }
  }

  /// The elements that survive and whose content differs, by ascending target.
  public var elementUpdated: [PositionChange<ElementPath>] {
    get { positions.box?.lists.elementUpdated ?? [] }
    set { positions.lists.elementUpdated = newValue }
  }

  /// The elements that move within their section or cross to another one, by ascending target.
  public var elementMoved: [PositionChange<ElementPath>] {
    get { positions.box?.lists.elementMoved ?? [] }
    set { positions.lists.elementMoved = newValue }
  }
}

extension Changeset: Equatable where Data: Equatable {}
extension Changeset: Hashable where Data: Hashable {}
extension Changeset: Sendable where Data: Sendable {}

extension Changeset: CustomStringConvertible {
  /// One line: `sections 1 inserted; 2 deleted, 1 moved`, or `no changes`.
  public var description: String { positions.description }
}
