public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A rectangle that draws itself, contains other views and handles input.
///
/// Views form a tree; a ``ViewHost`` shows its root. A view's drawing is recorded and kept until the view changes.
/// Views that move, fade or scroll on their own are *composited*: they are drawn in draw groups of their own, above the
/// plain views of their parent.
@MainActor
open class View {
  /// Position and size in the coordinates of the parent, in logical pixels.
  ///
  /// Scrolling moves every content view in each frame, so a dynamic check of exclusive access would cost more than the
  /// access itself. The check is not needed, because `didSet` runs after the access.
  @exclusivity(unchecked) public var frame: Rect = .zero {
    didSet {
      guard frame != oldValue else { return }
      frameDidChange(from: oldValue)
    }
  }

  /// Whether the view is hidden: it and its descendants are not drawn and receive no input.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      if isHidden { host?.releaseInput(of: self) }
      parent?.childVisibilityDidChange()
      // Layout skips hidden views, so changes inside it were not laid out yet.
      markNeedsLayout()
    }
  }

  /// The colour behind the view's drawing; `nil` to let the views below show through.
  public var background: Color? {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }

  /// Whether the view and its descendants are drawn only inside its bounds.
  public var clipsToBounds = false {
    didSet { if clipsToBounds != oldValue { setNeedsDisplay() } }
  }

  /// The view that contains this one; `nil` for the root and for views outside any tree.
  public package(set) weak var parent: View?
  /// The views inside this one in drawing order, lowest first.
  public private(set) var children: [View] = []
  /// The host that shows the view's tree; `nil` while no host shows it.
  public package(set) weak var host: ViewHost?

  /// An object that the view keeps alive, such as a coordinator or a subscription. The view itself does not use it.
  package var companion: Any?

  /// The animator for the cell that shows this view as its content; `nil` to use that of the cell, its section or the
  /// list.
  public var collectionAnimator: (any Animator)?

  /// The recording that starts at this view; `nil` if the view is part of its parent's recording.
  @exclusivity(unchecked) package var group: ViewGroup?
  /// Whether the view is the root of a cell's content. Its `parent` is then the collection view, which lays it out and
  /// draws it but does not have it in `children`.
  package var isHostedContent = false
  /// Whether this view, as the root of a cell's content, draws the focus ring itself, for example around a part of the
  /// cell.
  package final var drawsOwnFocus = false
  /// Whether `semanticsText` already contains the texts of the children, so that they are not read out a second time.
  package final var speaksForChildren = false
  /// Whether hovering is suspended for the view's descendants, because the cell that contains them moves.
  package final var suspendsHover = false
  /// The number of descendants that are drawn in draw groups of their own.
  package private(set) var compositedDescendants = 0
  /// Whether ``layout(environment:)`` must run again.
  package private(set) var needsLayout = true
  /// Whether a descendant must be laid out again. If this is set, it is set for all ancestors too.
  private var descendantNeedsLayout = true

  /// Whether this view or a descendant must be laid out again.
  package var needsLayoutInSubtree: Bool { needsLayout || descendantNeedsLayout }

  /// Creates a view of zero size at the origin.
  public init() {}

  /// The rectangle of the view in its own coordinates: its size, with the origin at (0, 0).
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// Whether the view is drawn in draw groups of its own instead of its parent's recording.
  open var isComposited: Bool { false }

  // MARK: For subclasses to override

  /// Draws the view without its children, in its own coordinates. The default draws nothing.
  open func draw(in canvas: Canvas, environment: Environment) {}

  /// Draws above the children, in the coordinates of the view. The default draws nothing.
  open func drawOverlay(in canvas: Canvas, environment: Environment) {}

  /// Sets the frames of the children. The default does nothing.
  open func layout(environment: Environment) {}

  /// Returns the size that the view needs. The default returns zero.
  /// - Parameter proposal: The available space in logical pixels; an infinite side is unlimited.
  open func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { .zero }

  /// The distance by which drawing may extend beyond the bounds, for example for shadows and focus rings.
  open var drawingOutsets: Insets { .zero }

  /// Adds the view and its descendants to the frame. Called only for composited views and for the root.
  open func emit(into context: FrameContext) {
    context.emitGroup(of: self)
    emitCompositedChildren(into: context)
  }

  /// Advances the animations of a view that called ``ViewHost/animate(_:)``. Called at the start of each frame.
  /// - Returns: The time at which the view needs another frame; `nil` to end the animation.
  open func animate(at now: Instant) -> Instant? { nil }

  /// Whether the running animation never ends by itself, such as the blinking of a caret. A tree in which only such
  /// animations run counts as at rest.
  open var animationIsEndless: Bool { false }

  /// Called after the view was added to a shown tree or removed from one. The default does nothing.
  open func hostDidChange() {}

  // MARK: Input, in the view's own coordinates

  /// Returns the topmost view at a point: a descendant or this view itself; `nil` if the point is outside this view or
  /// the view is hidden.
  open func hitTest(_ point: Point) -> View? {
    guard !isHidden, bounds.contains(point) else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(point - child.frame.origin) { return hit }
    }
    return self
  }

  /// Whether the view handles presses itself. Otherwise the list that contains it does.
  open var isInteractive: Bool { false }
  /// Handles a pressed button. Returns `true` to receive the following drags and the release.
  open func pointerDown(_ event: PointerEvent) -> Bool { false }
  /// Handles a movement of the pointer with the button held, also outside the view.
  open func pointerDragged(_ event: PointerEvent) {}
  /// Handles the release of the button, also outside the view.
  open func pointerUp(_ event: PointerEvent) {}
  /// Handles the end of a press without a release: another view took it over, or the window stopped receiving keyboard
  /// input.
  open func pointerCancelled() {}
  /// Handles a movement of the pointer over the view or a descendant without a pressed button. `point` is `nil` after
  /// the pointer left the view.
  open func pointerHovered(at point: Point?, at now: Instant) {}
  /// Returns the shape of the pointer at a point of the view.
  open func cursor(at point: Point) -> Cursor { .arrow }
  /// Handles a turn of the wheel. Returns `false` to pass it to the parent.
  open func wheel(_ event: WheelEvent) -> Bool { false }
  /// Handles a touch. When the touch begins, returns `true` to receive all its later events, `false` to pass it to the
  /// parent.
  open func touch(_ event: TouchEvent) -> Bool { false }
  /// Handles a pressed key. Returns `false` to pass it to the parent.
  open func keyDown(_ event: KeyEvent) -> Bool { false }
  /// Handles typed text. Returns `false` to pass it to the parent.
  open func textTyped(_ text: String) -> Bool { false }
  /// Handles a dropped file or text. Returns `false` to pass it to the parent.
  open func dropped(_ text: String, at point: Point) -> Bool { false }

  /// Whether the view can receive keys.
  open var canBecomeFocused: Bool { false }
  /// The children that Tab visits, in this order.
  open var focusableChildren: [View] { children }
  /// Whether the view accepts typed text, so that input methods are turned on.
  open var acceptsText: Bool { false }
  /// The caret in the coordinates of the view, for input methods; `nil` if there is none.
  package var caretRect: Rect? { nil }
  /// Called after the view gained (`true`) or lost the focus. The default does nothing.
  open func focusDidChange(isFocused: Bool) {}

  // MARK: Semantics

  /// The kind of the view for assistive technology; `nil` to describe only its children.
  open var semanticsRole: SemanticsNode.Role? { nil }
  /// The text of the view for assistive technology.
  open var semanticsText: String { "" }
  /// The text of the view and its descendants.
  package final var spokenText: String {
    var parts: [String] = []
    addSpokenText(to: &parts)
    return parts.joined(separator: " ")
  }

  private func addSpokenText(to parts: inout [String]) {
    guard !isHidden else { return }
    let text = semanticsText
    if !text.isEmpty { parts.append(text) }
    guard !speaksForChildren else { return }
    for child in children { child.addSpokenText(to: &parts) }
  }

  /// The states of the view for assistive technology.
  open var semanticsStates: SemanticsNode.States { isFocused ? .focused : [] }

  /// Adds semantics nodes for the view and its descendants to the frame. The default adds one for the view if
  /// it has a role, and asks its children.
  open func describe(into context: FrameContext) {
    context.describe(self)
  }

  // MARK: The tree

  /// Removes `child` from its former parent and adds it above the other children.
  public func addChild(_ child: View) {
    insertChild(child, at: children.count)
  }

  /// Removes `child` from its former parent and inserts it below the child that is at `index`.
  /// - Precondition: `0 <= index <= children.count`, counted without `child` itself.
  package func insertChild(_ child: View, at index: Int) {
    child.removeFromParent()
    precondition(index >= 0 && index <= children.count, "child \(index) of \(children.count)")
    children.insert(child, at: index)
    child.parent = self
    adjustComposited(by: child.compositedCountInTree)
    child.attach(to: host)
    // While the subtree was outside this tree, the layout flags of its new ancestors were not set for it. Marking the
    // child again sets them up to the root.
    child.markNeedsLayout()
    markNeedsLayout()
  }

  /// Removes the view from its parent and so from the shown tree. Does nothing if the view has no parent.
  public func removeFromParent() {
    guard let parent, let index = parent.children.firstIndex(where: { $0 === self }) else { return }
    parent.children.remove(at: index)
    parent.adjustComposited(by: -compositedCountInTree)
    parent.markNeedsLayout()
    parent.setNeedsDisplay()
    self.parent = nil
    attach(to: nil)
  }

  /// The number of composited views in the subtree, including this view.
  private var compositedCountInTree: Int { compositedDescendants + (isComposited ? 1 : 0) }

  /// Adds `amount` to ``compositedDescendants`` of this view and its ancestors. The count lets frames skip subtrees
  /// without draw groups.
  private func adjustComposited(by amount: Int) {
    guard amount != 0 else { return }
    compositedDescendants += amount
    parent?.adjustComposited(by: amount)
  }

  /// Sets the host of the view and its descendants, and calls their ``hostDidChange()`` if the host changed.
  package func attach(to host: ViewHost?) {
    guard self.host !== host else { return }
    self.host?.removeReferences(to: self)
    self.host = host
    for child in children { child.attach(to: host) }
    hostDidChange()
  }

  // MARK: Requests for layout and drawing

  /// Requests a new recording of the view's drawing.
  public func setNeedsDisplay() {
    var view: View? = self
    while let current = view {
      if let group = current.group {
        group.isDirty = true
        break
      }
      view = current.parent
    }
    host?.setNeedsFrame()
  }

  /// Requests a new layout of the children.
  open func setNeedsLayout() {
    markNeedsLayout()
  }

  /// Requests a new layout of the children. Unlike ``setNeedsLayout()``, subclasses cannot override it.
  package final func markNeedsLayout() {
    needsLayout = true
    var view = isHostedContent ? nil : parent
    while let current = view, !current.descendantNeedsLayout {
      current.descendantNeedsLayout = true
      view = current.isHostedContent ? nil : current.parent
    }
    setNeedsDisplay()
  }

  /// Requests a new layout of the view and each of its descendants.
  package func setNeedsLayoutInTree() {
    markNeedsLayout()
    for child in children { child.setNeedsLayoutInTree() }
  }

  /// Reports that ``sizeThatFits(_:environment:)`` may return another size. The parent will then measure the view
  /// again.
  open func setNeedsMeasure() {
    markNeedsLayout()
    parent?.childNeedsMeasure(self)
  }

  /// Called when a child may need another size. The default requests layout and tells the parent in turn.
  open func childNeedsMeasure(_ child: View) {
    setNeedsMeasure()
  }

  /// Called when a child was hidden or shown. The default requests layout; the views whose size depends on it also
  /// request to be measured.
  package func childVisibilityDidChange() { markNeedsLayout() }

  /// Lays out those views of the subtree that requested layout. Hidden descendants are skipped.
  package func layoutIfNeeded(environment: Environment) {
    if needsLayout {
      needsLayout = false
      layout(environment: environment)
    }
    guard descendantNeedsLayout else { return }
    descendantNeedsLayout = false
    for child in children where !child.isHidden { child.layoutIfNeeded(environment: environment) }
  }

  /// Requests layout after a change of size, and a new recording if the change affects a recording.
  private func frameDidChange(from old: Rect) {
    let isResized = frame.size != old.size
    if isResized { markNeedsLayout() }
    // The recording of a group does not depend on its position, but a plain view is part of its parent's recording.
    if group == nil || isResized { setNeedsDisplay() }
    host?.setNeedsFrame()
  }
}
