public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkHostInterface
import ScrollworkLayout

/// A scrolling list of any length, declared as a value.
///
/// ``apply(_:updateStrategy:reason:completion:)`` takes the list that is to be seen. The view finds what changed, lays out and
/// makes only what is on screen, and moves what is seen from where it is to where it will be. What the person looks at stays
/// in place; selection and focus belong to items and go where they go.
///
/// The engine is a sequence of passes: see `CollectionView+Frame.swift`.
@MainActor
open class CollectionView: View {
  // MARK: What programs set

  public var selectionMode = SelectionMode.multiple
  public var anchorPolicy = AnchorPolicy.item {
    // Who stands at the end when it is to be followed from now on follows it.
    didSet {
      guard anchorPolicy != oldValue else { return }
      relayout = nil
      if anchorPolicy == .end { isAtEndByChance = false }
    }
  }
  /// Decides how changes are shown.
  public var updater: any Updater = LiveUpdater()
  /// How cells come, go and move where neither they nor their section say so; `nil` for what lists do by themselves.
  public var animator: (any Animator)?
  /// From how many items on a difference is found on another thread, while the list that is shown stays as it is and can
  /// be scrolled; `nil` to find all of them in the frame that shows the new list. What comes of it is shown only if no newer list
  /// was applied meanwhile. Lists with other data than values that are `Sendable`, and updates that name their edits, are not affected.
  public var backgroundDiffThreshold: Int?
  /// Logical pixels that one notch of the wheel moves the content.
  public var wheelNotch = 96.0
  /// How many items came at the end since the person left it, with the policy ``AnchorPolicy/end``. Those that were
  /// scrolled into sight do not count.
  public internal(set) var unseenCount = 0
  /// False if the program itself says how many are unseen.
  public var showsUnseenPill = true
  /// Called when other items are selected than before.
  public var onSelectionChange: ((CollectionView) -> Void)?
  /// Called when another item is focused than before.
  public var onFocusChange: ((CollectionView) -> Void)?
  /// Called with what was wrong in what the program handed in and was repaired: in its data once for each update or measured
  /// item, in its layouts once for each section. By default the first problem is written to standard error.
  public var onProblem: ((Problem) -> Void)?

  // MARK: What passes read and write

  // All of it is final, so that a field of a large value is read without copying the value in builds for tests as well, where
  // the compiler cannot know that nobody overrides it.

