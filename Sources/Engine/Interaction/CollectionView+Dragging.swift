import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension CollectionView {
  /// A finger drags the content and lets it go with its speed, or taps. What it drags is decided by where it goes first:
  /// across the list the section that it is on, else the list.
  func handleTouch(_ event: TouchEvent) -> Bool {
    switch event.phase {
    case .began: touchBegan(event)
    case .moved:
      if let drag = pointerTracker.moved(to: event.location, event.time) { follow(drag, event) }
    case .ended, .cancelled: touchEnded(event)
    }
    host?.setNeedsFrame()
    return true
  }

  private func touchBegan(_ event: TouchEvent) {
    scrollGoal = nil
    touchStopsMotion = scrolls
    draggedSection = scrollableSection(at: event.location)
    dragsSection = false
    if let draggedSection, sectionMotions.contains(where: { $0.section == draggedSection }) {
      holdSection(draggedSection)
    }
    scroller.hold()
    dragStartOffset = scroller.offset
    pointerTracker.began(at: event.location, event.time)
  }

  private func follow(_ drag: Point, _ event: TouchEvent) {
    if gesture != .finger, !dragsSection, let draggedSection, isAcross(drag) {
      dragsSection = true
      scroller.release(velocity: 0, at: event.time)
      holdSection(draggedSection)
    }
    pressedPath = nil
    if dragsSection, let draggedSection { return pullSection(draggedSection, by: across(drag)) }
    beginGesture(.finger)
    scroller.pull(to: dragStartOffset - along(drag), overscrolls: motionTravels)
  }

  private func isAcross(_ drag: Point) -> Bool { abs(across(drag)) > abs(along(drag)) }

  private func touchEnded(_ event: TouchEvent) {
    let (wasDragging, velocity) = (pointerTracker.isDragging, pointerTracker.velocity(at: event.time))
    if let draggedSection, dragsSection || sectionMotions.contains(where: { $0.section == draggedSection }) {
      releaseSection(draggedSection, velocity: dragsSection ? across(velocity) : 0, at: event.time)
    }
    if !dragsSection {
      refreshIfPulled()
      if wasDragging {
        endDrag(velocity: -along(velocity), at: event.time)
      } else {
        scroller.release(velocity: 0, at: event.time)
      }
    }
    (draggedSection, dragsSection) = (nil, false)
    pointerTracker.ended()
    if !wasDragging, !touchStopsMotion, event.phase == .ended, let path = path(at: event.location) { tap(path) }
  }

  // MARK: The pointer

  /// The pointer may drag a section that scrolls by itself: not every mouse has another way to.
  func beginSectionDrag(_ event: PointerEvent) {
    draggedSection = scrollableSection(at: event.location)
    guard let draggedSection else { return }
    if sectionMotions.contains(where: { $0.section == draggedSection }) { holdSection(draggedSection) }
    pointerTracker.began(at: event.location, event.time)
  }

  func dragSection(_ event: PointerEvent) {
    guard let draggedSection, let drag = pointerTracker.moved(to: event.location, event.time) else { return }
    if !dragsSection {
      guard isAcross(drag) else { return }
      dragsSection = true
      scrollGoal = nil
      pressedPath = nil
      holdSection(draggedSection)
    }
    pullSection(draggedSection, by: across(drag))
  }

  func endSectionDrag(at now: Instant) {
    guard let section = draggedSection else { return }
    let velocity = dragsSection ? across(pointerTracker.velocity(at: now)) : 0
    releaseSection(section, velocity: velocity, at: now)
    (draggedSection, dragsSection) = (nil, false)
    pointerTracker.ended()
  }
}
