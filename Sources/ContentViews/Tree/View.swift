public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A rectangle that draws itself, holds other views and answers input.
///
/// Views form a tree; its root is shown by a ``ViewHost``. A view's drawing is recorded only when something changed. Views
/// that move, fade or scroll by themselves are *composited*: they are drawn as groups of their own, above the plain views
/// of their parent.
@MainActor
open class View {
  /// Where the view is, in its parent's coordinates.
  public var frame: Rect = .zero {
    didSet {
      guard frame != oldValue else { return }
      frameDidChange(from: oldValue)
    }
  }

  /// A view that is hidden is neither drawn nor hit.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      if isHidden { host?.letGo(of: self) }
      parent?.markNeedsLayout()
      // What changed below it while it was hidden was not laid out.
      markNeedsLayout()
    }
  }

  /// Filled behind everything the view draws; `nil` lets what lies below show.
  public var background: Color? {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }

  /// True if what the view and its children draw is seen only inside its bounds.
  public var clipsToBounds = false {
    didSet { if clipsToBounds != oldValue { setNeedsDisplay() } }
  }

  /// The view that this one is part of.
  public package(set) weak var parent: View?
  public private(set) var children: [View] = []
  /// Where the view's tree is shown; `nil` while it is not.
  public package(set) weak var host: ViewHost?

  /// Something that lives as long as the view: a coordinator, a subscription.
  public var companion: Any?

  /// How the cell that the view is the content of comes, goes and moves; `nil` leaves it to the cell, its section and the
  /// list.
  public var collectionAnimator: (any Animator)?

  /// The recording that this view is the root of, if it is the root of one.
  package var group: ViewGroup?
  /// True for the root of a cell's content: its parent places and emits it without having it among its children.
  package var isHostedContent = false
  /// True while the view, the content of a cell, is on its way: nothing in it is hovered then.
  package final var suspendsHover = false
  /// Views below this one that are drawn as groups of their own.
  package private(set) var compositedDescendants = 0
  package private(set) var needsLayout = true
  private var descendantNeedsLayout = true

  /// True if the view or one below it is to be placed anew.
  package var owesLayout: Bool { needsLayout || descendantNeedsLayout }

  public init() {}

  /// The view's own coordinates: its size, with the origin at its top left.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// True if the view draws into groups of its own.
  open var isComposited: Bool { false }

  // MARK: What subclasses say

  /// Draws the view itself, without its children, in its own coordinates.
  open func draw(in canvas: Canvas, environment: Environment) {}

  /// Draws what lies above the children, in the view's own coordinates.
  open func drawOverlay(in canvas: Canvas, environment: Environment) {}

  /// Places the children.
  open func layout(environment: Environment) {}

  /// The size that the view would like.
  /// - Parameter proposal: The space there is; an infinite side is free.
  open func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { .zero }

  /// How far the view draws beyond its bounds: shadows, rings.
  open var drawingOutsets: Insets { .zero }

  /// Adds the view and what is below it to the frame. Called only for composited views and the root.
  open func emit(into context: FrameContext) {
    context.emitGroup(of: self)
    emitCompositedChildren(into: context)
  }

  /// Called for views that asked by ``ViewHost/animate(_:)``, before each frame.
  /// - Returns: When to call again; `nil` to be called no more.
  open func animate(at now: Instant) -> Instant? { nil }

  /// True for motion that never ends by itself, such as a blinking caret: who waits for rest need not wait for it.
  open var animationIsEndless: Bool { false }

  /// The view has been added to a tree that is shown, or taken out of it.
  open func hostDidChange() {}

  // MARK: Input, in the view's own coordinates

  /// The view itself or the view below it that is to get the pointer; `nil` if the point is outside.
  open func hitTest(_ point: Point) -> View? {
    guard !isHidden, bounds.contains(point) else { return nil }
    for child in children.reversed() {
      if let hit = child.hitTest(point - child.frame.origin) { return hit }
    }
    return self
  }

  /// True if presses on the view are its own business. Views that are not leave them to the list that they are part of.
  open var isInteractive: Bool { false }
  /// A button was pressed over the view. Return true to get the movements and the release that follow.
  open func pointerDown(_ event: PointerEvent) -> Bool { false }
  open func pointerDragged(_ event: PointerEvent) {}
  open func pointerUp(_ event: PointerEvent) {}
  /// The press ends without a release: another view took it over, or the window went away.
  open func pointerCancelled() {}
  /// The pointer rests over the view or a view below it, without a button pressed. `nil` when it left.
  open func pointerHovered(at point: Point?, at now: Instant) {}
  open func cursor(at point: Point) -> Cursor { .arrow }
  /// Return true if the view used it; else its parent is asked.
  open func wheel(_ event: WheelEvent) -> Bool { false }
  open func touch(_ event: TouchEvent) -> Bool { false }
  open func keyDown(_ event: KeyEvent) -> Bool { false }
  open func textTyped(_ text: String) -> Bool { false }
  open func dropped(_ text: String, at point: Point) -> Bool { false }

  /// True if keys can go to the view.
  open var canBecomeFocused: Bool { false }
  /// The views below this one in which keys can go on to the next, in that order.
  open var focusableChildren: [View] { children }
  /// True if the view takes typed text, so that input methods should be on.
  open var acceptsText: Bool { false }
  /// The caret in the view's own coordinates, while it takes text.
  open var caretRect: Rect? { nil }
  open func focusDidChange(isFocused: Bool) {}

  // MARK: In words

  /// What the view is to a reader of the screen; `nil` if it is only a part of its parent.
  open var semanticsRole: SemanticsNode.Role? { nil }
  open var semanticsText: String { "" }
  open var semanticsStates: SemanticsNode.States { isFocused ? .focused : [] }

  /// Describes the view and what is below it.
  open func describe(into context: FrameContext) {
    context.describe(self)
  }

  // MARK: The tree

  /// Adds `child` above the other children, taking it from where it was.
  public func addChild(_ child: View) {
    insertChild(child, at: children.count)
  }

  /// - Precondition: `0 <= index <= children.count`, counted without `child` itself.
  public func insertChild(_ child: View, at index: Int) {
    child.removeFromParent()
    precondition(index >= 0 && index <= children.count, "child \(index) of \(children.count)")
    children.insert(child, at: index)
    child.parent = self
    adjustComposited(by: child.compositedCountInTree)
    child.attach(to: host)
    // Marks the whole way up: layout that the child still owes would not be found otherwise.
    child.markNeedsLayout()
    markNeedsLayout()
  }

  public func removeFromParent() {
    guard let parent, let index = parent.children.firstIndex(where: { $0 === self }) else { return }
    parent.children.remove(at: index)
    parent.adjustComposited(by: -compositedCountInTree)
    parent.markNeedsLayout()
    parent.setNeedsDisplay()
    self.parent = nil
    attach(to: nil)
  }

  private var compositedCountInTree: Int { compositedDescendants + (isComposited ? 1 : 0) }

  private func adjustComposited(by amount: Int) {
    guard amount != 0 else { return }
    compositedDescendants += amount
    parent?.adjustComposited(by: amount)
  }

  /// Tells the view and all below it where they are shown.
  package func attach(to host: ViewHost?) {
    guard self.host !== host else { return }
    self.host?.forget(self)
    self.host = host
    for child in children { child.attach(to: host) }
    hostDidChange()
  }

  // MARK: What changed

  /// The view's drawing is out of date.
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

  /// The places of the view's children are out of date.
  open func setNeedsLayout() {
    markNeedsLayout()
  }

  /// As ``setNeedsLayout()``, where the view itself finds that out.
  package final func markNeedsLayout() {
    needsLayout = true
    var view = isHostedContent ? nil : parent
    while let current = view, !current.descendantNeedsLayout {
      current.descendantNeedsLayout = true
      view = current.isHostedContent ? nil : current.parent
    }
    setNeedsDisplay()
  }

  /// The places of all views below this one are out of date.
  package func setNeedsLayoutInTree() {
    markNeedsLayout()
    for child in children { child.setNeedsLayoutInTree() }
  }

  /// The size that the view would like has changed: whoever places it should ask again.
  open func setNeedsMeasure() {
    markNeedsLayout()
    parent?.childNeedsMeasure(self)
  }

  /// A child would like another size. The default asks for layout and tells the parent.
  open func childNeedsMeasure(_ child: View) {
    setNeedsMeasure()
  }

  /// Places the children of this view and of all below it where that is out of date.
  public func layoutIfNeeded(environment: Environment) {
    if needsLayout {
      needsLayout = false
      layout(environment: environment)
    }
    guard descendantNeedsLayout else { return }
    descendantNeedsLayout = false
    for child in children where !child.isHidden { child.layoutIfNeeded(environment: environment) }
  }

  private func frameDidChange(from old: Rect) {
    if frame.size != old.size { markNeedsLayout() }
    // A group's own recording does not depend on where the group is; its parent's does on a plain child's place.
    if group == nil || frame.size != old.size { setNeedsDisplay() }
    host?.setNeedsFrame()
  }
}
