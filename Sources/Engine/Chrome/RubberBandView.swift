import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The translucent rectangle that the user draws to select items.
@MainActor
final class RubberBandView: View {
  /// The visible part of the band, in the coordinates of the list; `nil` if there is no band.
  private(set) var shown: Rect?

  /// The distance, in logical pixels, by which the drawn part of the band extends beyond the view, so that no border
  /// line shows where the band crosses the view's edge.
  static let overlap = 8.0
  private static let opacity = 0.14

  override init() {
    super.init()
    isHidden = true
  }

  override var isComposited: Bool { true }

  /// Shows the band; `nil` hides it.
  func show(_ part: Rect?) {
    shown = part
    isHidden = part == nil
    if let part { frame = part }
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let color = environment.theme.colors.accentFill
    canvas.fill(bounds, color.opacity(Self.opacity))
    canvas.border(bounds, width: environment.theme.isHighContrast ? 2 : 1, color)
  }

  override func hitTest(_ point: Point) -> View? { nil }
}
