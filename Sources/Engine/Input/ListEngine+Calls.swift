import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Calls of the program.
extension ListEngine {
  // MARK: Lists

  /// Makes `list` the newest list, which the next frame shows.
  func apply(
    _ list: List, strategy: UpdateStrategy, reason: UpdateReason,
    selecting interaction: (selected: PositionSet, focused: Int?)? = nil,
    completion: (@MainActor (UpdateOutcome) -> Void)?
  ) -> Update {
    let update = Update(completion: completion)
    var pending = PendingUpdate(list: list, strategy: strategy, reason: reason, update: update)
    pending.interaction = interaction
    request(applying: list) { [pending] in $0.take(pending) }
    return update
  }

  /// Replaces the pending update by another one, which the next frame shows.
  private func take(_ new: PendingUpdate) {
    var new = new
    new.list = reordering.follow(new.list)
    // An item that an update has removed is not dragged over another list any more.
    if reordering.drag == nil { endVisit() }
    // The outcome is reported at the end of the frame: a completion that applies a list must not supersede this update.
    if let superseded = inbox.apply(new) { outbox.finish(superseded, .superseded) }
    host?.setNeedsFrame()
  }

  /// Returns the list that was applied last, whether a frame has shown it or not.
  func snapshot() -> List { inbox.deferredList ?? reordering.base ?? inbox.update?.list ?? document.list }

  /// Replaces everything by the list that was applied last, without a diff.
  func reloadData() {
    replaceList(
      inbox.update
        ?? PendingUpdate(list: document.list, strategy: .reloadData, reason: .program, update: Update()))
    host?.setNeedsFrame()
  }

  /// Renders all visible cells again in the next frame.
  func setNeedsReload() {
    // The next frame renders everything if it shows another list or one that was reloaded.
    guard inbox.update == nil, !document.isUnpresented else { return }
    take(
      PendingUpdate(
        list: reordering.base ?? document.list, strategy: .nonanimatedBatchUpdates, reason: .program, update: Update()))
  }

  /// The number of items in all sections of the list that is shown, without headers and footers.
  /// - Complexity: O(*s*) in the number of sections and subsections for the first access after an update.
  var itemCount: Int { published.held?.list.sections.reduce(0) { $0 + $1.itemCount } ?? document.itemCount() }

  /// Waits until the newest list is shown and nothing moves.
  func settled() async {
    guard let host, activity != .idle || inbox.update != nil || motion.isRunning || scrolls || host.needsFrame else {
      return
    }
    await withCheckedContinuation { outbox.wait($0) }
  }

  // MARK: Scrolling

  /// Scrolls to a target. If a list was applied that no frame shows yet, the scroll waits until that list is shown,
  /// because the target may refer to it. Drops a waiting request to restore a position.
  func scroll(to request: ScrollRequest) {
    inbox.dropRestore()
    guard inbox.update == nil else { return inbox.scroll(request) }
    // A position that is restored comes first, or its containers would hide the target again.
    moveContainers(animated: true)
    go(request)
  }

  /// Scrolls to a target in the list that is shown, even if a newer list waits for a frame.
  func go(to target: ScrollTarget, at alignment: ScrollAlignment = .nearest, animated: Bool = true) {
    go(ScrollRequest(target: target, alignment: alignment, animated: animated))
  }

  /// Makes a scroll that the program or the user asked for.
  func go(_ request: ScrollRequest) {
    anchors.scrolled()
    interaction.followPages(by: nil)
    closeRowActions()
    if request.isToTop { scroll.goToTop(true) }
    let input = eventInput
    publish()
    askLayout { ScrollInput.go(to: request, &scroll, &nested, layout, input) }
  }

  /// Scrolls to the start, unless the program's `shouldScrollToTop` handler refuses.
  func scrollToTop(animated: Bool) {
    if let view, document.list.handlers.shouldScrollToTop?(view) == false { return }
    scroll(to: ScrollRequest(target: .start, animated: animated, isToTop: true))
  }

  /// Scrolls a section that is a nested scroll container, or the innermost container around an item, to the snap point
  /// nearest to an offset. If a list was applied that no frame shows yet, the scroll waits until that list is shown.
  func scroll(_ site: (List) -> NestedRequest.Site?, to offset: Double, animated: Bool) {
    guard let site = site(inbox.update?.list ?? document.list) else { return }
    inbox.add(.scroll(site, offset: offset, animated: animated))
    if inbox.update == nil { moveContainers(animated: true) }
  }

  /// Makes the changes of nested scroll containers that the program asked for, in their order.
  func moveContainers(animated: Bool) {
    let requests = inbox.takeNestedRequests()
    guard !requests.isEmpty else { return }
    publish()
    let input = eventInput
    for request in requests {
      askLayout { ScrollInput.perform(request, animated: animated, &nested, &layout, input) }
    }
  }

  /// Returns to a saved position in the list that was applied last.
  /// - Returns: Whether any of the saved items is in the list. Also `true` for a position at the start of the list, and
  ///   with the policy ``AnchorPolicy/end`` for a position at its end. If `false`, the view scrolls to the item that is
  ///   now at the path of the first saved item.
  /// - Complexity: O(1) if the items are at their saved paths, else O(*n*).
  func restore(_ position: ScrollPosition) -> Bool {
    request {
      $0.inbox.add(.restore(position.sections))
      $0.host?.setNeedsFrame()
    }
    let goesToEnd = position.isAtEnd && inbox.settings.anchorPolicy == .end
    if goesToEnd || position.places.isEmpty {
      request { $0.scroll(to: ScrollRequest(target: goesToEnd ? .end : .start, animated: false)) }
      return true
    }
    guard let item = snapshot().item(toRestore: position) else { return false }
    request { $0.inbox.restore(item.request) }
    return item.isFound
  }

