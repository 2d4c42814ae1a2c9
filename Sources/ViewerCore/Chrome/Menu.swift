import Scrollwork

/// An entry of a menu.
struct MenuItem {
  var title: String
  /// Whether a check mark stands before the title.
  var isChecked = false
  /// Whether a line separates the item from the one above.
  var beginsGroup = false
  /// Performs the entry's action. Called after the menu has closed.
  var choose: @MainActor () -> Void
}

/// A popup menu. It has the focus while it is open, and closes on a choice, on a key without a meaning in the menu, and
/// on a click outside of it.
final class Menu: View {
  private static let padding = 4.0
  /// The measures of the items, in logical pixels.
  private static let itemHeight = 28.0
  private static let groupGap = 9.0
  private static let itemPadding = 10.0
  /// The width of the check mark and the gap after it.
  private static let checkMarkWidth = 24.0
  /// The smallest width of the menu, in logical pixels.
  private static let minimumWidth = 168.0
  /// The distance that the menu moves down while it opens, in logical pixels.
  private static let travel = 8.0
  private static let radius = 10.0
  private static let text = TextStyle.body

  /// Whether the menu is open. A closing menu is still visible while it fades.
  private(set) var isOpen = false
  private var items: [MenuItem] = []
  /// The index of the item that Enter chooses.
  private var highlighted: Int? {
    didSet { if highlighted != oldValue { setNeedsDisplay() } }
  }
  /// The view that gets the focus back when the menu closes.
  private weak var focusedBefore: View?
  /// Whether a key opened the menu. If so, the former view shows its focus ring again when the menu closes.
  private var wasOpenedByKey = false
  /// The animation of `opacity`.
  private var fade = Fade(0)
  /// Whether `fade` has to be started by the next frame.
  private var needsFadeStart = false
  /// Seconds that the current fade takes.
  private var duration = 0.0
  /// The opacity at the last frame, 0 to 1.
  private var opacity = 0.0

  override init() {
    super.init()
    isHidden = true
  }

  /// Opens the menu and takes the focus.
  /// - Parameter byKey: Whether a key opened it; then the checked item is highlighted.
  func open(_ items: [MenuItem], byKey: Bool) {
    guard !items.isEmpty, let host else { return }
    self.items = items
    highlighted = byKey ? items.firstIndex { $0.isChecked } ?? 0 : nil
    if !isOpen { focusedBefore = host.focusedView }
    wasOpenedByKey = byKey
    isHidden = false
    isOpen = true
    startFade(for: 0.16)
    host.focus(self, visible: byKey)
    parent?.setNeedsLayout()
    setNeedsDisplay()
  }

  /// Closes the menu and gives the focus back.
  func close() {
    guard isOpen else { return }
    isOpen = false
    startFade(for: 0.1)
    if let host, host.focusedView === self {
      host.focus(focusedBefore?.host === host ? focusedBefore : nil, visible: wasOpenedByKey)
    }
  }

  /// Closes the menu, then performs the item.
  private func choose(_ index: Int) {
    let item = items[index]
    close()
    item.choose()
  }

  // MARK: Fading

