public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A push button with a title, a symbol, or both. A symbol without a title makes a square button.
@MainActor
open class Button: Control {
  /// The title; empty for none.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      titleLine.invalidate()
      setNeedsMeasure()
    }
  }

  /// The symbol before the title; `nil` for none.
  public var symbol: Symbol? {
    didSet {
      guard symbol != oldValue else { return }
      // The width changes only if a symbol is added or removed, not if one symbol replaces another.
      if (symbol == nil) != (oldValue == nil) { setNeedsMeasure() } else { setNeedsDisplay() }
    }
  }

  /// The prominence, which decides background and border.
  public var style: Style {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  /// The theme whose colours the button uses, if its background belongs to another theme; `nil` for the window's.
  package var theme: Theme? {
    didSet { if theme?.colors != oldValue?.colors { setNeedsDisplay() } }
  }

  /// Height in logical pixels: 32 in bars and dialogs, 28 in rows and menus, 24 in compact menus.
  package var height = 32.0 {
    didSet { if height != oldValue { setNeedsMeasure() } }
  }

  /// Side of the symbol in logical pixels.
  package var symbolSide = 16.0 {
    didSet { if symbolSide != oldValue { setNeedsMeasure() } }
  }

  /// Whether the option that the button switches is on. The button then has the background of a pressed one.
  public var isOn = false {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  /// Whether a button without a background of its own is on a raised panel.
  package var isOnRaised = false {
    didSet { if isOnRaised != oldValue { setNeedsDisplay() } }
  }

  private var titleLine = LineCache()
  private static let text = TextStyle.bodyMedium
  private static let padding = 14.0
  private static let gap = 8.0
  private static let radius = 6.0

  /// Creates a button.
  /// - Parameter onActivate: The function that a click, Space and Enter call.
  public init(
    _ title: String = "", symbol: Symbol? = nil, style: Style = .outline, onActivate: (@MainActor () -> Void)? = nil
  ) {
    self.title = title
    self.symbol = symbol
    self.style = style
    super.init()
    self.onActivate = onActivate
  }

  // The title is measured without a limit: the final width, to which drawing shortens the title, is not known yet.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard !title.isEmpty else { return Size(width: height, height: height) }
    let width = contentWidth(line(nil, environment), environment) + 2 * Self.padding
    return Size(width: min(width, proposal.width), height: height)
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    var environment = environment
    if let theme { environment.theme = theme }
    let colors = stateColors(environment)
    canvas.roundedRect(bounds, radius: Self.radius, colors.background)
    canvas.border(bounds, radius: Self.radius, width: 1, colors.line)
    if title.isEmpty {
      if let symbol { canvas.symbol(symbol, side: symbolSide, centeredIn: bounds, colors.text) }
    } else {
      drawContent(in: canvas, colors.text, environment)
    }
    if showsFocusRing { canvas.focusRing(around: bounds, radius: Self.radius, gap: 2, environment) }
  }

  open override var semanticsRole: SemanticsNode.Role? { .button }
  open override var semanticsText: String { title.isEmpty ? accessibleName : title }
  open override var semanticsStates: SemanticsNode.States {
    isOn ? super.semanticsStates.union(.selected) : super.semanticsStates
  }

  /// Draws symbol and title as one centred group.
  private func drawContent(in canvas: Canvas, _ color: Color, _ environment: Environment) {
    let room = max(0, bounds.width - 2 * Self.padding - symbolWidth)
    let line = line(room, environment)
    let width = contentWidth(line, environment)
    let place = Rect(
      x: environment.rounded((bounds.width - width) / 2), y: 0, width: width, height: bounds.height)
    let isMirrored = environment.direction == .rightToLeft
    if let symbol {
      let box = Rect(
        x: isMirrored ? place.maxX - symbolSide : place.minX, y: 0, width: symbolSide, height: bounds.height)
      canvas.symbol(symbol, side: symbolSide, centeredIn: box, color)
    }
    let origin = Point(
      x: isMirrored ? place.minX : place.minX + symbolWidth,
      y: Self.text.baseline(inHeight: bounds.height, scale: environment.scale))
    canvas.text(line, at: origin, color)
  }

  private var symbolWidth: Double { symbol == nil ? 0 : symbolSide + Self.gap }

  /// Returns the width of symbol and title together. Rounding up keeps the last glyph from being cut.
  private func contentWidth(_ line: TextLine, _ environment: Environment) -> Double {
    environment.roundedUp(line.width) + symbolWidth
  }

  /// Returns the shaped title, shortened to `width` logical pixels; `nil` for no limit.
  private func line(_ width: Double?, _ environment: Environment) -> TextLine {
    titleLine.line(title, font: Self.text.font, width: width, truncation: .end, environment: environment)
  }
}
