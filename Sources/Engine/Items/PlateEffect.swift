import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The effect drawn below an item in motion: the backdrop and shadow of a tile, so that no text of the tiles that it
/// passes shows through, or the highlight of an item that an update turns into a row or a tile.
@MainActor
final class PlateEffect {
  private let group = ViewGroup()
  private var size = Size.zero
  private var strength = 0
  private var fill = Color.clear

  /// The distance by which shadows extend beyond the tile, in logical pixels.
  private static let reach = 12.0
  /// The distance from its target, in logical pixels, at which a tile has its full shadow, and the steps up to it.
  private static let (rise, steps) = (32.0, 4.0)

  /// Emits the backdrop and shadow of a tile.
  /// - Parameters:
  ///   - frame: The frame of the tile, in logical pixels of the window.
  ///   - distance: The distance of the tile from its target frame, in logical pixels.
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

  /// Emits the highlight of an item.
  /// - Parameter frame: The frame of the item, in logical pixels of the window.
  func emit(
    _ painter: HighlightPainter, _ highlight: CellHighlight, in frame: Rect, alpha: Double, in context: FrameContext
  ) {
    // The item has another size in almost every frame.
    (size, strength, group.isDirty) = (.zero, 0, true)
    group.update(scale: context.scale, generation: context.generation) { canvas in
      painter.drawBelow(highlight, in: canvas)
      painter.drawAbove(highlight, in: canvas)
    }
    context.append(group, frame: frame, outsets: .zero, alpha: alpha)
  }
}

extension BoundItem {
  /// Whether the item is drawn at least as wide as its target along `axis`, to half a logical pixel. A tile that an
  /// update turns into a row is not until it has grown, so until then it must not cover the items that it passes.
  func spans(across axis: Axis) -> Bool {
    let missing = axis == .horizontal ? placement.dw.value : placement.dh.value
    return missing > -0.5
  }

  /// Whether the item is a header or footer that moves, so that it needs a backdrop over the items that it passes. One
  /// that fades lies below the items.
  var isMovingTitle: Bool {
    let isTitle = isHeaderOrFooter || key.kind == .header || key.kind == .footer
    return isTitle && !isExiting && !isBelowItems && placement.displacement != .zero
  }

  /// Returns the frame in which a moving item's highlight is drawn: at most as large as the target. Otherwise the
  /// highlight of a row that becomes a tile would lie beside its picture.
  /// - Parameter frame: The presented frame.
  func plateFrame(in frame: Rect, isRightToLeft: Bool) -> Rect {
    let size = Size(width: min(frame.width, target.width), height: min(frame.height, target.height))
    return Rect(origin: Point(x: isRightToLeft ? frame.maxX - size.width : frame.minX, y: frame.minY), size: size)
  }

  /// Whether both sides of the drawn size differ from the target size, as while an update turns a row into a tile. A
  /// row that only grows differs along the main axis alone.
  func isReshaped(in size: Size) -> Bool {
    highlight != .none && !isLifted && !isExiting && attributeOverride == nil
      && abs(size.width - target.size.width) >= 0.5 && abs(size.height - target.size.height) >= 0.5
  }

  /// Whether the item is selected, focused or has a change mark: highlights that are drawn even in motion.
  var isHighlighted: Bool { state.isSelected || state.isFocused || shownChangeMark > 0 }

  /// Whether the item is a tile that moves among others and keeps its size.
  var isMovingTile: Bool {
    highlight == .tile && !isExiting && !isLifted && !placement.isResizing && placement.displacement != .zero
  }
}
