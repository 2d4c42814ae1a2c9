/// The reason why a list has no items.
public enum ListState: Sendable {
  /// No reason: a list without items shows no placeholder.
  case ready
  /// The items are not known yet.
  case loading
  /// There are no items.
  case empty
  /// There are items, but a filter hides all of them.
  case noMatch
  /// The items could not be loaded.
  case failed(reason: String)
}

/// The facts from which a placeholder component is made.
@MainActor
public struct ListStateContext {
  /// The reason why the list has no items.
  public let state: ListState
  /// The action with which the user tries again or clears the filter; `nil` if there is none.
  public let action: (@MainActor () -> Void)?
}

extension List {
  /// Returns a copy of the list that shows a placeholder for `state` while it has no items.
  /// - Parameter action: The action of the placeholder's button: to try again, or to clear the filter.
  public func withState(_ state: ListState, action: (@MainActor () -> Void)? = nil) -> List {
    modified {
      $0.state = state
      $0.stateAction = action
    }
  }

  /// Returns a copy of the list in which `make` returns the placeholder; a result of `nil` shows nothing.
  public func placeholder(_ make: @escaping @MainActor (ListStateContext) -> (any Component)?) -> List {
    modified { $0.placeholder = make }
  }
}