  final var list = List()
  /// How many lists were shown.
  package internal(set) final var listGeneration = 0
  /// The same when lengths of sections were last found out.
  final var resolvedGeneration = 0
  /// Told after each frame.
  package final var neighbourhoodObserver: (any NeighbourhoodObserving)?
  /// The newest list that no frame has shown yet.
  final var pending: PendingUpdate?
  /// The difference that is being found on another thread.
  final var backgroundDiff: BackgroundDiff?
  /// How many differences in sequence were found for lists that were no longer the newest.
  final var staleDiffCount = 0
  /// What became of updates, told when the frame is done.
  final var finishing: [(update: Update, outcome: UpdateOutcome)] = []
  final var hasApplied = false
  final var solver = LayoutSolver()
  final var layoutEnvironment: LayoutEnvironment?
  /// True if everything is to be measured again.
  final var layoutIsStale = false
  final var scroller = Scroller()
  /// Where the view is to go, found anew in each frame because sizes may still change.
  final var scrollGoal: ScrollGoal?
  /// Asked for since the newest list was applied, so that it speaks of that one.
  final var pendingScroll: ScrollRequest?
  /// An item to be selected, by its identity and that of its section; as `pendingScroll`.
  final var pendingSelection: (id: ElementID, section: ElementID)?
  /// A kept position that the next frame takes: an item, and how much of it is above the viewport's top.
  final var pendingRestore: (path: ElementPath, fraction: Double)?
  /// Kept positions of sections that scroll by themselves, which the next frame takes.
  final var pendingSectionOffsets: [(site: ScrollSite, offset: Double)] = []
  /// What the last change of the layout's environment held in place.
  final var relayout: RelayoutHold?
  /// True from a change of the layout's environment to the end of its frame.
  final var isRelaidOut = false
  /// What the next update is to leave in place, if not what it would by itself: the item under the pointer while it zooms.
  package final var preferredAnchor: ElementPath?
  /// Items on screen in the order of reading.
  final var realised: [RealisedItem] = []
  /// Deleted items that are still seen going.
  final var leaving: [RealisedItem] = []
  final var pool = ContentPool()
  /// What stays in place while things are measured in one frame that shows no update.
  final var measuringAnchor: Anchor?
  /// Known only in the frame that applies an update.
  final var transition: Transition?
  /// Updates whose motion goes on, the newest last.
  final var passages: [Passage] = []
  /// True if somebody scrolled since something set out.
  final var scrolledOnTheWay = false
  /// What has gone out of sight since then.
  final var gone: [LayoutElement.Key: Flight] = [:]
  final var elements: [LayoutElement] = []
  final var nextRealised: [RealisedItem] = []
  /// Items that a round of the frame let go while they were on their way.
  final var strays: [RealisedItem] = []
  /// Lines and shadows of what is kept in sight; used again in each frame.
  final var pinEffects: [PinEffect] = []
  /// By how many sections in the section they are in: the level of the lowest items whose shadows are still to be emitted.
  final var shadowLevels: [Int] = []
  /// What handlers are shown; used again in each frame.
  final var visibleItems: [LayoutVisibleItem] = []
  /// True if a handler has changed how something looks.
  final var hasHandledItems = false
  final var corrections = Corrections()
  /// What rows that move cover others with; `nil` if they do not.
  final var ground: Color?
  final var lastFrame: Instant?
  final var events: [DisplayEvent] = []
  final var presentedOffset = 0.0
  /// The same as a place in the content: where the viewport has its origin.
  final var presentedOrigin = Point.zero
  /// Sections that are scrolled by themselves just now.
  final var sectionMotions: [SectionMotion] = []
  /// What scrolls by itself in what is seen; used again in each frame.
  final var sitesInSight: [ScrollSite] = []
  /// Where sections that are gone were scrolled to, for the case that they come back.
  final var absentOffsets = AbsentOffsets()
  /// What sections that scroll by themselves hold in place while the layout starts anew.
  final var sectionHolds: [ScrollSite: SectionHold] = [:]
  /// What had the focus and was wholly in sight when the layout last started anew.
  final var focusHeldAside: ElementPath?
  final var metrics = FrameMetrics()
  final var reportsProblems = true
  /// True if a content has asked for another size since the last frame.
  final var contentWantsMeasure = false
  final var isMakingFrame = false
  /// True from when everything was replaced until a frame shows it.
  final var isUnseen = false
  /// True if the view stands at the end only because the content became shorter.
  final var isAtEndByChance = false
  /// Where the view stood when all that was seen was taken out of the list, until the person goes elsewhere.
  final var lostPlace: LostPlace?
  /// True if in this frame something has come to lie elsewhere without being scrolled.
  final var isRearranged = false
  /// True while any item is on its way.
  final var isMoving = false
  /// True while any item is marked as just changed.
  final var hasChangeMarks = false
  /// True if anything was on its way in the frame before, scrolling included.
  final var wasMoving = false

  // MARK: Interaction

  final var selection = Selection()
  final var focusedPath: ElementPath?
  /// True if the item was given the focus because the list came to have the keys, and not by anybody's choice.
  final var isFocusGiven = false
  /// What was selected and is in no list now.
  final var absentSelection = AbsentItems()
  /// What the person focused, if it is in no list now.
  final var absentFocus = AbsentItems()
  /// The fixed end of a range that is being extended.
  final var rangeStart: ElementPath?
  /// The column that Up and Down keep to.
  final var goal: ColumnGoal?
  final var selectionWasChanged = false
  final var focusWasChanged = false
  final var hoveredPath: ElementPath?
  /// Where the pointer rests on the view.
  final var pointerPlace: Point?
  final var pressedPath: ElementPath?
  final var pointerTracker = PointerTracker()
  /// The sections that a finger or the pressed pointer is on and that can be scrolled by themselves, the innermost first.
  final var draggedSites: [ScrollSite] = []
  /// True if they are dragged, and not the list.
  final var dragsSection = false
  /// Where the view stood when a finger began to drag.
  final var dragStartOffset = 0.0
  /// True if the finger stopped what was moving, which then is all that it does.
  final var touchStopsMotion = false
  final var gesture = ScrollGesture.none
  /// True on the way to the start that the program asked for.
  final var goesToTop = false
  let scrollBar = ScrollBar()
  let paging = Paging()
  let stateHolder = ComponentHolder()
  let pillHolder = ComponentHolder()
  /// Since when a list without items is loading.
  final var loadingSince: Instant?
  /// Who waits for the end of motion.
  final var settling: [CheckedContinuation<Void, Never>] = []

