import Scrollwork

/// The mark of the folder that takes what the user drags: a ring and a wash above its row or tile.
final class DropMark: View {
  private static let wash = 0.14
  private var radius = 0.0

  override init() {
    super.init()
    isHidden = true
  }

  /// The mark is drawn above the cells of the list, which have draw groups of their own.
  override var isComposited: Bool { true }

  /// The pointer acts on what is marked.
  override func hitTest(_ point: Point) -> View? { nil }

  func show(_ frame: Rect, radius: Double) {
    self.frame = frame
    if radius != self.radius { setNeedsDisplay() }
    self.radius = radius
    isHidden = false
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let theme = environment.theme
    canvas.roundedRect(bounds, radius: radius, theme.colors.accent.opacity(Self.wash))
    canvas.border(bounds, radius: radius, width: theme.focusRingWidth, theme.colors.selectionMark)
  }
}
