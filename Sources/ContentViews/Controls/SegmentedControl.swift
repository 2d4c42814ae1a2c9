public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A row of options of which at most one is selected.
@MainActor
open class SegmentedControl: Control {
  /// One option of the control.
  public struct Segment: Hashable, Sendable {
    /// The name of the option. It is shown as text or, if the option has a symbol, as the tool tip.
    package var title: String
    /// The symbol shown instead of the title; `nil` to show the title.
    package var symbol: Symbol?
    /// The shortcut that selects the option, for the tool tip; empty for none.
    package var shortcut = ""

    /// Creates an option.
    public init(_ title: String, symbol: Symbol? = nil) {
      self.title = title
      self.symbol = symbol
    }
  }

  /// The options from start to end.
  public var segments: [Segment] {
    didSet {
      guard segments != oldValue else { return }
      lines = Array(repeating: LineCache(), count: segments.count)
      setNeedsMeasure()
    }
  }

  /// The index of the selected option; `nil` or an index outside ``segments`` for no selection.
  public var selectedIndex: Int? {
    didSet { if selectedIndex != oldValue { setNeedsDisplay() } }
  }

  /// The function called with the new index after the user selected another option.
  public var onChange: (@MainActor (Int) -> Void)?

  /// The shaped titles, one for each option.
  private var lines: [LineCache]
  private var hoveredIndex: Int?
  /// The index of the option on which the press began; `nil` for none. A release on another one selects nothing.
  private var pressedIndex: Int?
  private static let text = TextStyle.bodyMedium
  /// Distance between the edge of the control and its options, in logical pixels.
  private static let inset = 2.0
  private static let height = 32.0
  private static let radius = 6.0

  /// Creates a control whose first option is selected by default.
  public init(_ segments: [Segment] = [], selectedIndex: Int? = 0) {
    self.segments = segments
    self.selectedIndex = selectedIndex
    lines = Array(repeating: LineCache(), count: segments.count)
    super.init()
  }

