import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension UpdatePlan {
  /// The plan that renders all items again, each into its present content view.
  static var whole: UpdatePlan { UpdatePlan(strategy: .animatedBatchUpdates) }
}

/// Rendering of bound items after an update.
extension BindPass {
  /// The duration of a crossfade, in seconds.
  private static let crossfade = 0.14
  /// The duration of a crossfade if the user asked for less motion, in seconds.
  private static let reducedCrossfade = 0.1

  /// Renders the bound items from the newest list; the plan decides which of them. All items, rendered or not, get the
  /// newest handlers.
  static func renderAll(
    _ items: inout ItemStore, _ plan: UpdatePlan, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    for index in items.bound.indices {
      let item = render(items.bound[index], plan, &items, layout, input)
      items.replace(at: index, by: item)
    }
    input.binder.applyMeasureRequests(to: items.bound)
  }

  /// Renders an item from the newest list, if the plan says so.
  ///
  /// If the new component has another reuse identifier, or if it has changed and the plan replaces changed content
  /// views, another item takes over the frame and motion.
  /// - Returns: The item that shows the row now.
  static func render(
    _ item: BoundItem, _ plan: UpdatePlan, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) -> BoundItem {
    let row = input.list.row(for: item.key, in: layout.solver) ?? .empty
    let old = item.row.component
    input.reportOutline(of: item.key)
    // Only components with the same reuse identifier can render into the content view.
    guard old.reuseIdentifier == row.component.reuseIdentifier else {
      let new = items.makeStandIn(for: item, row, input)
      items.release(item, input.binder)
      input.binder.startDisplay(of: new, in: input.list)
      return new
    }
    let hasChanged = old.shouldContentUpdate(with: row.component)
    // A content view with the keyboard focus is never replaced: the user may be typing in it.
    if hasChanged, plan.replacesChangedContents, !input.binder.hasFocus(item) {
      return replace(item, by: row, plan, &items, input)
    }
    item.row = row
    if item.isDisplayed { input.binder.recordID(of: item, in: input.list) }
    item.setHighlight(input.list.highlight(of: item.key))
    item.isHeaderOrFooter = input.list.isHeaderOrFooter(item.key)
    if hasChanged {
      item.measuredWidth = nil
      items.markChange(of: item, input)
    }
    // Set after rendering, because a content view may bring its own animator.
    defer { item.animator = input.animator(for: item) }
    // `item.row` is the new row already, so its handlers are in force even if nothing is rendered.
    guard plan.rendering == .all || plan.rendering == .changed && hasChanged else { return item }
    guard old.shouldRender(next: row.component, in: item.content) else { return item }
    input.binder.render(item)
    input.binder.layOut(item)
    return item
  }

  /// Gives a changed item another content view, which replaces the old one in the plan's style.
  /// - Returns: The item with the new content view.
  private static func replace(
    _ item: BoundItem, by row: Row, _ plan: UpdatePlan, _ items: inout ItemStore, _ input: FrameInput
  ) -> BoundItem {
    let wanted = item.key.kind == .item ? plan.cellReplacement : plan.supplementaryReplacement
    let style = plan.strategy == .animatedBatchUpdates ? wanted : .none
    let (travels, now, origin) = (input.animatesMotion, input.now, input.viewport.origin)
    // An update may have moved the viewport; then only `previous.frame` tells where the item was drawn.
    let place = item.placement.previous.frame ?? item.presented(inViewAt: origin)
    let clip =
      item.placement.previous.frame == nil ? item.containerClip?.offset(by: -origin) : item.placement.previous.clip
    let copy = items.makeStandIn(for: item, row, input)
    input.binder.startDisplay(of: copy, in: input.list)
    items.markChange(of: copy, input)
    let seconds = travels ? Self.crossfade : Self.reducedCrossfade
    guard style != .none, item.isPlainlyVisible(at: now) else {
      items.release(item, input.binder)
      if style != .none { copy.fadeIn(for: seconds, at: now) }
      return copy
    }
    item.placement.stopMoving()
    items.exit(item, byCrossfadeAt: place, clip: clip, for: seconds, input)
    // All styles except `fade` move the row, so with reduced motion a fade takes their place.
    guard style != .fade, travels else {
      copy.fadeIn(for: seconds, at: now)
      return copy
    }
    let animator = RowAnimator(style)
    let context = copy.animationContext(at: place, in: input.viewport.size)
    // The animator alone moves both content views, so the copy must not also move from the old frame.
    (copy.placement.previous.frame, copy.placement.previous.drawnOrigin) = (nil, nil)
    copy.startEntrance(animator.insert(context), at: now)
    item.startExit(animator.delete(context), at: now)
    return copy
  }
}
