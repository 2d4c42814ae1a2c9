import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// A button for an action of a row. Beside the pointer it is small and shows the symbol; behind a swiped row it is as
/// tall as the row and shows symbol and title.
final class RowActionButton: Control, ToolTipGiving {
  /// The fill of a button behind a swiped row. The small buttons for the pointer have none.
  enum Fill {
    case main, other
  }

  private(set) var action: MenuAction
  private let swipeFill: Fill?
  /// Called with the action when the user chooses it.
  private let onChoose: @MainActor (MenuAction) -> Void
  private var titleLine = LineCache()
  /// Whether a finger holds the button.
  private var isTouched = false {
    didSet { if isTouched != oldValue { setNeedsDisplay() } }
  }

  static let side = 28.0
  private static let (symbolSide, padding, gap, radius) = (16.0, 8.0, 2.0, 6.0)

  init(_ action: MenuAction, fill: Fill?, onChoose: @escaping @MainActor (MenuAction) -> Void) {
    (self.action, swipeFill, self.onChoose) = (action, fill, onChoose)
    super.init()
    isEnabled = action.isEnabled
  }

  /// Replaces the action by a newer one that looks the same.
  func replace(_ action: MenuAction) { self.action = action }

  override func activate() { onChoose(action) }

  /// Whether the button can get the keyboard focus: never. By keyboard, the action is in the context menu.
  override var canBecomeFocused: Bool { false }

  /// Handles a finger, which presses the button as the pointer does.
  override func touch(_ event: TouchEvent) -> Bool {
    let isInside = isEnabled && bounds.contains(event.location)
    isTouched = isInside && event.phase != .ended && event.phase != .cancelled
    if event.phase == .ended, isInside { activate() }
    return true
  }

  // MARK: Drawing

  private var style: TextStyle { swipeFill == nil ? .bodyMedium : .microMedium }

  private func line(_ width: Double?, _ environment: Environment) -> TextLine {
    titleLine.line(action.title, font: style.font, width: width, truncation: .end, environment: environment)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard action.symbol == nil else { return Size(width: Self.side, height: Self.side) }
    let width = environment.roundedUp(line(nil, environment).width) + 2 * Self.padding
    return Size(width: max(Self.side, width), height: Self.side)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let swipeFill else { return drawSmall(in: canvas, environment) }
    let colors = environment.theme.colors
    let (fill, text) = swipeColors(swipeFill, colors)
    canvas.fill(bounds, fill)
    if isTouched || isPressed { canvas.fill(bounds, text.opacity(0.16)) }
    let showsTitle = !action.title.isEmpty && (action.symbol == nil || bounds.height >= 40)
    let textHeight = showsTitle ? style.lineHeight : 0
    let symbolHeight = action.symbol == nil ? 0 : Self.symbolSide + (showsTitle ? Self.gap : 0)
    let top = environment.rounded((bounds.height - textHeight - symbolHeight) / 2)
    if let symbol = action.symbol {
      let box = Rect(x: 0, y: top, width: bounds.width, height: Self.symbolSide)
      canvas.symbol(symbol, side: Self.symbolSide, centeredIn: box, text)
    }
    guard showsTitle else { return }
    let line = line(max(0, bounds.width - 2 * Self.gap), environment)
    let x = environment.rounded((bounds.width - line.width) / 2)
    let baseline = style.baseline(inHeight: style.lineHeight, scale: environment.scale)
    canvas.text(line, at: Point(x: x, y: top + symbolHeight + baseline), text)
  }

  private func swipeColors(_ fill: Fill, _ colors: Palette) -> (fill: Color, text: Color) {
    if !isEnabled { return (colors.well, colors.textDisabled) }
    if action.role == .destructive { return (colors.fatal, colors.onFatal) }
    return fill == .main ? (colors.accentFill, colors.onAccent) : (colors.badge, colors.text1)
  }

  private func drawSmall(in canvas: Canvas, _ environment: Environment) {
    let colors = environment.theme.colors
    if isPressed {
      canvas.roundedRect(bounds, radius: Self.radius, colors.pressedR)
    } else if hoverAmount > 0 {
      canvas.roundedRect(bounds, radius: Self.radius, colors.hoverR.opacity(hoverAmount))
    }
    let rest = action.role == .destructive ? colors.error : isHovered || isPressed ? colors.text1 : colors.text2
    let color = isEnabled ? rest : colors.textDisabled
    if let symbol = action.symbol {
      return canvas.symbol(symbol, side: Self.symbolSide, centeredIn: bounds, color)
    }
    let line = line(max(0, bounds.width - 2 * Self.padding), environment)
    let origin = Point(
      x: environment.rounded((bounds.width - line.width) / 2),
      y: style.baseline(inHeight: bounds.height, scale: environment.scale))
    canvas.text(line, at: origin, color)
  }

  // MARK: Words

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { action.title }

  /// Returns the title if only the symbol is shown.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    swipeFill == nil && action.symbol != nil ? ToolTip(text: action.title, place: bounds) : nil
  }
}
