extension List {
  /// Returns a copy of the list that calls `handler` when the view comes near the end of the content: by scrolling,
  /// because the first page is short, or because the window grew.
  ///
  /// The handler is called once each time the view comes near the end. It is called again if the number of items has
  /// changed and the view is still near the end. It is never called while an earlier call runs.
  ///
  /// After the End key, the view and the focus go on to the end of each page that comes, until there is no more to load,
  /// or the user or the program does something else that scrolls or selects. So one press leads to the real end, however
  /// long the pages take.
  ///
  /// An error that `handler` throws is shown below the last item, with a button that calls `handler` again.
  /// - Parameters:
  ///   - offsetFromEnd: The largest distance that counts as near. Items before the end are measured first, up to four
  ///     viewports ahead, so that rows taller than their estimates do not make the end seem near.
  ///   - hasMore: Whether there is more to load.
  public func onReachEnd(
    offsetFromEnd: ReachDistance = .relativeToContainerSize(multiplier: 2), hasMore: Bool = true,
    _ handler: @escaping @MainActor (CollectionView) async throws -> Void
  ) -> List {
    modified { $0.reachEnd = ReachHandler(distance: offsetFromEnd, hasMore: hasMore, load: handler) }
  }

  /// Returns a copy of the list that calls `handler` when the view comes near the start of the content; see
  /// ``onReachEnd(offsetFromEnd:hasMore:_:)``.
  ///
  /// With the anchor policy `item` or `end`, visible items stay in place when items are inserted at the start.
  public func onReachStart(
    offsetFromStart: ReachDistance = .relativeToContainerSize(multiplier: 2), hasMore: Bool = true,
    _ handler: @escaping @MainActor (CollectionView) async throws -> Void
  ) -> List {
    modified { $0.reachStart = ReachHandler(distance: offsetFromStart, hasMore: hasMore, load: handler) }
  }

  /// Returns a copy of the list that calls `handler` when the user refreshes it: by F5, by Ctrl+R, or by pulling the
  /// content beyond its start with a finger.
  public func onRefresh(_ handler: @escaping @MainActor (CollectionView) async throws -> Void) -> List {
    modified { $0.refresh = handler }
  }

  /// Returns a copy of the list in which `make` returns the components that show the states of page loaders; a result
  /// of `nil` shows nothing.
  public func pageStatus(_ make: @escaping @MainActor (PageContext) -> (any Component)?) -> List {
    modified { $0.pageStatus = make }
  }
}
