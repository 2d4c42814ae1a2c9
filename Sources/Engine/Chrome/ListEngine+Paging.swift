import ScrollworkContentViews

/// Loading at the ends of a list, and refreshing it.
extension ListEngine {
  /// Returns the state of the page loader at an edge.
  func pageState(at edge: PageEdge) -> PageState { chrome.paging.loader(at: edge).state }

  /// Loads again at an edge if the last load there failed.
  func retryLoading(at edge: PageEdge) {
    guard pageState(at: edge).failure != nil else { return }
    load(at: edge)
  }

  /// Calls the list's ``List/onRefresh(_:)`` handler, unless a refresh runs already.
  /// - Returns: Whether the list has such a handler.
  @discardableResult
  func refresh() -> Bool {
    guard document.list.handlers.refresh != nil else { return false }
    request { $0.load(at: .refresh) }
    return true
  }

  /// Refreshes the list if a finger pulled the content far enough beyond its start.
  func refreshIfPulled() {
    if scroll.scroller.offset <= scroll.scroller.minimum - Paging.refreshPull { refresh() }
  }

  private func load(at edge: PageEdge) {
    let handlers = document.list.handlers
    let handler =
      switch edge {
      case .start: handlers.reachStart?.load
      case .end: handlers.reachEnd?.load
      case .refresh: handlers.refresh
      }
    guard let handler else { return }
    chrome.paging.loader(at: edge).begin { [weak self] in
      guard let view = self?.view else { return }
      try await handler(view)
    }
  }

  /// Lets the page loaders and the unseen pill call the engine.
  func connectChrome() {
    chrome.connect(
      onPillActivated: { [weak self] in self?.request { $0.scroll(to: .end) } },
      onRetry: { [weak self] edge in self?.request { $0.load(at: edge) } },
      onChange: { [weak self] in self?.host?.setNeedsFrame() })
  }
}
