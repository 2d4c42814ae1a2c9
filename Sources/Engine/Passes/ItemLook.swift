import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The frame, alpha and scale with which a frame draws an item.
@MainActor
struct ItemLook {
  /// The frame in the view's coordinates.
  private(set) var frame: Rect
  /// The opacity, 0 to 1.
  private(set) var alpha: Double
  /// The magnification about the frame's centre.
  private(set) var scale: Double

  /// The frame with the magnification.
  var bounds: Rect { scale == 1 ? frame : frame.centered(frame.size * scale) }

  /// Resolves an item's frame, alpha and scale from its animations, its animator and its attribute override.
  init(of item: BoundItem, _ input: borrowing PaintPass.Input) {
    if let hostItem = item.hostItem {
      self = Self(of: hostItem, input).carrying(item)
    } else {
      self.init(withoutOverride: item, input)
    }
    if let override = item.attributeOverride { change(by: override, of: item.target.size) }
  }

  /// Resolves the frame, alpha and scale of an item that is not a badge, without its attribute override.
  private init(withoutOverride item: BoundItem, _ input: borrowing PaintPass.Input) {
    let frame = item.presented(inViewAt: input.origin)
    let own = item.appearance(at: frame, input)
    self.frame = frame.offset(by: own.offset + item.slide)
    alpha = item.alpha.value(at: input.now) * own.alpha
    scale = item.scale.value * own.scale
  }

  /// Returns a badge's frame, alpha and scale: the badge moves, fades and grows with its host item, drawn like this.
  private func carrying(_ badge: BoundItem) -> ItemLook {
    guard let hostItem = badge.hostItem else { return self }
    var look = self
    look.frame = badge.target.offset(by: frame.origin - hostItem.target.origin)
    // Without magnification the frame stays exact: the computation below halves sizes, which may fall between pixels.
    guard scale != 1 else { return look }
    let distance = look.frame.center - frame.center
    let center = frame.center + Point(x: distance.x * scale, y: distance.y * scale)
    look.frame = Rect(origin: center, size: .zero).centered(badge.target.size)
    return look
  }

  /// Applies an attribute override to the animated frame, alpha and scale.
  /// - Parameter target: The item's size that the handler was given, in logical pixels.
  private mutating func change(by override: AttributeOverride, of target: Size) {
    frame = frame.offset(by: override.offset)
    if override.size != target {
      // A size in motion keeps its difference from the target size.
      let (dw, dh) = (frame.size.width - target.width, frame.size.height - target.height)
      frame = frame.centered(
        Size(width: max(0, override.size.width + dw), height: max(0, override.size.height + dh)))
    }
    alpha *= override.alpha
    scale *= override.scale
  }
}

extension BoundItem {
  /// Returns the appearance that the item's animator gives it at a frame in the view.
  fileprivate func appearance(at frame: Rect, _ input: borrowing PaintPass.Input) -> CellAppearance {
    guard let animator, input.frame.animatesMotion else { return .plain }
    return animator.update(animationContext(at: frame, in: input.frame.viewport.size))
  }
}
