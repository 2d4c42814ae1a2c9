import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The state of a list and the frame that shows it.
///
/// The state is split into values that each have one subject. They are not copyable, so a frame cannot copy them by
/// accident. The engine is a class, so that the program may call the collection view while a frame runs.
@MainActor
package final class ListEngine {
  /// The view that shows the list: the argument of the program's handlers and the parent of content views.
  weak var view: CollectionView?
  weak var host: ViewHost?
  var settings = EngineSettings()
  let inbox = Inbox()
  let binder = Binder()
  var document = Document()
  var layout = LayoutState()
  var scroll = ScrollState()
  var nested = NestedScrolling()
  var anchors = AnchorKeeper()
  var items = ItemStore()
  var motion = UpdateMotion()
  var interaction = Interaction()
  let chrome = Chrome()
  var paint = PaintBuffers()
  var outbox = Outbox()
  /// The time of the last frame; `nil` before the first one in a window.
  var lastFrame: Instant?
  /// The current work of the engine. It decides whether a call of the program takes effect at once or waits.
  var activity = Activity.idle
  /// The answers to the program's questions while passes run.
  var published = PublishedState()
  /// Whether the next problem is written to standard error if the program has no handler for problems.
  var reportsProblems = true

  init() {
    chrome.scrollBar.engine = self
    connectChrome()
  }

  // MARK: The frame

  /// Makes a frame by the calls below, in this order. Each call uses the results of the calls before it.
  ///
  /// Applying, anchoring, measuring and placing happen in the same frame, so nothing is ever visible in a wrong place.
  func runFrame(_ context: FrameContext) {
    beginFrame(context)
    changeEnvironment(context)
    MotionPass.advance(items, motion, frameInput(at: context.now))
    applyUpdate(context)
    restorePositions()
    showChrome(context)
    resolveScrollTargets()
    scrollOn(context)
    scrollNested(context)
    beginSelfSizing()
    let isMeasured = bindVisible(context)
    reportLayoutProblems()
    if ScrollPass.finish(&scroll, isMeasured: isMeasured) { context.wakeForNextFrame() }
    moveItems(context)
    updateHover(at: context.now)
    if ChangeMarkPass.run(&motion, &items, fades: context.environment.motion == .full, at: context.now) {
      context.wakeForNextFrame()
    }
    items.attachBadges()
    OverridePass.run(&paint, items, layout, contentOffset: currentContentOffset)
    paint(context)
    placeChrome(context)
    endFrame(context)
  }

  /// The largest number of rounds of the measuring loop. The first round measures the elements that are visible by
  /// their estimates, the second those that become visible by the measured sizes, the third the rest. Elements that are
  /// still unmeasured after the third round wait for the next frame.
  private static let maximumRounds = 3

  /// Lays out, binds and measures the visible elements.
  ///
  /// A size that differs from its estimate moves the elements after it and makes others visible. So this runs in rounds
  /// until everything visible is measured, but at most `maximumRounds` times.
  /// - Returns: Whether everything visible is measured and in place.
  private func bindVisible(_ context: FrameContext) -> Bool {
    context.onPhase?(.layout)
    publish()
    anchors.beginMeasuring()
    CorrectionPass.begin(&motion, items, frameInput(at: context.now))
    resolveAhead(context)
    makeItemsAhead(context)
    var isMeasured = false
    for round in 1...Self.maximumRounds {
      bind(context)
      let overscan =
        round == 1 ? 0 : MeasurePass.overscan(items, layout, isLastRound: round == Self.maximumRounds)
      if overscan > 0 { bind(context, overscan: overscan) }
      if !measure(context, round == 1 ? .byMean : .inNeed), overscan == 0 {
        isMeasured = true
        break
      }
    }
    if !isMeasured {
      // One more call places the elements that the last round moved, and recycles those that only its overscan needed.
      bind(context)
      isMeasured = !MeasurePass.hasUnmeasuredItems(items, layout)
      if !isMeasured { host?.setNeedsFrame() }
    }
    BindPass.finish(&items, frameInput(at: context.now))
    items.moveSuspended(to: &motion)
    CorrectionPass.run(&motion, items, layout, frameInput(at: context.now))
    return isMeasured
  }

  /// Finds the elements in and around the viewport and binds them.
  private func bind(_ context: FrameContext, overscan: Double = 0) {
    prepareSections(context)
    LayoutPass.run(&layout, &anchors, nested, viewport: viewport, overscan: overscan)
    context.onPhase?(.bind)
    BindPass.run(&items, layout, motion, frameInput(at: context.now))
    items.moveSuspended(to: &motion)
    MotionPass.startEntrances(&motion, items, layout, frameInput(at: context.now))
  }

  /// Measures the bound items, and in the first round those ahead, and keeps the anchors in place.
  /// - Returns: Whether any element moved.
  private func measure(_ context: FrameContext, _ guessing: MeasurePass.Guessing) -> Bool {
    guard MeasurePass.hasUnmeasuredItems(items, layout) else { return false }
    let anchor = currentAnchor()
    let containers =
      layout.hasNewEnvironment
      ? anchors.keepContainers(layout, nested, items, document.list) : AnchorKeeper.captureContainers(layout, items)
    MeasurePass.measure(items, layout, binder, context.environment)
    let isMoved = MeasurePass.run(&layout, items, guessing)
    items.recycleAhead()
    guard isMoved else { return false }
    nested.follow(anchors.restore(containers, in: &layout, document.list))
    if layout.hasNewEnvironment { anchors.revealFocus(in: &layout, nested, document.list) }
    keepInPlace(anchor, at: context.now)
    return true
  }

  /// The states of the engine. Only in `idle` does a call of the program take effect at once.
  enum Activity {
    case idle
    /// The engine handles an event of the user or a call of the program.
    case handling
    /// Passes run, with exclusive access to the state.
    case runningPasses
    /// The frame is complete, and the engine calls handlers of the program.
    case reporting
  }
}
