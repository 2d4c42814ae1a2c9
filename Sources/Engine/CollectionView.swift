public import ScrollworkContentViews
public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A scrolling list of any length, declared as a value.
///
/// ``apply(_:updateStrategy:reason:completion:)`` takes the list to show. The view finds what changed, lays out and
/// makes only what is on screen, and animates visible items from their old frames to the new ones. The anchor stays in
/// place; selection and focus belong to items and move with them.
///
/// The view keeps settings and child views and forwards everything else to a `ListEngine`.
@MainActor
open class CollectionView: View {
  let engine = ListEngine()

  // MARK: Settings

  /// The number of items that may be selected at a time.
  public var selectionMode: SelectionMode {
    get { engine.inbox.settings.selectionMode }
    set { engine.changeSettings { $0.selectionMode = newValue } }
  }
  /// Which anchor stays in place while content changes.
  public var anchorPolicy: AnchorPolicy {
    get { engine.inbox.settings.anchorPolicy }
    set { engine.changeSettings { $0.anchorPolicy = newValue } }
  }
  /// Decides how each change is shown.
  public var updater: any Updater {
    get { engine.inbox.settings.updater }
    set { engine.changeSettings { $0.updater = newValue } }
  }
  /// The animator of cells for which neither they nor their section have one; `nil` for the standard animations.
  public var animator: (any Animator)? {
    get { engine.inbox.settings.animator }
    set { engine.changeSettings { $0.animator = newValue } }
  }
  /// The number of items from which on a diff runs on another thread, while the old list stays visible and can be
  /// scrolled; `nil` to run every diff in the frame that shows the new list.
  ///
  /// A diff that ends after a newer list was applied is discarded. Lists whose data are not `Sendable`, and updates that
  /// name their edits, are not affected.
  public var backgroundDiffThreshold: Int? {
    get { engine.inbox.settings.backgroundDiffThreshold }
    set { engine.changeSettings { $0.backgroundDiffThreshold = newValue } }
  }
  /// The distance that one notch of the wheel scrolls, in logical pixels.
  public var wheelNotch: Double {
    get { engine.inbox.settings.wheelNotch }
    set { engine.changeSettings { $0.wheelNotch = newValue } }
  }
  /// Whether a pill shows the unseen count; `false` if the program shows it itself.
  public var showsUnseenPill: Bool {
    get { engine.inbox.settings.showsUnseenPill }
    set { engine.changeSettings { $0.showsUnseenPill = newValue } }
  }
  /// The number of items added at the end since the user left it, with the policy ``AnchorPolicy/end``. Items that were
  /// scrolled into view do not count.
  public var unseenCount: Int { engine.chrome.unseenCount }
  /// Called when the selection has changed.
  public var onSelectionChange: ((CollectionView) -> Void)? {
    get { engine.inbox.settings.onSelectionChange }
    set { engine.changeSettings { $0.onSelectionChange = newValue } }
  }
  /// Called when another item has the focus.
  public var onFocusChange: ((CollectionView) -> Void)? {
    get { engine.inbox.settings.onFocusChange }
    set { engine.changeSettings { $0.onFocusChange = newValue } }
  }
  /// Called with each problem in the program's data or layouts that the view repaired.
  ///
  /// Problems of data are reported once for each update or measured item, problems of layouts once for each section. By
  /// default the first problem is written to standard error.
  public var onProblem: ((Problem) -> Void)? {
    get { engine.inbox.settings.onProblem }
    set { engine.changeSettings { $0.onProblem = newValue } }
  }
  /// The observer told after each frame.
  package var neighbourhoodObserver: (any NeighbourhoodObserving)? {
    get { engine.inbox.settings.neighbourhoodObserver }
    set { engine.changeSettings { $0.neighbourhoodObserver = newValue } }
  }

  public override init() {
    super.init()
    clipsToBounds = true
    engine.view = self
    engine.binder.parent = self
    addChild(engine.chrome.scrollBar)
    for holder in engine.chrome.holders { insertChild(holder, at: 0) }
  }

  isolated deinit { engine.close() }

  // MARK: The view tree

  public override var isComposited: Bool { true }
  public override var canBecomeFocused: Bool { true }
  public override var isInteractive: Bool { true }
  public override var semanticsRole: SemanticsNode.Role? { .list }
  open override var focusableChildren: [View] { children + engine.focusableContents }

  open override func layout(environment: Environment) {
    engine.layout.size = bounds.size
    engine.chrome.scrollBar.place(in: bounds.size)
  }

  open override func emit(into context: FrameContext) {
    engine.layout.size = bounds.size
    let before = engine.scroll.presentedOffset
    context.descend(to: bounds, clips: true) {
      engine.runFrame(context)
      emitCompositedChildren(into: context)
    }
    engine.finishFrame(context, movedFrom: before)
  }

  open override func describe(into context: FrameContext) {
    if !isHidden { engine.describeItems(into: context) }
  }

  open override func setNeedsLayout() {
    engine.request { $0.layout.isStale = true }
    super.setNeedsLayout()
  }

  open override func childNeedsMeasure(_ child: View) { engine.contentNeedsMeasure(child) }
  open override func hostDidChange() { engine.request { [weak host] in $0.hostDidChange(to: host) } }

  // MARK: Input

  open override func hitTest(_ point: Point) -> View? { engine.findView(at: point) }
  open override func pointerDown(_ event: PointerEvent) -> Bool { engine.handle { engine.handlePress(event) } }
  open override func pointerDragged(_ event: PointerEvent) { engine.handle { engine.dragSection(event) } }
  open override func pointerUp(_ event: PointerEvent) { engine.handle { engine.handleRelease(event) } }
  open override func pointerHovered(at point: Point?, at now: Instant) { engine.hover(at: point) }
  open override func pointerCancelled() { engine.request { $0.cancelPress() } }
  open override func wheel(_ event: WheelEvent) -> Bool { engine.handle { engine.handleWheel(event) } }
  open override func touch(_ event: TouchEvent) -> Bool { engine.handle { engine.handleTouch(event) } }
  open override func keyDown(_ event: KeyEvent) -> Bool { engine.handle { engine.handleKey(event) } }
  open override func focusDidChange(isFocused: Bool) {
    if isFocused { engine.request { $0.giveFocusToItem() } }
  }
}
