import ScrollworkContentViews
package import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What is to stay where it is on screen, and where that is.
package struct Anchor {
  /// In the list that is laid out now.
  package var path: ElementPath
  /// Distance of its start from the viewport's start, in logical pixels.
  package var position: Double

  package init(path: ElementPath, position: Double) { (self.path, self.position) = (path, position) }
}

extension ListEngine {
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
    if scroll.isAtStart, showsWhatComesFirst(focus) { return nil }
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
  private func wasSeen(_ key: LayoutElement.Key) -> Bool { items.item(at: key)?.isEntering == false }

  /// True at the very start, where nothing above can turn out other than thought.
  var showsStart: Bool { scroll.isAtStart && showsWhatComesFirst(nil) }

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

  /// Whether the view is at the end and follows it, or is held there by the scroll bar's thumb.
  var followsEnd: Bool { chrome.scrollBar.holdsEnd || isFollowingEnd && !scroll.scroller.isHeld }

  /// Whether items added at the end come into view by the anchor policy.
  var isFollowingEnd: Bool { settings.anchorPolicy == .end && scroll.endTracking.follows }

  func isVisible(_ path: ElementPath) -> Bool {
    let frame = layout.solver.frame(of: path)
    return (layout.solver.clip(of: path).map { frame.intersection($0) } ?? frame).intersects(viewport)
  }
}
