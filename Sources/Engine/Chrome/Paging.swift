import ScrollworkContentViews

/// The page loaders of a list, and the views that show their states.
@MainActor
package final class Paging {
  let start = PageLoader()
  let end = PageLoader()
  let refresh = PageLoader()
  /// The view above the first item, for the state of a refresh or of the loader at the start.
  let startStatus = ComponentHolder()
  /// The view below the last item, for the state of the loader at the end.
  let endStatus = ComponentHolder()
  /// The ends that may be near: the next frame measures some of the items before them.
  var unsureEdges: Set<PageEdge> = []
  /// Whether the next frame must update the views, because the list or the state of a loader changed.
  var isStale = true
  /// The extent that the views need above the first and below the last item, in logical pixels.
  package var measuredRoom = (leading: 0.0, trailing: 0.0)
  /// Called when the user asks to load again at an edge.
  var onRetry: ((PageEdge) -> Void)?

  /// The distance beyond the start to which a finger must pull the content for a refresh, in logical pixels on screen.
  static let refreshPull = 40.0

  /// Returns the loader at an edge.
  func loader(at edge: PageEdge) -> PageLoader {
    switch edge {
    case .start: start
    case .end: end
    case .refresh: refresh
    }
  }

  /// Returns the component that shows the state of the loader at an edge; `nil` to show nothing.
  func status(at edge: PageEdge, _ handlers: ListHandlers) -> AnyComponent? {
    let isWanted =
      switch edge {
      case .start: handlers.reachStart != nil
      case .end: handlers.reachEnd != nil
      case .refresh: handlers.refresh != nil
      }
    guard isWanted else { return nil }
    let state = loader(at: edge).state
    let context = PageContext(edge: edge, state: state) { [weak self] in self?.onRetry?(edge) }
    if let make = handlers.pageStatus { return make(context).map { AnyComponent($0) } }
    guard state.isLoading || state.failure != nil else { return nil }
    return AnyComponent(PageStatus(context: context))
  }
}
