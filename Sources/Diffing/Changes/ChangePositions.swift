/// The positions of the changes of a ``Changeset``, each list in the order that the changeset's property of the same
/// name documents.
///
/// Not generic over the data, so that this code is compiled once and not for each type of data.
@usableFromInline
struct ChangePositions: Hashable, Sendable {
  @usableFromInline var sectionDeleted: [Int] = []
  @usableFromInline var sectionInserted: [Int] = []
  @usableFromInline var sectionMoved: [PositionChange<Int>] = []
  @usableFromInline var sectionUpdated: [PositionChange<Int>] = []
  @usableFromInline var elementDeleted: [ElementPath] = []
  @usableFromInline var elementInserted: [ElementPath] = []
  @usableFromInline var elementMoved: [PositionChange<ElementPath>] = []
  @usableFromInline var elementUpdated: [PositionChange<ElementPath>] = []

  /// Creates a value without any change.
  @usableFromInline init() {}

  /// The number of changes of sections; a section that moves and is updated counts twice.
  var sectionChangeCount: Int {
    sectionDeleted.count + sectionInserted.count + sectionMoved.count + sectionUpdated.count
  }

  /// The number of changes of elements; an element that moves and is updated counts twice.
  var elementChangeCount: Int {
    elementDeleted.count + elementInserted.count + elementMoved.count + elementUpdated.count
  }

  /// Whether there is any change.
  @usableFromInline var hasChanges: Bool { sectionChangeCount + elementChangeCount > 0 }
}

extension ChangePositions: CustomStringConvertible {
  @usableFromInline
  var description: String {
    let sections = Self.text(
      sectionDeleted.count, sectionInserted.count, sectionMoved.count, sectionUpdated.count)
    let elements = Self.text(
      elementDeleted.count, elementInserted.count, elementMoved.count, elementUpdated.count)
    let parts = [sections.isEmpty ? "" : "sections " + sections, elements].filter { !$0.isEmpty }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  /// Returns the counts as text, such as `2 deleted, 1 moved`; counts of zero are left out.
  private static func text(_ deleted: Int, _ inserted: Int, _ moved: Int, _ updated: Int) -> String {
    let counts = [(deleted, "deleted"), (inserted, "inserted"), (moved, "moved"), (updated, "updated")]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
