import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface

/// Changes of selection and focus: by the user's pointer, finger and keys, by calls of the program, or by the list
/// itself, which focuses an item when it gets the keyboard focus.
extension Interaction {
  /// Selects one item alone and focuses it.
  mutating func selectOnly(_ path: ElementPath) {
    focus(path)
    selectOnly(path, as: Selection(path))
  }

  private mutating func selectOnly(_ path: ElementPath, as new: Selection) {
    startRange(at: path)
    forgetAbsentSelection()
    changeSelection(choosing: path) { $0 = new }
  }

  /// Makes a change that the program asked for.
  mutating func perform(_ action: ItemAction, at path: ElementPath) {
    switch action {
    case .select: selectOnly(path)
    case .deselect: changeSelection { $0.remove(path) }
    case .focus: focus(path)
    }
  }

  /// Focuses an item that the list chose, not the user or the program.
  mutating func focusAutomatically(_ path: ElementPath) {
    focus(path)
    markFocusAutomatic()
  }

  /// The way in which a press or a key changes the selection.
  enum Choice: Equatable {
    /// Selects the item alone.
    case only
    /// Leaves the selection as it is.
    case focus
    /// Selects the item, or deselects it if it is selected.
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

  /// Returns the selection that a choice asks for. Unless several items may be selected, every choice except `focus`
  /// selects the item alone.
  func proposal(_ path: ElementPath, _ choice: Choice, _ input: ChoiceInput) -> Selection {
    var new = selection
    switch choice {
    case .focus: break
    case .toggle where input.mode == .multiple: new.toggle(path)
    case .extend(let isAdding) where input.mode == .multiple:
      if !isAdding { new.removeAll() }
      new.insert(from: rangeStart ?? input.rangeStart ?? path, through: path) { input.list.sections[$0].count }
      new.keepItems(of: input.list)
    case .only, .toggle, .extend: new = Selection(path)
    }
    return new
  }

  /// Makes a choice.
  /// - Parameter new: The proposed selection, as far as the program permits it.
  mutating func choose(_ path: ElementPath, _ choice: Choice, _ input: ChoiceInput, as new: Selection) {
    switch choice {
    case .focus: break
    case .toggle where input.mode == .multiple:
      startRange(at: path)
      changeSelection(choosing: path) { $0 = new }
    case .extend(let isAdding) where input.mode == .multiple:
      startRange(at: rangeStart ?? input.rangeStart ?? path)
      if !isAdding { forgetAbsentSelection() }
      changeSelection(choosing: path) { $0 = new }
    case .only, .toggle, .extend: selectOnly(path, as: new)
    }
  }

  /// Replaces the selection on behalf of the user, who selected or deselected all items.
  mutating func select(_ new: Selection) {
    forgetAbsentSelection()
    changeSelection { $0 = new }
  }

  /// Clears the selection.
  mutating func deselectAll() {
    startRange(at: nil)
    forgetAbsentSelection()
    changeSelection { $0.removeAll() }
  }

  /// Selects exactly the items at `positions`, one set for each section in order. The focus does not move.
  mutating func select(_ positions: [PositionSet], in list: List) {
    guard !list.sections.isEmpty else { return }
    forgetAbsentSelection()
    changeSelection {
      $0.removeAll()
      for (section, positions) in zip(list.sections.indices, positions) {
        $0.insert(positions.intersection([0..<list.sections[section].count]), inSection: section)
      }
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
