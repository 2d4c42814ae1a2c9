/// The interaction state of a cell: selection, focus, pointer and joined highlights.
public struct CellState: Hashable, Sendable {
  /// Whether the cell is selected.
  public var isSelected = false
  /// Whether keys go to the cell and its focus ring is shown.
  public var isFocused = false
  /// Whether the pointer is over the cell.
  public var isHovered = false
  /// Whether the cell is held down: a button is pressed, and the pointer is over the cell.
  public var isPressed = false
  /// Whether the cell's window receives keyboard input.
  public var isActive = true
  /// Whether the previous cell is selected too, so that the highlights of both join.
  package var joinsPrevious = false
  /// Whether the next cell is selected too, so that the highlights of both join.
  package var joinsNext = false

  /// The width of the cell's right part that the scroll bar covers, in logical pixels.
  package var coveredWidth = 0.0

  /// Creates the default state: not selected, not focused, not under the pointer, in an active window.
  package init() {}
}

/// A content view that draws the interaction state of its cell itself.
@MainActor
public protocol StateObserving: View {
  /// Receives the cell's state, after each rendering of the component and after each change.
  func cellStateDidChange(_ state: CellState)
}
