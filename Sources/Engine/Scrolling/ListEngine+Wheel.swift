import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension ListEngine {
  /// The wheel notches of an event, positive toward the end of the list and toward the trailing end of a nested
  /// container.
  private struct WheelNotches {
    var along = 0.0
    var across = 0.0
  }

  /// Scrolls by the wheel. Notches along the cross axis scroll the nested containers under the pointer, the innermost
  /// first; notches along the main axis scroll the list.
  /// - Returns: Whether anything could scroll in the direction of the wheel. If not, the view around the list gets the
  ///   event.
  func handleWheel(_ event: WheelEvent) -> Bool {
    let containers = scrollableContainers(at: event.location)
    let notches = notches(of: event, overSection: !containers.isEmpty)
    if notches.across != 0,
      scrollByWheel(containers, by: notches.across, isPrecise: event.delta.isPrecise, at: event.time)
    {
      // A trackpad may scroll along both axes at once.
      if event.delta.isPrecise, notches.along != 0, layout.axis == .vertical { _ = scroll(by: notches.along, event) }
      return true
    }
    return scroll(by: notches.along, event)
  }

  /// Returns the notches along both axes. In a vertical list, an ordinary wheel scrolls the list, or with Shift a
  /// nested container under the pointer. In a horizontal list, it scrolls a nested container under the pointer, or with
  /// Shift the list.
  private func notches(of event: WheelEvent, overSection: Bool) -> WheelNotches {
    let (x, y) = (layout.along(Point(x: -event.delta.x, y: 0)), -event.delta.y)
    let hasShift = event.modifiers.contains(.shift)
    guard layout.axis == .vertical else {
      let goesAcross = overSection && !hasShift && x == 0
      return WheelNotches(along: x != 0 ? x : y, across: goesAcross ? y : 0)
    }
    guard hasShift, overSection, !event.delta.isPrecise else {
      return WheelNotches(along: y, across: layout.across(Point(x: -event.delta.x, y: 0)))
    }
    return WheelNotches(across: y != 0 ? y : layout.across(Point(x: -event.delta.x, y: 0)))
  }

  private func scroll(by notches: Double, _ event: WheelEvent) -> Bool {
    let delta = notches * settings.wheelNotch
    guard delta != 0, scroll.scroller.maximum > scroll.scroller.minimum else { return false }
    if delta > 0 { scroll.recordUserMovement() }
    let goesOn =
      delta < 0
      ? max(scroll.scroller.offset, scroll.scroller.target) > scroll.scroller.minimum
      : min(scroll.scroller.offset, scroll.scroller.target) < scroll.scroller.maximum
    guard goesOn else { return false }
    scroll.dropTarget()
    beginGesture(.wheel)
    let isAnimated = !event.delta.isPrecise && animatesMotion
    scroll.scrollByWheel(by: delta, isAnimated: isAnimated, at: event.time)
    // Content that moved at once is at its target and has no velocity.
    if let chosen = chosenTarget(scroll.scroller.target, velocity: scroll.scroller.velocity) {
      scroll.choose(chosen, by: isAnimated ? .wheel : nil, at: event.time)
    }
    hover(at: nil)
    host?.setNeedsFrame()
    return true
  }
}
