import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The ground and the shadow below a tile that moves over others, so that nothing shines through its texts.
@MainActor
final class PlateEffect {
  private let group = ViewGroup()
  private var size = Size.zero
  private var strength = 0
  private var fill = Color.clear

  /// The distance by which shadows extend beyond the tile, in logical pixels.
  private static let reach = 12.0
  /// The distance from its place at which a tile has its whole shadow, in logical pixels, and the steps until there.
  private static let (rise, steps) = (32.0, 4.0)

  /// Emits the plate of a tile.
  /// - Parameters:
  ///   - frame: The frame of the tile, in logical pixels of the window.
  ///   - distance: The distance of the tile from its place, in logical pixels.
  func emit(below frame: Rect, movedBy distance: Double, _ fill: Color, alpha: Double, in context: FrameContext) {
    let strength = Int((min(1, distance / Self.rise) * Self.steps).rounded(.up))
    if frame.size != size || strength != self.strength || fill != self.fill {
      (size, self.strength, self.fill) = (frame.size, strength, fill)
      group.isDirty = true
    }
    group.update(scale: context.scale, generation: context.generation) { canvas in
      let bounds = Rect(origin: .zero, size: size)
      let radius = HighlightPainter.radius(of: .tile)
      for shadow in context.environment.theme.cardShadows {
        var shadow = shadow
        shadow.color = shadow.color.opacity(Double(strength) / Self.steps)
        canvas.shadow(bounds, radius: radius, shadow)
      }
      canvas.roundedRect(bounds, radius: radius, fill)
    }
    context.append(
      group, frame: frame, outsets: Insets(horizontal: Self.reach, vertical: Self.reach), alpha: alpha)
  }
}

extension BoundItem {
  /// Whether the item spans the list, and does not become a row or a tile by an update. A row in another shape must not
  /// hide what it passes over.
  func spans(across axis: Axis) -> Bool {
    let missing = axis == .horizontal ? placement.dw.value : placement.dh.value
    return missing > -0.5
  }

  /// Whether the item is a tile that moves among others and keeps its size.
  var isMovingTile: Bool {
    highlight == .tile && !isExiting && !isLifted && !placement.isResizing && placement.displacement != .zero
  }
}
