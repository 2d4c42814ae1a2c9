/// How a cell stands with the person: what is selected, where the pointer and the keys are.
public struct CellState: Hashable, Sendable {
  public var isSelected = false
  /// The keys go to this cell, and that should be seen.
  public var isFocused = false
  public var isHovered = false
  public var isPressed = false
  /// False while the window does not get the keys.
  public var isActive = true
  /// The cell before is selected too, so that highlights join.
  public var joinsPrevious = false
  /// The cell after is selected too.
  public var joinsNext = false

  public init() {}
}

/// A content that shows by itself how its cell stands.
@MainActor
public protocol StateObserving: View {
  /// Called after rendering and whenever the state changes.
  func cellStateDidChange(_ state: CellState)
}
