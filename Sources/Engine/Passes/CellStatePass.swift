import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Gives each cell its state: selected, focused, hovered, pressed.
///
/// - Reads: the selection, focus, hover and press.
/// - Writes: the states of bound and exiting items.
/// - Returns: nothing.
@MainActor
package enum CellStatePass {
  /// The facts that decide how states are shown.
  package struct Input {
    /// Whether the window is active.
    let isActive: Bool
    /// Whether the focused item shows its focus ring: the list has the keyboard focus, and the user last used a key.
    let showsFocus: Bool

    /// The visible end of the content, before the strip of the scroll bar, in content coordinates.
    let visibleEnd: Double

    package init(isActive: Bool, showsFocus: Bool, visibleEnd: Double = .infinity) {
      (self.isActive, self.showsFocus, self.visibleEnd) = (isActive, showsFocus, visibleEnd)
    }
  }

  /// Sets the states of all items. Exiting items keep their states, but are no longer hovered.
  package static func run(_ items: borrowing ItemStore, _ interaction: borrowing Interaction, _ input: Input) {
    // An exiting item can no longer be hovered, but a deleted selected row should not change its colour while it fades.
    for item in items.exiting where item.state.isHovered {
      var state = item.state
      state.isHovered = false
      item.setState(state)
    }
    for item in items.bound {
      guard let path = item.key.path else { continue }
      var state = state(of: path, interaction, input)
      state.coveredWidth = max(0, item.target.maxX - input.visibleEnd)
      item.setState(state)
    }
  }

  /// Returns the state of the cell at a path.
  private static func state(of path: ElementPath, _ interaction: borrowing Interaction, _ input: Input) -> CellState {
    var state = CellState()
    state.isActive = input.isActive
    state.isHovered = path == interaction.hovered
    state.isPressed = path == interaction.pressed
    state.isFocused = input.showsFocus && path == interaction.focused
    guard !interaction.selection.isEmpty, interaction.selection.contains(path) else { return state }
    state.isSelected = true
    // Highlights of selected neighbours join to one shape.
    state.joinsPrevious =
      path.item > 0 && interaction.selection.contains(ElementPath(section: path.section, item: path.item - 1))
    state.joinsNext = interaction.selection.contains(ElementPath(section: path.section, item: path.item + 1))
    return state
  }
}
