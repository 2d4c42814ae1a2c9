public import ScrollworkContentViews
public import ScrollworkDiffing

extension RowConvertible {
  /// Returns the row or cell with a context menu; see ``List/contextMenu(_:)``.
  public func contextMenu(@MenuBuilder _ content: @escaping @MainActor (CellContext) -> Menu) -> WithHandlers {
    withHandlers { $0.contextMenu = content }
  }
}

extension List {
  /// Returns a copy of the list with a context menu for its items and its background.
  ///
  /// A right click, a long press, the menu key and Shift+F10 open the menu. If the item is selected, the menu is for
  /// all selected items; otherwise the item is selected alone first. While the list has the focus, the key of an
  /// enabled action performs it without the menu. Keys that move the focus and Escape keep their meaning.
  ///
  /// `content` is called when a menu opens, again for each list that is shown while it is open, and when a key is
  /// pressed that may belong to an action. It gets the paths, in the list that is shown, of the items that the menu is
  /// for, ascending; none for the background. If the menu is for one item whose cell has a menu of its own, the actions
  /// of the cell come first. A menu without actions does not open.
  ///
  /// Actions are performed after the menu has closed. Two enabled actions with the same key are reported as a
  /// ``Problem``.
  /// - Complexity: O(*k*) in the number of selected items, for each call of `content`.
  public func contextMenu(
    @MenuBuilder _ content: @escaping @MainActor (CollectionView, [ElementPath]) -> Menu
  ) -> List {
    modified { $0.contextMenu = content }
  }

  /// Returns a copy of the list with further actions before and after those of its context menu.
  package func surroundingContextMenu(
    before first: @escaping @MainActor (CollectionView, [ElementPath]) -> [MenuElement],
    after last: @escaping @MainActor (CollectionView, [ElementPath]) -> [MenuElement]
  ) -> List {
    let own = handlers.contextMenu
    return modified {
      $0.contextMenu = { view, paths in
        let groups = [first(view, paths), own?(view, paths).elements ?? [], last(view, paths)].filter { !$0.isEmpty }
        return Menu(elements: Array(groups.joined(separator: [.separator])))
      }
    }
  }
}
