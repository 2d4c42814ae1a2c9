import ScrollworkContentViews
import ScrollworkHostInterface
import ScrollworkLayout

/// The command that a key gives to a list.
enum KeyCommand {
  case selectAll
  case refresh
  /// Opens the context menu.
  case menu
  /// Selects the focused item or ends its selection.
  case toggle
  /// Activates the focused item.
  case activate
  case deselectAll
  /// Moves the focused item or the selected items, if the user may reorder the list.
  case reorder
  /// Moves the focus, if the key is an arrow, a page key, Home or End. Any key without another command has this one.
  case move
  /// Scrolls, if the key is an arrow along the main axis, a page key, Home, End or Space. In a list in which no item
  /// can be selected, all keys except those of `refresh` and `menu` have this command.
  case scroll

  /// Returns the command of a key; `nil` for a key with a modifier that belongs to the system.
  init?(_ event: KeyEvent, _ mode: SelectionMode) {
    if event.key == "A", event.modifiers == .control, mode == .multiple {
      self = .selectAll
    } else if event.key == "F5" && event.modifiers.isEmpty || event.key == "R" && event.modifiers == .control {
      self = .refresh
    } else if event.key == .menu && event.modifiers.isEmpty || event.key == "F10" && event.modifiers == .shift {
      self = .menu
    } else if event.modifiers == .alt, [.up, .down, .left, .right].contains(event.key), mode != .none {
      self = .reorder
    } else if event.modifiers.contains(.alt) || event.modifiers.contains(.command) {
      return nil
    } else if mode == .none {
      self = .scroll
    } else {
      switch event.key {
      case .space: self = .toggle
      case .enter: self = .activate
      case .escape: self = .deselectAll
      default: self = .move
      }
    }
  }
}

extension ScrollState {
  /// Returns the target of the scroll that a key starts; `nil` for a key that does not scroll.
  /// - Parameter notch: The distance of a notch of the wheel, in logical pixels; an arrow key scrolls by half of it.
  func target(of event: KeyEvent, notch: Double, in layout: borrowing LayoutState) -> ScrollTarget? {
    guard event.modifiers.isEmpty, scroller.maximum > 0 else { return nil }
    let (back, on): (Key, Key) =
      layout.axis == .vertical ? (.up, .down) : layout.isReversed ? (.right, .left) : (.left, .right)
    let base = scroller.destination
    switch event.key {
    case back: return .offset(base - notch / 2)
    case on: return .offset(base + notch / 2)
    case .pageUp: return .offset(base - layout.insetLength * 0.9)
    case .pageDown, .space: return .offset(base + layout.insetLength * 0.9)
    case .home: return .start
    case .end: return .end
    default: return nil
    }
  }
}
