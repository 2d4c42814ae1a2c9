import ScrollworkContentViews

/// The page loaders of a list, and the views that show their states.
@MainActor
package final class Paging {
  let start = PageLoader()
  let end = PageLoader()
  let refresh = PageLoader()
  /// Above the content while something is loaded there.
  let startStatus = ComponentHolder()
  /// Below the last item.
  let endStatus = ComponentHolder()
  /// The ends that may be near: the next frame measures some of the items before them.
  var unsureEdges: Set<PageEdge> = []
  /// Whether the states changed since a frame showed them.
  var isStale = true
  /// The room that the views want above the first and below the last item, in logical pixels.
  package var measuredRoom = (leading: 0.0, trailing: 0.0)
  /// Called to load at an edge again.
  var onRetry: ((PageEdge) -> Void)?

  /// The distance beyond the start to which a finger must pull the content for a refresh, in logical pixels as presented.
  static let refreshPull = 40.0

  /// Returns the loader at an edge.
  func loader(at edge: PageEdge) -> PageLoader {
    switch edge {
    case .start: start
    case .end: end
    case .refresh: refresh
    }
  }

  /// Returns the component that shows the state of the loader at an edge; `nil` for none.
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
