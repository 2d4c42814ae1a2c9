import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Gives the visible elements their items and content views.
///
/// - Reads: the visible elements of the layout, the update and the corrections of the motion, the list.
/// - Writes: the item store with the placements of its items. Items bound for the first time are in `entered`, saved
///   motion of recycled ones in `suspended`.
/// - Returns: nothing. The program's components run through the binder.
@MainActor
package enum BindPass {
  /// Binds the elements of `layout.visible`, and keeps or recycles the items of other elements.
  ///
  /// Elements and bound items have the same order, so one walk along both finds all pairs without a lookup.
  /// - Complexity: O(*v*) in the number of visible elements and bound items.
  package static func run(
    _ items: inout ItemStore, _ layout: borrowing LayoutState, _ motion: borrowing UpdateMotion, _ input: FrameInput
  ) {
    items.beginRound()
    var old = 0
    for element in layout.visible {
      while old < items.bound.count, items.bound[old].key < element.key {
        keepIfVisible(items.bound[old], &items, layout, motion, input)
        old += 1
      }
      if old < items.bound.count, items.bound[old].key == element.key {
        let item = items.bound[old]
        item.place(as: element, along: layout.axis, input.binder)
        // The item was to end beyond the edge, but its target frame is visible now.
        item.placement.retargetToFrame()
        items.keep(item)
        old += 1
      } else {
        enter(element, &items, layout, motion, input)
      }
    }
    while old < items.bound.count {
      keepIfVisible(items.bound[old], &items, layout, motion, input)
      old += 1
    }
    items.endRound()
    input.binder.applyMeasureRequests(to: items.bound)
  }

  /// Recycles the candidates that no round of the frame took back, and begins the display of newly bound items.
  package static func finish(_ items: inout ItemStore, _ input: FrameInput) {
    items.releaseCandidates(input.binder, at: input.now)
    // The display begins only now, because an item that one round bound and a later one recycled was never visible.
    for item in items.bound where !item.isDisplayed { input.binder.startDisplay(of: item, in: input.list) }
    input.binder.applyMeasureRequests(to: items.bound)
  }

  // MARK: Entering items

  /// Binds an item for an element that is not bound: a recycle candidate, an exiting item that came back, or a new one.
  private static func enter(
    _ element: LayoutElement, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ motion: borrowing UpdateMotion, _ input: FrameInput
  ) {
    if let item = items.takeCandidate(at: element.key) {
      // The sizes measured in this frame made the element visible again: its motion continues.
      item.place(as: element, along: layout.axis, input.binder)
      item.placement.retargetToFrame()
      return items.keep(item)
    }
    if let item = revive(element, &items, layout, motion, input) { return items.keep(item) }
    items.enter(items.make(element, layout, input))
  }

  /// Returns the exiting item of an element that came back before its exit had ended; `nil` if there is none.
  private static func revive(
    _ element: LayoutElement, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ motion: borrowing UpdateMotion, _ input: FrameInput
  ) -> BoundItem? {
    // Supplementaries have no identity by which to find them among the exiting items.
    guard !items.exiting.isEmpty, element.key.kind == .item, let path = element.key.path else { return nil }
    // The search uses identities, because the exiting item's key is a position in an old list.
    let (id, section) = (input.list.id(at: path), input.list.sections[path.section].id)
    guard let item = items.revive(id, in: section) else { return nil }
    item.key = element.key
    // The layout dropped the size when the item was deleted, or another layout has replaced it.
    item.measuredWidth = nil
    item.animator = input.animator(for: item)
    let travels = input.animatesMotion
    if let update = motion.update, update.isAnimated, travels {
      item.recordDeparture(inViewAt: update.origin)
    } else {
      item.placement.stopMoving()
    }
    item.alpha.go(to: 1, at: input.now, for: travels ? 0.16 : 0.1)
    item.scale.target = 1
    item.place(as: element, along: layout.axis, input.binder)
    return render(item, .whole, &items, layout, input)
  }

  // MARK: Items that are no longer visible

  /// Keeps or recycles an item whose target frame is not visible. An item that is visible in flight or has the keyboard
  /// focus stays bound. Any other item in flight becomes a recycle candidate.
  private static func keepIfVisible(
    _ item: BoundItem, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ motion: borrowing UpdateMotion, _ input: FrameInput
  ) {
    // The layout no longer has the element, for example a separator, so there is no place to move it to.
    guard let frame = layout.solver.frame(for: item.key, pinnedIn: input.viewport) else {
      return items.release(item, input.binder)
    }
    var element = LayoutElement(key: item.key, frame: frame, zIndex: item.zIndex)
    element.clip = layout.solver.clip(of: item.key)
    item.place(as: element, along: layout.axis, input.binder)
    if item.placement.held != nil || isVisibleInFlight(item, layout, motion, input) || isCarried(item, items, input)
      || isMovedOut(item, layout.axis, motion, input)
    {
      items.keep(item)
    } else if input.binder.hasFocus(item) {
      // A text field with the keyboard focus must keep its caret and text while it is out of view.
      item.placement.stopMoving()
      items.keep(item)
    } else if item.isAtRest(at: input.now) {
      items.suspendMotion(of: item, at: input.now)
      items.release(item, input.binder)
    } else {
      // A later round of this frame may make the item visible again. Until then its motion must not be lost.
      items.postponeRecycling(of: item)
    }
  }

  /// Whether an item is drawn in the viewport although its target frame is outside.
  private static func isVisibleInFlight(
    _ item: BoundItem, _ layout: borrowing LayoutState, _ motion: borrowing UpdateMotion, _ input: FrameInput
  ) -> Bool {
    // In a frame that applies an update the moves have not started, so the springs do not tell where items are drawn.
    if let departure = item.placement.previous.frame {
      let scrolled = motion.update?.scrolling.distance(of: item.key, in: layout) ?? .zero
      return departure.offset(by: -scrolled).intersects(layout.bounds)
    }
    return !item.isAtRest(at: input.now) && item.presented.intersects(input.viewport)
  }

  /// Whether the item is a badge that must stay bound because it moves along with its host item, which is bound and
  /// still in motion.
  private static func isCarried(_ item: BoundItem, _ items: borrowing ItemStore, _ input: FrameInput) -> Bool {
    guard let host = item.hostItem, !host.isExiting else { return false }
    // In reading order a badge follows its host item, so a host that was kept is the last item kept so far.
    return host.key.path == item.key.host && items.nextBound.last { $0.key.kind == .item } === host
      && (host.placement.previous.frame != nil || !host.isAtRest(at: input.now))
  }

  /// Whether the item was visible until measured sizes moved its target frame away, so that its motion to that frame is
  /// visible.
  private static func isMovedOut(
    _ item: BoundItem, _ axis: Axis, _ motion: borrowing UpdateMotion, _ input: FrameInput
  ) -> Bool {
    guard input.measuringAnchor != nil, let distance = item.correction(after: motion.corrections.shift, along: axis),
      Corrections.isVisible(distance, along: axis)
    else { return false }
    return item.presented.offset(by: distance).intersects(input.viewport)
  }
}
