public import ScrollworkDiffing

/// Selection and focus.
extension CollectionView {
  /// The number of selected items.
  /// - Complexity: O(*r*) in the number of runs of selected items.
  public var selectedCount: Int { engine.interaction.selection.count }

  /// Returns whether the item at `path` is selected.
  public func isSelected(_ path: ElementPath) -> Bool { engine.interaction.selection.contains(path) }

  /// Returns the selected items of a section, as ascending ranges of positions.
  public func selectedRanges(inSection section: Int) -> [Range<Int>] { selectedPositions(inSection: section).ranges }

  /// Returns the selected items of a section as a set of positions.
  package func selectedPositions(inSection section: Int) -> PositionSet {
    engine.interaction.selection.positions(inSection: section)
  }

  /// The item that has the focus; `nil` if there is none.
  public var focusedItem: ElementPath? { engine.interaction.focused }

  /// Selects all items, if ``selectionMode`` is `multiple`.
  /// - Complexity: O(*s*) in the number of sections, whatever the number of items.
  public func selectAll() { engine.request { $0.selectAll() } }

  /// Clears the selection.
  public func deselectAll() { engine.request { $0.deselectAll() } }

  /// Selects one item alone and gives it the focus. Does nothing for the header or footer of a subsection.
  /// - Precondition: The path is in the list that was applied last, whether a frame has shown it or not.
  public func select(_ path: ElementPath) {
    precondition(engine.snapshot().contains(path), "no item at \(path)")
    engine.request { $0.select(path) }
  }

  /// Selects exactly the items at `positions` in the list's only section, and leaves the focus where it is.
  package func select(_ positions: PositionSet) { engine.request { $0.select(positions) } }
}
