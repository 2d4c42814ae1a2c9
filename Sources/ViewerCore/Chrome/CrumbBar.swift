import Scrollwork

/// The path of the content, as a row of buttons that open the enclosing folders.
final class CrumbBar: View {
  /// A folder of the path.
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

  /// Called with the path of the chosen crumb.
  var onOpen: ((String) -> Void)?
  /// Called when the user clicks beside the crumbs, to type a path.
  var onEdit: (() -> Void)?
  /// One button for each crumb, in their order.
  private var buttons: [CrumbButton] = []
  /// The button with an ellipsis that replaces the hidden crumbs, and opens the nearest of their folders.
  private let more = CrumbButton("", sign: "…", isLast: false)
  /// The number of crumbs at the start that are hidden because they do not fit.
  private var hidden = 0

  override init() {
    super.init()
    more.isHidden = true
    more.onActivate = { [weak self] in
      guard let self, hidden > 0, hidden <= crumbs.count else { return }
      onOpen?(crumbs[hidden - 1].path)
    }
  }

  /// Makes a button for each crumb.
  private func rebuild() {
    for button in [more] + buttons { button.removeFromParent() }
    addChild(more)
    buttons = crumbs.enumerated().map { index, crumb in
      let button = CrumbButton(crumb.title, isLast: index == crumbs.count - 1)
      button.onActivate = { [weak self] in self?.onOpen?(crumb.path) }
      addChild(button)
      return button
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// Places the crumbs from the start. If they are too wide, a button replaces the first ones, so that the current
  /// folder stays visible.
  override func layout(environment: Environment) {
    let free = Size(width: .infinity, height: bounds.height)
    let widths = buttons.map { $0.sizeThatFits(free, environment: environment).width }
    let moreWidth = more.sizeThatFits(free, environment: environment).width
    var first = 0
    var total = widths.reduce(0, +) + Double(max(0, widths.count - 1)) * CrumbButton.gap
    while first < widths.count - 1, total + (first > 0 ? moreWidth + CrumbButton.gap : 0) > bounds.width {
      total -= widths[first] + CrumbButton.gap
      first += 1
    }
    hidden = first
    // The name of the folder itself needs what room there is.
    more.isHidden = first == 0 || bounds.width < 2 * moreWidth + CrumbButton.gap + min(120, widths.last ?? 0)
    more.title = crumbs.indices.contains(first - 1) ? crumbs[first - 1].title : ""
    more.frame = Rect(x: 0, y: 0, width: moreWidth, height: bounds.height)
    var x = more.isHidden ? 0 : moreWidth + CrumbButton.gap
    for (index, button) in buttons.enumerated() {
      button.isHidden = index < first
      guard index >= first else { continue }
      let width = min(widths[index], max(0, bounds.width - x))
      button.frame = Rect(x: x, y: 0, width: width, height: bounds.height)
      x += width + CrumbButton.gap
    }
  }

  override var isInteractive: Bool { true }
  override func cursor(at point: Point) -> Cursor { .text }

  override func pointerDown(_ event: PointerEvent) -> Bool { event.button == .left }

  override func pointerUp(_ event: PointerEvent) {
    if bounds.contains(event.location) { onEdit?() }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    for button in [more] + buttons.dropLast() where !button.isHidden {
      let place = Rect(x: button.frame.maxX + 2, y: bounds.midY - 6, width: 12, height: 12)
      canvas.symbol(.chevronRight, in: place, environment.color(.text2))
    }
  }
}

/// The button of one crumb.
final class CrumbButton: Control {
  /// The space between two crumbs, which contains the arrow.
  static let gap = 16.0
  private static let padding = 6.0
  /// The folder's name.
  var title: String
  /// The shown text; `nil` for the name.
  private let sign: String?
  /// Whether the crumb is the current folder, which is shown in bold text.
  private let isLast: Bool

  init(_ title: String, sign: String? = nil, isLast: Bool) {
    self.title = title
    self.sign = sign
    self.isLast = isLast
    super.init()
  }

  private var style: TextStyle { isLast ? .bodyStrong : .body }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let line = environment.text.line(sign ?? title, font: style.font, scale: environment.scale)
    return Size(width: line.width.rounded(.up) + 2 * Self.padding, height: proposal.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    if !isLast, isHovered || isPressed {
      let place = bounds.inset(by: Insets(horizontal: 0, vertical: 4))
      canvas.roundedRect(place, radius: 6, isPressed ? colors.pressedW : colors.hoverW)
    }
    let line = environment.text.line(
      sign ?? title, font: style.font, width: bounds.width - 2 * Self.padding, truncation: isLast ? .middle : .end,
      scale: environment.scale, reusing: nil)
    let baseline = style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(line, at: Point(x: Self.padding, y: baseline), isLast ? colors.text1 : colors.text2)
    if showsFocusRing { canvas.border(bounds, radius: 6, width: environment.theme.focusRingWidth, colors.focus) }
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { title }
}

extension CrumbButton: ToolTipGiving {
  /// Returns the full title of a truncated crumb; `nil` if the title is shown.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    let needed = sizeThatFits(bounds.size, environment: environment).width
    return sign != nil || needed > bounds.width ? ToolTip(text: title, place: bounds) : nil
  }
}
