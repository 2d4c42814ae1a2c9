/// The changes that turn one collection into another, in steps for views that apply changes step by step.
///
/// Each step is a ``Changeset`` from the data of the step before it to its own ``Changeset/data``; the data of the last
/// step is the target. For each step set the data inside the view's batch update:
///
/// ```swift
/// for changes in StagedChangeset(source: rows, target: newRows) {
///   view.performBatchUpdates {
///     rows = changes.data
///     view.deleteItems(changes.elementDeleted)
///     view.insertItems(changes.elementInserted)
///     for move in changes.elementMoved { view.moveItem(move.source, move.target) }
///     view.reloadItems(changes.elementUpdated.map(\.source))
///   }
/// }
/// ```
///
/// The steps are those of DifferenceKit, in this order; empty ones are left out:
///
/// 1. updates of elements;
/// 2. deletions of sections and elements;
/// 3. insertions and moves of sections;
/// 4. insertions and moves of elements;
/// 5. updates of sections.
///
/// Steps 2 to 4 are a single step if no section moves and the staging is `merged`. In each step:
///
/// - moves and updates of sections come without changes of elements;
/// - no two changes name the same position;
/// - no element moves out of a deleted section or into an inserted one: instead it is inserted or deleted, by itself or
///   with its section.
public struct StagedChangeset<Data: RandomAccessCollection & RangeReplaceableCollection> {
  /// A way to divide changes into steps.
  public enum Staging: Hashable, Sendable {
    /// Deletions, insertions and moves together where that is safe: if no section moves. Fewer steps cost a view fewer
    /// layouts.
    case merged
    /// Deletions always before insertions and moves, as in DifferenceKit.
    case separate
  }

  /// The steps in order.
  var stages: [Changeset<Data>]
  /// An identity that repeats in the target; `nil` if the diff met none.
  public let repetition: RepeatedIdentity?

  /// Creates a staged changeset of known steps.
  @usableFromInline package init(_ stages: [Changeset<Data>], repetition: RepeatedIdentity? = nil) {
    self.stages = stages
    self.repetition = repetition
  }
}

extension StagedChangeset: RandomAccessCollection, MutableCollection {
  /// The position of the first step: zero.
  public var startIndex: Int { 0 }
  /// The position after the last step, which is the number of steps.
  public var endIndex: Int { stages.count }

  /// Returns the step at a position.
  public subscript(position: Int) -> Changeset<Data> {
    get { stages[position] }
    set { stages[position] = newValue }
  }
}

extension StagedChangeset {
  /// The number of changes of all steps.
  /// - Complexity: O(1): there are at most five steps.
  public var changeCount: Int { stages.reduce(0) { $0 + $1.changeCount } }
}

extension StagedChangeset: Equatable where Data: Equatable {}
extension StagedChangeset: Hashable where Data: Hashable {}
extension StagedChangeset: Sendable where Data: Sendable {}

extension StagedChangeset: CustomStringConvertible {
  /// One line: the steps in brackets, `[2 updated] [1 deleted, 3 inserted]`, or `no changes`.
  public var description: String {
    stages.isEmpty ? "no changes" : stages.map { "[\($0)]" }.joined(separator: " ")
  }
}
