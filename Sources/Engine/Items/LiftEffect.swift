import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The ground and the shadow below an item that the user drags, so that it seems to float above the others.
@MainActor
final class LiftEffect {
  private let group = ViewGroup()
  private var size = Size.zero
  private var highlight = CellHighlight.none

  /// The distance by which shadows extend beyond the item, in logical pixels.
  private static let reach = 40.0

  /// Emits the effect in the shape of the item's highlight. `frame` is that of the item, in logical pixels of the
  /// window.
  func emit(below frame: Rect, _ highlight: CellHighlight, alpha: Double, in context: FrameContext) {
    if frame.size != size || highlight != self.highlight {
      (size, self.highlight) = (frame.size, highlight)
      group.isDirty = true
    }
    let theme = context.environment.theme
    group.update(scale: context.scale, generation: context.generation) { canvas in
      let bounds = HighlightPainter.shape(of: highlight, in: Rect(origin: .zero, size: size))
      let radius = HighlightPainter.radius(of: highlight)
      for shadow in theme.floatingShadows { canvas.shadow(bounds, radius: radius, shadow) }
      canvas.roundedRect(bounds, radius: radius, theme.colors.raised)
      canvas.border(bounds, radius: radius, width: 1, theme.colors.edge)
    }
    context.append(
      group, frame: frame, outsets: Insets(horizontal: Self.reach, vertical: Self.reach), alpha: alpha)
  }
}
