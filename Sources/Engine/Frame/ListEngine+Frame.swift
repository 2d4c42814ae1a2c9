import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// The whole engine: one frame is all of these passes, in this order. Each reads what those before it made. Because
  /// applying, anchoring, measuring and placing happen in one frame, nothing is ever seen in a wrong place.
  func runPasses(_ context: FrameContext) {
    activity = .handling
    makeWaitingCalls()
    activity = .runningPasses
    publish()
    context.onPhase?(.apply)
    runEnvironmentPass(context)
    MotionPass.advance(items, motion, frameInput(at: context.now))
    runApplyPass(context)
    followPendingRestore()
    runStatusPass(context)
    runStatePass(context)
    resolveScrollTargets()
    runScrollPass(context)
    runSectionPass(context)
    beginSelfSizing(context)
    context.onPhase?(.layout)
    let isSettled = bindVisible(context)
    reportLayoutProblems()
    endScrollPass(context, isSettled: isSettled)
    context.onPhase?(.animate)
    let report = MotionPass.run(&motion, &items, layout, frameInput(at: context.now))
    outbox.metrics.blank = max(outbox.metrics.blank, report.blank)
    if report.isRunning { context.wakeForNextFrame() }
    updateHover(at: context.now)
    if ChangeMarkPass.run(&motion, &items, fades: context.environment.motion == .full, at: context.now) {
      context.wakeForNextFrame()
    }
    items.attachBadges()
    OverridePass.run(&paint, items, layout, contentOffset: currentContentOffset)
    context.onPhase?(.paint)
    runPaintPass(context)
    placeStatus(context)
    runUnseenPass(context)
    lastFrame = context.now
    activity = .reporting
  }

  /// Gives the items their states and emits them.
  private func runPaintPass(_ context: FrameContext) {
    let input = PaintPass.Input(
      context: context, binder: binder, viewport: viewport, isAnimating: motion.isRunning, update: motion.update,
      background: background(context.environment))
    let state = CellStatePass.Input(
      isActive: context.environment.isActive, showsFocus: view?.isFocused == true && host?.isFocusVisible == true)
    input.withoutRequestingFrames { CellStatePass.run(items, interaction, state) }
    outbox.metrics.step = max(outbox.metrics.step, PaintPass.run(&paint, items, layout, input))
  }

  private func updateHover(at now: Instant) {
    let isMoving = scrolls || motion.isRunning
    // Finding the item below the pointer takes time.
    let isAsked = interaction.hovered != nil && !isMoving
    let item = isAsked ? interaction.pointerLocation.flatMap { path(at: $0) } : nil
    HoverPass.run(
      &interaction, items, HoverPass.Input(now: now, isScrolling: scrolls, isAnimating: motion.isRunning),
      itemBelowPointer: item)
  }

  /// Returns the fill behind the list: that of the nearest view around it with one.
  private func background(_ environment: Environment) -> Color {
    var ancestor: View? = view
    while let current = ancestor {
      if let background = current.background { return background }
      ancestor = current.parent
    }
    return environment.theme.colors.surface
  }

  /// Lets animators hold items back while the content scrolls.
  private func shiftItems(by distance: Point) {
    guard distance != .zero, motionTravels else { return }
    for item in items.bound {
      guard let animator = item.animator else { continue }
      let context = item.animationContext(at: item.presented(inViewAt: scroll.presentedOrigin), in: layout.size)
      let lag = animator.shift(context, by: distance)
      guard lag != .zero, lag.x.isFinite, lag.y.isFinite else { continue }
      item.dx.value += lag.x
      item.dy.value += lag.y
      if let timing = animator.move(context) { item.follow(timing) }
    }
  }

  /// Moves the scroll position on.
  private func runScrollPass(_ context: FrameContext) {
    if scroll.scroller.isHeld { scroll.target = nil }
    let (before, presentedBefore) = (scroll.scroller.offset, scroll.presentedOrigin)
    if let goal = scroll.target { pursue(goal, at: context.now) }
    scroll.scroller.advance(to: context.now)
    if scroll.scroller.offset != before { anchors.relayout = nil }
    if scroll.scroller.offset != before, motion.update == nil {
      // The person goes elsewhere.
      anchors.lostPosition = nil
      scroll.endArrival.userMoved()
    }
    motion.update?.scrolled += scroll.scroller.offset - before
    scroll.present(in: layout)
    recordScrolling(by: scroll.presentedOrigin - presentedBefore)
    shiftItems(by: scroll.presentedOrigin - presentedBefore)
  }

  /// Contents have asked for another size by themselves: what moves by it is seen moving, as by an update.
  private func beginSelfSizing(_ context: FrameContext) {
    guard items.contentNeedsMeasure else { return }
    items.contentNeedsMeasure = false
    guard motion.update == nil, document.hasApplied, motionTravels else { return }
    motion.endNewest(with: layout, document.list, viewedFrom: scroll.presentedOrigin)
    motion.update = UpdateTransaction(
      mapping: .identity(of: document.list), oldList: document.list, oldSolver: layout.solver,
      oldOrigin: scroll.presentedOrigin, isAnimated: true,
      anchor: captureAnchor())
    for item in items.bound where item.key.kind != .badge {
      item.setOut(inViewAt: scroll.presentedOrigin)
      item.seenBefore = item.departure?.origin
    }
  }

  /// A goal is reached when nothing moves and everything in sight is measured.
  private func endScrollPass(_ context: FrameContext, isSettled: Bool) {
    if scroll.scroller.isMoving, !scroll.scroller.isHeld {
      context.wakeForNextFrame()
    } else if isSettled {
      scroll.target = nil
    }
  }

  /// Calls the handlers that were collected while the frame was made, when everything is consistent again.
  func finishFrame(_ context: FrameContext, movedFrom before: Double) {
    let isMoving = scrolls || motion.isRunning
    // What comes to rest under the pointer is under the pointer.
    let isRearranged = layout.isRearranged || layout.hasNewEnvironment || !isMoving && scroll.presentedOffset != before
    if isRearranged || isMoving != motion.wasRunning { host?.updateHover() }
    motion.wasRunning = isMoving
    motion.update = nil
    (layout.isRearranged, layout.hasNewEnvironment, document.isUnpresented) = (false, false, false)
    // Who applied a list while the frame was made asked for the next one in vain.
    if inbox.update != nil, document.backgroundDiff == nil { host?.setNeedsFrame() }
    if let view { settings.neighbourhoodObserver?.collectionViewDidMakeFrame(view, at: context.now) }
    for event in outbox.takeEvents() { event() }
    for problem in binder.takeProblems() { report(problem) }
    if scroll.presentedOffset != before {
      chrome.scrollBar.contentMoved(at: context.now)
      tell(document.list.handlers.didScroll)
    }
    for event in binder.takeDisplayEvents() { event.handler(event.context) }
    reportInteraction()
    reportScrolling()
    checkReach()
    if !isMoving, inbox.update == nil { resumeSettling() }
    for (update, outcome) in outbox.takeFinished() { update.finish(outcome) }
    makeWaitingCalls()
    activity = .idle
  }

  /// Those who wait for the end of motion go on.
  func resumeSettling() {
    let waiting = outbox.waiting
    outbox.waiting.removeAll()
    for continuation in waiting { continuation.resume() }
  }

  /// Tells of what an update did to the selection and the focus.
  private func reportInteraction() {
    let (selection, focus) = (interaction.selectionWasChanged, interaction.focusWasChanged)
    (interaction.selectionWasChanged, interaction.focusWasChanged) = (false, false)
    if selection { tell(settings.onSelectionChange) }
    if focus { tell(settings.onFocusChange) }
  }
}
