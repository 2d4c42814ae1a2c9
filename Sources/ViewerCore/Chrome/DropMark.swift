import Scrollwork

/// The highlight of the folder that would receive a drop: a ring and a translucent fill over its row or tile.
final class DropMark: View {
  private static let wash = 0.14
  private var radius = 0.0

  override init() {
    super.init()
    isHidden = true
  }

  /// The view has a draw group of its own, so that it is drawn above the cells of the list.
  override var isComposited: Bool { true }

  /// Returns `nil`: the pointer acts on the row or tile below.
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
