import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Scrolling by the program and by keys.
extension ListEngine {
  /// Scrolls to a target. The view arrives there exactly, even if the items in between are not measured yet.
  ///
  /// Paths and sections refer to the list that was applied last, whether a frame has shown it or not.
  /// - Parameter animated: Whether to scroll by a spring. From far away the view first jumps near the target.
  func scroll(to target: ScrollTarget, at alignment: ScrollAlignment = .nearest, animated: Bool = true) {
    inbox.dropRestore()
    guard inbox.update == nil else {
      inbox.scroll(ScrollRequest(target: target, alignment: alignment, animated: animated))
      return
    }
    go(to: target, at: alignment, animated: animated)
  }

  /// Scrolls to a target in the list that is shown, even if a newer list waits for a frame.
  func go(to target: ScrollTarget, at alignment: ScrollAlignment = .nearest, animated: Bool = true) {
    anchors.dropLostPosition()
    anchors.dropStanding()
    switch target {
    case .start: go(toOffset: scroll.scroller.minimum, animated: animated)
    case .offset(let offset): go(toOffset: offset, animated: animated)
    case .end:
      scroll.recordUserMovement()
      go(to: ActiveScrollTarget(.end, animated: animated))
    case .section(let section):
      guard section >= 0, section < document.list.sections.count else { return }
      let start = layout.lead(layout.solver.headerFrame(section) ?? firstFrame(inSection: section))
      go(toOffset: start - layout.coveredLength(over: nil).start, animated: animated)
    case .id(let id, let section):
      guard let path = path(of: id, in: section) else { return }
      go(to: .item(path), at: alignment, animated: animated)
    case .item(let path):
      guard contains(path) else { return }
      let alignment = scroll.resolve(alignment, for: path, in: layout)
      go(to: ActiveScrollTarget(.item(path, alignment), animated: animated))
    }
  }

  /// Makes an item the anchor of the next update.
  func prefer(_ path: ElementPath?) { anchors.prefer(path) }

  private func go(toOffset offset: Double, animated: Bool) {
    scroll.go(to: offset, animated: animated, in: layout, eventInput)
  }

  private func go(to target: ActiveScrollTarget) {
    let input = eventInput
    scroll.go(to: target)
    if case .item(let path, _) = target.kind {
      nested.reveal(path, animated: target.animated, in: layout, input)
    }
    let offset = scroll.offset(for: target, in: layout, input.list)
    scroll.prepareAnimation(to: offset, animated: target.animated, in: layout, input)
    input.requestFrame()
  }

  // MARK: The scroll bar

  /// Ends a scroll to a target, because the user pressed the scroll bar.
  func pressScrollBar() { scroll.dropTarget() }

  /// Holds the content by the scroll bar's thumb.
  func holdThumb() { scroll.hold() }

  /// Moves the content with the scroll bar's thumb.
  /// - Parameter isAtEnd: Whether the thumb is at the end of its track.
  func dragThumb(to offset: Double, isAtEnd: Bool) { scroll.dragThumb(to: offset, isAtEnd: isAtEnd) }

  /// Lets go of the scroll bar's thumb.
  func releaseThumb(at now: Instant) { scroll.releaseThumb(at: now) }

  // MARK: Paths

  /// Returns the path of the first item with an id in the list that is shown; `nil` if there is none.
  /// - Complexity: O(*n*) in the number of items in the sections that are searched.
  func path(of id: ElementID, in section: ElementID? = nil) -> ElementPath? {
    for (index, candidate) in document.list.sections.enumerated() where section == nil || candidate.id == section {
      let identities = candidate.rows.identities
      if let item = (0..<identities.count).first(where: { identities.id(at: $0) == id }) {
        return ElementPath(section: index, item: item)
      }
    }
    return nil
  }

  private func firstFrame(inSection section: Int) -> Rect {
    guard document.list.sections[section].count > 0 else { return layout.solver.sectionFrame(section) }
    return layout.solver.frame(of: ElementPath(section: section, item: 0))
  }
}
