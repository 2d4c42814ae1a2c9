import Scrollwork

/// The bar below the toolbar with the filters that hold together, each as a chip.
final class FilterChips: View {
  /// The filters; the bar is shown while there are any.
  var filters: [String] = [] {
    didSet { if filters != oldValue { rebuild() } }
  }
  /// Called with the number of the filter that the user removes.
  var onRemove: ((Int) -> Void)?
  /// Called with the number of the filter that the user changes.
  var onEdit: ((Int) -> Void)?
  /// Called when the user removes all filters.
  var onClear: (() -> Void)?
  /// Called when the user leaves the bar for the list.
  var onLeave: (() -> Void)?

  /// The measures of the bar, in logical pixels.
  private static let padding = 6.0
  private static let gap = 6.0
  private static let widest = 320.0

  private var chips: [FilterChip] = []
  private let clear = Button("Clear all", style: .plain)

  override init() {
    super.init()
    isHidden = true
    clear.height = FilterChip.height
    clear.accessibleName = "Remove all filters"
    clear.onActivate = { [weak self] in self?.onClear?() }
  }

  override var semanticsRole: SemanticsNode.Role? { filters.isEmpty ? nil : .group }
  override var semanticsText: String { "Filters" }

  private func rebuild() {
    let focused = chips.firstIndex { $0.isFocused }
    for chip in chips { chip.removeFromParent() }
    chips = filters.indices.map { makeChip($0) }
    clear.removeFromParent()
    for chip in chips { addChild(chip) }
    // One chip has a button of its own that removes it.
    if chips.count > 1 { addChild(clear) }
    isHidden = filters.isEmpty
    setNeedsLayout()
    parent?.setNeedsLayout()
    guard let focused, let host else { return }
    if chips.isEmpty { onLeave?() } else { host.focus(chips[min(focused, chips.count - 1)], visible: true) }
  }

  private func makeChip(_ index: Int) -> FilterChip {
    let chip = FilterChip(filters[index])
    chip.onActivate = { [weak self] in self?.onEdit?(index) }
    chip.onRemove = { [weak self] in self?.onRemove?(index) }
    chip.onMove = { [weak self] step in
      guard let self, chips.indices.contains(index + step) else { return }
      host?.focus(chips[index + step], visible: true)
    }
    return chip
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, event.key == .down else { return super.keyDown(event) }
    onLeave?()
    return true
  }

  /// Returns the height that the chips need, in as many lines as they take; 0 without any.
  func height(in width: Double, environment: Environment) -> Double {
    guard !chips.isEmpty else { return 0 }
    let bottom = frames(in: width, environment).last?.maxY ?? 0
    return bottom + Self.padding + 1
  }

  /// Returns the frames of the chips and of the button after them.
  private func frames(in width: Double, _ environment: Environment) -> [Rect] {
    let edge = WindowWidth.margin(in: width)
    let room = max(FilterChip.height, width - 2 * edge)
    var (frames, x, y) = ([Rect](), edge, Self.padding)
    for control in (chips as [View]) + (chips.count > 1 ? [clear] : []) {
      let free = Size(width: min(Self.widest, room), height: FilterChip.height)
      let size = control.sizeThatFits(free, environment: environment)
      if x > edge, x + size.width > edge + room {
        (x, y) = (edge, y + FilterChip.height + Self.gap)
      }
      frames.append(Rect(x: x, y: y, width: size.width, height: FilterChip.height))
      x += size.width + Self.gap
    }
    return frames
  }

  override func layout(environment: Environment) {
    let controls = (chips as [View]) + (chips.count > 1 ? [clear] : [])
    for (control, frame) in zip(controls, frames(in: bounds.width, environment)) { control.frame = frame }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.window))
    canvas.hairline(atBottomOf: bounds, environment.color(.edge))
  }
}

/// One filter of the bar: a click or Enter edits it, its cross, Delete and Backspace remove it.
final class FilterChip: Control {
  /// The height of a chip in logical pixels.
  static let height = 28.0
  private static let padding = 10.0
  private static let gap = 4.0
  private static let radius = 6.0
  private static let style = TextStyle.smallMedium

  var onRemove: (() -> Void)?
  /// Called with the direction in which the focus moves to another chip.
  var onMove: ((Int) -> Void)?
  private let text: String
  private let cross = ChipCross(symbol: .close, style: .plain)

  init(_ filter: String) {
    // A value may have line ends, which a chip shows as spaces.
    text = String(filter.map { $0.isNewline ? " " : $0 })
    super.init()
    cross.height = 20
    cross.symbolSide = 12
    cross.accessibleName = "Remove filter \(text)"
    cross.onActivate = { [weak self] in self?.onRemove?() }
    addChild(cross)
  }

  override func hitTest(_ point: Point) -> View? {
    guard let hit = super.hitTest(point) else { return nil }
    return cross.frame.inset(by: Insets(-4)).contains(point) ? cross : hit
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return super.keyDown(event) }
    switch event.key {
    case .delete, .backspace: onRemove?()
    case .left: onMove?(-1)
    case .right: onMove?(1)
    default: return super.keyDown(event)
    }
    return true
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let line = environment.text.line(text, font: Self.style.font, scale: environment.scale)
    let width = environment.roundedUp(line.width) + Self.padding + Self.gap + cross.height + 4
    return Size(width: min(width, proposal.width), height: Self.height)
  }

  override func layout(environment: Environment) {
    let side = cross.height
    cross.frame = Rect(
      x: bounds.width - side - 4, y: (bounds.height - side) / 2, width: side, height: side)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    canvas.roundedRect(bounds, radius: Self.radius, colors.surface)
    if isHovered || isPressed {
      canvas.roundedRect(bounds, radius: Self.radius, isPressed ? colors.pressed : colors.hover)
    }
    canvas.border(bounds, radius: Self.radius, width: 1, colors.edge)
    let line = environment.text.line(
      text, font: Self.style.font, width: max(0, cross.frame.minX - Self.gap - Self.padding), truncation: .end,
      scale: environment.scale, reusing: nil)
    let baseline = Self.style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(line, at: Point(x: Self.padding, y: baseline), colors.text1)
    if showsFocusRing { canvas.focusRing(around: bounds, radius: Self.radius, gap: 2, environment) }
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { "Filter " + text }
}

extension FilterChip: ToolTipGiving {
  /// Returns the whole filter if it is cut.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    let free = Size(width: .infinity, height: bounds.height)
    return sizeThatFits(free, environment: environment).width > bounds.width ? ToolTip(text: text, place: bounds) : nil
  }
}

/// The button that removes a chip. The chip has the keyboard focus instead of it.
private final class ChipCross: Button {
  override var canBecomeFocused: Bool { false }
}
