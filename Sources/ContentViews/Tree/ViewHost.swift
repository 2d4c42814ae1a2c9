package import ScrollworkGeometry
public import ScrollworkHostInterface

/// The owner of a shown view tree. It makes frames and delivers input. It has neither a window nor a clock of its own.
@MainActor
public final class ViewHost {
  /// The root of the tree.
  package var content: View {
    didSet {
      guard content !== oldValue else { return }
      oldValue.attach(to: nil)
      adopt(content)
    }
  }

  /// The views above `content`, the lowest first.
  package internal(set) var overlays: [Overlay] = []
  /// The number of overlays presented so far whose `takesPress` is `true`.
  var presentations = 0

  /// Size of the window in logical pixels.
  package var size: Size {
    didSet {
      guard size != oldValue else { return }
      content.frame = Rect(origin: .zero, size: size)
      for overlay in overlays { overlay.frame = content.frame }
      setNeedsFrame()
    }
  }

  /// The properties and services of the window. Setting this lays out and records the whole tree again.
  public var environment: Environment {
    didSet {
      context.environment = environment
      context.generation += 1
      for root in roots { root.setNeedsLayoutInTree() }
      setNeedsFrame()
    }
  }

  /// The roots of all trees in the window, the lowest first.
  private var roots: [View] { [content] + overlays }

  /// The amount of motion that the user allows. Reading the property does not copy the whole environment.
  package var motion: MotionPolicy { environment.motion }

  /// The function called when a new frame becomes necessary. It is called once, at the first change since the last
  /// frame.
  package var onNeedsFrame: (() -> Void)?
  /// The function called with keys that no view handled, except Tab, which moves the focus. It returns whether it
  /// handled the key.
  package var onUnhandledKey: ((KeyEvent) -> Bool)?
  /// The function called with each key before the focused view gets it. It returns whether it used the key; then no view
  /// gets it.
  package var keyPreview: ((KeyEvent) -> Bool)?
  /// The function called after the user did something that may change what is shown: a key, a text, a scroll, the end of
  /// a press or touch, a drop.
  package var onInput: (() -> Void)?

  /// The sentences that assistive technology has not read out yet, the oldest first. At most 16 are kept.
  package private(set) var announcements: [String] = []

  /// Adds a sentence that assistive technology reads out, about a change that sighted users see.
  package func announce(_ sentence: String) {
    if announcements.count == 16 { announcements.removeFirst() }
    announcements.append(sentence)
  }

  /// Returns the sentences that assistive technology has not read out yet, and removes them.
  package func takeAnnouncements() -> [String] {
    defer { announcements.removeAll() }
    return announcements
  }

  /// Whether anything changed since the last frame, so that a new one is necessary.
  package private(set) var needsFrame = true
  /// The time of the latest frame or event.
  public package(set) var now = Instant.zero

  /// The view that receives keys; `nil` for none.
  package weak var focusedView: View?
  /// Whether the focused view should show a focus ring. Keys show the ring, clicks hide it.
  package var isFocusVisible = false {
    didSet { if isFocusVisible != oldValue { focusedView?.setNeedsDisplay() } }
  }
  /// Whether the focus is being returned to the view that had it before an overlay took it.
  package internal(set) var isGivingBackFocus = false

  /// A function called at the start of each phase of a frame, so that phases can be measured.
  package var onPhase: ((FramePhase) -> Void)? {
    get { context.onPhase }
    set { context.onPhase = newValue }
  }

  /// The time of the next frame for animations that end by themselves; `nil` if no such animation runs.
  package var settlingWake: Instant? { context.settlingWake }

  /// The view that receives drags and the release of the current press; `nil` without a press.
  package weak var pressedView: View?
  /// The view that receives the rest of the current touch; `nil` without a touch.
  package weak var touchedView: View?
  /// The finger of the current touch, and its last position in the window; `nil` without a touch.
  var lastTouch: (id: Int64, point: Point)?
  /// The innermost view under the pointer; `nil` for none.
  package weak var hoveredView: View?
  /// The hovered view and its ancestors, innermost first. All of them receive hover calls.
  var hoveredChain: [View] = []
  /// The hovered chain before the last update. Keeping a second buffer saves allocations while content moves under the
  /// pointer.
  var previousHoveredChain: [View] = []
  /// The position of the pointer in logical pixels of the window; `nil` outside it.
  package var pointerLocation: Point?
  /// The shape of the pointer.
  package var cursor = Cursor.arrow
  private let context: FrameContext
  /// The views whose ``View/animate(at:)`` runs at the start of each frame, in the order in which they asked for it.
  private var animatedViews: [View] = []
  /// The number of animations started and of later frames requested so far. It never decreases.
  private var laterRequests = 0
  /// Whether requests for frames are ignored, because the frame that is being made shows the changes already.
  private var ignoresRequests = false

  /// Creates a host that shows `content` in a window of `size` logical pixels.
  package init(content: View, size: Size, environment: Environment) {
    self.content = content
    self.size = size
    self.environment = environment
    context = FrameContext(environment: environment)
    adopt(content)
  }

