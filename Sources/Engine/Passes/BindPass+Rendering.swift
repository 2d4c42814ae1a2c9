import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension UpdatePlan {
  /// Renders everything into the content views that are there.
  static var whole: UpdatePlan { UpdatePlan(strategy: .animatedBatchUpdates) }
}

/// Rendering of bound items after an update.
extension BindPass {
  /// The duration of a crossfade, in seconds, and where the user asked for less motion.
  private static let crossfade = 0.14
  private static let reducedCrossfade = 0.1

  /// Renders all bound items as the newest list has them; whatever the plan, they call the newest handlers.
  static func renderAll(
    _ items: inout ItemStore, _ plan: UpdatePlan, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    for index in items.bound.indices {
      items.bound[index] = render(items.bound[index], plan, &items, layout, input)
    }
    input.binder.applyMeasureRequests(to: items.bound)
  }

  /// Renders an item as the newest list has it.
  ///
  /// A component with another reuse identifier gets another content view, with the same frame and velocity.
  /// - Returns: The item that shows the row now.
  static func render(
    _ item: BoundItem, _ plan: UpdatePlan, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) -> BoundItem {
    let row = input.list.row(for: item.key, in: layout.solver) ?? .nothing
    let old = item.row.component
    guard old.reuseIdentifier == row.component.reuseIdentifier else {
      let new = items.makeStandIn(for: item, row, input)
      items.release(item, input.binder)
      input.binder.startDisplay(of: new, in: input.list)
      return new
    }
    let hasChanged = old.shouldContentUpdate(with: row.component)
    if hasChanged, plan.replacesChangedContents, !input.binder.hasFocus(item) {
      return replace(item, by: row, plan, &items, input)
    }
    item.row = row
    item.setHighlight(input.list.highlight(of: item.key))
    if hasChanged {
      item.measuredWidth = nil
      items.markChange(of: item, input)
    }
    defer { item.animator = input.animator(for: item) }
    guard plan.rendering == .all || plan.rendering == .changed && hasChanged else { return item }
    guard old.shouldRender(next: row.component, in: item.content) else { return item }
    input.binder.render(item)
    input.binder.layOut(item)
    return item
  }

  /// Gives an item that changed another content view, which takes the place of the old one as the plan's style says.
  private static func replace(
    _ item: BoundItem, by row: Row, _ plan: UpdatePlan, _ items: inout ItemStore, _ input: FrameInput
  ) -> BoundItem {
    let wanted = item.key.kind == .item ? plan.cellReplacement : plan.supplementaryReplacement
    let style = plan.strategy == .animatedBatchUpdates ? wanted : .none
    let (travels, now, origin) = (input.binder.animatesMotion, input.now, input.viewport.origin)
    let place = item.departure ?? item.presented(inViewAt: origin)
    let part = item.departure == nil ? item.seenPart?.offset(by: -origin) : item.departureClip
    let copy = items.makeStandIn(for: item, row, input)
    input.binder.startDisplay(of: copy, in: input.list)
    items.markChange(of: copy, input)
    let seconds = travels ? Self.crossfade : Self.reducedCrossfade
    guard style != .none, item.isPlainlyVisible(at: now) else {
      items.release(item, input.binder)
      if style != .none { copy.appear(for: seconds, at: now) }
      return copy
    }
    item.stopTravelling()
    items.exit(item, byCrossfadeAt: place, clip: part, for: seconds, input)
    guard style != .fade, travels else {
      copy.appear(for: seconds, at: now)
      return copy
    }
    let animator = RowAnimator(style)
    let context = copy.animationContext(at: place, in: input.viewport.size)
    (copy.departure, copy.seenBefore) = (nil, nil)
    copy.come(by: animator.insert(context), at: now)
    item.go(by: animator.delete(context), at: now)
    return copy
  }
}
