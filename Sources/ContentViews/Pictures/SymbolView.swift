public import ScrollworkGeometry
public import ScrollworkHostInterface

/// Shows an icon in one colour.
@MainActor
open class SymbolView: View {
  public var symbol: Symbol? {
    didSet { if symbol != oldValue { setNeedsDisplay() } }
  }

  /// Side of the square that the icon is drawn in, in logical pixels: 12, 16, 20 or 32.
  public var side: Double {
    didSet { if side != oldValue { setNeedsMeasure() } }
  }

  public var color: ColorRole {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }

  /// What the icon says to those who cannot see it; empty for decoration.
  public var accessibleName = ""

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
