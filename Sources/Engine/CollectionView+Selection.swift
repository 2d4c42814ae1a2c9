public import ScrollworkDiffing

/// Selection and focus.
extension CollectionView {
  /// The number of selected items.
  /// - Complexity: O(*r*) in the number of runs of selected items.
  public var selectedCount: Int { engine.shown.selection.count }

  /// Returns whether the item at `path` is selected.
  public func isSelected(_ path: ElementPath) -> Bool { engine.shown.selection.contains(path) }

  /// Returns the selected items of a section, as ascending ranges of positions.
  public func selectedRanges(inSection section: Int) -> [Range<Int>] { selectedPositions(inSection: section).ranges }

  /// Returns the selected items of a section as a set of positions.
  package func selectedPositions(inSection section: Int) -> PositionSet {
    engine.shown.selection.positions(inSection: section)
  }

  /// The selected items by their identities, in list order.
  ///
  /// Items that are absent now but keep their selection, as behind a filter, are not among them.
  /// - Complexity: O(*k*) in the number of selected items; ``selectedCount`` and ``selectedRanges(inSection:)`` take
  ///   less for long selections.
  public var selectedItems: [SelectedItem] {
    let shown = engine.shown
    return shown.selection.paths.map { SelectedItem(at: $0, in: shown.list) }
  }

  /// The item that has the focus; `nil` if there is none.
  public var focusedItem: ElementPath? { engine.shown.focused }

  /// Selects all items, if ``selectionMode`` is `multiple`.
  /// - Complexity: O(*s*) in the number of sections, whatever the number of items.
  public func selectAll() { engine.request { $0.selectAll() } }

  /// Clears the selection.
  public func deselectAll() { engine.request { $0.deselectAll() } }

  /// Selects one item alone and gives it the focus. Does nothing for the header or footer of a subsection.
  ///
  /// The program is not asked whether it permits that: see ``CellEvents``.
  /// - Precondition: The path is in the list that was applied last, whether a frame has shown it or not.
  public func select(_ path: ElementPath) { perform(.select, at: path) }

  /// Deselects one item; the others stay selected, and the focus stays where it is.
  /// - Precondition: The path is in the list that was applied last, whether a frame has shown it or not.
  public func deselect(_ path: ElementPath) { perform(.deselect, at: path) }

  /// Moves the focus to an item and leaves the selection as it is. Arrow keys continue from the focused item. Does
  /// nothing for the header or footer of a subsection.
  ///
  /// The focus ring shows while the view has the keyboard focus: ``ViewHost/focus(_:visible:)`` gives it that. Use
  /// ``scroll(to:at:animated:)`` to bring the item into view.
  /// - Precondition: The path is in the list that was applied last, whether a frame has shown it or not.
  public func focus(_ path: ElementPath) { perform(.focus, at: path) }

  private func perform(_ action: ItemAction, at path: ElementPath) {
    precondition(engine.snapshot().contains(path), "no item at \(path)")
    engine.request { $0.perform(action, at: path) }
  }

  /// Whether the newest list, which may not be shown yet, has an item at a path.
  package func contains(_ path: ElementPath) -> Bool { engine.snapshot().contains(path) }

  /// Selects exactly the items at `positions` in the list's only section, and leaves the focus where it is.
  package func select(_ positions: PositionSet) { select([positions]) }

  /// Selects exactly the items at `positions`, one set for each section in order. The focus does not move.
  package func select(_ positions: [PositionSet]) { engine.request { $0.select(positions) } }

  /// The paths of the selected items in the list that is shown, ascending.
  package var selectedPaths: some Sequence<ElementPath> {
    engine.shown.selection.paths
  }

  /// Extends the selection by the user from its fixed end to the item at `path`, and focuses that item.
  package func extendSelection(to path: ElementPath) {
    engine.handle { engine.choose(path, .extend(isAdding: false)) }
  }

  /// Whether the user is dragging items to reorder them.
  package var isDraggingItems: Bool { engine.reordering.drag != nil }
}
