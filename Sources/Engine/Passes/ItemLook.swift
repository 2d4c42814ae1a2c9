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

  /// Makes the look of an item from its animations, its animator and its attribute override.
  init(of item: BoundItem, _ input: PaintPass.Input) {
    self = item.hostItem.map { Self(of: $0, input).carrying(item) } ?? Self(withoutOverride: item, input)
    if let override = item.attributeOverride { change(by: override) }
  }

  /// Makes the look of an item that is not a badge.
  private init(withoutOverride item: BoundItem, _ input: PaintPass.Input) {
    let presented = item.presented(inViewAt: input.origin)
    // A background stretches while its size animates. Other items keep their layout and are clipped.
    let size = item.key.kind == .decoration ? presented.size : item.target.size
    let frame = Rect(origin: presented.origin, size: size)
    let own = item.appearance(at: frame, input)
    self.frame = frame.offset(by: own.offset)
    alpha = item.alpha.value(at: input.now) * own.alpha
    scale = item.scale.value * own.scale
  }

  /// Returns the look of a badge whose host item has this look: the badge moves, fades and grows with its host.
  private func carrying(_ badge: BoundItem) -> ItemLook {
    guard let hostItem = badge.hostItem else { return self }
    var look = self
    let distance = badge.target.center - hostItem.target.center
    // A badge keeps its distance from the host item's centre, scaled as the host is.
    let center = frame.center + Point(x: distance.x * scale, y: distance.y * scale)
    look.frame = Rect(origin: center, size: .zero).centered(badge.target.size)
    // Exactly, because halves of sizes may fall between pixels.
    if scale == 1 { look.frame.origin = badge.target.origin - hostItem.target.origin + frame.origin }
    return look
  }

  /// Applies an attribute override on top of the animations.
  private mutating func change(by override: AttributeOverride) {
    frame = frame.offset(by: override.offset)
    if override.size != frame.size { frame = frame.centered(override.size) }
    alpha *= override.alpha
    scale *= override.scale
  }
}

extension BoundItem {
  /// Returns the appearance that the item's animator gives it at a frame in the view.
  fileprivate func appearance(at frame: Rect, _ input: PaintPass.Input) -> CellAppearance {
    guard let animator, input.binder.animatesMotion else { return .plain }
    return animator.update(animationContext(at: frame, in: input.viewport.size))
  }
}
