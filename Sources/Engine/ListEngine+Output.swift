import Glibc
import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The last steps of a frame: they show the results of the earlier steps, and end the frame.
extension ListEngine {
  // MARK: Chrome

  private func chromeInput(_ context: FrameContext) -> ChromePass.Input {
    ChromePass.Input(
      context: context, frame: frameInput(at: context.now), showsUnseenPill: settings.showsUnseenPill)
  }

  /// Shows page loaders and the placeholder of a list without items.
  func showChrome(_ context: FrameContext) {
    let input = chromeInput(context)
    ChromePass.showLoaders(chrome, layout, input)
    if ChromePass.makeRoom(&scroll, for: chrome, layout, input.frame) {
      anchors.dropLostPosition()
      anchors.dropStanding()
    }
    ChromePass.showPlaceholder(chrome, document, layout, input)
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
    outbox.record(blank: report.blank)
    if report.isRunning { context.wakeForNextFrame() }
  }

  /// Ends the hover while anything moves; at rest, moves the hover to the item under the pointer.
  func updateHover(at now: Instant) {
    let isMoving = scrolls || motion.isRunning
    // The search for the item takes time, so it runs only if its result is used.
    let isAsked = interaction.hovered != nil && !isMoving
    let item = isAsked ? interaction.pointerLocation.flatMap { path(at: $0) } : nil
    HoverPass.run(
      &interaction, items, HoverPass.Input(now: now, isScrolling: scrolls, isAnimating: motion.isRunning),
      itemBelowPointer: item)
  }

  /// Gives the items their states, such as selected, and emits their draw groups.
  func paint(_ context: FrameContext) {
    context.onPhase?(.paint)
    let input = PaintPass.Input(
      context: context, frame: frameInput(at: context.now), isAnimating: motion.isRunning, update: motion.update,
      background: background(context.environment))
    let state = CellStatePass.Input(
      isActive: context.environment.isActive, showsFocus: view?.isFocused == true && host?.isFocusVisible == true)
    input.withoutRequestingFrames { CellStatePass.run(items, interaction, state) }
    outbox.record(step: PaintPass.run(&paint, items, layout, input))
  }

  /// Returns the fill behind the list: the background of the list, or of its nearest ancestor that has one.
  private func background(_ environment: Environment) -> Color {
    var ancestor: View? = view
    while let current = ancestor {
      if let background = current.background { return background }
      ancestor = current.parent
    }
    return environment.theme.colors.surface
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
    becomeIdle()
  }

  /// Resumes the callers of `settled()`.
  func resumeSettling() {
    for continuation in outbox.takeWaiting() { continuation.resume() }
  }

  /// Calls the program's handlers if an update changed the selection or the focus.
  private func reportInteraction() {
    let (selection, focus) = interaction.takeChanges()
    if selection { tell(settings.onSelectionChange) }
    if focus { tell(settings.onFocusChange) }
  }

  /// Reports a problem to the program; without a handler, the first problem is written to standard error.
  private func report(_ problem: Problem) {
    if let onProblem = settings.onProblem { return onProblem(problem) }
    guard outbox.takeFirstProblem() else { return }
    let line = Array("scrollwork: \(problem)\n".utf8)
    _ = write(2, line, line.count)
  }
}
