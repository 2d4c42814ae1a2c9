package import ScrollworkContentViews
public import ScrollworkDiffing
package import ScrollworkHostInterface

/// Applying lists, and questions about the list that is shown.
extension CollectionView {
  /// Shows `list` from the next frame on.
  ///
  /// May be called at any time, also inside handlers. Of several lists applied before a frame, the frame shows only the
  /// newest. Items in flight are retargeted, and each completion is called exactly once. A hidden view makes no frames,
  /// so it shows the newest list when it is visible again.
  /// - Parameters:
  ///   - updateStrategy: The way in which the change is shown, unless ``updater`` decides otherwise.
  ///   - reason: The cause of the change, which decides the anchor and the timing.
  ///   - completion: Called once: after the first frame that shows the list, or after a newer list superseded it.
  /// - Returns: A handle from which the program learns the outcome.
  /// - Complexity: O(1). The frame that shows the list takes O(*n*) in the number of items; for rows in a `RowStore`,
  ///   time in proportion to the edits.
  @discardableResult
  public func apply(
    _ list: sending List, updateStrategy: UpdateStrategy = .animatedBatchUpdates, reason: UpdateReason = .program,
    completion: (@MainActor (UpdateOutcome) -> Void)? = nil
  ) -> Update {
    engine.apply(list, strategy: updateStrategy, reason: reason, completion: completion)
  }

  /// Shows `list` from the next frame on, and calls `completion` when the outcome is known, whichever it is.
  /// - Returns: A handle from which the program learns the outcome.
  @discardableResult
  public func apply(
    _ list: sending List, updateStrategy: UpdateStrategy = .animatedBatchUpdates,
    completion: @escaping @MainActor () -> Void
  ) -> Update {
    engine.apply(list, strategy: updateStrategy, reason: .program) { _ in completion() }
  }

  /// Shows a list of one section from the next frame on, without a diff: for lists that would take too long to diff.
  /// The caller gives the selection and focus, because without a diff the view cannot map them.
  /// - Parameters:
  ///   - selected: The positions of the selected items in the new list.
  ///   - focused: The position of the focused item; `nil` for none.
  /// - Complexity: O(1), whatever the number of items.
  package func replace(
    by list: sending List, selecting selected: PositionSet, focusing focused: Int?,
    completion: (@MainActor (UpdateOutcome) -> Void)? = nil
  ) {
    _ = engine.apply(
      list, strategy: .reloadData, reason: .program, selecting: (selected, focused), completion: completion)
  }

  /// The provider that declares the list; `nil` if the program applies lists itself.
  ///
  /// A new provider is shown by the next frame, and so is each of its changes. A list that the program applies meanwhile
  /// stays until the provider changes.
  public var provider: (any Provider)? {
    get { (deferredList?.owner as? ProviderConnection)?.provider }
    set {
      if let newValue { return setProvider(newValue) }
      deferredList = nil
      _ = engine.apply(List(), strategy: .animatedBatchUpdates, reason: .program, completion: nil)
    }
  }

  /// Makes a provider declare the list, with handlers and settings of the whole list.
  /// - Parameter change: Returns the list with its handlers, for example ``List/onReachEnd(offsetFromEnd:hasMore:_:)``.
  ///   Called for each update.
  public func setProvider(_ provider: any Provider, modifying change: @escaping (List) -> List = { $0 }) {
    deferredList = ProviderConnection.list(of: provider, for: self, modifying: change)
    deferredList?.setNeedsApply()
  }

  /// Definitions of the list by typed closures for each element.
  public var conv: ElementSource { ElementSource(view: self) }

  /// Returns the list that was applied last, whether a frame has shown it or not.
  public func snapshot() -> List { engine.snapshot() }

  /// Replaces everything by the list that was applied last, without a diff, as ``UpdateStrategy/reloadData`` does.
  /// Takes effect at once, but a call from a component or handler takes effect after the frame or event. A ``provider``
  /// is asked for its list first.
  public func reloadData() {
    if let provider { return provider.reloadData() }
    engine.request { $0.reloadData() }
  }

