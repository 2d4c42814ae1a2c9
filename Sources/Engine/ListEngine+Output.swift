import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The steps of a frame that show the chrome and animate the items, and those that end the frame.
extension ListEngine {
  // MARK: Chrome

  private func chromeInput(_ context: FrameContext) -> ChromePass.Input {
    ChromePass.Input(
      context: context, frame: frameInput(at: context.now), unseenPillNumber: settings.unseenPillNumber)
  }

  /// Shows the page loaders and extends the scroll bounds for them; shows the placeholder of a list without items.
  func showChrome(_ context: FrameContext) {
    let input = chromeInput(context)
    ChromePass.showLoaders(chrome, layout, input)
    if ChromePass.makeRoom(&scroll, for: chrome, layout, input.frame) { anchors.scrolled() }
    ChromePass.showPlaceholder(chrome, isEmpty: document.hasApplied && !document.hasItems, layout, input)
  }

  /// Places the scroll bar inside the content insets, or along the whole view if it has a lane.
  func placeScrollBar() { chrome.scrollBar.place(in: layout.insetBounds, of: layout.bounds) }

  /// Places page loaders and the unseen pill.
  func placeChrome(_ context: FrameContext) {
    let input = chromeInput(context)
    ChromePass.placeLoaders(chrome, layout, scroll, input)
    ChromePass.showUnseen(chrome, layout, scroll, items, input)
    ChromePass.placeBand(chrome, bandFrame, in: layout, input)
  }

  // MARK: Items

  /// Starts, continues and ends the animations of items.
  func moveItems(_ context: FrameContext) {
    context.onPhase?(.animate)
    let report = MotionPass.run(&motion, &items, layout, frameInput(at: context.now))
    outbox.record(blankLength: report.blankLength)
    if report.isRunning { context.wakeForNextFrame() }
  }

  /// Ends the hover while anything moves. At rest, moves an existing hover to the item under the pointer.
  func updateHover(at now: Instant) {
    let isMoving = scrolls || motion.isRunning
    // The search for the item takes time, so it runs only if its result is used.
    let isAsked = interaction.hovered != nil && !isMoving
    let item =
      isAsked
      ? interaction.pointerLocation.flatMap { point in
        items.bound.path(at: point + scroll.presentedOrigin, in: document.list)
      } : nil
    HoverPass.run(
      &interaction, items, HoverPass.Input(now: now, isScrolling: scrolls, isAnimating: motion.isRunning),
      itemBelowPointer: item)
  }

  /// Moves the content of a swiped row along the cross axis, and places the actions of rows.
  func placeRowActions(_ context: FrameContext) {
    let input = SwipePass.Input(context: context, frame: frameInput(at: context.now), hovered: interaction.hovered)
    if SwipePass.run(&swiping, chrome, items, layout, input) { context.wakeForNextFrame() }
  }

  // MARK: The end of a frame

  /// Calls the handlers for the events of the frame, now that the state is consistent, then performs the calls that
  /// wait.
  /// - Parameter before: The presented offset before the frame, in logical pixels.
  func finishFrame(_ context: FrameContext, movedFrom before: Double) {
    let isMoving = scrolls || motion.isRunning || layout.insets.isMoving
    // An item that came to rest under the pointer becomes hovered.
    let isRearranged = layout.isRearranged || layout.hasNewEnvironment || !isMoving && scroll.presentedOffset != before
    if isRearranged || isMoving != motion.wasRunning { host?.updateHover() }
    motion.finishFrame(isMoving: isMoving)
    layout.finishFrame()
    anchors.finishFrame()
    document.markPresented()
    // While components run, requests for a frame have no effect. If a component applied a list, the frame for it is
    // requested here.
    if inbox.update != nil, document.backgroundDiff == nil { host?.setNeedsFrame() }
    if let view { settings.neighbourhoodObserver?.collectionViewDidMakeFrame(view, at: context.now) }
    for problem in binder.takeProblems() { report(problem) }
    endZoomIfDue(context)
    if scroll.presentedOffset != before {
      chrome.scrollBar.contentMoved(at: context.now)
      tell(document.list.handlers.didScroll)
    }
    for event in binder.takeDisplayEvents() { event.report(in: document.list) }
    reportInteraction()
    reportScrolling()
    followPages()
    checkReach()
    followReorder(context, isRearranged: isRearranged)
    followBand(at: context.now, isRearranged: isRearranged)
    if typeAhead.isSearching { continueSearch() }
    showSectionTitles()
    followMenu()
    followRowActions()
    continueEditing()
    if !isMoving, inbox.update == nil { resumeSettling() }
    for (update, outcome) in outbox.takeFinished() { update.finish(outcome) }
    becomeIdle()
  }

