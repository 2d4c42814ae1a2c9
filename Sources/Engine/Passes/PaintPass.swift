package import ScrollworkContentViews
import ScrollworkDiffing
package import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Emits a draw group for each presented item, from the lowest draw order to the highest. Within one draw order, items
/// that begin to exit come first.
///
/// - Reads: bound and exiting items, the layout.
/// - Writes: the paint buffers; the draw groups of the frame; in items, the size and origin of content views, the size
///   and environment of their last layout, draw ranks, pin effects, the origin of their last drawing, and `isEntering`.
/// - Returns: the largest jump of an item away from its expected position, in logical pixels.
@MainActor
package enum PaintPass {
  /// The facts of a frame that painting needs.
  @MainActor
  package struct Input {
    /// The context that collects the draw groups of the frame.
    let context: FrameContext
    let frame: FrameInput
    /// Whether any item is in flight.
    let isAnimating: Bool
    /// The scrolling since the update that this frame shows; `nil` if it shows none.
    let scrolling: UpdateScrolling?
    /// The fill behind the list.
    let background: Color
    /// The number of items that are dragged; zero without a drag.
    var draggedCount = 0
    /// The layer in which the dragged item is drawn; `nil` to draw it in the list.
    var layer: DragLayer?

    package init(
      context: FrameContext, frame: FrameInput, isAnimating: Bool, scrolling: UpdateScrolling?, background: Color
    ) {
      (self.context, self.frame) = (context, frame)
      (self.isAnimating, self.scrolling, self.background) = (isAnimating, scrolling, background)
    }

    /// The origin of the viewport, in content coordinates.
    var origin: Point { frame.viewport.origin }
    var now: Instant { context.now }
  }

  /// Emits all items, one draw order after the other.
  /// - Complexity: O(*v* *d*) for *v* items and *d* different draw orders.
  package static func run(
    _ paint: inout PaintBuffers, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ input: Input
  ) -> Double {
    input.layer?.beginFrame()
    paint.begin(items, backdrop: input.isAnimating ? backdrop(items, input) : nil)
    paint.order(isAnimating: input.isAnimating, at: input.now)
    defer { paint.end() }
    var level = paint.drawn.lazy.map(\.drawOrder).min()
    fitPinEffects(&paint, items, layout)
    // A sorted copy would allocate in each frame. There are few draw orders, so one pass over the items finds the next.
    while let current = level {
      emitPinShadows(&paint, items, layout, below: current, input)
      level = emit(&paint, layout, level: current, input)
    }
    return paint.largestStep
  }

  /// Emits the items whose draw order is `level`.
  /// - Returns: The next higher draw order among the items; `nil` if there is none.
  private static func emit(
    _ paint: inout PaintBuffers, _ layout: borrowing LayoutState, level: Int, _ input: Input
  ) -> Int? {
    var next = Int.max
    if input.isAnimating { emitPlates(&paint, layout, level: level, input) }
    for item in paint.drawn {
      if item.drawOrder > level { next = min(next, item.drawOrder) }
      guard item.drawOrder == level else { continue }
      let layer = item.isLifted ? input.layer : nil
      let start = layer?.beginItem(in: input.context)
      emit(item, &paint, layout, input)
      if let layer, let start { layer.endItem(start, in: input.context) }
    }
    return next == .max ? nil : next
  }

  /// Emits the highlights of items that turn into rows or tiles, below all other items, because in flight a highlight
  /// is wider than the content of its item.
  private static func emitPlates(
    _ paint: inout PaintBuffers, _ layout: borrowing LayoutState, level: Int, _ input: Input
  ) {
    let context = input.context
    for index in paint.drawn.indices where paint.drawn[index].drawOrder == level {
      let item = paint.drawn[index]
      let look = ItemLook(of: item, input)
      guard item.isReshaped(in: look.frame.size), item.isHighlighted, !givesWayToFocusRing(item, layout) else {
        continue
      }
      let outer = context.beginClipping(to: item.clipInContent?.offset(by: -input.origin))
      let frame = item.plateFrame(in: look.frame, isRightToLeft: context.environment.direction == .rightToLeft)
      let painter = HighlightPainter(of: item, in: frame.size, context.environment)
      paint.takePlate().emit(
        painter, item.highlight, in: frame.offset(by: context.origin), alpha: look.alpha * context.alpha, in: context)
      context.endClipping(outer)
    }
  }

  /// Returns the fill with which moving rows cover the rows that they pass; `nil` if sections have backgrounds, which
  /// moving rows must not hide.
  private static func backdrop(_ items: borrowing ItemStore, _ input: Input) -> Color? {
    for item in items.bound where item.key.kind == .decoration { return nil }
    for item in items.exiting where item.key.kind == .decoration { return nil }
    return input.background
  }

  // MARK: One item

  /// Emits an item, clipped to the nested scroll container around it. A badge is not clipped while its host item moves
  /// to another clip.
  private static func emit(
    _ item: BoundItem, _ paint: inout PaintBuffers, _ layout: borrowing LayoutState, _ input: Input
  ) {
    recordStep(of: item, &paint, layout, input)
    let context = input.context
    let cover = cover(of: item, paint, layout, context)
    if givesWayToFocusRing(item, layout) { return }
    let clip = item.hostItem?.placement.ignoresClip == true ? nil : item.clipInContent
    let look = ItemLook(of: item, input)
    let outer = context.beginClipping(to: clip?.offset(by: -input.origin))
    // While the size is in motion, the content may be larger than the presented frame.
    if item.isLifted {
      paint.lift.emit(
        below: look.frame.offset(by: context.origin), item.highlight, count: input.draggedCount,
        alpha: look.alpha * context.alpha, in: context)
    }
    if item.isMovingTile, let backdrop = paint.backdrop {
      paint.takePlate().emit(
        below: look.bounds.offset(by: context.origin), movedBy: item.placement.displacement.distance(to: .zero),
        backdrop, alpha: look.alpha * context.alpha, in: context)
    }
    // The content of a swiped row leaves the place of the row on one side.
    let isCut = item.placement.isResizing || item.slide != .zero
    let inner = context.beginClipping(to: isCut ? look.bounds.offset(by: .zero - item.slide) : nil)
    emit(item, look, cover: cover, input)
    context.endClipping(inner)
    emitPinLine(of: item, look, context)
    if item.isLifted, input.draggedCount > 1 {
      paint.lift.emitCount(input.draggedCount, above: look.frame.offset(by: context.origin), in: context)
    }
    context.endClipping(outer)
  }

  /// Whether an item is a separator that is not drawn because it would cover the lower side of its row's focus ring.
  private static func givesWayToFocusRing(_ item: BoundItem, _ layout: borrowing LayoutState) -> Bool {
    item.hostItem?.showsFocusRing == true && layout.solver.kind(of: item.key) == .separator
  }

  /// Records an item if it changed, and emits its draw group.
  private static func emit(_ item: BoundItem, _ look: ItemLook, cover: Color?, _ input: Input) {
    // Closures that captured the whole input would copy it.
    let (context, binder) = (input.context, input.frame.binder)
    if item.measuredWidth != nil { item.isEntering = false }
    place(item, look, in: input.origin, binder, context)
    item.group.update(scale: context.scale, generation: context.generation) { canvas in
      binder.withoutRequestingFrames { item.content.layoutIfNeeded(environment: context.environment) }
      record(item, in: look.frame.size, into: canvas, context.environment)
    }
    if item.attributeOverride?.isHidden ?? false { return }
    let placed = look.frame.offset(by: context.origin)
    // Items in flight may be outside the clip, but outlines and shadows reach beyond the frame.
    guard placed.intersects(context.clip) || item.hasOutsets else { return }
    context.append(
      item.group, frame: placed, outsets: item.content.drawingOutsets, alpha: look.alpha * context.alpha,
      scale: look.scale, isOpaque: item.isOpaque(in: look.frame.size), background: cover)
    if item.content.emitsGroups { emitGroups(of: item, look, in: placed, context) }
  }

  /// Gives the content view the origin for input events, and lays the view out for the size in which it is drawn.
  ///
  /// The drawn size is the target size unless the size is in motion or overridden, so most content is not laid out
  /// again.
  /// - Parameter origin: The origin of the viewport, in content coordinates.
  private static func place(
    _ item: BoundItem, _ look: ItemLook, in origin: Point, _ binder: Binder, _ context: FrameContext
  ) {
    binder.withoutRequestingFrames {
      // A click hits an item at its target frame, not at its presented frame.
      item.content.setOrigin(item.target.origin + item.contentOrigin - origin)
      if item.laidOutSize != look.frame.size {
        // The view is first laid out for the target size, so that pictures load in that size and not in sizes of the
        // motion.
        if item.laidOutSize == item.target.size {
          item.content.layoutIfNeeded(environment: context.environment)
        }
        binder.layOut(item, in: look.frame.size)
      }
      // After a change of the theme or the scale every view in the cell must lay itself out again.
      guard item.generation != context.generation else { return }
      item.generation = context.generation
      item.content.setNeedsLayoutInTree()
    }
  }

  /// Records the jump of an item in a frame that applies an update: its distance from its expected position.
  private static func recordStep(
    of item: BoundItem, _ paint: inout PaintBuffers, _ layout: borrowing LayoutState, _ input: Input
  ) {
    guard let before = item.placement.previous.drawnOrigin else { return }
    // A dragged item jumps with the pointer.
    if item.placement.held != nil {
      item.placement.previous.drawnOrigin = nil
      return
    }
    // Scrolling by the user is expected, not a jump.
    let expected = before - (input.scrolling?.distance(of: item.key, in: layout) ?? .zero)
    let presented = item.presented(inViewAt: input.origin)
    item.placement.previous.drawnOrigin = nil
    // An edited cell stays bound out of sight, where it does not move but jumps.
    let viewport = Rect(origin: .zero, size: layout.size)
    guard viewport.intersects(presented) || viewport.intersects(Rect(origin: before, size: presented.size)) else {
      return
    }
    paint.recordStep(presented.origin.distance(to: expected))
  }

  /// Returns the opaque fill that an item paints behind itself, so that nothing shines through a pinned item or a row
  /// that moves over others; `nil` for none.
  private static func cover(
    of item: BoundItem, _ paint: borrowing PaintBuffers, _ layout: borrowing LayoutState, _ context: FrameContext
  ) -> Color? {
    // The lift effect draws the backdrop of a dragged item.
    if item.isLifted { return nil }
    guard item.isPinned else {
      let covers = item.isMovingTitle || item.highlight.covers && item.spans(across: layout.axis.cross)
      return covers ? paint.backdrop : nil
    }
    return hidesContent(item, layout) ? context.environment.theme.colors.surface : nil
  }

  /// Emits the draw groups of a content view that has groups of its own. They move and fade with the cell.
  private static func emitGroups(of item: BoundItem, _ look: ItemLook, in cell: Rect, _ context: FrameContext) {
    let outer = context.alpha
    context.alpha *= look.alpha
    let frame = Rect(origin: cell.origin + item.contentOrigin - context.origin, size: item.content.frame.size)
    context.descend(to: frame, clips: item.content.clipsToBounds) {
      if item.content.isComposited {
        item.content.layoutIfNeeded(environment: context.environment)
        item.content.emit(into: context)
      } else {
        item.content.emitCompositedChildren(into: context)
      }
    }
    context.alpha = outer
  }

  /// Draws an item: the highlight below, the content view, the highlight above.
  private static func record(_ item: BoundItem, in size: Size, into canvas: Canvas, _ environment: Environment) {
    let painter = HighlightPainter(of: item, in: size, environment)
    let isApart = item.isReshaped(in: size)
    if !isApart { painter.drawBelow(item.highlight, in: canvas) }
    if !item.content.isComposited {
      canvas.translated(by: item.contentOrigin) {
        item.content.record(into: canvas, environment: environment)
      }
    }
    if !isApart, !item.content.drawsOwnFocus { painter.drawAbove(item.highlight, in: canvas) }
  }
}

extension BoundItem {
  /// Whether the list draws a focus ring around the item.
  var showsFocusRing: Bool { state.isFocused && highlight != .none }

  /// Whether the content view covers the cell opaquely, so that nothing below it needs painting.
  fileprivate func isOpaque(in size: Size) -> Bool {
    content.background?.alpha == 255 && contentOrigin == .zero && content.frame.size == size
  }

  /// Whether the content view draws beyond its frame.
  fileprivate var hasOutsets: Bool { content.drawingOutsets != .zero }
}

extension View {
  /// The background of the view, or of its nearest ancestor that has one; `nil` if there is none.
  var inheritedBackground: Color? {
    var ancestor: View? = self
    while let current = ancestor {
      if let background = current.background { return background }
      ancestor = current.parent
    }
    return nil
  }
}
