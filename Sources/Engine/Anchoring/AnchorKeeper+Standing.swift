import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The standing anchor: it remains through several changes of the environment or updates of the same items, until the
/// user scrolls.
extension AnchorKeeper {
  /// Returns the anchor for a new environment. If the view itself moves in its window, the anchor keeps the focused
  /// item in place in the window.
  mutating func captureForEnvironment(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ items: borrowing ItemStore,
    _ input: AnchorInput
  ) -> Anchor {
    let anchor = captureStanding(layout, scroll, items, input)
    guard shift != 0, case .item(var item) = anchor, item.path == input.focus else { return anchor }
    item.position -= shift
    return .item(item)
  }

  /// Returns the anchor for a new environment: the standing one if it still applies, else a new one.
  package mutating func captureStanding(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ items: borrowing ItemStore,
    _ input: AnchorInput
  ) -> Anchor {
    let follows = scroll.followsEnd(by: input.policy)
    if showsStart(layout, scroll, input) { return .item(nil, followsEnd: follows) }
    if let standing, isStanding(layout, scroll, input) { return standing }
    guard var item = captureItem(AnchorSearch(), layout, scroll, items, input) else {
      return .item(nil, followsEnd: follows)
    }
    let viewport = layout.environment?.container ?? layout.size
    item.isWhole = layout.wholePositions(of: item.path, in: viewport[layout.axis]).contains(item.position)
    return .item(item, followsEnd: follows, showsEnd: showsEnd(layout, scroll, input))
  }

  /// Returns the anchor for an update of the same items: the standing anchor if it still applies and either a resize
  /// captured it or the update switches the layout; else a new one.
  ///
  /// A visible focused item replaces an anchor that a resize captured, unless the update switches the layout.
  mutating func captureStanding(
    replacing old: List, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ items: borrowing ItemStore, _ input: AnchorInput
  ) -> Anchor {
    if layout.hasNewEnvironment { return captureStanding(layout, scroll, items, input) }
    // Switching to another layout and back must return to the same position.
    let isSwitch = switchesLayout(of: old, layout, scroll, input)
    if !isSwitch, standing != nil && isOfUpdate || seesFocusBesideStanding(layout, scroll, input) { dropStanding() }
    if let standing, isStanding(layout, scroll, input) { return standing }
    standThroughUpdate()
    return captureStanding(layout, scroll, items, input)
  }

  /// Whether an update gives the section of the standing anchor another layout, and the user has not scrolled since
  /// that anchor was captured.
  func switchesLayout(
    of old: List, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: AnchorInput
  ) -> Bool {
    guard let path = standing?.item?.path, scroll.isAnchored, old.sections.indices.contains(path.section),
      input.list.sections.indices.contains(path.section),
      layout.isVisibleOnCrossAxis(path, from: scroll.presentedOrigin)
    else { return false }
    let (before, now) = (old.sections[path.section], input.list.sections[path.section])
    return before.layout != now.layout || before.provider != now.provider
  }

  /// Whether the standing anchor still applies: its item is in the list and visible along the cross axis, and the user
  /// has not scrolled since. It does not apply if an item is preferred, or if the view shows the start.
  private func isStanding(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: AnchorInput
  ) -> Bool {
    guard !showsStart(layout, scroll, input), preferred == nil, let path = standing?.item?.path else { return false }
    return input.list.contains(path) && scroll.isAnchored
      && layout.isVisibleOnCrossAxis(path, from: scroll.presentedOrigin)
  }

  private func seesFocusBesideStanding(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: AnchorInput
  ) -> Bool {
    guard let focus = input.focus, let item = standing?.item, item.path != focus else { return false }
    return input.list.contains(focus)
      && layout.isVisible(focus, in: Rect(origin: scroll.presentedOrigin, size: layout.size))
  }

  /// Whether the view is at the start of its content, with the focused item in the first line. Such a view also shows
  /// the start in a new layout of the same items. Always false with the policy `end`.
  private func showsStart(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: AnchorInput
  ) -> Bool {
    guard scroll.isAtStart, input.policy != .end, let focus = input.focus,
      let first = layout.firstPath(in: input.list)
    else { return false }
    return layout.lead(layout.solver.frame(of: focus)) <= layout.lead(layout.solver.frame(of: first))
  }

  /// Whether the view rests at the end of content longer than itself, with the focused item in the last line. Always
  /// false with the policy `none`.
  private func showsEnd(
    _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ input: AnchorInput
  ) -> Bool {
    guard !scroll.scroller.isMoving,
      scroll.scroller.offset > max(scroll.scroller.minimum, scroll.scroller.maximum - 0.25), input.policy != .none,
      let focus = input.focus, let last = layout.lastPath(in: input.list)
    else { return false }
    return layout.trail(layout.solver.frame(of: focus)) >= layout.trail(layout.solver.frame(of: last))
  }
}
