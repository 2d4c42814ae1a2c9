public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that shows a list of any length, declared as a value.
///
/// ``apply(_:updateStrategy:reason:completion:)`` takes the list to show. The view finds the changes, lays out and
/// binds only the items on screen, and animates visible items from their old frames to the new ones. The anchor stays
/// in place; selection and focus belong to items and move with them.
///
/// The view keeps its child views and forwards everything else to a `ListEngine`.
@MainActor
open class CollectionView: View {
  /// The owner of all state except the child views.
  let engine = ListEngine()
  /// The list that a provider or a definition by elements declares; `nil` if the program applies lists itself.
  var deferredList: DeferredList?
  /// The input that is being handled, and so the cause of a selection made now; `nil` for a call of the program.
  private(set) var handledInput: HandledInput?

  /// The inputs that select items.
  enum HandledInput {
    case tap, key
  }

  /// Called with the point of the press when the user begins to drag one of the selected items, to start a drag to other
  /// programs. Returns `false` to leave the drag to the list.
  package var onItemDrag: (@MainActor (Point) -> Bool)?
  /// The press on an item that may become a drag to other programs; `nil` if there is none.
  private var itemPress: (path: ElementPath, point: Point)?

  // MARK: Settings

  /// The number of items that may be selected at a time. The default is `multiple`.
  public var selectionMode: SelectionMode {
    get { engine.inbox.settings.selectionMode }
    set { engine.changeSettings { $0.selectionMode = newValue } }
  }
  /// The rule that chooses the anchor, which stays in place while content changes. The default is `item`.
  public var anchorPolicy: AnchorPolicy {
    get { engine.inbox.settings.anchorPolicy }
    set { engine.changeSettings { $0.anchorPolicy = newValue } }
  }
  /// A closure that chooses the item that the next change of the list keeps in place, by its path in the list that is
  /// shown; without it, or if it returns `nil`, ``anchorPolicy`` chooses. The default is `nil`.
  ///
  /// Called once for each update, before the update is laid out. The item must survive the update, or else the policy
  /// chooses another one. With the policy ``AnchorPolicy/none``, or if the view follows its end, the item has no effect.
  public var anchorItem: (@MainActor (CollectionView) -> ElementPath?)? {
    get { engine.inbox.settings.anchorItem }
    set { engine.changeSettings { $0.anchorItem = newValue } }
  }
  /// The updater that decides how each change is shown. The default is ``LiveUpdater``.
  public var updater: any Updater {
    get { engine.inbox.settings.updater }
    set { engine.changeSettings { $0.updater = newValue } }
  }
  /// The animator of cells that get none from their content view, the cell, its section or the update; `nil` for the
  /// standard animations.
  public var animator: (any Animator)? {
    get { engine.inbox.settings.animator }
    set { engine.changeSettings { $0.animator = newValue } }
  }
  /// The smallest number of items for which a diff runs on another thread, while the old list stays visible and can be
  /// scrolled; `nil` to run every diff in the frame that shows the new list.
  ///
  /// A diff that ends after a newer list was applied is discarded. Lists whose data are not `Sendable` are always
  /// diffed in the frame. Rows that record their edits, as those of a `RowStore`, do not count towards the number.
  public var backgroundDiffThreshold: Int? {
    get { engine.inbox.settings.backgroundDiffThreshold }
    set { engine.changeSettings { $0.backgroundDiffThreshold = newValue } }
  }
  /// The pool of content views for reuse, which lists may share. A pool that is replaced keeps its content views.
  public var reusePool: ReusePool {
    get { engine.inbox.settings.reusePool }
    set { engine.changeSettings { $0.reusePool = newValue } }
  }
  /// The distance of one notch of the wheel, in logical pixels. The default is 96.
  package var wheelNotch: Double {
    get { engine.inbox.settings.wheelNotch }
    set { engine.changeSettings { $0.wheelNotch = newValue } }
  }
  /// A closure that converts the unseen count into the number in the pill, because in some lists not every item counts
  /// for the user. By default it returns the count itself. `nil` if the program shows the count itself, without a pill.
  package var unseenPillNumber: (@MainActor (Int) -> Int)? {
    get { engine.inbox.settings.unseenPillNumber }
    set { engine.changeSettings { $0.unseenPillNumber = newValue } }
  }
  /// A closure that tells the place of the first visible item, for the label beside the scroll bar's thumb while the user
  /// drags it; it returns `nil` where there is nothing to tell. A list with a section index shows the titles of its
  /// sections instead. `nil` for no label.
  package var thumbLabel: (@MainActor (ElementPath) -> String?)? {
    get { engine.inbox.settings.thumbLabel }
    set { engine.changeSettings { $0.thumbLabel = newValue } }
  }
  /// The number of items that the program added at the end while the end was out of view, without those that have come
  /// into view since. Items are counted only with the policy ``AnchorPolicy/end``.
  public var unseenCount: Int { engine.shown.unseenCount }
  /// Called when the selection has changed.
  public var onSelectionChange: ((CollectionView) -> Void)? {
    get { engine.inbox.settings.onSelectionChange }
    set { engine.changeSettings { $0.onSelectionChange = newValue } }
  }
  /// Called when the focus has moved to another item or is lost.
  public var onFocusChange: ((CollectionView) -> Void)? {
    get { engine.inbox.settings.onFocusChange }
    set { engine.changeSettings { $0.onFocusChange = newValue } }
  }
  /// Called with each problem in the program's data or layouts that the view repaired.
  ///
  /// Repeated identities are reported once for each update, impossible sizes each time an item is measured, and
  /// problems of layouts once for each section and kind. By default the first problem is written to standard error.
  public var onProblem: ((Problem) -> Void)? {
    get { engine.inbox.settings.onProblem }
    set { engine.changeSettings { $0.onProblem = newValue } }
  }
  /// The observer that is called after each frame, for prefetching.
  package var neighbourhoodObserver: (any NeighbourhoodObserving)? {
    get { engine.inbox.settings.neighbourhoodObserver }
    set { engine.changeSettings { $0.neighbourhoodObserver = newValue } }
  }