  // MARK: Selection

  /// Changes the selection or the focus, then tells the program.
  /// - Parameter setsFocus: Whether the user or the program chooses the focused item by the change. If so, the lost
  ///   position is dropped.
  func change(setsFocus: Bool = true, _ change: (inout Interaction) -> Void) {
    let focused = interaction.focused
    change(&interaction)
    if setsFocus { anchors.dropLostPosition() }
    if interaction.focused != focused { anchors.dropStanding() }
    guard !interaction.events.isEmpty else { return }
    host?.setNeedsFrame()
    // While passes run, the change is reported when the frame is done.
    if activity != .runningPasses { reportInteraction() }
  }

  /// Selects all items of the list that is shown and, if a newer list waits for a frame, later those of that list.
  func selectAll() {
    guard settings.selectionMode == .multiple else { return }
    if inbox.update != nil { inbox.select(.all) }
    let all = Selection(allOf: document.list)
    change(setsFocus: false) { $0.select(all) }
  }

  /// Clears the selection.
  func deselectAll() {
    inbox.select(nil)
    change(setsFocus: false) { $0.deselectAll() }
  }

  /// Selects, deselects or focuses the item at `path`, now or when the newest list is shown. Does nothing for the header
  /// or footer of a subsection.
  /// - Parameter path: A path of the list that was applied before this call, whether a frame has shown it or not.
  func perform(_ action: ItemAction, at path: ElementPath) {
    let list = inbox.update?.list ?? document.list
    guard list.contains(path), list.canChoose(path) else { return }
    guard inbox.update != nil else { return change(setsFocus: action != .deselect) { $0.perform(action, at: path) } }
    inbox.select(.item(list.id(at: path), section: list.sections[path.section].id, action))
  }

  /// Performs the selections that the program requested while its list waited for a frame. Ignores an item that the
  /// shown list lacks.
  func followPendingSelection() {
    for request in inbox.takeSelections() {
      switch request {
      case .item(let id, let section, let action):
        guard let path = document.list.path(of: id, in: section) else { break }
        change(setsFocus: action != .deselect) { $0.perform(action, at: path) }
      case .all: selectAll()
      }
    }
  }

  /// Selects exactly the items at `positions`, one set for each section in order. The focus does not move.
  func select(_ positions: [PositionSet]) {
    let list = document.list
    change(setsFocus: false) { $0.select(positions, in: list) }
  }

  // MARK: Page loaders

  /// Loads again at an edge if the last load there failed.
  func retryLoading(at edge: PageEdge) {
    if chrome.paging.loader(at: edge).state.failure != nil { load(at: edge) }
  }

  /// Calls the list's ``List/onRefresh(_:)`` handler, unless a refresh runs already.
  /// - Returns: Whether the list has such a handler.
  @discardableResult
  func refresh() -> Bool {
    guard document.list.handlers.refresh != nil else { return false }
    request { $0.load(at: .refresh) }
    return true
  }

  private func load(at edge: PageEdge) {
    guard let handler = document.list.handlers.load(at: edge) else { return }
    chrome.paging.loader(at: edge).begin { [weak self] in
      guard let view = self?.view else { return }
      try await handler(view)
    }
  }

  /// Records the End key, which is repeated for each page that loads, if the list has more to load.
  func followPages(by event: KeyEvent) {
    guard event.key == .end, document.list.handlers.reachEnd?.hasMore == true else { return }
    interaction.followPages(by: Interaction.EndKey(event: event, count: itemCount))
  }

  /// Repeats the recorded End key if a page has loaded since and no update is animated, so that items do not jump.
  func followPages() {
    guard let key = interaction.endKey, inbox.update == nil, !motion.isRunning else { return }
    if itemCount > key.count, let command = KeyCommand(key.event, settings.selectionMode) {
      _ = perform(command, key.event)
    } else if document.list.handlers.reachEnd?.hasMore != true {
      interaction.followPages(by: nil)
    }
  }

  /// Lets the page loaders and the unseen pill call the engine.
  func connectChrome() {
    chrome.connect(
      onPillActivated: { [weak self] in self?.request { $0.scroll(to: ScrollRequest(target: .end)) } },
      onRetry: { [weak self] edge in self?.request { $0.load(at: edge) } },
      onChange: { [weak self] in self?.host?.setNeedsFrame() })
    chrome.connect(onRowAction: { [weak self] action in self?.handle { self?.perform(action) } })
  }

  // MARK: The view

  /// Stores the size of the view, for which the next frame lays the list out, and places the scroll bar.
  func resize(to size: Size) {
    layout.resize(to: size)
    placeScrollBar()
  }

  /// Requests that the next frame lays out and measures everything again.
  func setNeedsLayout() { layout.setNeedsLayout() }

  /// Makes an item the anchor of the next update.
  func prefer(_ path: ElementPath?) { anchors.prefer(path) }

  /// Tells the anchors by how much the start of the view moves in its window.
  func startWillMove(by distance: Double) { anchors.viewMoved(by: distance) }

  /// Prepares a resize by the program, which is animated.
  func willResize() { layout.animateResize() }

  /// Measures the cell of a content view that asked for another size, in this frame if it still measures, or in the next.
  func contentNeedsMeasure(_ content: View) {
    binder.requestMeasure(of: content, animated: activity != .runningPasses)
    host?.setNeedsFrame()
    if activity != .runningPasses { requestLaterFrame() }
  }

  /// Returns the metrics of the frames since the last call.
  func takeMetrics() -> FrameMetrics { outbox.takeMetrics() }
}
