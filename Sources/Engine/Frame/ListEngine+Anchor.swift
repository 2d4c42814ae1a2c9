import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What is to stay where it is on screen, and where that is.
struct Anchor {
  /// In the list that is laid out now.
  var path: ElementPath
  /// Distance of its start from the viewport's start, in logical pixels.
  var position: Double
}

extension ListEngine {
  /// True if the view stands at the end of its content.
  var isAtEnd: Bool { scroll.scroller.offset >= scroll.scroller.maximum - 1 || isGoingToEnd }

  /// True if the view stands at the start of its content.
  var isAtStart: Bool { scroll.scroller.offset <= 0 }

  private var isGoingToEnd: Bool {
    if case .end? = scroll.target?.kind { return true }
    return false
  }

  /// What should stay in place during the change that follows; `nil` where the distance from the start is kept.
  ///
  /// With the policy `.end` the anchor holds at the very start as well: there the older part of a conversation comes in.
  /// - Parameters:
  ///   - onlyFocus: True to hold nothing but a focused item that is seen.
  ///   - isMeasuring: True if only the layout's guesses change, which nobody is to see, whatever the policy.
  ///   - survivor: Where an item is after the change; `nil` if it is gone.
  /// - Complexity: O(log *n* + *v*) in the number of items on screen.
  func captureAnchor(
    onlyFocus: Bool = false, isMeasuring: Bool = false, survivor: (ElementPath) -> ElementPath? = { $0 }
  ) -> Anchor? {
    guard isMeasuring || settings.anchorPolicy != .none, layout.solver.sectionCount > 0 else { return nil }
    if let path = anchors.preferred, contains(path), let anchor = anchor(at: path, survivor) { return anchor }
    // As it was seen: the view may have another size by now.
    let viewport = Rect(origin: scroll.presentedOrigin, size: layout.environment?.container ?? layout.size)
    let focus = heldFocus.flatMap { layout.solver.frame(of: $0).intersects(viewport) ? $0 : nil }
    if isAtStart, showsWhatComesFirst(focus) { return nil }
    if let focus, onlyFocus || wasSeen(.item(focus)), let anchor = anchor(at: focus, survivor) { return anchor }
    if onlyFocus { return nil }
    layout.findElements(in: viewport, pinnedIn: viewport)
    // What is not measured yet may push away what it stands before: it is for who sees nothing else.
    return anchor(wasSeen: true, survivor) ?? anchor(wasSeen: false, survivor)
  }

  /// Of what is in sight, what is seen from its start on comes first. What is kept in sight has its place elsewhere, and
  /// what changes in between would move all that is looked at. Nobody looks at a header or footer of an inner section
  /// where there are items.
  private func anchor(wasSeen: Bool, _ survivor: (ElementPath) -> ElementPath?) -> Anchor? {
    var heading: Anchor?
    for wantsWhole in [true, false] {
      for element in layout.visible
      where !element.isPinned && wantsWhole == (layout.lead(element.frame) >= scroll.presentedOffset) {
        guard let path = element.key.path, !wasSeen || self.wasSeen(element.key) else { continue }
        guard let anchor = anchor(at: path, survivor) else { continue }
        if !contains(anchor.path) || canChoose(anchor.path) { return anchor }
        heading = heading ?? anchor
      }
    }
    return heading
  }

  /// True if the frame before showed it as it is.
  private func wasSeen(_ key: LayoutElement.Key) -> Bool { boundItem(at: key)?.isEntering == false }

  /// True at the very start, where nothing above can turn out other than thought.
  var showsStart: Bool { isAtStart && showsWhatComesFirst(nil) }

  /// True if at the very start new items are to be seen coming in, and are not pages of what is older.
  private func showsWhatComesFirst(_ focus: ElementPath?) -> Bool {
    switch settings.anchorPolicy {
    case .start, .none: true
    case .item: focus == nil && document.list.handlers.reachStart == nil
    case .end: false
    }
  }

  private func anchor(at path: ElementPath, _ survivor: (ElementPath) -> ElementPath?) -> Anchor? {
    survivor(path).map {
      Anchor(path: $0, position: layout.lead(layout.solver.frame(of: path)) - scroll.scroller.offset)
    }
  }

  func asItStands(_ anchor: Anchor) -> Anchor? { self.anchor(at: anchor.path) { $0 } }

  /// The layout has changed: the scroll position goes with what is anchored. A glide that is under way goes on, what
  /// leaves stays where it is seen. Where an end leaves no room, the view stands at the bound.
  func adaptScroll(to anchor: Anchor?) {
    let before = scroll.presentedOrigin
    let wanted = anchor.map { layout.lead(layout.solver.frame(of: $0.path)) - $0.position } ?? scroll.scroller.offset
    let shift = wanted - scroll.scroller.offset
    let isHeld = anchors.relayout?.offset == scroll.scroller.offset
    scroll.scroller.adapt(maximum: endOffset, shift: shift)
    scroll.dragStartOffset += shift
    scroll.presentedOffset += shift
    presentOffset()
    contentMoved(by: scroll.presentedOrigin - before)
    if isHeld { anchors.relayout?.offset = scroll.scroller.offset }
    let isAtBound =
      scroll.scroller.offset <= scroll.scroller.minimum || scroll.scroller.offset >= scroll.scroller.maximum
    if anchor != nil, !isAtBound {
      outbox.metrics.anchorError = max(outbox.metrics.anchorError, abs(wanted - scroll.scroller.offset))
    }
  }

  /// As `adaptScroll`, but who was at the end and follows it is there again.
  func adaptScroll(to anchor: Anchor?, followingEnd: Bool) {
    adaptScroll(to: anchor)
    if followingEnd { stand(at: scroll.scroller.maximum) }
  }

  /// The content has moved so that this place is seen: nobody scrolled there.
  func stand(at offset: Double) {
    guard scroll.scroller.offset != offset else { return }
    let (before, isHeld) = (scroll.presentedOrigin, anchors.relayout?.offset == scroll.scroller.offset)
    if scroll.scroller.isHeld {
      scroll.scroller.pull(to: offset, overscrolls: false)
    } else {
      scroll.scroller.jump(to: offset)
    }
    presentOffset()
    contentMoved(by: scroll.presentedOrigin - before)
    if isHeld { anchors.relayout?.offset = scroll.scroller.offset }
  }

  /// True if the view stands at the end and follows it, or is held there.
  package var followsEnd: Bool {
    chrome.scrollBar.holdsEnd
      || settings.anchorPolicy == .end && isAtEnd && !scroll.isAtEndByShrinking && !scroll.scroller.isHeld
  }

  /// The coordinates of the content have changed by `distance` without anybody scrolling.
  private func contentMoved(by distance: Point) {
    guard distance != .zero else { return }
    motion.update?.shift += distance
    motion.corrections.shift += distance
    for item in items.exiting { item.target.origin += distance }
  }

  func isVisible(_ path: ElementPath) -> Bool {
    let frame = layout.solver.frame(of: path)
    return (layout.solver.clip(of: path).map { frame.intersection($0) } ?? frame).intersects(viewport)
  }
}
