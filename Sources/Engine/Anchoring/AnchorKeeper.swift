package import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The anchors that changes keep in place.
@MainActor
package struct AnchorKeeper: ~Copyable {
  package init() {}

  /// The item that the next update keeps in place instead of its own choice: the one under the pointer during a zoom.
  package var preferred: ElementPath?
  /// The anchor of the update that this frame shows.
  package private(set) var update: Anchor?
  /// Whether that update brought back a lost position.
  var isReturning = false
  /// The anchor of a new environment or of updates of the same items, kept until the user scrolls.
  ///
  /// While a window is resized step by step one item stays in place, and not the first one of each step: else a grid
  /// that gets narrower and wider again would wander off.
  package var standing: Anchor?
  /// Whether an update captured `standing`: the next update that keeps the layout captures its own.
  var isOfUpdate = false
  /// The position to return to when items come back that were visible when all visible items became absent.
  package var lostPosition: Anchor?
  /// The item that stays in place while a frame without an update measures.
  package private(set) var measuring: Anchor.Item?
  /// The anchors of nested scroll containers across new environments.
  var containers: [ScrollSite: Anchor] = [:]
  /// The focused item, if it was wholly visible when the environment last changed.
  private(set) var visibleFocus: ElementPath?
  /// Scratch: the elements among which an anchor is chosen.
  var elements: [LayoutElement] = []

  // MARK: Events

  /// Begins measuring: the next change of the layout captures its anchor anew.
  package mutating func beginMeasuring() { measuring = nil }

  /// Ends the anchor of an environment and of updates of the same items: the user scrolled, focused another item or chose
  /// another policy.
  package mutating func dropStanding() { standing = nil }

  /// Forgets a lost position: the user scrolled or chose another item, so lost items do not bring the view back.
  package mutating func dropLostPosition() { lostPosition = nil }

  /// Forgets the anchors of nested scroll containers.
  mutating func dropContainers() {
    containers.removeAll()
    visibleFocus = nil
  }

  /// Stores the anchors that stay in place through a new environment.
  package mutating func keepThroughEnvironment(_ anchor: Anchor, visibleFocus focus: ElementPath?) {
    (standing, visibleFocus, isOfUpdate) = (anchor, focus, false)
  }

  /// Stores the item that an update keeps in place while this frame measures.
  package mutating func keepThroughUpdate(_ item: Anchor.Item?) { update = item.map { .item($0) } }

  // MARK: Measuring

  /// Returns the position to keep while sizes or extents turn out different from their estimates: the anchor of the
  /// update or of the new environment; in other frames the one captured when measuring began.
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
    // Before everything is measured there may not be the room for the anchor to stand where it stood.
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

  /// Returns the item to keep in place during the change that follows; `nil` to keep the distance from the start.
  ///
  /// With the policy `.end` the anchor holds at the very start as well: there the older part of a conversation comes in.
  /// - Complexity: O(log *n* + *v*) in the number of visible items.
  package mutating func captureItem(
    _ search: AnchorSearch, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ input: AnchorInput
  ) -> Anchor.Item? {
    guard search.isMeasuring || input.policy != .none, layout.solver.sectionCount > 0 else { return nil }
    if let preferred, input.list.contains(preferred), let path = search.survivor(of: preferred) {
      return layout.anchor(at: preferred, as: path, from: scroll)
    }
    // The view may have another size by now than the frame before showed.
    let viewport = Rect(origin: scroll.presentedOrigin, size: layout.environment?.container ?? layout.size)
    var focus = input.focus
    if let path = focus, !layout.solver.frame(of: path).intersects(viewport) { focus = nil }
    if scroll.isAtStart, input.showsInsertionsAtStart(focus) { return nil }
    if let focus, search.onlyFocus || items.wasVisible(.item(focus)), let path = search.survivor(of: focus) {
      return layout.anchor(at: focus, as: path, from: scroll)
    }
    if search.onlyFocus { return nil }
    layout.solver.elements(in: viewport, pinnedIn: viewport, into: &elements)
    // An element that is not measured yet may push away what it precedes, so it serves only if nothing else is visible.
    return choose(search, layout, scroll, items, input.list)
      ?? choose(search.amongAll, layout, scroll, items, input.list)
  }

  /// Returns the first item visible from its start on, else the first visible one.
  ///
  /// Pinned elements have their places elsewhere, and changes between would move everything else. Headers and footers of
  /// subsections serve only where no items are.
  private func choose(
    _ search: AnchorSearch, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ list: List
  ) -> Anchor.Item? {
    var heading: Anchor.Item?
    for wantsWhole in [true, false] {
      for element in elements
      where !element.isPinned && wantsWhole == (layout.lead(element.frame) >= scroll.presentedOffset) {
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