  /// Starts to fade in or out for `duration` seconds; without motion the menu appears or disappears at once.
  private func startFade(for duration: Double) {
    guard let host, host.environment.motion != .off else {
      opacity = isOpen ? 1 : 0
      fade = Fade(opacity)
      isHidden = !isOpen
      return
    }
    self.duration = duration
    needsFadeStart = true
    host.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    if needsFadeStart {
      needsFadeStart = false
      fade.go(to: isOpen ? 1 : 0, at: now, for: duration)
    }
    opacity = fade.value(at: now)
    host?.setNeedsFrame()
    guard fade.isAtRest(at: now) else { return now }
    if !isOpen { isHidden = true }
    return nil
  }

  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(40) }

  override func emit(into context: FrameContext) {
    let travels = context.environment.motion == .full && isOpen
    let shift = travels ? context.environment.rounded((opacity - 1) * Self.travel) : 0
    let outer = context.alpha
    context.alpha *= opacity
    context.descend(to: Rect(x: 0, y: shift, width: frame.width, height: frame.height), clips: false) {
      context.emitGroup(of: self)
    }
    context.alpha = outer
  }

  // MARK: Measures

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let widest = items.map { line($0.title, environment).width }.max() ?? 0
    let width = environment.roundedUp(widest) + Self.checkMarkWidth + 2 * (Self.itemPadding + Self.padding)
    return Size(
      width: min(proposal.width, max(Self.minimumWidth, width)),
      height: (items.indices.last.map { place($0).maxY } ?? 0) + Self.padding)
  }

  /// Returns the frame of an item, in the menu's coordinates.
  private func place(_ index: Int) -> Rect {
    let gaps = Double(items[...index].count { $0.beginsGroup })
    return Rect(
      x: Self.padding, y: Self.padding + Double(index) * Self.itemHeight + gaps * Self.groupGap,
      width: bounds.width - 2 * Self.padding, height: Self.itemHeight)
  }

  /// Returns the item at a point; `nil` between and outside of the items.
  private func index(at point: Point?) -> Int? {
    point.flatMap { point in items.indices.first { place($0).contains(point) } }
  }

  private func line(_ title: String, _ environment: Environment) -> TextLine {
    environment.text.line(title, font: Self.text.font, scale: environment.scale)
  }

  // MARK: Drawing

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    for shadow in environment.theme.floatingShadows { canvas.shadow(bounds, radius: Self.radius, shadow) }
    canvas.roundedRect(bounds.insetBy(-1), radius: Self.radius + 1, colors.edge)
    canvas.roundedRect(bounds, radius: Self.radius, colors.raised)
    for index in items.indices { draw(index, in: canvas, environment) }
  }

  /// Draws an item with its check mark, highlight and separator. The layout is mirrored for right-to-left text.
  private func draw(_ index: Int, in canvas: Canvas, _ environment: Environment) {
    let colors = environment.theme.colors
    let (item, place) = (items[index], place(index))
    if item.beginsGroup {
      let line = Rect(x: place.minX, y: place.minY - 5, width: place.width, height: 1)
      canvas.fill(line.snapped(scale: environment.scale), colors.edge)
    }
    if index == highlighted {
      canvas.roundedRect(place, radius: 6, colors.pressedW)
      if environment.theme.isHighContrast { canvas.border(place, radius: 6, width: 1, colors.control) }
    }
    let isMirrored = environment.direction == .rightToLeft
    let inner = place.inset(by: Insets(horizontal: Self.itemPadding, vertical: 0))
    if item.isChecked {
      let box = Rect(x: isMirrored ? inner.maxX - 16 : inner.minX, y: place.minY, width: 16, height: place.height)
      canvas.symbol(.check, side: 16, centeredIn: box, colors.text1)
    }
    let line = line(item.title, environment)
    let x = isMirrored ? inner.maxX - Self.checkMarkWidth - line.width : inner.minX + Self.checkMarkWidth
    let baseline = Self.text.baseline(inHeight: place.height, scale: environment.scale)
    canvas.text(line, at: Point(x: environment.rounded(x), y: place.minY + baseline), colors.text1)
  }

  // MARK: Input

  override var isInteractive: Bool { true }
  override var canBecomeFocused: Bool { isOpen }

  /// Captures the whole window while the menu is open: a press outside of the menu only closes it.
  override func hitTest(_ point: Point) -> View? { isOpen ? self : nil }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    if !bounds.contains(event.location) { close() }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { highlighted = index(at: event.location) }

  override func pointerUp(_ event: PointerEvent) {
    if isOpen, let index = index(at: event.location) { choose(index) }
  }

  override func pointerHovered(at point: Point?, at now: Instant) {
    // A pointer that rests outside of the items keeps the choice made by keys.
    if let index = index(at: point) { highlighted = index }
  }

  override func wheel(_ event: WheelEvent) -> Bool { true }

  override func focusDidChange(isFocused: Bool) {
    if !isFocused { close() }
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard isOpen else { return false }
    switch event.key {
    case .down: highlighted = highlighted.map { ($0 + 1) % items.count } ?? 0
    case .up: highlighted = highlighted.map { ($0 + items.count - 1) % items.count } ?? items.count - 1
    case .home: highlighted = 0
    case .end: highlighted = items.count - 1
    case .enter, .space, "Keypad Enter": if let highlighted, !event.isRepeat { choose(highlighted) }
    case .back, .forward:
      close()
      return false
    default: close()
    }
    return true
  }

  // MARK: Semantics

  override var semanticsRole: SemanticsNode.Role? { .group }

  /// Describes each item as a button; the checked item is selected.
  override func describe(into context: FrameContext) {
    guard isOpen else { return }
    context.describe(self)
    for index in items.indices {
      var states: SemanticsNode.States = items[index].isChecked ? .selected : []
      if index == highlighted { states.insert(.focused) }
      context.semantics.append(
        SemanticsNode(
          role: .button, text: items[index].title, bounds: place(index).offset(by: context.origin),
          depth: context.depth + 1, position: index, setSize: items.count, states: states, alpha: context.alpha))
    }
  }
}
