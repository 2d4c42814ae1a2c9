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
      context: context, frame: frameInput(at: context.now), showsUnseenPill: settings.showsUnseenPill)
  }

  /// Shows the page loaders, makes room for them, and shows the placeholder of a list without items.
  func showChrome(_ context: FrameContext) {
    let input = chromeInput(context)
    ChromePass.showLoaders(chrome, layout, input)
    if ChromePass.makeRoom(&scroll, for: chrome, layout, input.frame) { anchors.scrolled() }
    ChromePass.showPlaceholder(chrome, isEmpty: document.hasApplied && !document.hasItems, layout, input)
  }

  /// Places page loaders and the unseen pill.
  func placeChrome(_ context: FrameContext) {
    let input = chromeInput(context)
    ChromePass.placeLoaders(chrome, layout, scroll, input)
    ChromePass.showUnseen(chrome, layout, scroll, items, input)
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

  // MARK: The end of a frame

  /// Calls the handlers for the events of the frame, now that the state is consistent, then performs the calls that
  /// wait.
  /// - Parameter before: The presented offset before the frame, in logical pixels.
  func finishFrame(_ context: FrameContext, movedFrom before: Double) {
    let isMoving = scrolls || motion.isRunning
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
    if scroll.presentedOffset != before {
      chrome.scrollBar.contentMoved(at: context.now)
      tell(document.list.handlers.didScroll)
    }
    for event in binder.takeDisplayEvents() { event.handler(event.context) }
    reportInteraction()
    reportScrolling()
    checkReach()
    followReorder(context)
    continueEditing()
    if !isMoving, inbox.update == nil { resumeSettling() }
    for (update, outcome) in outbox.takeFinished() { update.finish(outcome) }
    becomeIdle()
  }

  /// Resumes the callers of `settled()`.
  func resumeSettling() {
    for continuation in outbox.takeWaiting() { continuation.resume() }
  }

  /// Calls the program's handlers for the recorded changes of selection and focus.
  func reportInteraction() {
    for event in interaction.takeEvents() {
      switch event {
      case .selection: tell(settings.onSelectionChange)
      case .focus: tell(settings.onFocusChange)
      case .selected(let path):
        guard document.list.contains(path) else { break }
        row(for: .item(path))?.handlers?.didSelect?(cell(at: path))
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
  private func report(_ problem: Problem) {
    if let onProblem = settings.onProblem { return onProblem(problem) }
    if outbox.takeFirstProblem() { problem.writeToStandardError() }
  }
}
