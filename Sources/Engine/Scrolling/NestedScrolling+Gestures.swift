import ScrollworkHostInterface
import ScrollworkLayout

/// Gestures over nested scroll containers. The part of a gesture that one container cannot use goes to the container
/// around it.
extension NestedScrolling {
  /// The seconds without an event after which a trackpad counts as stopped.
  private static let trackpadPause = 0.15

  /// Scrolls a container by wheel notches.
  /// - Parameters:
  ///   - notches: Positive toward the container's trailing end.
  ///   - wheel: The other facts of the event.
  /// - Returns: The notches that the container used: all or none for an ordinary wheel, any part for a trackpad.
  mutating func turnWheel(
    _ container: ScrollSite, by notches: Double, _ wheel: Wheel, in layout: borrowing LayoutState, _ input: FrameInput
  ) -> Double {
    guard let info = layout.solver.orthogonal(container) else { return 0 }
    let base = destination(of: container, in: layout)
    guard layout.canScroll(info, from: base, notches) else { return 0 }
    guard !wheel.isPrecise else {
      let index = motion(of: container, info)
      let before = motions[index].scroller.offset
      motions[index].scroller.scroll(by: notches * wheel.notch)
      motions[index].restsAt = wheel.time.advanced(bySeconds: Self.trackpadPause)
      return wheel.notch == 0 ? notches : (motions[index].scroller.offset - before) / wheel.notch
    }
    let steps = Int((notches < 0 ? notches.rounded(.down) : notches.rounded(.up)).clamped(to: -1_000...1_000))
    var place = info.offset(after: steps, distance: wheel.notch, from: base)
    if info.behavior == .continuousGroupLeadingBoundary {
      place = info.restingOffset(projected: place, velocity: notches < 0 ? -1 : 1, start: base)
    }
    scroll(container, to: place, Animation(isAnimated: true, spring: .wheel), in: layout, input)
    return notches
  }

  /// The facts of a wheel event.
  struct Wheel {
    /// The distance of one notch, in logical pixels.
    let notch: Double
    let isPrecise: Bool
    let time: Instant
  }

  /// Starts a drag of containers by a finger, or by the pointer with its button pressed.
  mutating func beginDrag(_ containers: [ScrollSite], in layout: borrowing LayoutState) {
    for container in containers {
      guard let info = layout.solver.orthogonal(container) else { continue }
      let index = motion(of: container, info)
      motions[index].restsAt = nil
      motions[index].around = []
      motions[index].scroller.hold()
      motions[index].start = motions[index].scroller.offset
    }
  }

  /// Moves held containers: the innermost first, then the container around it by the distance that is left. The
  /// outermost overscrolls.
  /// - Parameter distance: The distance of the finger from the start of the drag, positive toward the list's trailing
  ///   side, in logical pixels.
  mutating func drag(_ containers: [ScrollSite], by distance: Double, overscrolls: Bool) {
    var rest = -distance
    let held = containers.compactMap { container in motions.firstIndex { $0.site == container } }
    for index in held {
      let wanted = motions[index].start + rest
      motions[index].scroller.pull(to: wanted, overscrolls: index == held.last && overscrolls)
      rest = wanted - motions[index].scroller.offset
    }
  }

  /// Releases held containers. The innermost container that can scroll on in the direction of the velocity gets the
  /// velocity; the others come to rest.
  /// - Parameter velocity: The velocity of the finger, positive toward the list's trailing side, in logical pixels a
  ///   second.
  mutating func endDrag(
    _ containers: [ScrollSite], velocity: Double, in layout: borrowing LayoutState, _ input: FrameInput
  ) {
    var speed = -velocity
    for (position, container) in containers.enumerated() {
      guard let info = layout.solver.orthogonal(container) else { continue }
      let index = motion(of: container, info)
      let isLast = position == containers.count - 1
      let goesOn = isLast || layout.canScroll(info, from: motions[index].scroller.offset, speed)
      motions[index].around = goesOn ? Array(containers[(position + 1)...]) : []
      release(at: index, info, speed: goesOn ? speed : 0, at: input.now)
      if goesOn { speed = 0 }
    }
    input.requestFrame()
  }

  private mutating func release(at index: Int, _ info: LayoutSolver.Orthogonal, speed: Double, at now: Instant) {
    let start = motions[index].start
    let projected = motions[index].scroller.restingPlace(velocity: speed)
    let isOutside = !info.limits.contains(motions[index].scroller.offset)
    motions[index].scroller.release(velocity: speed, at: now)
    guard info.behavior != .continuous, !isOutside else { return }
    let place = info.restingOffset(projected: projected, velocity: speed / 1_000, start: start)
    motions[index].scroller.glide(to: place, spring: .key, at: now)
  }
}

extension LayoutState {
  /// Whether a container has room to scroll on in a direction. Less than a device pixel does not count: at rest the
  /// offset is rounded to a device pixel, which may be a little before the end.
  fileprivate func canScroll(_ info: LayoutSolver.Orthogonal, from offset: Double, _ direction: Double) -> Bool {
    let room = direction < 0 ? offset - info.limits.lowerBound : info.limits.upperBound - offset
    return room >= 1 / solver.environment.scale
  }
}

extension Comparable {
  fileprivate func clamped(to limits: ClosedRange<Self>) -> Self {
    min(max(self, limits.lowerBound), limits.upperBound)
  }
}