  /// Makes a view that shows an empty list.
  public override init() {
    super.init()
    clipsToBounds = true
    engine.attach(to: self)
    addChild(engine.chrome.scrollBar)
    addChild(engine.chrome.sectionIndex)
    addChild(engine.chrome.sectionLabel)
    // The holders are below the scroll bar, which must stay usable above a placeholder.
    for holder in engine.chrome.holders { insertChild(holder, at: 0) }
    insertChild(engine.chrome.band, at: 0)
    insertChild(engine.chrome.swipeActions, at: 0)
    insertChild(engine.chrome.hoverActions, at: 1)
  }

  isolated deinit { engine.close() }

  // MARK: The view tree

  /// Whether the view emits draw groups of its own: always, one for each item.
  public override var isComposited: Bool { true }
  /// Whether the view can get the keyboard focus: always, because keys move the focus between items.
  public override var canBecomeFocused: Bool { true }
  /// Whether the view takes pointer events: always, between its items as well.
  public override var isInteractive: Bool { true }
  /// The view's role for assistive technology: a list.
  public override var semanticsRole: SemanticsNode.Role? { .list }
  /// The views that the Tab key reaches: the list's own children, then the content views of the focused item and of
  /// visible headers and footers.
  open override var focusableChildren: [View] { children + engine.focusableContents }

