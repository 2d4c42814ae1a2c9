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
  /// The edges to which the view may be near. To decide it, the next frame measures some of the items between the
  /// viewport and these edges.
  package private(set) var unsureEdges: Set<PageEdge> = []
  /// Whether the next frame must update the views, because the list or the state of a loader changed.
  private(set) var isStale = true
  /// The measured extents of the page status views before the first and after the last item, in logical pixels.
  package private(set) var measuredRoom = (leading: 0.0, trailing: 0.0)
  /// Called when the user asks to load again at an edge.
  private var onRetry: ((PageEdge) -> Void)?

  /// The distance beyond the start to which a finger must pull the content for a refresh, in logical pixels on screen.
  static let refreshPull = 40.0

  /// Lets the loaders and their views call the engine.
  /// - Parameter onChange: Called when the state of a loader changed.
  func connect(onRetry: @escaping (PageEdge) -> Void, onChange: @escaping () -> Void) {
    self.onRetry = onRetry
    for loader in [start, end, refresh] {
      loader.connect { [weak self] in
        self?.setNeedsUpdate()
        onChange()
      }
    }
  }

  /// Requests that the next frame updates the views.
  func setNeedsUpdate() { isStale = true }

  /// Returns whether the views must be updated, and resets this flag.
  func takeNeedsUpdate() -> Bool {
    defer { isStale = false }
    return isStale
  }

  /// Records the measured extents of the page status views before the first and after the last item, in logical pixels.
  package func recordRoom(leading: Double, trailing: Double) { measuredRoom = (leading, trailing) }

  /// Records that an end may be near, but that items before it are not measured yet.
  package func addUnsure(_ edge: PageEdge) { unsureEdges.insert(edge) }

  /// Returns the ends that may be near, and forgets them.
  func takeUnsureEdges() -> Set<PageEdge> {
    defer { unsureEdges.removeAll() }
    return unsureEdges
  }

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
    guard handlers.load(at: edge) != nil else { return nil }
    let state = loader(at: edge).state
    let context = PageContext(edge: edge, state: state) { [weak self] in self?.onRetry?(edge) }
    if let make = handlers.pageStatus { return make(context).map { AnyComponent($0) } }
    guard state.isLoading || state.failure != nil else { return nil }
    return AnyComponent(PageStatus(context: context))
  }
}

extension ListHandlers {
  /// Returns the program's function that loads at an edge; `nil` if there is none.
  func load(at edge: PageEdge) -> (@MainActor (CollectionView) async throws -> Void)? {
    switch edge {
    case .start: reachStart?.load
    case .end: reachEnd?.load
    case .refresh: refresh
    }
  }
}