  /// Returns a width in which every option is as wide as the widest one. A symbol takes 36 logical pixels, a title its
  /// width plus 12 on each side.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    var widest = 0.0
    for index in segments.indices {
      let isSymbol = segments[index].symbol != nil
      widest = max(widest, isSymbol ? 36 : environment.roundedUp(line(index, nil, environment).width) + 24)
    }
    let width = widest * Double(segments.count) + 2 * Self.inset
    return Size(width: min(width, proposal.width), height: Self.height)
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: Self.radius, environment.color(.well))
    // The ground of the control hardly differs from that of the bar.
    if environment.theme.isHighContrast {
      canvas.border(bounds, radius: Self.radius, width: 1, environment.color(.edge))
    }
    for index in segments.indices { drawSegment(index, in: canvas, environment) }
    if showsFocusRing { canvas.focusRing(around: bounds, radius: Self.radius, gap: 2, environment) }
  }

  // MARK: Input

  open override func pointerDown(_ event: PointerEvent) -> Bool {
    guard super.pointerDown(event) else { return false }
    pressedIndex = isEnabled ? index(at: event.location) : nil
    return true
  }

  open override func pointerUp(_ event: PointerEvent) {
    let pressed = pressedIndex
    pressedIndex = nil
    super.pointerUp(event)
    if let pressed, pressed == index(at: event.location) { choose(pressed) }
  }

  open override func pointerCancelled() {
    pressedIndex = nil
    super.pointerCancelled()
  }

  open override func pointerHovered(at point: Point?, at now: Instant) {
    super.pointerHovered(at: point, at: now)
    let index = isEnabled ? point.flatMap(index(at:)) : nil
    guard index != hoveredIndex else { return }
    hoveredIndex = index
    setNeedsDisplay()
  }

  /// Moves the selection with the arrow keys, Home and End. The change takes effect at once.
  open override func keyDown(_ event: KeyEvent) -> Bool {
    guard isEnabled, event.modifiers.isEmpty, !segments.isEmpty else { return false }
    let step = host?.environment.direction == .rightToLeft ? -1 : 1
    let current = selectedIndex ?? -1
    switch event.key {
    case .right: choose(min(max(current + step, 0), segments.count - 1))
    case .left: choose(min(max(current - step, 0), segments.count - 1))
    case .home: choose(0)
    case .end: choose(segments.count - 1)
    default: return false
    }
    return true
  }

  /// Selects an option on behalf of the user, and calls ``onChange`` if it was not selected before.
  private func choose(_ index: Int) {
    guard index != selectedIndex else { return }
    selectedIndex = index
    onChange?(index)
  }

  /// Returns the option at a point together with its frame; `nil` between and outside the options.
  func segment(at point: Point) -> (segment: Segment, place: Rect)? {
    guard let environment = host?.environment, let index = index(at: point) else { return nil }
    return (segments[index], place(index, environment))
  }

  /// Returns the index of the option at a point; `nil` between and outside the options.
  private func index(at point: Point) -> Int? {
    guard let environment = host?.environment else { return nil }
    return segments.indices.first { place($0, environment).contains(point) }
  }

  // MARK: Semantics

  open override var semanticsRole: SemanticsNode.Role? { .group }

  /// Describes the control as a group with a button for each option.
  open override func describe(into context: FrameContext) {
    context.describe(self)
    for index in segments.indices where !isHidden && !context.isInsideItem {
      var states: SemanticsNode.States = isEnabled ? [] : .disabled
      if index == selectedIndex { states.insert(.selected) }
      context.semantics.append(
        SemanticsNode(
          role: .button, text: segments[index].title,
          bounds: place(index, context.environment).offset(by: context.origin), depth: context.depth + 1,
          position: index, setSize: segments.count, states: states, alpha: context.alpha))
    }
  }

  // MARK: Drawing

  /// Draws the symbol or title of an option, and its background if it is selected.
  private func drawSegment(_ index: Int, in canvas: Canvas, _ environment: Environment) {
    let place = place(index, environment)
    let isChosen = index == selectedIndex
    if isChosen {
      drawChosen(place, in: canvas, environment)
    } else if index == pressedIndex, isPressed {
      canvas.roundedRect(place, radius: Self.radius - Self.inset, environment.color(.pressedW))
    }
    let color: ColorRole =
      !isEnabled ? .textDisabled : isChosen || index == hoveredIndex || index == pressedIndex ? .text1 : .text2
    if let symbol = segments[index].symbol {
      canvas.symbol(symbol, side: 16, centeredIn: place, environment.color(color))
    } else {
      let line = line(index, place.width, environment)
      let origin = Point(
        x: environment.rounded(place.midX - line.width / 2),
        y: Self.text.baseline(inHeight: bounds.height, scale: environment.scale))
      canvas.text(line, at: origin, environment.color(color))
    }
  }

  /// Draws the background of the selected option.
  private func drawChosen(_ place: Rect, in canvas: Canvas, _ environment: Environment) {
    let theme = environment.theme
    let radius = Self.radius - Self.inset
    if theme.isDark && !theme.isHighContrast {
      // A fixed colour: the surfaces of the dark palette are too dark to stand out from the background of the control.
      canvas.roundedRect(place, radius: radius, Color(hex: 0x3A3D44))
    } else {
      canvas.roundedRect(place, radius: radius, theme.colors.surface)
      canvas.border(place, radius: radius, width: 1, theme.isHighContrast ? theme.colors.control : theme.colors.edge)
    }
  }

  /// Returns the frame of an option. Edges are snapped to device pixels, so that neighbours still share an edge.
  private func place(_ index: Int, _ environment: Environment) -> Rect {
    let room = bounds.insetBy(Self.inset)
    let width = room.width / Double(max(1, segments.count))
    let place = Rect(x: room.minX + Double(index) * width, y: room.minY, width: width, height: room.height)
    let mirrored = environment.direction == .rightToLeft ? place.mirrored(inWidth: bounds.width) : place
    return mirrored.snapped(scale: environment.scale)
  }

  /// Returns the shaped title of an option, shortened to `width` logical pixels; `nil` for no limit.
  private func line(_ index: Int, _ width: Double?, _ environment: Environment) -> TextLine {
    lines[index].line(
      segments[index].title, font: Self.text.font, width: width, truncation: .end, environment: environment)
  }
}