  /// Returns the proposed size, because the content scrolls. The length is 0 on an axis whose proposal is infinite, as
  /// in a cell that fits its content.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(
      width: proposal.width.isFinite ? proposal.width : 0, height: proposal.height.isFinite ? proposal.height : 0)
  }

  /// Places the scroll bar. Items are placed later, in the frame.
  open override func layout(environment: Environment) {
    engine.resize(to: bounds.size)
  }

  /// Runs the engine's frame and emits the draw groups, then calls the program's handlers.
  open override func emit(into context: FrameContext) {
    // A parent may have resized the view after the view's layout.
    engine.resize(to: bounds.size)
    deferredList?.applyIfNeeded()
    let before = engine.scroll.presentedOffset
    context.descend(to: bounds, clips: true) {
      engine.runFrame(context)
      emitCompositedChildren(into: context)
    }
    engine.finishFrame(context, movedFrom: before)
  }

  /// Appends semantics nodes that describe the list and its items.
  open override func describe(into context: FrameContext) {
    if !isHidden { engine.describeItems(into: context) }
  }

  /// Lays out and measures everything again in the next frame.
  open override func setNeedsLayout() {
    engine.request { $0.setNeedsLayout() }
    super.setNeedsLayout()
  }

  /// Requests that the next frame measures the item that shows `child`.
  open override func childNeedsMeasure(_ child: View) { engine.contentNeedsMeasure(child) }
  /// Attaches the content views to the new window, or detaches them.
  open override func hostDidChange() { engine.request { [weak host] in $0.hostDidChange(to: host) } }

  // MARK: Input

  /// Returns the view that gets the pointer at a point: an interactive view in the chrome or in a cell, else the list
  /// itself. Cells are found by their target frames.
  open override func hitTest(_ point: Point) -> View? { engine.findView(at: point) }
  /// Starts a press or drag.
  open override func pointerDown(_ event: PointerEvent) -> Bool {
    if event.button == .left, event.modifiers.isEmpty { handledInput = .tap }
    defer { handledInput = nil }
    let isItemPress = onItemDrag != nil && event.button == .left && event.modifiers.isEmpty
    itemPress = isItemPress ? engine.path(at: event.location).map { ($0, event.location) } : nil
    return engine.handle { engine.handlePress(event) }
  }
  /// Continues a drag of nested scroll containers, or begins a drag of items to other programs.
  open override func pointerDragged(_ event: PointerEvent) {
    if let press = itemPress, event.location.distance(to: press.point) > PointerTracker.slop {
      itemPress = nil
      // The rest of the press belongs to the other drag.
      if isSelected(press.path), onItemDrag?(press.point) == true {
        host?.cancelPress()
        return
      }
    }
    engine.handle { engine.handleDrag(event) }
  }
  /// Ends a press or drag.
  open override func pointerUp(_ event: PointerEvent) { engine.handle { engine.handleRelease(event) } }
  /// Marks the item under the pointer as hovered; without a point, ends the hover.
  open override func pointerHovered(at point: Point?, at now: Instant) { engine.hover(at: point) }
  /// Ends a press or drag without selecting anything.
  open override func pointerCancelled() { engine.request { $0.cancelPress() } }
  /// Scrolls by the wheel.
  open override func wheel(_ event: WheelEvent) -> Bool { engine.handle { engine.handleWheel(event) } }
  /// Scrolls by touch.
  open override func touch(_ event: TouchEvent) -> Bool {
    handledInput = .tap
    defer { handledInput = nil }
    return engine.handle { engine.handleTouch(event) }
  }
  /// Performs the command of a key: for example, moves the focus and the selection, or scrolls.
  open override func keyDown(_ event: KeyEvent) -> Bool {
    handledInput = .key
    defer { handledInput = nil }
    return engine.handle { engine.handleKey(event) }
  }
  /// Whether input methods are on while the list has the focus: if it finds items by typed text.
  open override var acceptsText: Bool { engine.acceptsText }
  /// Finds the item whose text begins with the typed text, if the list has a ``List/typeAhead(_:)`` handler.
  open override func textTyped(_ text: String) -> Bool { engine.handle { engine.handleText(text) } }
  /// Scrolls to the focused item when keys move the focus to the list, or focuses the first visible item if no item has
  /// the focus. Closes an open row when the focus leaves the list, because Escape could not close it any more.
  open override func focusDidChange(isFocused: Bool) {
    engine.request { if isFocused { $0.giveFocusToItem() } else { $0.closeRowActions() } }
  }
}
