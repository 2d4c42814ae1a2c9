extension List {
  /// Calls `handler` when the view comes near the end of the content, whatever brings it there: scrolling, a short first
  /// page, a window that grows. It is called once for each time and each number of items, and never while it runs.
  ///
  /// What `handler` throws is shown below the last item, with a button that calls it again.
  /// - Parameters:
  ///   - offsetFromEnd: How near is near; that distance counts as near. What is not measured yet is measured first, up to
  ///     four heights of the view, so that rows which turn out taller than thought do not make the end seem near.
  ///   - hasMore: False when there is nothing more to load.
  public func onReachEnd(
    offsetFromEnd: ReachDistance = .relativeToContainerSize(multiplier: 2), hasMore: Bool = true,
    _ handler: @escaping @MainActor (CollectionView) async throws -> Void
  ) -> List {
    modified { $0.reachEnd = ReachHandler(distance: offsetFromEnd, hasMore: hasMore, load: handler) }
  }

  /// As ``onReachEnd(offsetFromEnd:hasMore:_:)``, at the start. What comes in there moves nothing that is seen.
  public func onReachStart(
    offsetFromStart: ReachDistance = .relativeToContainerSize(multiplier: 2), hasMore: Bool = true,
    _ handler: @escaping @MainActor (CollectionView) async throws -> Void
  ) -> List {
    modified { $0.reachStart = ReachHandler(distance: offsetFromStart, hasMore: hasMore, load: handler) }
  }

  /// Calls `handler` when the person asks for all of it anew: by pulling the content down at its start with a finger, by
  /// F5 or Ctrl+R.
  public func onRefresh(_ handler: @escaping @MainActor (CollectionView) async throws -> Void) -> List {
    modified { $0.refresh = handler }
  }

  /// Replaces what shows that pages are loading, have failed to or are all there. `nil` shows nothing.
  public func pageStatus(_ make: @escaping @MainActor (PageContext) -> (any Component)?) -> List {
    modified { $0.pageStatus = make }
  }
}
