public import ScrollworkGeometry
public import ScrollworkHostInterface

/// Shows a tree of views: makes its frames and hands it the input. It knows no window system and reads no clock.
@MainActor
public final class ViewHost {
  /// The root of the tree.
  public var content: View {
    didSet {
      guard content !== oldValue else { return }
      oldValue.attach(to: nil)
      adopt(content)
    }
  }

  /// The window in logical pixels.
  public var size: Size {
    didSet {
      guard size != oldValue else { return }
      content.frame = Rect(origin: .zero, size: size)
      setNeedsFrame()
    }
  }

  public var environment: Environment {
    didSet {
      context.environment = environment
      context.generation += 1
      content.setNeedsLayoutInTree()
      setNeedsFrame()
    }
  }

  /// Called when a frame is wanted that was not wanted before.
  public var onNeedsFrame: (() -> Void)?
  /// Called with keys that no view used, before anything else happens with them. Return true if it did something.
  public var onUnhandledKey: ((KeyEvent) -> Bool)?

  /// True if something changed since the last frame was made.
  public private(set) var needsFrame = true
  /// The moment of the last frame or event.
  public package(set) var now = Instant.zero

  /// The view that gets the keys.
  public package(set) weak var focusedView: View?
  /// True while focus should be seen: after a key moved it, not after the pointer did.
  public package(set) var isFocusVisible = false {
    didSet { if isFocusVisible != oldValue { focusedView?.setNeedsDisplay() } }
  }

  /// Told which part of a frame begins, by whoever measures frames.
  package var onPhase: ((FramePhase) -> Void)? {
    get { context.onPhase }
    set { context.onPhase = newValue }
  }

  /// When the last frame asked for another one, for motion that ends; `nil` if none is under way.
  package var settlingWake: Instant? { context.settlingWake }

  package weak var pressedView: View?
  package weak var touchedView: View?
  package weak var hoveredView: View?
  /// The hovered view and the views it is in, innermost first: all of them are told.
  var hoveredChain: [View] = []
  /// Room for the chain before, so that hovering while content moves allocates nothing.
  var formerChain: [View] = []
  package var pointerLocation: Point?
  package var cursor = Cursor.arrow
  private let context: FrameContext
  private var animatedViews: [View] = []
  /// How many views ever asked to be animated.
  private var animationsBegun = 0

  public init(content: View, size: Size, environment: Environment) {
    self.content = content
    self.size = size
    self.environment = environment
    context = FrameContext(environment: environment)
    adopt(content)
  }

  private func adopt(_ content: View) {
    content.frame = Rect(origin: .zero, size: size)
    content.attach(to: self)
    setNeedsFrame()
  }

  /// Something changed: a new frame should be made.
  public func setNeedsFrame() {
    guard !needsFrame else { return }
    needsFrame = true
    onNeedsFrame?()
  }

  /// Runs `body`; what it changes is shown by the frame that is being made and asks for no other, unless something
  /// begins to be animated.
  package func withoutRequestingFrames(_ body: () -> Void) {
    let (before, animated) = (needsFrame, animationsBegun)
    needsFrame = true
    body()
    needsFrame = before
    if animationsBegun > animated { setNeedsFrame() }
  }

  /// Calls ``View/animate(at:)`` of `view` before each frame from now on, until it returns `nil`.
  public func animate(_ view: View) {
    guard !animatedViews.contains(where: { $0 === view }) else { return }
    animatedViews.append(view)
    animationsBegun += 1
    setNeedsFrame()
  }

  /// Makes the frame that shows `now`.
  /// - Parameter describing: True to have the frame described in words as well.
  /// - Complexity: O(*v*) in the number of views that are realised, whatever the size of the data.
  public func frame(at now: Instant, describing: Bool = false) -> Frame {
    self.now = now
    needsFrame = false
    context.begin(at: now, size: size, wantsSemantics: describing)
    runAnimations()
    layoutContent()
    content.emit(into: context)
    if describing { describeAll() }
    // Passes may have found that another frame is needed at once.
    if needsFrame { context.wakeForNextFrame() }
    return Frame(
      size: size, scale: environment.scale, background: environment.theme.colors.surface, groups: context.groups,
      wake: context.wake, semantics: context.semantics, cursor: cursor, textInput: textInputRect)
  }

  /// Places what has to be placed; what that changes is shown by this frame and asks for no other. A view that finds out
  /// while it is placed that it needs another size is placed again, at most three times in all.
  private func layoutContent() {
    withoutRequestingFrames {
      for _ in 0..<3 where content.owesLayout { content.layoutIfNeeded(environment: environment) }
    }
    if content.owesLayout { setNeedsFrame() }
  }

  private func runAnimations() {
    guard !animatedViews.isEmpty else { return }
    // Over a copy: an animation that ends may take views out of the tree, and with them what they animate.
    for view in animatedViews where animatedViews.contains(where: { $0 === view }) {
      guard let next = view.animate(at: now) else {
        animatedViews.removeAll { $0 === view }
        continue
      }
      if view.animationIsEndless { context.wakeEndlessly(at: next) } else { context.wake(at: next) }
    }
  }

  private func describeAll() {
    context.semantics.append(SemanticsNode(role: .window, bounds: Rect(origin: .zero, size: size), depth: 0))
    context.depth = 1
    content.describe(into: context)
  }

  private var textInputRect: Rect? {
    guard let focusedView, focusedView.acceptsText else { return nil }
    return focusedView.convertToRoot(focusedView.caretRect ?? focusedView.bounds)
  }

  /// A view is hidden: neither keys nor the pointer go to it or to what is below it any more.
  package func letGo(of view: View) {
    if let pressedView, pressedView.isInside(view) { cancelPress() }
    if let focusedView, focusedView.isInside(view) { focus(nil) }
    if let hovered = hoveredView, hovered.isInside(view) {
      hoveredView = nil
      endHover(inside: view)
    }
  }

  /// A view leaves the tree: nothing of the host points to it any more.
  package func forget(_ view: View) {
    animatedViews.removeAll { $0 === view }
    if pressedView === view { pressedView = nil }
    if touchedView === view { touchedView = nil }
    if hoveredView === view { hoveredView = nil }
    hoveredChain.removeAll { $0 === view }
    if focusedView === view { focusedView = nil }
  }
}
