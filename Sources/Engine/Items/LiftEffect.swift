import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The backdrop and the shadow below an item that the user drags, so that it seems to float above the others. Several
/// dragged items look like a stack with their number on it.
@MainActor
final class LiftEffect {
  private let group = ViewGroup()
  private var size = Size.zero
  private var highlight = CellHighlight.none
  private var isStack = false

  /// The badge with the number of dragged items.
  private let badge = ViewGroup()
  private var count = 0
  private var line = LineCache()

  /// The distance by which shadows extend beyond the item, in logical pixels.
  private static let shadowExtent = 40.0
  /// The offset of the lower backdrop of a stack from the upper one, to the right and down, in logical pixels.
  private static let step = 4.0
  private static let (badgeHeight, badgePadding, badgeInset) = (20.0, 7.0, 8.0)

  /// Emits the effect in the shape of the item's highlight. `frame` is that of the item, in logical pixels of the
  /// window.
  /// - Parameter count: The number of dragged items.
  func emit(below frame: Rect, _ highlight: CellHighlight, count: Int, alpha: Double, in context: FrameContext) {
    if frame.size != size || highlight != self.highlight || isStack != (count > 1) {
      (size, self.highlight, isStack) = (frame.size, highlight, count > 1)
      group.isDirty = true
    }
    let theme = context.environment.theme
    group.update(scale: context.scale, generation: context.generation) { canvas in
      let bounds = HighlightPainter.shape(of: highlight, in: Rect(origin: .zero, size: size))
      let radius = HighlightPainter.radius(of: highlight)
      for shadow in theme.floatingShadows { canvas.shadow(bounds, radius: radius, shadow) }
      for distance in isStack ? [Self.step, 0] : [0] {
        let plate = bounds.offset(x: distance, y: distance)
        canvas.roundedRect(plate, radius: radius, theme.colors.raised)
        canvas.border(plate, radius: radius, width: 1, theme.colors.edge)
      }
    }
    context.append(
      group, frame: frame, outsets: Insets(horizontal: Self.shadowExtent, vertical: Self.shadowExtent), alpha: alpha)
  }

  /// Emits the badge with the number of dragged items at the upper corner of the item.
  func emitCount(_ count: Int, above frame: Rect, in context: FrameContext) {
    let (environment, style) = (context.environment, TextStyle.microMedium)
    if count != self.count {
      self.count = count
      line.invalidate()
      badge.isDirty = true
    }
    let text = line.line("\(count)", font: style.font, environment: environment)
    let size = Size(
      width: max(Self.badgeHeight, environment.roundedUp(text.width) + 2 * Self.badgePadding), height: Self.badgeHeight)
    let bounds = Rect(origin: .zero, size: size)
    badge.update(scale: context.scale, generation: context.generation) { canvas in
      canvas.roundedRect(bounds, radius: size.height / 2, environment.theme.colors.accentFill)
      let x = environment.rounded((size.width - text.width) / 2)
      let y = style.baseline(inHeight: size.height, scale: environment.scale)
      canvas.text(text, at: Point(x: x, y: y), environment.theme.colors.onAccent)
    }
    let isMirrored = environment.direction == .rightToLeft
    let x = isMirrored ? frame.minX + Self.badgeInset : frame.maxX - size.width - Self.badgeInset
    let place = Point(x: environment.rounded(x), y: environment.rounded(frame.minY - Self.badgeHeight / 3))
    context.append(badge, frame: Rect(origin: place, size: size), alpha: 1)
  }
}
