import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension ListEngine {
  /// A finger drags the content and lets it go with its speed, or taps. What it drags is decided by where it goes first:
  /// across the list the section that it is on, else the list.
  func handleTouch(_ event: TouchEvent) -> Bool {
    switch event.phase {
    case .began: touchBegan(event)
    case .moved:
      if let drag = interaction.tracker.moved(to: event.location, event.time) { follow(drag, event) }
    case .ended, .cancelled: touchEnded(event)
    }
    host?.setNeedsFrame()
    return true
  }

  private func touchBegan(_ event: TouchEvent) {
    scroll.target = nil
    scroll.touchStopsMotion = scrolls
    nested.dragged = scrollableSites(at: event.location)
    nested.isDragging = false
    hold(nested.dragged.filter(isUnderWay))
    scroll.scroller.hold()
    scroll.dragStartOffset = scroll.scroller.offset
    interaction.tracker.began(at: event.location, event.time)
  }

  private func follow(_ drag: Point, _ event: TouchEvent) {
    if scroll.gesture != .finger, !nested.isDragging, !nested.dragged.isEmpty, isAcross(drag) {
      nested.isDragging = true
      scroll.scroller.release(velocity: 0, at: event.time)
      hold(nested.dragged)
    }
    interaction.pressed = nil
    if nested.isDragging { return pull(nested.dragged, by: layout.across(drag)) }
    beginGesture(.finger)
    scroll.scroller.pull(to: scroll.dragStartOffset - layout.along(drag), overscrolls: motionTravels)
  }

  private func isAcross(_ drag: Point) -> Bool { abs(layout.across(drag)) > abs(layout.along(drag)) }

  private func touchEnded(_ event: TouchEvent) {
    let (wasDragging, velocity) = (interaction.tracker.isDragging, interaction.tracker.velocity(at: event.time))
    releaseSites(velocity: layout.across(velocity), at: event.time)
    if !nested.isDragging {
      refreshIfPulled()
      if wasDragging {
        endDrag(velocity: -layout.along(velocity), at: event.time)
      } else {
        scroll.scroller.release(velocity: 0, at: event.time)
      }
    }
    (nested.dragged, nested.isDragging) = ([], false)
    interaction.tracker.ended()
    if !wasDragging, !scroll.touchStopsMotion, event.phase == .ended, let path = path(at: event.location) { tap(path) }
  }

  /// What is dragged goes on with its speed; what was only stopped goes where it may rest.
  private func releaseSites(velocity: Double, at now: Instant) {
    let held = nested.isDragging ? nested.dragged : nested.dragged.filter(isUnderWay)
    release(held, velocity: nested.isDragging ? velocity : 0, at: now)
  }

  // MARK: The pointer

  /// The pointer may drag a section that scrolls by itself: not every mouse has another way to.
  func beginSectionDrag(_ event: PointerEvent) {
    nested.dragged = scrollableSites(at: event.location)
    guard !nested.dragged.isEmpty else { return }
    hold(nested.dragged.filter(isUnderWay))
    interaction.tracker.began(at: event.location, event.time)
  }

  func dragSection(_ event: PointerEvent) {
    guard !nested.dragged.isEmpty, let drag = interaction.tracker.moved(to: event.location, event.time) else { return }
    if !nested.isDragging {
      guard isAcross(drag) else { return }
      nested.isDragging = true
      scroll.target = nil
      interaction.pressed = nil
      hold(nested.dragged)
    }
    pull(nested.dragged, by: layout.across(drag))
  }

  func endSectionDrag(at now: Instant) {
    guard !nested.dragged.isEmpty else { return }
    releaseSites(velocity: layout.across(interaction.tracker.velocity(at: now)), at: now)
    (nested.dragged, nested.isDragging) = ([], false)
    interaction.tracker.ended()
  }
}
