import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What is seen of content that goes under headers, footers and whatever else is kept in sight.
extension ListEngine {
  /// True if an item that is kept in sight spans the list: nothing of what goes under it is seen.
  func hidesContent(_ item: BoundItem) -> Bool {
    switch item.key.kind {
    case .item, .header, .footer: true
    case .global, .boundary: item.target.size[layout.axis.cross] * 2 > layout.size[layout.axis.cross]
    case .badge, .decoration: false
    }
  }

  /// Gives a line and a shadow to each item that content has gone under, and notes at which level the shadows are due: they
  /// fall upon what is lower and upon what is kept in sight deeper in sections, and not upon others that are.
  func fitPinEffects(_ context: FrameContext) {
    var count = 0
    paint.shadowLevels.removeAll(keepingCapacity: true)
    func fit(_ item: BoundItem) {
      item.pinEffect = nil
      guard item.isPinned, item.pinnedBy != 0, hidesContent(item), item.attributeOverride?.isHidden != true else {
        return
      }
      if count == paint.pinEffects.count { paint.pinEffects.append(PinEffect()) }
      let effect = paint.pinEffects[count]
      effect.fit(
        PinEffect.Shape(axis: layout.axis, length: item.target.size[layout.axis.cross], isAtLowEdge: item.pinnedBy > 0))
      item.pinEffect = effect
      count += 1
      while paint.shadowLevels.count <= item.depth { paint.shadowLevels.append(.max) }
      paint.shadowLevels[item.depth] = min(paint.shadowLevels[item.depth], item.drawOrder)
    }
    for item in items.exiting { fit(item) }
    for item in items.bound { fit(item) }
  }

  /// Emits the shadows that are due before what has its place at a level.
  func emitPinShadows(below level: Int, _ context: FrameContext) {
    for depth in paint.shadowLevels.indices.reversed() where paint.shadowLevels[depth] <= level {
      paint.shadowLevels[depth] = .max
      for item in items.exiting where item.depth == depth { emitPinShadow(of: item, context) }
      for item in items.bound where item.depth == depth { emitPinShadow(of: item, context) }
    }
  }

  private func emitPinShadow(of item: BoundItem, _ context: FrameContext) {
    guard let effect = item.pinEffect else { return }
    let look = look(of: item, at: context.now)
    guard look.scale == 1 else { return }
    context.clipped(to: item.seenPart?.offset(by: -scroll.presentedOrigin)) {
      effect.emitShadow(
        of: look.frame.offset(by: context.origin), alpha: look.alpha * context.alpha * item.pinAlpha, in: context)
    }
  }

  /// Emits the line at the edge of an item that is seen as `look` says.
  func emitPinLine(of item: BoundItem, _ look: Look, _ context: FrameContext) {
    guard let effect = item.pinEffect, look.scale == 1 else { return }
    effect.emitLine(
      of: look.frame.offset(by: context.origin), alpha: look.alpha * context.alpha * item.pinAlpha, in: context)
  }
}
