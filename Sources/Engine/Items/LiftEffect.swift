import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The ground and the shadow below an item that the user drags, so that it seems to float above the others.
@MainActor
final class LiftEffect {
  private let group = ViewGroup()
  private var size = Size.zero

  /// The radius of the corners, in logical pixels.
  private static let radius = 8.0
  /// The distance by which shadows extend beyond the item, in logical pixels.
  private static let reach = 40.0

  /// Emits the effect. `frame` is that of the item, in logical pixels of the window.
  func emit(below frame: Rect, alpha: Double, in context: FrameContext) {
    if frame.size != size {
      size = frame.size
      group.isDirty = true
    }
    let theme = context.environment.theme
    group.update(scale: context.scale, generation: context.generation) { canvas in
      let bounds = Rect(origin: .zero, size: size)
      for shadow in theme.floatingShadows { canvas.shadow(bounds, radius: Self.radius, shadow) }
      canvas.roundedRect(bounds, radius: Self.radius, theme.colors.raised)
      canvas.border(bounds, radius: Self.radius, width: 1, theme.colors.edge)
    }
    context.append(
      group, frame: frame, outsets: Insets(horizontal: Self.reach, vertical: Self.reach), alpha: alpha)
  }
}
