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
    draggedSites = scrollableSites(at: event.location)
    dragsSection = false
    hold(draggedSites.filter(isUnderWay))
    scroller.hold()
    dragStartOffset = scroller.offset
    pointerTracker.began(at: event.location, event.time)
  }

  private func follow(_ drag: Point, _ event: TouchEvent) {
    if gesture != .finger, !dragsSection, !draggedSites.isEmpty, isAcross(drag) {
      dragsSection = true
      scroller.release(velocity: 0, at: event.time)
      hold(draggedSites)
    }
    pressedPath = nil
    if dragsSection { return pull(draggedSites, by: across(drag)) }
    beginGesture(.finger)
    scroller.pull(to: dragStartOffset - along(drag), overscrolls: motionTravels)
  }

  private func isAcross(_ drag: Point) -> Bool { abs(across(drag)) > abs(along(drag)) }

  private func touchEnded(_ event: TouchEvent) {
    let (wasDragging, velocity) = (pointerTracker.isDragging, pointerTracker.velocity(at: event.time))
    releaseSites(velocity: across(velocity), at: event.time)
    if !dragsSection {
      refreshIfPulled()
      if wasDragging {
        endDrag(velocity: -along(velocity), at: event.time)
      } else {
        scroller.release(velocity: 0, at: event.time)
      }
    }
    (draggedSites, dragsSection) = ([], false)
    pointerTracker.ended()
    if !wasDragging, !touchStopsMotion, event.phase == .ended, let path = path(at: event.location) { tap(path) }
  }

  /// What is dragged goes on with its speed; what was only stopped goes where it may rest.
  private func releaseSites(velocity: Double, at now: Instant) {
    let held = dragsSection ? draggedSites : draggedSites.filter(isUnderWay)
    release(held, velocity: dragsSection ? velocity : 0, at: now)
  }

  // MARK: The pointer

  /// The pointer may drag a section that scrolls by itself: not every mouse has another way to.
  func beginSectionDrag(_ event: PointerEvent) {
    draggedSites = scrollableSites(at: event.location)
    guard !draggedSites.isEmpty else { return }
    hold(draggedSites.filter(isUnderWay))
    pointerTracker.began(at: event.location, event.time)
  }

  func dragSection(_ event: PointerEvent) {
    guard !draggedSites.isEmpty, let drag = pointerTracker.moved(to: event.location, event.time) else { return }
    if !dragsSection {
      guard isAcross(drag) else { return }
      dragsSection = true
      scrollGoal = nil
      pressedPath = nil
      hold(draggedSites)
    }
    pull(draggedSites, by: across(drag))
  }

  func endSectionDrag(at now: Instant) {
    guard !draggedSites.isEmpty else { return }
    releaseSites(velocity: across(pointerTracker.velocity(at: now)), at: now)
    (draggedSites, dragsSection) = ([], false)
    pointerTracker.ended()
  }
}
