/// The positions of the changes of a ``Changeset``, in the order that it promises.
///
/// They are apart from the data, so that code which knows the data's type stays short, and behind one reference, so that a
/// changeset is cheap to hand around and none is allocated where nothing changes.
@usableFromInline
struct ChangePositions: Sendable {
  /// One array for each kind of change.
  @usableFromInline
  struct Lists: Hashable, Sendable {
    @usableFromInline var sectionDeleted: [Int] = []
    @usableFromInline var sectionInserted: [Int] = []
    @usableFromInline var sectionMoved: [PositionChange<Int>] = []
    @usableFromInline var sectionUpdated: [PositionChange<Int>] = []
    @usableFromInline var elementDeleted: [ElementPath] = []
    @usableFromInline var elementInserted: [ElementPath] = []
    @usableFromInline var elementMoved: [PositionChange<ElementPath>] = []
    @usableFromInline var elementUpdated: [PositionChange<ElementPath>] = []

    @usableFromInline init() {}
  }

  /// Lists that never change.
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let lists: Lists

    init(_ lists: consuming Lists) {
      self.lists = lists
    }
  }

  /// `nil` if nothing changes.
  @usableFromInline private(set) var box: Box?

  /// Positions in known lists; consuming, because a copy counts eight references.
  @usableFromInline
  init(_ lists: consuming Lists = Lists()) {
    box = lists.changeCount > 0 ? Box(lists) : nil
  }

  /// All lists; setting them is as quick as making a new value.
  @usableFromInline var lists: Lists {
    get { box?.lists ?? Lists() }
    set { box = newValue.changeCount > 0 ? Box(newValue) : nil }
  }

  /// Whether something changes.
  @inlinable var hasChanges: Bool { box != nil }
}

extension ChangePositions.Lists {
  var sectionChangeCount: Int {
    sectionDeleted.count + sectionInserted.count + sectionMoved.count + sectionUpdated.count
  }

  var elementChangeCount: Int {
    elementDeleted.count + elementInserted.count + elementMoved.count + elementUpdated.count
  }

  var changeCount: Int { sectionChangeCount + elementChangeCount }
}

extension ChangePositions: Hashable {
  @usableFromInline
  static func == (a: ChangePositions, b: ChangePositions) -> Bool { a.box === b.box || a.lists == b.lists }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(lists) }
}

extension ChangePositions: CustomStringConvertible {
  @usableFromInline
  var description: String {
    let sections = Self.text(
      lists.sectionDeleted.count, lists.sectionInserted.count, lists.sectionMoved.count, lists.sectionUpdated.count)
    let elements = Self.text(
      lists.elementDeleted.count, lists.elementInserted.count, lists.elementMoved.count, lists.elementUpdated.count)
    let parts = [sections.isEmpty ? "" : "sections " + sections, elements].filter { !$0.isEmpty }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  /// The counts in words, without those that are zero.
  private static func text(_ deleted: Int, _ inserted: Int, _ moved: Int, _ updated: Int) -> String {
    let counts = [(deleted, "deleted"), (inserted, "inserted"), (moved, "moved"), (updated, "updated")]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
