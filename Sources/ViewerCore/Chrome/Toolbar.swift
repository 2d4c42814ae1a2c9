import Scrollwork

/// The bar at the top of the window: the way back, where we are, the filter.
final class Toolbar: View {
  static let height = 48.0
  private static let padding = 12.0
  private static let control = 32.0
  private static let fieldWidth = 240.0

  let back = Button(symbol: .chevronLeft, style: .plain)
  let forward = Button(symbol: .chevronRight, style: .plain)
  let crumbs = CrumbBar()
  /// False where there is nothing to filter.
  var showsField = true {
    didSet { if showsField != oldValue { setNeedsLayout() } }
  }
  let field = TextField(placeholder: "Filter", symbol: .filter)

  override init() {
    super.init()
    back.accessibleName = "Back"
    forward.accessibleName = "Forward"
    field.accessibleName = "Filter"
    for view in [back, forward, crumbs, field] { addChild(view) }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }

  override func layout(environment: Environment) {
    let y = (bounds.height - Self.control) / 2
    back.frame = Rect(x: Self.padding, y: y, width: Self.control, height: Self.control)
    forward.frame = Rect(x: back.frame.maxX + 4, y: y, width: Self.control, height: Self.control)
    let width = bounds.width < 900 ? 160 : Self.fieldWidth
    field.isHidden = !showsField || bounds.width < 480
    field.frame = Rect(x: bounds.width - Self.padding - width, y: y, width: width, height: Self.control)
    let end = field.isHidden ? bounds.width - Self.padding : field.frame.minX - 12
    crumbs.frame = Rect(minX: forward.frame.maxX + 8, minY: y, maxX: end, maxY: y + Self.control)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    canvas.fill(bounds, colors.window)
    canvas.hairline(atBottomOf: bounds, colors.edge)
  }
}

/// Where we are, as a path whose parts can be clicked.
final class CrumbBar: View {
  struct Crumb: Hashable {
    var title: String
    var path: String
  }

  var crumbs: [Crumb] = [] {
    didSet {
      guard crumbs != oldValue else { return }
      rebuild()
    }
  }

  var onOpen: ((String) -> Void)?
  private var buttons: [CrumbButton] = []

  private func rebuild() {
    for button in buttons { button.removeFromParent() }
    buttons = crumbs.enumerated().map { index, crumb in
      let button = CrumbButton(crumb.title, isLast: index == crumbs.count - 1)
      button.onActivate = { [weak self] in self?.onOpen?(crumb.path) }
      addChild(button)
      return button
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// What does not fit goes from the start: where we are is always seen.
  override func layout(environment: Environment) {
    let free = Size(width: .infinity, height: bounds.height)
    let widths = buttons.map { $0.sizeThatFits(free, environment: environment).width }
    var first = 0
    var total = widths.reduce(0, +) + Double(max(0, widths.count - 1)) * CrumbButton.gap
    while first < widths.count - 1, total > bounds.width {
      total -= widths[first] + CrumbButton.gap
      first += 1
    }
    var x = 0.0
    for (index, button) in buttons.enumerated() {
      button.isHidden = index < first
      guard index >= first else { continue }
      let width = min(widths[index], max(0, bounds.width - x))
      button.frame = Rect(x: x, y: 0, width: width, height: bounds.height)
      x += width + CrumbButton.gap
    }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    for button in buttons.dropLast() where !button.isHidden {
      let place = Rect(x: button.frame.maxX + 2, y: bounds.midY - 6, width: 12, height: 12)
      canvas.symbol(.chevronRight, in: place, environment.color(.text2))
    }
  }
}

/// One part of the path.
final class CrumbButton: Control {
  static let gap = 16.0
  private static let padding = 6.0
  private let title: String
  private let isLast: Bool

  init(_ title: String, isLast: Bool) {
    self.title = title
    self.isLast = isLast
    super.init()
  }

  private var style: TextStyle { isLast ? .bodyStrong : .body }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let line = environment.text.line(title, font: style.font, scale: environment.scale)
    return Size(width: line.width.rounded(.up) + 2 * Self.padding, height: proposal.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    if !isLast, isHovered || isPressed {
      let place = bounds.inset(by: Insets(horizontal: 0, vertical: 4))
      canvas.roundedRect(place, radius: 6, isPressed ? colors.pressedW : colors.hoverW)
    }
    let line = environment.text.line(
      title, font: style.font, width: bounds.width - 2 * Self.padding, truncation: .end, scale: environment.scale,
      reusing: nil)
    let baseline = style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(line, at: Point(x: Self.padding, y: baseline), isLast ? colors.text1 : colors.text2)
    if showsFocusRing { canvas.border(bounds, radius: 6, width: environment.theme.focusRingWidth, colors.focus) }
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { title }
}
