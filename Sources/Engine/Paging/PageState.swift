/// How it stands with what a list loads page by page.
public enum PageState: Sendable {
  /// Nothing is asked for at present.
  case idle
  case loading
  /// The last load threw this; it is tried again only when somebody asks.
  case failed(any Error)
  /// There is no more.
  case ended

  public var isLoading: Bool {
    if case .loading = self { return true }
    return false
  }

  /// What went wrong, in words; `nil` if nothing did.
  public var failure: String? {
    guard case .failed(let error) = self else { return nil }
    return String(describing: error)
  }
}

/// Where a list loads more of itself.
public enum PageEdge: Hashable, Sendable {
  case start, end
  /// All of it anew: what pulling at the start and F5 ask for.
  case refresh
}

/// What a component that shows the state of loading is made from.
@MainActor
public struct PageContext {
  public let edge: PageEdge
  public let state: PageState
  /// Asks again for what failed.
  public let retry: @MainActor () -> Void
}
