public import ScrollworkDiffing

/// A movement of the focus that the user asks for.
@MainActor
public struct FocusContext {
  /// The item that has the focus; `nil` if there is none.
  public let previous: CellContext?
  /// The item that would get the focus.
  public let next: CellContext
}

extension List {
  /// Returns a copy of the list that asks `question` before the user moves the focus from one item to another. If it
  /// returns false, the focus stays, and a key that would have moved it changes nothing.
  ///
  /// Asked after ``CellEvents/canFocus(_:)``. Not asked if the program calls ``CollectionView/focus(_:)`` or
  /// ``CollectionView/select(_:)``.
  public func shouldUpdateFocus(_ question: @escaping @MainActor (FocusContext) -> Bool) -> List {
    modified { $0.shouldUpdateFocus = question }
  }

  /// Returns a copy of the list that asks `choice` which item gets the focus when a key focuses the list and no item
  /// has the focus. Without an answer, or if that item cannot be focused, the first visible item gets it.
  public func preferredFocus(_ choice: @escaping @MainActor (CollectionView) -> ElementPath?) -> List {
    modified { $0.preferredFocus = choice }
  }
}
