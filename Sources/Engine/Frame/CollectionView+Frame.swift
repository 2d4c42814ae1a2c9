import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension CollectionView {
  /// The whole engine: one frame is all of these passes, in this order. Each reads what those before it made. Because
  /// applying, anchoring, measuring and placing happen in one frame, nothing is ever seen in a wrong place.
  func runPasses(_ context: FrameContext) {
    context.onPhase?(.apply)
    runEnvironmentPass(context)
    runApplyPass(context)
    runScrollPass(context)
    context.onPhase?(.layout)
    runVisibilityPass(context)
    context.onPhase?(.animate)
    runMotionPass(context)
    context.onPhase?(.paint)
    runPaintPass(context)
    transition = nil
    lastFrame = context.now
  }

  /// A new width, scale or direction: the layout starts anew around the item that the person looks at.
  private func runEnvironmentPass(_ context: FrameContext) {
    let environment = LayoutEnvironment(
      container: bounds.size, scale: context.environment.scale,
      isRightToLeft: context.environment.direction == .rightToLeft)
    guard environment != layoutEnvironment else { return }
    let isFirst = layoutEnvironment == nil
    let anchor = isFirst ? nil : captureAnchor()
    layoutEnvironment = environment
    solver.setEnvironment(environment)
    for item in realised { item.measuredWidth = nil }
    updateScrollBounds()
    if let anchor { restore(anchor, animated: false, at: context.now) }
  }

  /// Moves the scroll position on.
  private func runScrollPass(_ context: FrameContext) {
    if let goal = scrollGoal {
      if scroller.isHeld {
        scrollGoal = nil
      } else {
        pursue(goal, at: context.now)
      }
    }
    if scroller.advance(to: context.now) {
      context.wakeForNextFrame()
    } else if !scroller.isMoving {
      scrollGoal = nil
    }
    presentOffset()
  }

  /// What is drawn stands on whole device pixels, so that all content moves as one.
  func presentOffset() {
    let scale = layoutEnvironment?.scale ?? 1
    presentedOffset = (scroller.offset * scale).rounded() / scale
  }

  func updateScrollBounds() {
    scroller.setMaximum(solver.contentSize.height - bounds.height)
    presentOffset()
  }

  /// Calls the handlers that were collected while the frame was made, when everything is consistent again.
  func finishFrame(_ context: FrameContext, movedFrom before: Double) {
    if presentedOffset != before {
      scrollBar.contentMoved(at: context.now)
      list.handlers.didScroll?(self)
    }
    let events = self.events
    if !events.isEmpty {
      self.events.removeAll(keepingCapacity: true)
      for event in events { event.handler(event.context) }
    }
    guard !finishing.isEmpty else { return }
    let updates = finishing
    finishing.removeAll()
    for update in updates { update.finish(.applied) }
  }
}
