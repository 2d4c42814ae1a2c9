import ScrollworkLayout

/// The children of a node, as the program returns them to an ``Outline``.
public enum OutlineChildren<Node> {
  /// The node has no children and cannot be expanded.
  case leaf
  /// The children, in their order. A node with an empty array can be expanded, and shows nothing.
  case nodes([Node])
  /// The node has children that are loaded when it is expanded for the first time.
  case unloaded
}

/// A change that the user makes to an outline by the pointer or a key.
public enum OutlineChange<ID: Hashable>: Hashable {
  /// Shows the children of a node.
  case expand(ID)
  /// Hides the children of a node.
  case collapse(ID)
  /// Shows the children of a node and of all its siblings.
  case expandSiblings(ID)
}

/// The level of a node in an outline and its state, for the row that shows it.
public struct OutlineState: Hashable, Sendable {
  /// The number of ancestors; zero for a root.
  public var level: Int
  /// Whether the node has children, loaded or not.
  public var isExpandable: Bool
  /// Whether the node shows its children.
  public var isExpanded: Bool
  /// Whether the children of the node are being loaded.
  public var isLoading: Bool

  init(_ mark: OutlineShape.Mark) {
    (level, isExpandable, isExpanded) = (mark.level, mark.isExpandable, mark.isExpanded)
    isLoading = mark.isLoading
  }
}

/// The problems of an outline that no list has reported yet. Copies of the outline share them, so that each is reported
/// once.
final class OutlineProblems {
  private var waiting: [Problem] = []

  /// Adds a problem.
  func record(_ problem: Problem) { waiting.append(problem) }

  /// Returns the problems, and forgets them.
  func take() -> [Problem] {
    guard !waiting.isEmpty else { return [] }
    defer { waiting.removeAll() }
    return waiting
  }
}
