public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A thin line between areas or rows.
@MainActor
open class Separator: View {
  /// The direction in which the line runs.
  public var axis: Axis {
    didSet { if axis != oldValue { setNeedsMeasure() } }
  }

  /// The role of the line's colour.
  public var color: ColorRole {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }

  /// Creates a line.
  /// - Parameter color: `separator` between rows, `edge` between areas.
  public init(_ axis: Axis = .horizontal, color: ColorRole = .separator) {
    self.axis = axis
    self.color = color
    super.init()
  }

  /// Returns the proposed length and the thickness of a hairline.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    var size = Size.zero
    size[axis] = proposal[axis].isFinite ? proposal[axis] : 0
    size[axis.cross] = environment.hairline
    return size
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    var line = bounds
    line.size[axis.cross] = min(environment.hairline, line.size[axis.cross])
    canvas.fill(line, environment.color(color))
  }

  open override var semanticsRole: SemanticsNode.Role? { .separator }
}
