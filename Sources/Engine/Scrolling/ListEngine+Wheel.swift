import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension ListEngine {
  /// What a turn of the wheel asks for, in notches: positive towards the end of the list, and towards the trailing end of
  /// a section that scrolls by itself.
  private struct Turn {
    var along = 0.0
    var across = 0.0
  }

  /// Turns of the wheel move the content: across the list the section under the pointer, or the one around that, along it
  /// the list. What these cannot use goes to the view around.
  func handleWheel(_ event: WheelEvent) -> Bool {
    let sites = scrollableSites(at: event.location)
    let turn = turn(event, overSection: !sites.isEmpty)
    if turn.across != 0, self.turn(sites, by: turn.across, isPrecise: event.delta.isPrecise, at: event.time) {
      // A trackpad moves both ways at once.
      if event.delta.isPrecise, turn.along != 0, layout.axis == .vertical { _ = scroll(by: turn.along, event) }
      return true
    }
    return scroll(by: turn.along, event)
  }

  /// Who holds Shift turns an ordinary wheel as if it were one for the other direction. In a list that scrolls
  /// horizontally an ordinary wheel moves what scrolls vertically there, and else the list.
  private func turn(_ event: WheelEvent, overSection: Bool) -> Turn {
    let (x, y) = (layout.along(Point(x: -event.delta.x, y: 0)), -event.delta.y)
    let isTurnedAside = event.modifiers.contains(.shift)
    guard layout.axis == .vertical else {
      let goesAcross = overSection && !isTurnedAside && x == 0
      return Turn(along: x != 0 ? x : y, across: goesAcross ? y : 0)
    }
    guard isTurnedAside, overSection, !event.delta.isPrecise else {
      return Turn(along: y, across: layout.across(Point(x: -event.delta.x, y: 0)))
    }
    return Turn(across: y != 0 ? y : layout.across(Point(x: -event.delta.x, y: 0)))
  }

  private func scroll(by notches: Double, _ event: WheelEvent) -> Bool {
    let delta = notches * settings.wheelNotch
    guard delta != 0, scroll.scroller.maximum > scroll.scroller.minimum else { return false }
    if delta > 0 { scroll.endArrival.userMoved() }
    let goesOn =
      delta < 0
      ? max(scroll.scroller.offset, scroll.scroller.target) > scroll.scroller.minimum
      : min(scroll.scroller.offset, scroll.scroller.target) < scroll.scroller.maximum
    guard goesOn else { return false }
    scroll.target = nil
    beginGesture(.wheel)
    if event.delta.isPrecise || !motionTravels {
      scroll.scroller.scroll(by: delta)
      if let chosen = chosenTarget(scroll.scroller.offset, velocity: 0) { scroll.scroller.jump(to: chosen) }
    } else {
      scroll.scroller.wheel(by: delta, at: event.time)
      if let chosen = chosenTarget(scroll.scroller.target, velocity: scroll.scroller.velocity) {
        scroll.scroller.glide(to: chosen, spring: .wheel, at: event.time)
      }
    }
    hover(at: nil)
    host?.setNeedsFrame()
    return true
  }
}
