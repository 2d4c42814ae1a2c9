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

  /// Sections that are gone: positions before, ascending.
  public var sectionDeleted: [Int]
  /// Sections that are new: positions after, ascending.
  public var sectionInserted: [Int]
  /// Sections that survive and whose own content differs, by ascending target.
  public var sectionUpdated: [PositionChange<Int>]
  /// Sections that change places, by ascending target.
  public var sectionMoved: [PositionChange<Int>]

  /// Elements that are gone: paths before, ascending.
  public var elementDeleted: [ElementPath]
  /// Elements that are new: paths after, ascending.
  public var elementInserted: [ElementPath]
  /// Elements that survive and whose content differs, by ascending target.
  public var elementUpdated: [PositionChange<ElementPath>]
  /// Elements that change places within their section or go to another one, by ascending target.
  public var elementMoved: [PositionChange<ElementPath>]

  /// An identity that the diff met twice in the new data, if any.
  public var repetition: RepeatedIdentity?

  public init(
    data: Data, sectionDeleted: [Int] = [], sectionInserted: [Int] = [], sectionUpdated: [PositionChange<Int>] = [],
    sectionMoved: [PositionChange<Int>] = [], elementDeleted: [ElementPath] = [],
    elementInserted: [ElementPath] = [], elementUpdated: [PositionChange<ElementPath>] = [],
    elementMoved: [PositionChange<ElementPath>] = []
  ) {
    self.data = data
    self.sectionDeleted = sectionDeleted
    self.sectionInserted = sectionInserted
    self.sectionUpdated = sectionUpdated
    self.sectionMoved = sectionMoved
    self.elementDeleted = elementDeleted
    self.elementInserted = elementInserted
    self.elementUpdated = elementUpdated
    self.elementMoved = elementMoved
  }

  /// The number of changes of sections; an update counts as one.
  public var sectionChangeCount: Int {
    sectionDeleted.count + sectionInserted.count + sectionUpdated.count + sectionMoved.count
  }

  /// The number of changes of elements; an update counts as one, also of an element that moves.
  public var elementChangeCount: Int {
    elementDeleted.count + elementInserted.count + elementUpdated.count + elementMoved.count
  }

  /// The number of all changes, so that a caller may decide that there are too many to be shown one by one.
  public var changeCount: Int { sectionChangeCount + elementChangeCount }

  /// True if something changes.
  public var hasChanges: Bool { changeCount > 0 }

  /// True if a section comes, goes, moves or changes.
  public var hasSectionChanges: Bool { sectionChangeCount > 0 }

  /// True if an element comes, goes, moves or changes.
  public var hasElementChanges: Bool { elementChangeCount > 0 }
}

extension Changeset: Equatable where Data: Equatable {}
extension Changeset: Hashable where Data: Hashable {}
extension Changeset: Sendable where Data: Sendable {}

extension Changeset: CustomStringConvertible {
  /// One line: `sections 1 inserted; 2 deleted, 1 moved`, or `no changes`.
  public var description: String {
    let sections = Self.text(sectionDeleted.count, sectionInserted.count, sectionMoved.count, sectionUpdated.count)
    let elements = Self.text(elementDeleted.count, elementInserted.count, elementMoved.count, elementUpdated.count)
    let parts = [sections.isEmpty ? "" : "sections " + sections, elements].filter { !$0.isEmpty }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  private static func text(_ deleted: Int, _ inserted: Int, _ moved: Int, _ updated: Int) -> String {
    let counts = [(deleted, "deleted"), (inserted, "inserted"), (moved, "moved"), (updated, "updated")]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
