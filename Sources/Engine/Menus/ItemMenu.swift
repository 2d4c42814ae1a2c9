import ScrollworkContentViews
import ScrollworkHostInterface

/// The context menu that a list has opened.
///
/// The item that it belongs to is `Interaction.menuItem`, which follows updates as the selection does.
@MainActor
package struct ItemMenu: ~Copyable {
  package init() {}

  /// The open menu; `nil` if there is none.
  private(set) weak var layer: MenuLayer?
  /// Whether the menu belongs to an item, not to the list's background.
  private(set) var belongsToItem = false
  /// The generation of the list, as ``Document`` counts it, for which the actions of the menu were made.
  private(set) var generation = 0
  /// Whether the menu of the focused item is to be opened after the frame that shows the item.
  private var opensAtFocus = false
  /// The shortcuts that several actions share and that were reported for it.
  private var reported: Set<KeyShortcut> = []

  /// Records that a menu was opened.
  mutating func open(_ layer: MenuLayer, belongsToItem: Bool, generation: Int) {
    (self.layer, self.belongsToItem, self.generation) = (layer, belongsToItem, generation)
  }

  /// Records that the actions of the menu were made again for a newer list.
  mutating func follow(to generation: Int) { self.generation = generation }

  /// Requests that the menu of the focused item opens after the next frame.
  mutating func openAtFocusLater() { opensAtFocus = true }

  /// Returns whether the menu of the focused item is to be opened, and forgets it.
  mutating func takeOpeningAtFocus() -> Bool {
    defer { opensAtFocus = false }
    return opensAtFocus
  }

  /// Returns whether a shortcut that several actions share is to be reported: true once per shortcut.
  mutating func takeReport(of shortcut: KeyShortcut) -> Bool { reported.insert(shortcut).inserted }

  /// Traps if the actions of the open menu were made for a list that was not shown yet.
  package func checkInvariants(generation newest: Int) {
    precondition(generation <= newest, "the menu belongs to list \(generation) of \(newest)")
  }
}
