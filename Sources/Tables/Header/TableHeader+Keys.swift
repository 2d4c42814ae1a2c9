import ScrollworkContentViews
import ScrollworkEngine
import ScrollworkHostInterface

/// The keyboard input of the header.
extension TableHeader {
  /// The distance by which a key resizes a column, in logical pixels.
  private static let step = 8.0

  /// Handles a key. Arrows move the focus between titles; with Alt they move the column, with Control they resize it.
  /// Space and Enter sort, with Shift by a further key; the menu key opens the menu; Down moves the focus to the rows.
  func handleKey(_ event: KeyEvent) -> Bool {
    guard let table, let columns, let column = focusedTitle, column < columns.count else { return false }
    switch event.key {
    case .left: return handleArrow(forward: isMirrored, event, column)
    case .right: return handleArrow(forward: !isMirrored, event, column)
    case .home where event.modifiers.isEmpty: return focus(columns.geometry.first)
    case .end where event.modifiers.isEmpty: return focus(columns.geometry.last)
    case .space, .enter:
      guard event.modifiers.isSubset(of: .shift) else { return false }
      if !event.isRepeat { sort(column, adds: event.modifiers == .shift) }
    case .menu where event.modifiers.isEmpty: openMenuByKey(column)
    case "F10" where event.modifiers == .shift: openMenuByKey(column)
    case .down where event.modifiers.isEmpty, .escape: host?.focus(table.body, visible: true)
    default: return false
    }
    return true
  }

  private func handleArrow(forward: Bool, _ event: KeyEvent, _ column: Int) -> Bool {
    guard let table, let columns else { return false }
    let geometry = columns.geometry
    switch event.modifiers {
    case []:
      let position = geometry.position(of: column)
      return focus(forward ? geometry.next(after: position) : geometry.previous(before: position))
    case .alt:
      if table.move(column, forward: forward) {
        host?.announce(
          "\(columns.set.specs[column].title), column \(columns.geometry.position(of: column) + 1) of \(columns.count)")
      }
    case .control:
      let width = geometry.width(of: column) + (forward ? Self.step : -Self.step)
      table.setWidth(width, of: column, animated: table.animates)
      host?.announce("\(Int(columns.geometry.width(of: column).rounded())) pixels")
    default: return false
    }
    return true
  }

  /// Moves the focus to the title of the column at a position, and brings it into view.
  private func focus(_ position: Int?) -> Bool {
    guard let table, let columns, let position else { return true }
    focusedTitle = columns.geometry.column(at: position)
    table.reveal(columns.geometry.column(at: position), animated: true)
    return true
  }

  private func openMenuByKey(_ column: Int) {
    guard let columns, let slot = columns.slots.first(where: { $0.column == column }) else { return }
    openMenu(for: column, at: .rect(convertToRoot(rect(from: slot.x, width: slot.width))), byKey: true)
  }
}