  /// Attaches a new root and gives it the size of the window.
  private func adopt(_ content: View) {
    content.frame = Rect(origin: .zero, size: size)
    content.attach(to: self)
    setNeedsFrame()
  }

  /// Requests a new frame.
  package func setNeedsFrame() {
    guard !needsFrame else { return }
    needsFrame = true
    onNeedsFrame?()
  }

  /// Runs `body`, which changes views while a frame is made. That frame already shows the changes, so they request no
  /// further frame; only newly started animations and `requestLaterFrame()` do.
  package func withoutRequestingFrames(_ body: () -> Void) {
    let (needed, ignored, later) = (needsFrame, ignoresRequests, laterRequests)
    (needsFrame, ignoresRequests) = (true, true)
    body()
    (needsFrame, ignoresRequests) = (needed, ignored)
    if laterRequests > later { setNeedsFrame() }
  }

  /// Requests another frame after the one that is being made, because the current frame may not show a view's latest
  /// change. Has an effect only inside `withoutRequestingFrames(_:)`; elsewhere ``setNeedsFrame()`` suffices.
  package func requestLaterFrame() { if ignoresRequests { laterRequests += 1 } }

  /// Calls ``View/animate(at:)`` of `view` in each frame until it returns `nil`.
  public func animate(_ view: View) {
    guard !animatedViews.contains(where: { $0 === view }) else { return }
    animatedViews.append(view)
    laterRequests += 1
    setNeedsFrame()
  }

  /// Makes the frame for the time `now`.
  /// - Parameter describing: Whether the frame also contains semantics nodes.
  /// - Complexity: O(*v*) in the number of existing views, whatever the size of the data.
  package func frame(at now: Instant, describing: Bool = false) -> Frame {
    self.now = now
    needsFrame = false
    context.begin(at: now, size: size)
    runAnimations()
    layoutContent()
    // The program may show an overlay while the content is emitted. Then the next frame lays it out and shows it.
    let shown = overlays
    content.emit(into: context)
    for overlay in shown where overlay.host === self { overlay.emit(into: context) }
    let semantics = describing ? describe() : []
    // Layout may have found that another frame is needed at once.
    if needsFrame { context.wakeForNextFrame() }
    return Frame(
      size: size, scale: environment.scale, background: environment.theme.colors.surface, groups: context.groups,
      wake: context.wake, semantics: semantics, cursor: cursor, textInput: textInputRect)
  }

  /// Lays out the tree. Changes during layout belong to this frame and do not request another one.
  ///
  /// A view can find during layout that it needs another size, so layout runs up to three times. If views still need
  /// layout then, for example because two of them keep changing each other's size, one more frame is requested.
  private func layoutContent() {
    withoutRequestingFrames {
      for root in roots {
        for _ in 0..<3 where root.needsLayoutInSubtree { root.layoutIfNeeded(environment: environment) }
      }
    }
    if roots.contains(where: \.needsLayoutInSubtree) { setNeedsFrame() }
  }

  /// Advances all running animations and records the times at which they need another frame.
  private func runAnimations() {
    guard !animatedViews.isEmpty else { return }
    // The loop runs over a copy: when an animation ends, its view may remove other views and so their animations.
    for view in animatedViews where animatedViews.contains(where: { $0 === view }) {
      guard let next = view.animate(at: now) else {
        animatedViews.removeAll { $0 === view }
        continue
      }
      if view.animationIsEndless { context.wakeEndlessly(at: next) } else { context.wake(at: next) }
    }
  }

  /// Returns the semantics nodes of the window and all its views as the last frame shows them.
  /// - Complexity: O(*v*) in the number of existing views.
  package func describe() -> [SemanticsNode] {
    context.semantics.removeAll(keepingCapacity: true)
    context.semantics.append(SemanticsNode(role: .window, bounds: Rect(origin: .zero, size: size), depth: 0))
    context.depth = 1
    for root in roots { root.describe(into: context) }
    return context.semantics
  }

  /// The caret of the focused view, in logical pixels of the window, or the view's bounds if it reports no caret; `nil`
  /// if the view accepts no text.
  private var textInputRect: Rect? {
    guard let focusedView, focusedView.acceptsText else { return nil }
    return focusedView.convertToRoot(focusedView.caretRect ?? focusedView.bounds)
  }

  /// Ends press, focus and hover if they are on `view`, which becomes hidden, or on a descendant.
  package func releaseInput(of view: View) {
    // An overlay gives the focus back, so it is dismissed first.
    dismissOverlays { $0.owner?.isInside(view) == true }
    if let pressedView, pressedView.isInside(view) { cancelPress() }
    if let focusedView, focusedView.isInside(view) { focus(nil) }
    if let hovered = hoveredView, hovered.isInside(view) {
      hoveredView = nil
      endHover(inside: view)
    }
  }

  /// Removes all references to a view that leaves the tree.
  package func removeReferences(to view: View) {
    dismissOverlays { $0.owner === view }
    animatedViews.removeAll { $0 === view }
    if pressedView === view { pressedView = nil }
    if touchedView === view { touchedView = nil }
    if hoveredView === view { hoveredView = nil }
    hoveredChain.removeAll { $0 === view }
    if focusedView === view { focusedView = nil }
  }
}
