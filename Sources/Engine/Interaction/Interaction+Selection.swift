import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface

/// Changes of selection and focus: by the user's pointer, finger and keys, by calls of the program, or by the list
/// itself, which focuses an item when it gets the keyboard focus.
extension Interaction {
  /// Selects one item alone and focuses it.
  mutating func selectOnly(_ path: ElementPath) {
    startRange(at: path)
    focus(path)
    forgetAbsentSelection()
    guard !selection.contains(path) || selection.count != 1 else { return }
    changeSelection {
      $0.removeAll()
      $0.insert(path)
    }
    record(.selected(path))
  }

  /// Focuses an item that the list chose, not the user or the program.
  mutating func focusAutomatically(_ path: ElementPath) {
    focus(path)
    markFocusAutomatic()
  }

  /// The way in which a press or a key changes the selection.
  enum Choice {
    /// Selects the item alone.
    case only
    /// Leaves the selection as it is.
    case focus
    /// Selects the item or ends its selection.
    case toggle
    /// Selects all items from the fixed end of the range selection to the item. All other selected items stay selected
    /// if `isAdding`.
    case extend(isAdding: Bool)
  }

  /// The facts on which the effect of a choice depends.
  struct ChoiceInput {
    let list: List
    let mode: SelectionMode
    /// The item at which a range begins if no earlier selection fixed an end of the range; `nil` to begin at the chosen
    /// item.
    let rangeStart: ElementPath?
  }

  /// Focuses an item and changes the selection. Unless several items may be selected, every choice except `focus`
  /// selects the item alone.
  mutating func choose(_ path: ElementPath, _ choice: Choice, _ input: ChoiceInput) {
    switch choice {
    case .focus: focus(path)
    case .toggle where input.mode == .multiple:
      startRange(at: path)
      focus(path)
      changeSelection { $0.toggle(path) }
      if selection.contains(path) { record(.selected(path)) }
    case .extend(let isAdding) where input.mode == .multiple: extend(to: path, isAdding: isAdding, input)
    case .only, .toggle, .extend: selectOnly(path)
    }
  }

  private mutating func extend(to path: ElementPath, isAdding: Bool, _ input: ChoiceInput) {
    let start = rangeStart ?? input.rangeStart ?? path
    startRange(at: start)
    focus(path)
    if !isAdding { forgetAbsentSelection() }
    changeSelection {
      if !isAdding { $0.removeAll() }
      $0.insert(from: start, through: path) { input.list.sections[$0].count }
      $0.keepItems(of: input.list)
    }
    record(.selected(path))
  }

  /// Selects all items.
  /// - Complexity: O(*s*) in the number of sections, whatever the number of items.
  mutating func selectAll(in list: List) {
    forgetAbsentSelection()
    changeSelection {
      $0.selectAll(counts: list.sections.map(\.count))
      $0.keepItems(of: list)
    }
  }

  /// Clears the selection.
  mutating func deselectAll() {
    startRange(at: nil)
    forgetAbsentSelection()
    if !selection.isEmpty { changeSelection { $0.removeAll() } }
  }

  /// Selects exactly the items at `positions` in the list's only section, and leaves the focus where it is.
  mutating func select(_ positions: PositionSet, in list: List) {
    guard let count = list.sections.first?.count else { return }
    forgetAbsentSelection()
    changeSelection {
      $0.removeAll()
      $0.insert(positions.intersection([0..<count]), inSection: 0)
      $0.keepItems(of: list)
    }
  }
}

extension Interaction.Choice {
  /// Returns the choice that a press makes.
  init(pressWith modifiers: Modifiers, isSelected: Bool) {
    if modifiers.contains(.shift) {
      self = .extend(isAdding: modifiers.contains(.control))
    } else if modifiers.contains(.control) {
      self = .toggle
    } else {
      // A press on one of several selected items keeps them selected, so that they can be dragged.
      self = isSelected ? .focus : .only
    }
  }

  /// Returns the choice that a key makes when it moves the focus.
  init(moveWith modifiers: Modifiers) {
    if modifiers.contains(.shift) {
      self = .extend(isAdding: modifiers.contains(.control))
    } else {
      self = modifiers.contains(.control) ? .focus : .only
    }
  }

  /// Returns the choice that the space bar makes for the focused item; `nil` to leave the key to others.
  init?(spaceWith modifiers: Modifiers, isSelected: Bool) {
    guard modifiers.isSubset(of: [.control, .shift]) else { return nil }
    if modifiers.contains(.shift) {
      self = .extend(isAdding: modifiers.contains(.control))
    } else {
      guard modifiers.contains(.control) || !isSelected else { return nil }
      self = .toggle
    }
  }
}
