/// What a list without items is about.
public enum ListState: Sendable {
  /// Nothing special: no items, nothing to be said.
  case ready
  /// What there is, is not known yet.
  case loading
  /// There is nothing.
  case empty
  /// There is something, but a filter lets none of it through.
  case noMatch
  /// It could not be found out what there is.
  case failed(reason: String)
}

/// What a component that stands in place of items is made from.
@MainActor
public struct ListStateContext {
  public let state: ListState
  /// What the program does when the person wants another try, or no filter any more; `nil` if there is nothing to do.
  public let action: (@MainActor () -> Void)?
}

extension List {
  /// Says what the list is about while it has no items: it is loading, empty, without a match, or failed.
  /// - Parameter action: What the button does: tries again, or takes the filter away.
  public func withState(_ state: ListState, action: (@MainActor () -> Void)? = nil) -> List {
    modified {
      $0.state = state
      $0.stateAction = action
    }
  }

  /// Replaces what is shown in place of items. `nil` shows nothing.
  public func placeholder(_ make: @escaping @MainActor (ListStateContext) -> (any Component)?) -> List {
    modified { $0.placeholder = make }
  }
}
