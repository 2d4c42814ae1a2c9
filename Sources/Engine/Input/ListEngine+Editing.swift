import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface
import ScrollworkLayout

/// Editing in cells: Tab moves the keyboard focus to the next cell with a text field.
extension ListEngine {
  /// Moves the keyboard focus from a text field in a cell to the next text field, or with Shift to the previous one, in
  /// the same or another cell. Brings that cell into view.
  /// - Returns: Whether the focus was in a text field of a cell and there is another one.
  func moveEditing(by event: KeyEvent) -> Bool {
    guard event.key == .tab, event.modifiers.isSubset(of: .shift), let host, let field = host.focusedView,
      field.acceptsText, let item = items.bound.first(where: { field.isInside($0.content) }), let path = item.key.path
    else { return false }
    let isForward = !event.modifiers.contains(.shift)
    let fields = item.content.textFields
    if let index = fields.firstIndex(where: { $0 === field }), fields.indices.contains(index + (isForward ? 1 : -1)) {
      host.focus(fields[index + (isForward ? 1 : -1)], visible: true)
      return true
    }
    return edit(from: EditingMove(last: path, isForward: isForward, remaining: Self.searchedCellLimit))
  }

  /// The largest number of cells in which a text field is looked for.
  private static let searchedCellLimit = 200

  /// Continues the search for a text field when a frame has bound the cell that was out of view.
  func continueEditing() {
    guard inbox.update == nil, let move = interaction.takeEditingMove() else { return }
    _ = edit(from: move)
  }

  /// Gives the keyboard focus to the next cell with a text field, after a frame if the cell is not bound yet.
  /// - Returns: Whether there may be such a cell.
  private func edit(from move: EditingMove) -> Bool {
    var move = move
    while move.remaining > 0 {
      guard let next = move.isForward ? layout.solver.item(after: move.last) : layout.solver.item(before: move.last)
      else { return false }
      guard let item = items.item(at: .item(next)) else {
        // Only a bound cell tells whether it has a text field.
        interaction.awaitEditing(move)
        go(to: .item(next), animated: false)
        host?.setNeedsFrame()
        return true
      }
      let fields = item.content.textFields
      if let field = move.isForward ? fields.first : fields.last {
        host?.focus(field, visible: true)
        if document.list.canChoose(next) { change { $0.focus(next) } }
        go(to: .item(next))
        return true
      }
      (move.last, move.remaining) = (next, move.remaining - 1)
    }
    return false
  }
}

/// A search for the next cell with a text field.
struct EditingMove {
  /// The last cell that was searched.
  var last: ElementPath
  let isForward: Bool
  /// The number of cells still to be searched.
  var remaining: Int
}

extension View {
  /// The visible views in the subtree that take typed text, in tree order.
  fileprivate var textFields: [View] {
    guard !isHidden else { return [] }
    return acceptsText ? [self] : children.flatMap(\.textFields)
  }
}
