public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that shows a symbol in one colour.
@MainActor
open class SymbolView: View {
  /// The symbol; `nil` for none.
  public var symbol: Symbol? {
    didSet { if symbol != oldValue { setNeedsDisplay() } }
  }

  /// Side of the square into which the symbol is drawn, in logical pixels. The symbols are designed for 12, 16, 20 and
  /// 32.
  public var side: Double {
    didSet { if side != oldValue { setNeedsMeasure() } }
  }

  /// The role of the symbol's colour.
  public var color: ColorRole {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }

  /// The meaning of the symbol in words, for assistive technology; empty for decoration.
  public var accessibleName = ""

  /// Creates a view.
  public init(_ symbol: Symbol? = nil, side: Double = 16, color: ColorRole = .text2) {
    self.symbol = symbol
    self.side = side
    self.color = color
    super.init()
  }

  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: side, height: side)
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    guard let symbol else { return }
    canvas.symbol(symbol, side: side, centeredIn: bounds, environment.color(color))
  }

  open override var semanticsRole: SemanticsNode.Role? { accessibleName.isEmpty ? nil : .image }
  open override var semanticsText: String { accessibleName }
}
