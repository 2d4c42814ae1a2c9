import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The engine of a collection view, which owns the state of its list and makes its display frames.
///
/// The state is split into values that each have one subject. They are not copyable, so a frame cannot copy them by
/// accident. The engine is a class, so that the program may call the collection view while a frame runs.
@MainActor
package final class ListEngine {
  /// The view that shows the list: the argument of the program's handlers and the parent of content views.
  private(set) weak var view: CollectionView?
  private(set) weak var host: ViewHost?
  private(set) var settings = EngineSettings()
  let inbox = Inbox()
  let binder = Binder()
  /// Whether the layout is being changed or queried. Meanwhile questions of the program are answered from `published`.
  let layoutActivity = LayoutActivity()
  // Swift cannot hide the states from other files than those of the engine. A house test (`EngineState.writers`) lets
  // only the frame, the passes and the functions of `Input` change them.
  var document = Document()
  var layout: LayoutState
  var scroll = ScrollState()
  var nested = NestedScrolling()
  var anchors = AnchorKeeper()
  var items = ItemStore()
  var motion = UpdateMotion()
  var interaction = Interaction()
  var reordering = Reordering()
  var band = RubberBand()
  var typeAhead = TypeAhead()
  var itemMenu = ItemMenu()
  var swiping = Swiping()
  let chrome = Chrome()
  private var paint = PaintBuffers()
  var outbox = Outbox()
  /// The time of the last frame; `nil` before the first one in a window.
  private(set) var lastFrame: Instant?
  /// The current work of the engine. It decides whether a call of the program takes effect at once or waits.
  private(set) var activity = EngineActivity.idle
  /// The answers to the program's questions while the state cannot answer.
  private(set) var published = PublishedState()
  /// Storage for the next answers, so that recording them allocates nothing.
  private var spareAnswers = PublishedState()

  init() {
    layout = LayoutState(layoutActivity)
    // The same pool as the program sees.
    settings = inbox.settings
    items.use(settings.reusePool)
    chrome.scrollBar.connect(to: self)
    chrome.sectionIndex.connect(to: self)
    connectChrome()
  }

  // MARK: The frame

  /// Makes a frame by a fixed sequence of steps, each of which uses the results of the steps before it.
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
    beginSelfSizing(context)
    let isMeasured = bindVisible(context)
    reportLayoutProblems()
    ReorderPass.run(items, reordering, frameInput(at: context.now))
    if ScrollPass.finish(&scroll, isMeasured: isMeasured) { context.wakeForNextFrame() }
    moveItems(context)
    updateHover(at: context.now)
    if ChangeMarkPass.run(&motion, &items, fades: context.environment.motion == .full, at: context.now) {
      context.wakeForNextFrame()
    }
    items.attachBadges()
    OverridePass.run(&paint, items, layout, contentOffset: layout.contentOffset(at: scroll.presentedOffset))
    placeRowActions(context)
    paint(context)
    placeChrome(context)
    endFrame(context)
  }

  /// The largest number of rounds of the measuring loop. The first round measures the elements that are visible by
  /// their estimates, the second those that become visible by the measured sizes, the third the rest. Elements that are
  /// still unmeasured after the third round wait for the next frame.
  private static let maximumRounds = 3
  /// The largest number of successive calls of `prepareSections(_:)` that move elements. Each resolves at least one
  /// section, and 64 sections fill any window.
  private static let maximumPreparations = 64

  /// Lays out, binds and measures the visible elements: the measuring loop.
  ///
  /// A resolved section may bring others near the viewport, and a size that differs from its estimate may make other
  /// elements visible. So the loop repeats these steps until everything visible is measured and nothing moves any more,
  /// but in at most `maximumRounds` rounds:
  /// 1. Resolve the sections near the viewport, repeatedly while this moves elements.
  /// 2. Bind the visible elements.
  /// 3. From the second round on, if some of them are not measured, also bind the elements in the overscan.
  /// 4. Measure the bound elements.
  ///
  /// If the last round moved elements or used the overscan, steps 1 and 2 run once more without measuring. They put the
  /// moved elements in place, and recycle those that only the overscan needed.
  /// - Returns: Whether everything visible is measured and in place.
  private func bindVisible(_ context: FrameContext) -> Bool {
    beginMeasuring(context)
    var (round, overscan, preparations) = (1, 0.0, 0)
    while true {
      context.onPhase?(.layout)
      if preparations < Self.maximumPreparations, prepareSections(context) {
        preparations += 1
        continue
      }
      preparations = 0
      LayoutPass.run(&layout, &anchors, nested, viewport: viewport, overscan: overscan)
      context.onPhase?(.bind)
      BindPass.run(&items, layout, motion, frameInput(at: context.now))
      items.takeSuspended { motion.suspend($0) }
      MotionPass.startEntrances(&motion, items, layout, frameInput(at: context.now))
      guard round <= Self.maximumRounds else { break }
      if overscan == 0, round > 1 {
        overscan = MeasurePass.overscan(items, layout, isLastRound: round == Self.maximumRounds)
        if overscan > 0 { continue }
      }
      var isMoved = false
      if MeasurePass.hasUnmeasuredItems(items, layout) {
        context.onPhase?(.measure)
        let held = holdAnchors()
        MeasurePass.measure(items, layout, binder, context.environment)
        isMoved = MeasurePass.run(&layout, items, round == 1 ? .firstRound : .laterRounds)
        items.recycleAhead()
        if isMoved { keepAnchors(held, at: context.now) }
      }
      if !isMoved, overscan == 0 { break }
      (round, overscan) = (round + 1, 0)
    }
    let isMeasured = round <= Self.maximumRounds || !MeasurePass.hasUnmeasuredItems(items, layout)
    if !isMeasured { host?.setNeedsFrame() }
    BindPass.finish(&items, frameInput(at: context.now))
    items.takeSuspended { motion.suspend($0) }
    CorrectionPass.run(&motion, items, layout, frameInput(at: context.now))
    return isMeasured
  }

  /// Gives the items their states, such as selected, and emits their draw groups.
  private func paint(_ context: FrameContext) {
    context.onPhase?(.paint)
    var input = PaintPass.Input(
      context: context, frame: frameInput(at: context.now), isAnimating: motion.isRunning,
      scrolling: motion.update?.scrolling,
      background: view?.inheritedBackground ?? context.environment.theme.colors.surface)
    (input.draggedCount, input.layer) = (reordering.drag?.count ?? 0, reordering.layer)
    let state = CellStatePass.Input(
      isActive: context.environment.isActive, showsFocus: view?.hasVisibleFocus == true, visibleEnd: chrome.visibleEnd)
    binder.withoutRequestingFrames { CellStatePass.run(items, interaction, state) }
    outbox.record(step: PaintPass.run(&paint, items, layout, input))
    // A view that asked for another size while it was painted, or told of its state, is measured by the next frame.
    if binder.hasMeasureRequests { context.wakeForNextFrame() }
  }

  // MARK: The view

  /// Makes a view the one that shows the list.
  func attach(to view: CollectionView) {
    (self.view, binder.parent) = (view, view)
  }

  /// Attaches the content views to the view's new window; `nil` detaches them.
  func hostDidChange(to host: ViewHost?) {
    (self.host, binder.host) = (host, host)
    for item in items.bound { item.content.attach(to: host) }
    lastFrame = nil
    guard host == nil else { return }
    endReorder()
    if let view { settings.neighbourhoodObserver?.collectionViewDidLeaveWindow(view) }
    // Without a window nothing moves, so callers of `settled()` need not wait.
    resumeSettling()
  }

  /// Ends all waiting when the view is deallocated: performs the calls that wait, and reports a pending update as
  /// superseded.
  func close() {
    activity = .handling
    makeWaitingCalls()
    if document.isUnpresented { outbox.supersede() }
    if let update = inbox.update?.update { outbox.finish(update, .superseded) }
    for (update, outcome) in outbox.takeFinished() { update.finish(outcome) }
    resumeSettling()
  }

  // MARK: Calls of the program

  /// Performs a call of the program: now, or after the frame, event or call that is being handled.
  /// - Parameter list: The list that the call applies; `nil` for other calls.
  func request(applying list: List? = nil, _ call: @escaping @MainActor (ListEngine) -> Void) {
    guard activity == .idle else {
      inbox.append(DeferredCall(list: list, body: call))
      host?.setNeedsFrame()
      return
    }
    handle { call(self) }
    requestLaterFrame()
  }

  /// Scrolls now, or later as `request(applying:_:)` does. Allocates nothing if the engine is idle, because a program
  /// may scroll in each frame.
  func requestScroll(to target: ScrollRequest) {
    guard activity == .idle else { return request { $0.scroll(to: target) } }
    handle { scroll(to: target) }
    requestLaterFrame()
  }

  /// Requests another frame if the current one has drawn this list already, so that a call of the program takes effect.
  /// Such a call may come from a component of another list, which the same frame renders later.
  func requestLaterFrame() {
    if let host, lastFrame == host.now { host.requestLaterFrame() }
  }

  /// Handles an event of the user or a call of the program: first performs the calls that still wait, and afterwards
  /// the calls that the program's handlers made meanwhile. If the engine is busy, only handles the event.
  func handle<Result>(_ event: () -> Result) -> Result {
    guard activity == .idle else { return event() }
    activity = .handling
    makeWaitingCalls()
    let result = event()
    becomeIdle()
    return result
  }

  /// Performs the waiting calls. Calls made meanwhile wait for the next event or frame, so handlers that call each
  /// other do not hang the program.
  func makeWaitingCalls() {
    for _ in 0..<inbox.callCount { inbox.takeCall().body(self) }
  }

  /// Calls a handler of the program with the view, if both exist. Must not be called while passes run.
  func tell(_ handler: ((CollectionView) -> Void)?) {
    if let view { handler?(view) }
  }

  /// Changes the settings. The program reads the new values back at once; the engine adopts them as soon as it is idle.
  func changeSettings(_ change: (inout EngineSettings) -> Void) {
    let settings = inbox.changeSettings(change)
    request { $0.adopt(settings) }
  }

  private func adopt(_ new: EngineSettings) {
    let policy = settings.anchorPolicy
    let old = settings
    settings = new
    if old.contentInsets != new.contentInsets {
      layout.changeInsets(to: new.contentInsets, animated: new.animatesInsets && animatesMotion)
      placeScrollBar()
      host?.setNeedsFrame()
    }
    items.use(new.reusePool)
    guard policy != new.anchorPolicy else { return }
    anchors.dropStanding()
    // A view that is at the end follows it from now on.
    if new.anchorPolicy == .end { scroll.policyBecameEnd() }
  }

  /// Performs the calls that wait at the end of a frame, event or call. Later calls take effect at once.
  func becomeIdle() {
    makeWaitingCalls()
    activity = .idle
  }

  // MARK: The start and end of a frame

  /// Performs the program's calls that have waited since the last frame, and records the answers to questions that the
  /// program may ask while passes run.
  private func beginFrame(_ context: FrameContext) {
    activity = .handling
    makeWaitingCalls()
    activity = .runningPasses
    publish()
    settings.reusePool.beginFrame(at: context.now)
    context.onPhase?(.apply)
  }

  /// Records the answers to questions that the program asks while passes run.
  /// - Complexity: O(*v*) in the number of bound items.
  func publish() {
    // A layout of the program may ask the view while the answers are recorded, and gets the earlier ones.
    var answers = PublishedState()
    swap(&answers, &spareAnswers)
    answers.record(layout, scroll, items.bound)
    swap(&answers, &published)
    answers.removeAll()
    swap(&answers, &spareAnswers)
  }

  /// Makes `published` answer questions of the program for the shown list until `publish()`, because an update changes
  /// the states one by one and its layout runs code of the program meanwhile.
  func holdAnswers() { published.hold(shown) }

  /// Performs a call that queries the layout between frames. The query may run providers and layouts of the program. If
  /// these ask the view, it answers from `published`.
  func askLayout<Result>(_ call: () -> Result) -> Result { layoutActivity.layOut(call) }

  /// Records the time of the frame and ends the passes: from now on handlers may be called.
  private func endFrame(_ context: FrameContext) {
    lastFrame = context.now
    if let next = settings.reusePool.releaseOld() { context.wakeEndlessly(at: next) }
    activity = .reporting
    if Checks.areOn { checkInvariants() }
  }

  /// Traps if the states of the engine contradict themselves or each other. Called after each frame if `Checks.areOn`.
  /// - Complexity: O(*v*) in the number of bound and exiting items.
  private func checkInvariants() {
    let list = document.list
    document.checkInvariants()
    layout.checkInvariants(for: list)
    scroll.checkInvariants(in: layout, list)
    nested.checkInvariants(in: list)
    anchors.checkInvariants(in: list)
    items.checkInvariants(in: list)
    motion.checkInvariants()
    interaction.checkInvariants(in: list)
    reordering.checkInvariants(in: list)
    band.checkInvariants(in: list)
    typeAhead.checkInvariants()
    itemMenu.checkInvariants(generation: document.generation)
    swiping.checkInvariants(in: list)
    paint.checkInvariants()
    chrome.checkInvariants()
    inbox.checkInvariants()
  }
}
