/// The state of a cell: selection, focus and pointer.
public struct CellState: Hashable, Sendable {
  /// Whether the cell is selected.
  public var isSelected = false
  /// Whether keys go to the cell and a focus ring should show it.
  public var isFocused = false
  /// Whether the pointer is over the cell.
  public var isHovered = false
  /// Whether a button is held down with the pointer over the cell.
  public var isPressed = false
  /// Whether the window receives the keys.
  public var isActive = true
  /// Whether the previous cell is selected too, so that both highlights join.
  public var joinsPrevious = false
  /// Whether the next cell is selected too.
  public var joinsNext = false

  /// Creates the state of a cell in an active window that is neither selected nor focused nor under the pointer.
  public init() {}
}

/// A content view that draws the state of its cell itself.
@MainActor
public protocol StateObserving: View {
  /// Receives the state after each rendering and after each change.
  func cellStateDidChange(_ state: CellState)
}
