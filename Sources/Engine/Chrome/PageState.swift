/// The state of a page loader.
public enum PageState: Sendable {
  /// No load runs.
  case idle
  /// A load runs.
  case loading
  /// A failed load, with its error. It is repeated only on request, or when the number of items changed.
  case failed(any Error)
  /// There is nothing more to load.
  case ended

  /// Whether a load runs.
  package var isLoading: Bool {
    if case .loading = self { return true }
    return false
  }

  /// The error in words; `nil` if the last load did not fail.
  package var failure: String? {
    guard case .failed(let error) = self else { return nil }
    return String(describing: error)
  }
}

/// The part of a list for which it loads: one of its ends, or the whole list.
public enum PageEdge: Hashable, Sendable {
  /// Before the first item.
  case start
  /// After the last item.
  case end
  /// The whole list, which the user refreshes by pulling at its start or by F5.
  case refresh
}

/// The facts from which a component for a page loader is made.
@MainActor
public struct PageContext {
  /// The end of the list that is loaded, or `refresh` for the whole list.
  public let edge: PageEdge
  /// The state of the page loader at `edge`.
  public let state: PageState
  /// Loads again after a failure.
  public let retry: @MainActor () -> Void
}
