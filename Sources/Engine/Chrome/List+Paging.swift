extension List {
  /// Calls `handler` when the view comes near the end of the content, whatever brings it there: scrolling, a short first
  /// page, a window that grows. It is called once for each time and each number of items, and never while it runs.
  ///
  /// An error that `handler` throws is shown below the last item, with a button that calls it again.
  /// - Parameters:
  ///   - offsetFromEnd: The largest distance that counts as near. Items before the end are measured first, up to four
  ///     heights of the view, so that rows taller than their estimates do not make the end seem near.
  ///   - hasMore: False when there is nothing more to load.
  public func onReachEnd(
    offsetFromEnd: ReachDistance = .relativeToContainerSize(multiplier: 2), hasMore: Bool = true,
    _ handler: @escaping @MainActor (CollectionView) async throws -> Void
  ) -> List {
    modified { $0.reachEnd = ReachHandler(distance: offsetFromEnd, hasMore: hasMore, load: handler) }
  }

  /// Calls `handler` as ``onReachEnd(offsetFromEnd:hasMore:_:)`` does, at the start. Items inserted there move nothing
  /// visible.
  public func onReachStart(
    offsetFromStart: ReachDistance = .relativeToContainerSize(multiplier: 2), hasMore: Bool = true,
    _ handler: @escaping @MainActor (CollectionView) async throws -> Void
  ) -> List {
    modified { $0.reachStart = ReachHandler(distance: offsetFromStart, hasMore: hasMore, load: handler) }
  }

  /// Calls `handler` when the user refreshes the list: by pulling the content down at its start with a finger, by F5 or
  /// Ctrl+R.
  public func onRefresh(_ handler: @escaping @MainActor (CollectionView) async throws -> Void) -> List {
    modified { $0.refresh = handler }
  }

  /// Returns a list with other components for the states of its page loaders. `nil` shows nothing.
  public func pageStatus(_ make: @escaping @MainActor (PageContext) -> (any Component)?) -> List {
    modified { $0.pageStatus = make }
  }
}