  public override init() {
    super.init()
    clipsToBounds = true
    scrollBar.owner = self
    addChild(scrollBar)
    preparePaging()
  }

  /// Nobody is left waiting for what no frame will show.
  isolated deinit {
    if let update = pending?.update { finishing.append((update, .superseded)) }
    for (update, outcome) in finishing { update.finish(outcome) }
    resumeSettling()
  }

  public override var isComposited: Bool { true }
  public override var canBecomeFocused: Bool { true }
  public override var isInteractive: Bool { true }
  public override var semanticsRole: SemanticsNode.Role? { .list }

  open override func layout(environment: Environment) {
    scrollBar.place(in: bounds.size)
  }

  open override func emit(into context: FrameContext) {
    let before = presentedOffset
    context.descend(to: Rect(origin: .zero, size: bounds.size), clips: true) {
      runPasses(context)
      emitCompositedChildren(into: context)
    }
    finishFrame(context, movedFrom: before)
  }

  // MARK: Data

  /// Shows `list` from the next frame on.
  ///
  /// May be called at any time and any number of times: the newest list of a frame wins, what moves goes on from where it
  /// is, and each completion is called exactly once.
  /// - Parameter reason: Decides what stays in place and how the change is shown.
  /// - Returns: A handle that tells what became of the list.
  /// - Complexity: O(1) here; the frame then takes time in proportion to the number of items at most, and to the number of
  ///   edits where the rows are a `RowStore`.
  @discardableResult
  public func apply(
    _ list: sending List, updateStrategy: UpdateStrategy = .animatedBatchUpdates, reason: UpdateReason = .program,
    completion: (@MainActor (UpdateOutcome) -> Void)? = nil
  ) -> Update {
    let update = Update(completion: completion)
    // What a person asked for in this frame is not undone by news that came after it.
    let reason = reason == .program ? pending?.reason ?? reason : reason
    // Told at the end of the frame: who applies again in a completion must not supersede what it competes with.
    if let superseded = pending?.update { finishing.append((superseded, .superseded)) }
    pending = PendingUpdate(list: list, strategy: updateStrategy, reason: reason, update: update)
    host?.setNeedsFrame()
    return update
  }

  /// Shows `list`, of one section, from the next frame on, without looking for what survives: the program knows by itself
  /// what was selected and focused, and where it is now. For lists so long that to compare them would take too long.
  /// - Complexity: O(1), whatever the number of items.
  package func replace(
    by list: sending List, selecting selected: PositionSet, focusing focused: Int?,
    completion: (@MainActor (UpdateOutcome) -> Void)? = nil
  ) {
    apply(list, updateStrategy: .reloadData, completion: completion)
    pending?.interaction = (selected, focused)
  }

  /// The list that was applied last, whether a frame has shown it or not.
  public func snapshot() -> List { pending?.list ?? list }

  /// Shows the list that was applied last anew, at once and without looking for what survives.
  public func reloadData() {
    reload(pending ?? PendingUpdate(list: list, strategy: .reloadData, reason: .program, update: Update()))
    host?.setNeedsFrame()
  }

  /// Everything visible is rendered again in the next frame, from the list that was applied last.
  public func setNeedsReload() {
    guard pending == nil else { return }
    apply(list, updateStrategy: .nonanimatedBatchUpdates)
  }

  /// Everything is measured and laid out again in the next frame, around what the person looks at.
  open override func setNeedsLayout() {
    layoutIsStale = true
    super.setNeedsLayout()
  }

