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

extension CollectionView {
  /// True if the view stands at the end of its content.
  public var isAtEnd: Bool { scroller.offset >= scroller.maximum - 1 || isGoingToEnd }

  /// True if the view stands at the start of its content.
  public var isAtStart: Bool { scroller.offset <= 0 }

  private var isGoingToEnd: Bool {
    if case .end? = scrollGoal?.kind { return true }
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
    guard isMeasuring || anchorPolicy != .none, solver.sectionCount > 0 else { return nil }
    if let path = preferredAnchor, contains(path), let anchor = anchor(at: path, survivor) { return anchor }
    // As it was seen: the view may have another size by now.
    let viewport = Rect(origin: presentedOrigin, size: layoutEnvironment?.container ?? bounds.size)
    let focus = heldFocus.flatMap { solver.frame(of: $0).intersects(viewport) ? $0 : nil }
    if isAtStart, showsWhatComesFirst(focus) { return nil }
    if let focus, onlyFocus || wasSeen(.item(focus)), let anchor = anchor(at: focus, survivor) { return anchor }
    if onlyFocus { return nil }
    solver.elements(in: viewport, pinnedIn: viewport, into: &elements)
    // What is not measured yet may push away what it stands before: it is for who sees nothing else.
    return anchor(wasSeen: true, survivor) ?? anchor(wasSeen: false, survivor)
  }

  /// Of what is in sight, what is seen from its start on comes first. What is kept in sight has its place elsewhere, and
  /// what changes in between would move all that is looked at. Nobody looks at a header or footer of an inner section
  /// where there are items.
  private func anchor(wasSeen: Bool, _ survivor: (ElementPath) -> ElementPath?) -> Anchor? {
    var heading: Anchor?
    for wantsWhole in [true, false] {
      for element in elements where !element.isPinned && wantsWhole == (lead(element.frame) >= presentedOffset) {
        guard let path = element.key.path, !wasSeen || self.wasSeen(element.key) else { continue }
        guard let anchor = anchor(at: path, survivor) else { continue }
        if !contains(anchor.path) || canChoose(anchor.path) { return anchor }
        heading = heading ?? anchor
      }
    }
    return heading
  }

  /// True if the frame before showed it as it is.
  private func wasSeen(_ key: LayoutElement.Key) -> Bool { realisedItem(at: key)?.isEntering == false }

  /// True at the very start, where nothing above can turn out other than thought.
  var showsStart: Bool { isAtStart && showsWhatComesFirst(nil) }

  /// True if at the very start new items are to be seen coming in, and are not pages of what is older.
  private func showsWhatComesFirst(_ focus: ElementPath?) -> Bool {
    switch anchorPolicy {
    case .start, .none: true
    case .item: focus == nil && list.handlers.reachStart == nil
    case .end: false
    }
  }

  private func anchor(at path: ElementPath, _ survivor: (ElementPath) -> ElementPath?) -> Anchor? {
    survivor(path).map { Anchor(path: $0, position: lead(solver.frame(of: path)) - scroller.offset) }
  }

  func asItStands(_ anchor: Anchor) -> Anchor? { self.anchor(at: anchor.path) { $0 } }

  /// The layout has changed: the scroll position goes with what is anchored. A glide that is under way goes on, what
  /// leaves stays where it is seen. Where an end leaves no room, the view stands at the bound.
  func adaptScroll(to anchor: Anchor?) {
    let before = presentedOrigin
    let wanted = anchor.map { lead(solver.frame(of: $0.path)) - $0.position } ?? scroller.offset
    let shift = wanted - scroller.offset
    let isHeld = relayout?.offset == scroller.offset
    scroller.adapt(maximum: endOffset, shift: shift)
    dragStartOffset += shift
    presentedOffset += shift
    presentOffset()
    contentMoved(by: presentedOrigin - before)
    if isHeld { relayout?.offset = scroller.offset }
    let isAtBound = scroller.offset <= scroller.minimum || scroller.offset >= scroller.maximum
    if anchor != nil, !isAtBound { metrics.anchorError = max(metrics.anchorError, abs(wanted - scroller.offset)) }
  }

  /// As `adaptScroll`, but who was at the end and follows it is there again.
  func adaptScroll(to anchor: Anchor?, followingEnd: Bool) {
    adaptScroll(to: anchor)
    if followingEnd { stand(at: scroller.maximum) }
  }

  /// The content has moved so that this place is seen: nobody scrolled there.
  func stand(at offset: Double) {
    guard scroller.offset != offset else { return }
    let (before, isHeld) = (presentedOrigin, relayout?.offset == scroller.offset)
    if scroller.isHeld {
      scroller.pull(to: offset, overscrolls: false)
    } else {
      scroller.jump(to: offset)
    }
    presentOffset()
    contentMoved(by: presentedOrigin - before)
    if isHeld { relayout?.offset = scroller.offset }
  }

  /// True if the view stands at the end and follows it, or is held there.
  package var followsEnd: Bool {
    scrollBar.holdsEnd || anchorPolicy == .end && isAtEnd && !isAtEndByChance && !scroller.isHeld
  }

  /// The coordinates of the content have changed by `distance` without anybody scrolling.
  private func contentMoved(by distance: Point) {
    guard distance != .zero else { return }
    transition?.shift += distance
    corrections.shift += distance
    for item in leaving { item.target.origin += distance }
  }

  /// What of the content is seen, in content coordinates.
  var viewport: Rect { Rect(origin: presentedOrigin, size: bounds.size) }

  func isVisible(_ path: ElementPath) -> Bool {
    let frame = solver.frame(of: path)
    return (solver.clip(of: path).map { frame.intersection($0) } ?? frame).intersects(viewport)
  }
}
