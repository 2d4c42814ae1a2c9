import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension CollectionView {
  /// The whole engine: one frame is all of these passes, in this order. Each reads what those before it made. Because
  /// applying, anchoring, measuring and placing happen in one frame, nothing is ever seen in a wrong place.
  func runPasses(_ context: FrameContext) {
    isMakingFrame = true
    defer { isMakingFrame = false }
    context.onPhase?(.apply)
    runEnvironmentPass(context)
    advanceMotion(context)
    runApplyPass(context)
    followPendingRestore()
    runStatusPass(context)
    runStatePass(context)
    settleSections()
    runScrollPass(context)
    runSectionPass(context)
    beginRemeasuring(context)
    context.onPhase?(.layout)
    let isSettled = runVisibilityPass(context)
    reportLayoutProblems()
    endScrollPass(context, isSettled: isSettled)
    context.onPhase?(.animate)
    runMotionPass(context)
    refreshHover(at: context.now)
    runChangeMarkPass(context)
    linkBadges()
    runHandlerPass()
    context.onPhase?(.paint)
    runPaintPass(context)
    placeStatus(context)
    runUnseenPass(context)
    lastFrame = context.now
  }

  /// Moves the scroll position on.
  private func runScrollPass(_ context: FrameContext) {
    if scroller.isHeld { scrollGoal = nil }
    let (before, presentedBefore) = (scroller.offset, presentedOrigin)
    if let goal = scrollGoal { pursue(goal, at: context.now) }
    scroller.advance(to: context.now)
    if scroller.offset != before { relayout = nil }
    if scroller.offset != before, transition == nil {
      // The person goes elsewhere.
      lostPlace = nil
      isAtEndByChance = false
    }
    transition?.scrolled += scroller.offset - before
    presentOffset()
    noteScrolling(by: presentedOrigin - presentedBefore)
    shiftItems(by: presentedOrigin - presentedBefore)
  }

  /// Contents have asked for another size by themselves: what moves by it is seen moving, as by an update.
  private func beginRemeasuring(_ context: FrameContext) {
    guard contentWantsMeasure else { return }
    contentWantsMeasure = false
    guard transition == nil, hasApplied, motionTravels else { return }
    endPassage()
    transition = Transition(
      mapping: .identity(of: list), oldList: list, oldSolver: solver, oldOrigin: presentedOrigin, isAnimated: true,
      anchor: captureAnchor())
    for item in realised where item.key.kind != .badge {
      item.setOut(inViewAt: presentedOrigin)
      item.seenBefore = item.departure?.origin
    }
  }

  /// A goal is reached when nothing moves and everything in sight is measured.
  private func endScrollPass(_ context: FrameContext, isSettled: Bool) {
    if scroller.isMoving, !scroller.isHeld {
      context.wakeForNextFrame()
    } else if isSettled {
      scrollGoal = nil
    }
  }

  /// What is drawn stands on whole device pixels, so that all content moves as one. Halfway between two it stays where it
  /// is, or the noise of sums would move it.
  func presentOffset() {
    let scale = layoutEnvironment?.scale ?? 1
    let isOff = abs(scroller.offset - presentedOffset) * scale > 0.5001
    presentedOffset = ((isOff ? scroller.offset : presentedOffset) * scale).rounded() / scale
    presentedOrigin = viewOrigin(at: presentedOffset)
  }

  /// Calls the handlers that were collected while the frame was made, when everything is consistent again.
  func finishFrame(_ context: FrameContext, movedFrom before: Double) {
    let isMoving = scrolls || self.isMoving
    // What comes to rest under the pointer is under the pointer.
    let isRearranged = self.isRearranged || isRelaidOut || !isMoving && presentedOffset != before
    if isRearranged || isMoving != wasMoving { host?.updateHover() }
    wasMoving = isMoving
    transition = nil
    (self.isRearranged, isRelaidOut, isUnseen) = (false, false, false)
    // Who applied a list while the frame was made asked for the next one in vain.
    if pending != nil, backgroundDiff == nil { host?.setNeedsFrame() }
    neighbourhoodObserver?.collectionViewDidMakeFrame(self, at: context.now)
    if presentedOffset != before {
      scrollBar.contentMoved(at: context.now)
      list.handlers.didScroll?(self)
    }
    let events = self.events
    if !events.isEmpty {
      self.events.removeAll(keepingCapacity: true)
      for event in events { event.handler(event.context) }
    }
    reportInteraction()
    reportScrolling()
    checkReach()
    if !isMoving, pending == nil { resumeSettling() }
    guard !finishing.isEmpty else { return }
    let updates = finishing
    finishing.removeAll()
    for (update, outcome) in updates { update.finish(outcome) }
  }

  /// Those who wait for the end of motion go on.
  func resumeSettling() {
    let waiting = settling
    settling.removeAll()
    for continuation in waiting { continuation.resume() }
  }

  /// Tells of what an update did to the selection and the focus.
  private func reportInteraction() {
    let (selection, focus) = (selectionWasChanged, focusWasChanged)
    (selectionWasChanged, focusWasChanged) = (false, false)
    if selection { onSelectionChange?(self) }
    if focus { onFocusChange?(self) }
  }
}
