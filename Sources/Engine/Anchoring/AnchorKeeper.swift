package import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The anchors of a view: what stays in place through updates, resizes and measurements.
@MainActor
package struct AnchorKeeper: ~Copyable {
  package init() {}

  /// The item that the next update keeps in place, for example the item under the pointer during a zoom; `nil` to let
  /// the update choose one.
  package private(set) var preferred: ElementPath?
  /// The anchor of the update that this frame shows; `nil` in a frame without an update.
  package private(set) var update: Anchor?
  /// The return to the lost position that the last update made; `nil` if it made none.
  private var lastReturn: Return?
  /// The anchor that successive changes of the environment, or updates of the same items, share until the user scrolls.
  ///
  /// While a window is resized step by step, the same item stays in place in all steps, not the first visible item of
  /// each step. Otherwise, a grid that becomes narrower and wider again would drift.
  package private(set) var standing: Anchor?
  /// Whether an update captured `standing`, and not a resize. If so, the next update that keeps the layout captures a
  /// new anchor.
  private(set) var isOfUpdate = false
  /// The position of the items that were visible before an update removed all of them, or before a filter moved the
  /// view to the start; `nil` if none is lost. The view returns there when they come back.
  package private(set) var lostPosition: Anchor?
  /// The item that stays in place while a frame without an update measures; `nil` if none was captured yet.
  package private(set) var measuring: Anchor.Item?
  /// The anchors of nested scroll containers, kept through changes of the environment.
  private(set) var containers: [ScrollContainerID: Anchor] = [:]
  /// The focused item, if it was wholly visible on the cross axis when the environment last changed; else `nil`.
  private(set) var visibleFocus: ElementPath?
  /// The distance by which the view moves down in its window before this frame, in logical pixels.
  private(set) var shift = 0.0
  /// Scratch: the elements among which an anchor is chosen.
  private(set) var elements: [LayoutElement] = []

  // MARK: Events

  /// Makes an item the anchor of the next update; `nil` to let the update choose one.
  package mutating func prefer(_ path: ElementPath?) { preferred = path }

  /// Forgets the measuring anchor, so that the next change of the layout captures a new one.
  package mutating func forgetMeasuring() { measuring = nil }

  /// Adds to the distance by which the view moves down in its window, in logical pixels.
  mutating func viewMoved(by distance: Double) { shift += distance }

  /// Drops the standing anchor. Called when the view scrolled, when another item got the focus, when the policy
  /// changed, and for an update that needs a new anchor or none.
  package mutating func dropStanding() { standing = nil }

  /// Forgets the lost position, because the user scrolled or focused an item: items that return must not move the view
  /// back.
  package mutating func dropLostPosition() { lostPosition = nil }

  /// Drops the standing anchor and the lost position, because the user or the program scrolls.
  mutating func scrolled() { (standing, lostPosition, lastReturn) = (nil, nil, nil) }

  /// Drops all anchors that outlast a frame, because another list replaces the whole list.
  mutating func dropAll() {
    scrolled()
    dropContainers()
  }

  /// Forgets the anchors of nested scroll containers.
  mutating func dropContainers() {
    containers.removeAll()
    visibleFocus = nil
  }

  /// Stores the standing anchor for a new environment, and the focused item if it was visible on the cross axis.
  package mutating func keepThroughEnvironment(_ anchor: Anchor, visibleFocus focus: ElementPath?) {
    (standing, visibleFocus, isOfUpdate) = (anchor, focus, false)
  }

  /// Stores the item that an update keeps in place while this frame measures.
  package mutating func keepThroughUpdate(_ item: Anchor.Item?) { update = item.map { .item($0) } }

  /// Forgets the anchors that hold for one frame.
  package mutating func finishFrame() { (update, measuring, shift) = (nil, nil, 0) }

  // MARK: Updates

  /// Ends the search for the anchor of an update, and forgets the preferred item.
  mutating func endCapture() { preferred = nil }

  /// A return to the lost position.
  private struct Return {
    /// The item that the view returned to.
    let item: Anchor.Item
    /// Whether all lost items are in the list again.
    let isComplete: Bool
  }

  /// Whether the last update brought the view back to its lost position.
  var isReturning: Bool { lastReturn != nil }

  /// Begins the search for the anchor of an update. Drops the lost position if all its items are back in position.
  /// - Returns: Whether all lost items are in the list, but the content is too short for their old positions.
  mutating func beginCapture(_ layout: borrowing LayoutState, _ scroll: borrowing ScrollState) -> Bool {
    defer { lastReturn = nil }
    guard let lastReturn, lastReturn.isComplete else { return false }
    let (path, position) = (lastReturn.item.path, lastReturn.item.position)
    // Offsets are rounded to device pixels.
    if abs(layout.anchor(at: path, as: path, from: scroll).position - position) >= 1 { return true }
    lostPosition = nil
    return false
  }

  /// Begins an update that keeps the scroll offset instead of an anchor.
  mutating func beginWithoutCapture() { lastReturn = nil }

  /// Makes `anchor` the standing anchor, which remains until the user scrolls.
  mutating func stand(on anchor: Anchor) { standing = anchor }

  /// Records that an update captures the standing anchor.
  mutating func standThroughUpdate() { isOfUpdate = true }

  /// Records that the view returns to an item of its lost position. If the view follows the end, the return is complete
  /// at once, so the lost position is dropped.
  mutating func returnToLostPosition(at item: Anchor.Item, isComplete: Bool, followsEnd: Bool) {
    lastReturn = Return(item: item, isComplete: isComplete)
    if followsEnd { lostPosition = nil }
  }

  /// Remembers the lost position, to which the view returns when its items come back; `nil` if no item was visible.
  mutating func lose(_ position: Anchor?) { lostPosition = position }

  /// Replaces the anchors of nested scroll containers.
  mutating func storeContainers(_ anchors: [ScrollContainerID: Anchor]) { containers = anchors }

  /// Finds the elements in the part of the viewport inside the content insets. The result is in `elements`.
  mutating func findElements(in viewport: Rect, _ layout: borrowing LayoutState) {
    layout.solver.elements(in: uncovered(viewport, layout), pinnedIn: viewport, into: &elements)
  }

  /// Returns the part of the viewport inside the content insets; the whole viewport if they leave nothing of it.
  private func uncovered(_ viewport: Rect, _ layout: borrowing LayoutState) -> Rect {
    let area = layout.inset(viewport)
    return area.isEmpty ? viewport : area
  }

  // MARK: Nested scroll containers

  /// Scrolls a nested container on behalf of the engine, not of the user, so an anchor kept for the container stays
  /// valid.
  /// - Returns: Whether the offset changed.
  mutating func move(_ container: ScrollContainerID, to offset: Double, in layout: inout LayoutState) -> Bool {
    let old = layout.solver.crossOffset(container)
    let moved = layout.scroll(container, to: offset)
    if case .container(var anchor)? = containers[container], anchor.offset == old {
      anchor.offset = layout.solver.crossOffset(container)
      containers[container] = .container(anchor)
    }
    return moved
  }

  // MARK: Measuring

  /// Returns the anchor to keep while measured sizes replace estimates: that of the update or of the new environment;
  /// in other frames, the one captured when measuring began.
  package mutating func current(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ items: borrowing ItemStore,
    _ input: AnchorInput
  ) -> Anchor {
    let item = currentItem(layout, scroll, items, input)
    return .item(item, followsEnd: keepsEnd(layout, scroll, input))
  }

  private func keepsEnd(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: AnchorInput
  ) -> Bool {
    let follows = scroll.followsEnd(by: input.policy)
    guard let standing, scroll.isAnchored, input.isUpdating || layout.hasNewEnvironment else { return follows }
    return standing.showsEnd || (layout.hasNewEnvironment ? standing.followsEnd : follows)
  }

  private mutating func currentItem(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ items: borrowing ItemStore,
    _ input: AnchorInput
  ) -> Anchor.Item? {
    // Until everything is measured, the content may be too short for the anchor to be where it was.
    if layout.hasNewEnvironment, let standing, standing.item == nil || scroll.isAnchored {
      return standing.resolve(in: layout)
    }
    let showsStart = scroll.isAtStart && input.showsInsertionsAtStart(nil)
    guard let scrolled = input.scrolled else {
      if measuring == nil, !showsStart {
        measuring = captureItem(AnchorSearch(isMeasuring: true), layout, scroll, items, input)
      }
      return measuring
    }
    guard var item = update?.item else {
      return showsStart ? nil : captureItem(AnchorSearch(), layout, scroll, items, input)
    }
    item.position -= scrolled
    return item
  }

  // MARK: The choice of an item

  /// Returns the item to keep in place during the change that follows; `nil` to keep the distance from the content's
  /// start.
  ///
  /// With the policy `end`, an item stays in place even at the very start, where older parts of a conversation are
  /// inserted.
  /// - Complexity: O(log *n* + *v*) for *n* items, *v* of them visible.
  package mutating func captureItem(
    _ search: AnchorSearch, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ input: AnchorInput
  ) -> Anchor.Item? {
    guard search.isMeasuring || input.policy != .none, layout.solver.sectionCount > 0 else { return nil }
    // The previous frame may have shown the view at another size than `layout.size`.
    let viewport = Rect(origin: scroll.presentedOrigin, size: layout.environment?.container ?? layout.size)
    if let preferred, layout.solver.contains(preferred), let path = search.survivor(of: preferred) {
      var item = layout.anchor(at: preferred, as: path, from: scroll)
      // A pinned row of an outline that is collapsed stays where it is seen.
      if let frame = layout.solver.pinnedFrame(of: preferred, in: viewport) {
        item.position = layout.lead(frame) - scroll.presentedOffset
      }
      return item
    }
    var focus = input.focus
    if let path = focus, !layout.solver.frame(of: path).intersects(uncovered(viewport, layout)) { focus = nil }
    if scroll.isAtStart, input.showsInsertionsAtStart(focus) { return nil }
    if let focus, search.onlyFocus || items.wasVisible(.item(focus)), let path = search.survivor(of: focus) {
      return layout.anchor(at: focus, as: path, from: scroll)
    }
    if search.onlyFocus { return nil }
    findElements(in: viewport, layout)
    // An element that is not measured yet may move the elements after it, so it serves only if no other element does.
    return choose(search, layout, scroll, items, input.list)
      ?? choose(search.amongAll, layout, scroll, items, input.list)
  }

  /// Returns the first item whose start is visible, else the first visible item.
  ///
  /// Pinned elements are not chosen, because they are drawn away from their positions in the content: such an anchor
  /// would move everything else when its element becomes pinned or unpinned. Headers and footers of subsections are
  /// chosen only if no item qualifies.
  private func choose(
    _ search: AnchorSearch, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ list: List
  ) -> Anchor.Item? {
    var heading: Anchor.Item?
    let start = scroll.presentedOffset + layout.mainInsets.start
    for wantsWhole in [true, false] {
      for element in elements where !element.isPinned && wantsWhole == (layout.lead(element.frame) >= start) {
        guard let path = element.key.path, search.includesUnseen || items.wasVisible(element.key),
          let new = search.survivor(of: path)
        else { continue }
        let item = layout.anchor(at: path, as: new, from: scroll)
        if !list.contains(new) || list.canChoose(new) { return item }
        heading = heading ?? item
      }
    }
    return heading
  }
}
