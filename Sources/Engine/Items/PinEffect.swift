import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The line and the shadow at the edge of a pinned item under which content scrolls.
///
/// Both are recorded once and then only moved and faded.
@MainActor
final class PinEffect {
  /// The geometry for which the line and the shadow are recorded.
  struct Shape: Equatable {
    /// The direction of scrolling.
    var axis: Axis
    /// The length of the edge, in logical pixels.
    var length: Double
    /// Whether the item is pinned at the top or left edge of the viewport. Then the line and the shadow are at the
    /// item's bottom or right edge, where content continues.
    var isAtLowEdge: Bool
  }

  /// The extent of the shadow, in logical pixels. Line and shadow reach full opacity when this much content has
  /// scrolled under the item.
  static let shadowExtent = 8.0

  private let line = ViewGroup()
  private let shadow = ViewGroup()
  private var shape: Shape?

  /// Prepares the effect for an item. Records the line and the shadow again only if the shape changed.
  func fit(_ new: Shape) {
    guard shape != new else { return }
    shape = new
    line.isDirty = true
    shadow.isDirty = true
  }

  /// Emits the shadow, outside `frame` at its edge. `frame` is in logical pixels of the window.
  func emitShadow(of frame: Rect, alpha: Double, in context: FrameContext) {
    guard let shape, let color = context.environment.theme.pinShadow else { return }
    let place = Self.stretch(at: frame, shape, from: 0, to: Self.shadowExtent)
    shadow.update(scale: context.scale, generation: context.generation) { canvas in
      let bounds = Rect(origin: .zero, size: place.size)
      let (near, far) = (color, color.opacity(0))
      canvas.gradient(
        bounds, along: shape.axis, from: shape.isAtLowEdge ? near : far, to: shape.isAtLowEdge ? far : near)
    }
    context.append(shadow, frame: place, alpha: alpha)
  }

  /// Emits the line, inside `frame` at its edge.
  func emitLine(of frame: Rect, alpha: Double, in context: FrameContext) {
    guard let shape else { return }
    let scale = context.scale
    let place = Self.stretch(at: frame, shape, from: -max(1, (scale / 2).rounded()) / scale, to: 0)
    line.update(scale: scale, generation: context.generation) { canvas in
      canvas.fill(Rect(origin: .zero, size: place.size), context.environment.theme.colors.edge)
    }
    context.append(line, frame: place, alpha: alpha)
  }

  /// Returns the strip between two distances from the item's edge. Positive distances are outside `frame`.
  private static func stretch(at frame: Rect, _ shape: Shape, from inner: Double, to outer: Double) -> Rect {
    var place = frame
    place.size[shape.axis] = outer - inner
    place.origin[shape.axis] =
      shape.isAtLowEdge ? frame.upper(shape.axis) + inner : frame.lower(shape.axis) - outer
    return place
  }
}

extension BoundItem {
  /// The opacity of the line and the shadow at the item's edge.
  var pinAlpha: Double { ownPinAlpha * (1 - nextPinAlpha) }

  /// The opacity of the line and the shadow, as far as it follows from this item's own pinning.
  var ownPinAlpha: Double { min(1, abs(pinnedBy) / PinEffect.shadowExtent) }
}
