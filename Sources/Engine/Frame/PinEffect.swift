import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// What tells that content has gone under something that is kept in sight: a line along its edge, and a shadow on what goes
/// under it. Both are recorded once and then only moved and faded.
@MainActor
final class PinEffect {
  /// What the recordings are for.
  struct Shape: Equatable {
    /// The direction of scrolling.
    var axis: Axis
    /// How long the edge is, in logical pixels.
    var length: Double
    /// True for what is kept in sight where coordinates are low: content goes on at its high edge.
    var isAtLowEdge: Bool
  }

  /// How far the shadow reaches, and how much content must be hidden for all of it to be seen, in logical pixels.
  static let reach = 8.0

  private let line = ViewGroup()
  private let shadow = ViewGroup()
  private var shape: Shape?

  /// Readies it for something of another shape.
  func fit(_ new: Shape) {
    guard shape != new else { return }
    shape = new
    line.isDirty = true
    shadow.isDirty = true
  }

  /// Emits the shadow, beyond the edge of `frame`, which is in logical pixels of the window.
  func emitShadow(of frame: Rect, alpha: Double, in context: FrameContext) {
    guard let shape, let color = context.environment.theme.pinShadow else { return }
    let place = Self.stretch(at: frame, shape, from: 0, to: Self.reach)
    shadow.update(scale: context.environment.scale, generation: context.generation) { canvas in
      let bounds = Rect(origin: .zero, size: place.size)
      let (near, far) = (color, color.opacity(0))
      canvas.gradient(
        bounds, along: shape.axis, from: shape.isAtLowEdge ? near : far, to: shape.isAtLowEdge ? far : near)
    }
    context.append(shadow, frame: place, alpha: alpha)
  }

  /// Emits the line, inside the edge of `frame`.
  func emitLine(of frame: Rect, alpha: Double, in context: FrameContext) {
    guard let shape else { return }
    let scale = context.environment.scale
    let place = Self.stretch(at: frame, shape, from: -max(1, (scale / 2).rounded()) / scale, to: 0)
    line.update(scale: scale, generation: context.generation) { canvas in
      canvas.fill(Rect(origin: .zero, size: place.size), context.environment.theme.colors.edge)
    }
    context.append(line, frame: place, alpha: alpha)
  }

  /// The part of the plane that lies between two distances from the edge, outside of `frame` where they are positive.
  private static func stretch(at frame: Rect, _ shape: Shape, from inner: Double, to outer: Double) -> Rect {
    var place = frame
    place.size[shape.axis] = outer - inner
    place.origin[shape.axis] =
      shape.isAtLowEdge ? frame.upper(shape.axis) + inner : frame.lower(shape.axis) - outer
    return place
  }
}

extension BoundItem {
  /// How much of the line and the shadow is seen at its edge.
  var pinAlpha: Double { min(1, abs(pinnedBy) / PinEffect.reach) }
}
