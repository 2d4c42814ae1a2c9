import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The lines and shadows at the edges of pinned items under which content has scrolled.
extension PaintPass {
  /// Whether a pinned item hides the content that scrolls under it.
  static func hidesContent(_ item: BoundItem, _ layout: borrowing LayoutState) -> Bool {
    let cross = layout.axis.cross
    return switch item.key.kind {
    case .item, .header, .footer: true
    // A list boundary narrower than half of the list covers too little of the content.
    case .listBoundary, .boundary: item.target.size[cross] * 2 > layout.size[cross]
    case .badge, .decoration: false
    }
  }

  /// Gives a line and a shadow to each pinned item under which content has scrolled.
  ///
  /// A shadow falls on all items emitted before it. It must fall on lower items and on items pinned in deeper sections,
  /// but not on other pinned items of the same nesting depth. So the shadows of one depth are emitted together, just
  /// before the lowest pinned item of that depth. For this, the method records the item's draw order for each depth.
  static func fitPinEffects(
    _ paint: inout PaintBuffers, _ items: borrowing ItemStore, _ layout: borrowing LayoutState
  ) {
    paint.beginPinEffects()
    for item in items.exiting { fitPinEffect(of: item, &paint, layout) }
    var outer: BoundItem?
    for item in items.bound {
      fitPinEffect(of: item, &paint, layout)
      guard item.pinEffect != nil, item.key.kind == .item, layout.solver.isOutline(item.key.section) else { continue }
      // Ancestors precede their descendants.
      if let outer, outer.key.section == item.key.section { outer.nextPinAlpha = item.ownPinAlpha }
      outer = item
    }
  }

  /// Gives an item the next unused effect of the paint buffers if it is pinned and content has scrolled under it. The
  /// buffers keep the effects between frames.
  private static func fitPinEffect(
    of item: BoundItem, _ paint: inout PaintBuffers, _ layout: borrowing LayoutState
  ) {
    item.pinEffect = nil
    item.nextPinAlpha = 0
    guard item.isPinned, item.pinnedBy != 0, hidesContent(item, layout), item.attributeOverride?.isHidden != true
    else { return }
    let effect = paint.takePinEffect()
    effect.fit(
      PinEffect.Shape(axis: layout.axis, length: item.target.size[layout.axis.cross], isAtLowEdge: item.pinnedBy > 0))
    item.pinEffect = effect
    paint.addShadow(at: item.depth, below: item.drawOrder)
  }

  /// Emits the shadows that must be emitted before the items of draw order `level`.
  static func emitPinShadows(
    _ paint: inout PaintBuffers, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, below level: Int,
    _ input: Input
  ) {
    // Deeper sections come first: a shadow of an outer header falls on the pinned headers of subsections.
    for depth in paint.shadowLevels.indices.reversed() where paint.shadowLevels[depth] <= level {
      paint.endShadows(at: depth)
      for item in items.exiting where item.depth == depth { emitPinShadow(of: item, input) }
      for item in items.bound where item.depth == depth { emitPinShadow(of: item, input) }
    }
  }

  /// Emits the shadow of an item, if the item has one.
  private static func emitPinShadow(of item: BoundItem, _ input: Input) {
    guard let effect = item.pinEffect else { return }
    let (look, context) = (ItemLook(of: item, input), input.context)
    // The strips are recorded at full size and cannot be scaled with the item.
    guard look.scale == 1 else { return }
    let clip = context.beginClipping(to: item.clipInContent?.offset(by: -input.origin))
    effect.emitShadow(
      of: look.frame.offset(by: context.origin), alpha: look.alpha * context.alpha * item.pinAlpha, in: context)
    context.endClipping(clip)
  }

  /// Emits the line at the edge of a pinned item, unless the focus ring is there.
  static func emitPinLine(of item: BoundItem, _ look: ItemLook, _ context: FrameContext) {
    guard let effect = item.pinEffect, look.scale == 1, !item.showsFocusRing else { return }
    effect.emitLine(
      of: look.frame.offset(by: context.origin), alpha: look.alpha * context.alpha * item.pinAlpha, in: context)
  }
}