  /// Renders all visible items again in the next frame, from the list that was applied last, or from a new one of the
  /// ``provider``.
  public func setNeedsReload() {
    if let provider { return provider.setNeedsReload() }
    engine.request { $0.setNeedsReload() }
  }

  /// Waits until the newest list is shown and the view is at rest. Returns at once if the view is in no window.
  public func settled() async { await engine.settled() }

  /// Applies a list of the sections and cells in `content`.
  /// - Returns: A handle from which the program learns the outcome.
  @discardableResult
  public func render(@ListBuilder content: () -> ListContent) -> Update {
    apply(List(content: content))
  }

  /// Applies a list of sections; `nil` sections are left out.
  /// - Returns: A handle from which the program learns the outcome.
  @discardableResult
  public func render(_ sections: Section?...) -> Update { render(sections.compactMap { $0 }) }

  /// Applies a list of the sections in a collection.
  /// - Returns: A handle from which the program learns the outcome.
  @discardableResult
  public func render(_ sections: some Collection<Section>) -> Update { apply(List(sections: Array(sections))) }

  /// Applies a list, as ``apply(_:updateStrategy:reason:completion:)`` does.
  /// - Returns: A handle from which the program learns the outcome.
  @discardableResult
  public func render(_ list: sending List) -> Update { apply(list) }

  /// The number of items in all sections of the list that is shown, without headers and footers.
  /// - Complexity: O(*s*) in the number of sections and subsections for the first access after an update.
  public var itemCount: Int { engine.itemCount }

  /// Returns the context that a handler of the cell at `path` would get.
  /// - Precondition: The path is in the list that is shown.
  public func cell(at path: ElementPath) -> CellContext { engine.handlerCalls.context(of: path) }

  /// The cells that are at least partly in the viewport, in reading order, with their paths, ids and content views.
  /// Exiting cells are not included. In an update, entering and moving cells count by their target frames.
  /// - Complexity: O(*v* log *v*) in the number of cells on screen.
  public var visibleCells: [CellContext] { engine.visibleCells }

  /// The number of lists shown so far; 0 before the first one.
  public var reloadCount: Int { engine.reloadCount }

  /// Returns the path of the first item with an id in the list that is shown; `nil` if there is none.
  /// - Parameter section: The id of the item's section; `nil` to search all sections.
  /// - Complexity: O(*n*) in the number of items of the searched sections.
  public func path(of id: ElementID, in section: ElementID? = nil) -> ElementPath? {
    engine.shownList.path(of: id, in: section)
  }

  /// The list that is shown.
  package var list: List { engine.shownList }
  /// Returns the content view of an item; `nil` if the item is not on screen.
  /// - Complexity: O(*v*) in the number of items on screen.
  package func content(of id: ElementID) -> View? { engine.content(of: id) }
  /// Returns the identity of the item at `path`; ``ElementID/value(as:)`` gives it in its own type.
  /// - Precondition: The path is in the list that is shown.
  public func id(at path: ElementPath) -> ElementID { engine.shownList.id(at: path) }

  // MARK: Paging

  /// Returns the state of the page loader at an edge of the list, or of the list's refresh.
  package func pageState(at edge: PageEdge) -> PageState { engine.chrome.paging.loader(at: edge).state }

  /// Repeats the load at an edge, if the last load there failed.
  package func retryLoading(at edge: PageEdge) { engine.request { $0.retryLoading(at: edge) } }

  /// Calls the list's ``List/onRefresh(_:)`` handler, unless a refresh runs already.
  /// - Returns: Whether the list has such a handler.
  @discardableResult
  public func refresh() -> Bool { engine.refresh() }

  // MARK: Observation

  /// A summary of what the view presents now, for tools that inspect lists.
  package var report: CollectionReport { CollectionReport(of: engine) }

  /// Returns the metrics of the frames since the last call.
  package func takeMetrics() -> FrameMetrics { engine.takeMetrics() }

  /// Returns a semantics node for each exiting item, header and footer. Assistive technology does not get these nodes.
  package func exitingNodes(at now: Instant) -> [SemanticsNode] { engine.exitingNodes(at: now) }
}
