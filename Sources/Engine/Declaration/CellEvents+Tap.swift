import ScrollworkContentViews

extension CellEvents {
  /// Returns a copy that calls `handler` for each click or tap of the item, and each time the user opens it by Return.
  /// Arrow keys only move the focus, and a tapped item does not stay selected: it acts like a button.
  ///
  /// The handler replaces ``didSelect(_:)`` and ``didActivate(_:)``. It needs a ``CollectionView/selectionMode`` other
  /// than `none`.
  public func didTap(_ handler: @escaping @MainActor (CellContext) -> Void) -> WithHandlers {
    withHandlers {
      $0.didSelect = { context in
        // Other buttons and the program select too.
        guard let list = context.content?.parent as? CollectionView, let input = list.handledInput else { return }
        // A selected item would not be told of the next click. The handler may change the list, so this comes first.
        list.deselect(context.path)
        if input == .tap { handler(context) }
      }
      $0.didActivate = handler
    }
  }
}