  /// Returns when the newest list is shown and nothing moves any more.
  public func settled() async {
    guard host != nil, pending != nil || isMoving || scrolls || host?.needsFrame == true else { return }
    await withCheckedContinuation { settling.append($0) }
  }

  /// Shows the sections and cells that `content` lists.
  @discardableResult
  public func render(@ListBuilder content: () -> ListContent) -> Update {
    apply(List(content: content))
  }

  /// The number of items in all sections that are shown; headers and footers are none.
  /// - Complexity: O(*s*) in the number of sections, however deep, the first time after an update.
  public var itemCount: Int {
    if let knownItemCount { return knownItemCount }
    let count = list.sections.reduce(0) { $0 + $1.countOfItems }
    knownItemCount = count
    return count
  }
  /// The same, once somebody has asked.
  var knownItemCount: Int?
  /// True if a section that is shown has an item.
  var hasItems = false

  /// The context of the cell at `path`.
  /// - Precondition: The path is one of the list that is shown.
  public func cell(at path: ElementPath) -> CellContext {
    context(for: path, item: realisedItem(at: .item(path)))
  }

  /// What shows an item, if it is on screen.
  /// - Complexity: O(*v*) in the number of items on screen.
  package func content(of id: ElementID) -> View? {
    realised.first { item in item.key.kind == .item && item.key.path.map { self.id(at: $0) == id } == true }?.content
  }

  package func id(at path: ElementPath) -> ElementID { list.sections[path.section].rows.identities.id(at: path.item) }

  func context(for path: ElementPath, item: RealisedItem?) -> CellContext {
    CellContext(
      path: path, id: id(at: path),
      component: item?.row.component ?? list.sections[path.section].rows.row(path.item).component,
      content: item?.content)
  }

  /// - Complexity: O(log *v*) in the number of items on screen.
  func realisedItem(at key: LayoutElement.Key) -> RealisedItem? {
    let index = realised.partitioningIndex { !($0.key < key) }
    return index < realised.count && realised[index].key == key ? realised[index] : nil
  }

  // MARK: Input; what each does is in the extension named after it

  open override func hitTest(_ point: Point) -> View? { findView(at: point) }
  open override func pointerDown(_ event: PointerEvent) -> Bool { handlePress(event) }
  open override func pointerDragged(_ event: PointerEvent) { dragSection(event) }
  open override func pointerUp(_ event: PointerEvent) { handleRelease(event) }
  open override func pointerHovered(at point: Point?, at now: Instant) {
    hover(at: point)
  }
  open override func pointerCancelled() {
    pressedPath = nil
    endSectionDrag(at: host?.now ?? .zero)
    host?.setNeedsFrame()
  }
  open override func wheel(_ event: WheelEvent) -> Bool { handleWheel(event) }
  open override func touch(_ event: TouchEvent) -> Bool { handleTouch(event) }
  open override func keyDown(_ event: KeyEvent) -> Bool { handleKey(event) }
  open override func focusDidChange(isFocused: Bool) { if isFocused { giveFocusToItem() } }
  open override var focusableChildren: [View] { children + focusableContents }
  open override func describe(into context: FrameContext) {
    if !isHidden { describeItems(into: context) }
  }

  // MARK: Content that changes by itself

  /// A cell's content asks to be measured again.
  open override func childNeedsMeasure(_ child: View) {
    for item in realised where item.content === child {
      item.measuredWidth = nil
      if !isMakingFrame { contentWantsMeasure = true }
    }
    host?.setNeedsFrame()
  }

  open override func hostDidChange() {
    for item in realised { item.content.attach(to: host) }
    lastFrame = nil
    guard host == nil else { return }
    neighbourhoodObserver?.collectionViewDidLeaveWindow(self)
    // Without a window nothing moves.
    resumeSettling()
  }
}

/// A list that waits for a frame.
struct PendingUpdate {
  var list: List
  var strategy: UpdateStrategy
  var reason: UpdateReason
  var update: Update
  /// What the program knows to be selected and focused in a list that is not compared with the one before.
  var interaction: (selected: PositionSet, focused: Int?)?
}

/// A program's handler to be called when the frame is done.
struct DisplayEvent {
  var handler: @MainActor (CellContext) -> Void
  var context: CellContext
}
