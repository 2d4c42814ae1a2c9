import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Handles a touch: the finger drags the content and releases it with its velocity, or taps an item.
  ///
  /// The first direction of a drag decides what scrolls: the nested container under the finger if the direction is
  /// along the cross axis, else the list.
  func handleTouch(_ event: TouchEvent) -> Bool {
    switch event.phase {
    case .began: touchBegan(event)
    case .moved:
      if let drag = interaction.track(to: event.location, event.time) { follow(drag, event) }
    case .ended, .cancelled: touchEnded(event)
    }
    host?.setNeedsFrame()
    return true
  }

  private func touchBegan(_ event: TouchEvent) {
    let stopsMotion = scrolls
    nested.beginGesture(over: scrollableContainers(at: event.location))
    nested.beginDrag(movingContainers, in: layout)
    scroll.beginTouch(stopsMotion: stopsMotion)
    interaction.beginTracking(at: event.location, event.time)
  }

  private func follow(_ drag: Point, _ event: TouchEvent) {
    if scroll.gesture != .finger, !nested.isDragging, !nested.dragged.isEmpty, isAcross(drag) {
      nested.dragContainers(in: layout)
      scroll.release(velocity: 0, at: event.time)
    }
    interaction.press(nil)
    if nested.isDragging { return dragContainers(by: drag) }
    beginGesture(.finger)
    scroll.drag(by: layout.along(drag), overscrolls: animatesMotion)
  }

  private func isAcross(_ drag: Point) -> Bool { abs(layout.across(drag)) > abs(layout.along(drag)) }

  private func touchEnded(_ event: TouchEvent) {
    let (wasDragging, velocity) = (interaction.tracker.isDragging, interaction.tracker.velocity(at: event.time))
    releaseContainers(velocity: layout.across(velocity), at: event.time)
    if !nested.isDragging {
      refreshIfPulled()
      if wasDragging {
        endDrag(velocity: -layout.along(velocity), at: event.time)
      } else {
        scroll.release(velocity: 0, at: event.time)
      }
    }
    nested.endGesture()
    interaction.endTracking()
    if !wasDragging, !scroll.touchStopsMotion, event.phase == .ended, let path = path(at: event.location) { tap(path) }
  }

  /// Releases the nested containers of the gesture. Dragged containers continue with `velocity`; containers that the
  /// touch only stopped go to a snap point.
  /// - Parameter velocity: Along the cross axis, in logical pixels a second.
  private func releaseContainers(velocity: Double, at now: Instant) {
    let held = nested.isDragging ? nested.dragged : movingContainers
    nested.endDrag(held, velocity: nested.isDragging ? velocity : 0, in: layout, frameInput(at: now))
  }

  /// The nested containers of the gesture that are in motion or held.
  private var movingContainers: [ScrollSite] { nested.dragged.filter { nested.isMoving($0) } }

  private func dragContainers(by drag: Point) {
    nested.drag(nested.dragged, by: layout.across(drag), overscrolls: animatesMotion)
    host?.setNeedsFrame()
  }

  // MARK: The pointer

  /// Prepares for a drag of the nested containers under the pointer, because many mice have no other way to scroll
  /// them.
  func beginSectionDrag(_ event: PointerEvent) {
    nested.beginGesture(over: scrollableContainers(at: event.location))
    guard !nested.dragged.isEmpty else { return }
    nested.beginDrag(movingContainers, in: layout)
    interaction.beginTracking(at: event.location, event.time)
  }

  func dragSection(_ event: PointerEvent) {
    guard !nested.dragged.isEmpty, let drag = interaction.track(to: event.location, event.time) else { return }
    if !nested.isDragging {
      guard isAcross(drag) else { return }
      scroll.dropTarget()
      interaction.press(nil)
      nested.dragContainers(in: layout)
    }
    dragContainers(by: drag)
  }

  func endSectionDrag(at now: Instant) {
    guard !nested.dragged.isEmpty else { return }
    releaseContainers(velocity: layout.across(interaction.tracker.velocity(at: now)), at: now)
    nested.endGesture()
    interaction.endTracking()
  }
}