  // MARK: The section index

  /// Shows the column of section titles, and the title of the section that a drag of the thumb has reached.
  func showSectionTitles() {
    let declaration = document.list.handlers.sectionIndex
    chrome.sectionIndex.show(
      declaration, of: document.list, generation: document.generation, in: layout.insetBounds, layout, scrolls: hasRoom)
    layout.leaveRoom(chrome.sectionIndex.room)
    guard let thumb = chrome.scrollBar.draggedThumb else { return }
    guard declaration != nil else {
      let words = path(nearest: layout.insetBounds.origin).flatMap { settings.thumbLabel?($0) }
      return chrome.showLabel(words, .place, beside: thumb, along: layout.axis, in: layout.size)
    }
    guard let section = layout.section(reachedAt: scroll.scroller.offset, of: scroll.scroller.maximum) else { return }
    showSectionLabel(ofSection: section, beside: thumb)
  }

  /// Shows the title of a section beside a part of the scroll bar or the section index, in the coordinates of the view.
  func showSectionLabel(ofSection section: Int, beside edge: Rect) {
    let title = document.list.handlers.sectionIndex?.title(ofSection: section, in: document.list)
    chrome.showLabel(title, .section, beside: edge, along: layout.axis, in: layout.size)
  }

  /// Resumes the callers of `settled()`.
  func resumeSettling() {
    for continuation in outbox.takeWaiting() { continuation.resume() }
  }

  /// Calls the program's handlers for the recorded changes of selection, focus and press.
  func reportInteraction() {
    let events = interaction.takeEvents()
    guard !events.isEmpty else { return }
    let calls = handlerCalls
    for event in events {
      switch event {
      case .selection: tell(settings.onSelectionChange)
      case .focus: tell(settings.onFocusChange)
      case .items(let change): calls.tell(change, items.bound)
      case .highlighted(let path): calls.tell(\.onHighlight, path)
      case .unhighlighted(let path): calls.tell(\.onUnhighlight, path)
      }
    }
  }

  /// Tells the program which gestures and scrolls ended in the frame.
  private func reportScrolling() {
    guard !scroll.scroller.isMoving else { return }
    if scroll.gesture == .wheel || scroll.gesture == .decelerating { endGesture() }
    if scroll.goesToTop, scroll.target == nil {
      scroll.goToTop(false)
      if scroll.isAtStart { tell(document.list.handlers.didScrollToTop) }
    }
  }

  /// Asks the program for more items if the view is near an end, or will be when it comes to rest.
  private func checkReach() {
    guard document.hasApplied, !layout.bounds.isEmpty else { return }
    checkReach(document.list.handlers.reachEnd, .end)
    checkReach(document.list.handlers.reachStart, .start)
  }

  private func checkReach(_ handler: ReachHandler?, _ edge: PageEdge) {
    let loader = chrome.paging.loader(at: edge)
    guard let handler else { return loader.reset() }
    let distance = ReachPass.distance(to: edge, layout, scroll)
    let near = handler.distance.pixels(container: layout.length)
    loader.check(
      isNear: distance <= near, isAlmostNear: distance <= near + layout.length, count: itemCount,
      hasMore: handler.hasMore
    ) {
      if ReachPass.unmeasured(before: edge, layout, scroll, document.list).isEmpty { return true }
      chrome.paging.addUnsure(edge)
      host?.setNeedsFrame()
      return false
    } load: { [weak self] in
      if let view = self?.view { try await handler.load(view) }
    }
  }

  /// Reports a problem to the program; without a handler, the first problem is written to standard error.
  func report(_ problem: Problem) {
    if let onProblem = settings.onProblem { return onProblem(problem) }
    if outbox.takeFirstProblem() { problem.writeToStandardError() }
  }
}
