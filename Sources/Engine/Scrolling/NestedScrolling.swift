import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
package import ScrollworkLayout

/// The offsets and motions of nested scroll containers.
///
/// The part of a gesture that one container cannot use goes to the container around it. The offset of a container
/// belongs to the container's identity, so it survives updates.
@MainActor
package struct NestedScrolling: ~Copyable {
  package init() {}

  /// The motions of the containers that move or that the user holds.
  private(set) var motions: [NestedMotion] = []
  /// The offsets of containers that are absent from the list. They get these offsets back when they return.
  private var absentOffsets = AbsentOffsets()
  /// The containers under a finger or under the pressed pointer, the innermost first.
  private(set) var dragged: [ScrollContainerID] = []
  /// Whether the current gesture drags the containers in `dragged`, not the list.
  private(set) var isDragging = false
  /// The distances by which the last scroll pass moved containers, positive toward their trailing ends, in logical
  /// pixels.
  package private(set) var scrolled: [(container: ScrollContainerID, distance: Double)] = []

  /// A change of a container's offset that is caused by a change of the layout, not by scrolling.
  package struct Shift {
    let container: ScrollContainerID
    let distance: Double
    let limits: ClosedRange<Double>
  }

  /// The way in which a container scrolls to an offset.
  struct Animation {
    var isAnimated: Bool
    var spring = Spring.key
    /// Whether to jump near the offset before the animation starts, if the offset is far away.
    var jumps = true
  }

  /// Whether any container moves or the user holds one.
  package var isMoving: Bool { !motions.isEmpty }

  /// Whether a container moves or the user holds it.
  package func isMoving(_ container: ScrollContainerID) -> Bool { motions.contains { $0.container == container } }

  /// Returns the offset at which a container's motion ends; its current offset if it is held or at rest.
  package func destination(of container: ScrollContainerID, in layout: borrowing LayoutState) -> Double {
    motions.first { $0.container == container }?.destination ?? layout.solver.crossOffset(container)
  }

  /// Returns the index of a container's motion in `motions`. Adds a motion at rest if the container has none.
  private mutating func motion(of container: ScrollContainerID, _ info: CrossScrollMetrics) -> Int {
    if let index = motions.firstIndex(where: { $0.container == container }) {
      motions[index].scroller.bound(by: info.limits)
      return index
    }
    let scroller = Scroller(offset: info.offset, limits: info.limits)
    motions.append(NestedMotion(container: container, scroller: scroller, start: info.offset))
    return motions.count - 1
  }

  /// Ends the motion of a container.
  mutating func stop(_ container: ScrollContainerID) { motions.removeAll { $0.container == container } }

  /// Ends all motion.
  mutating func stopAll() { motions.removeAll() }

  /// Scrolls a container to an offset, in logical pixels from its leading end.
  mutating func scroll(
    _ container: ScrollContainerID, to offset: Double, _ animation: Animation, in layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    guard let info = layout.solver.crossScroll(container), destination(of: container, in: layout) != offset else {
      return
    }
    let index = motion(of: container, info)
    motions[index].restsAt = nil
    if animation.isAnimated, input.animatesMotion {
      let distance = offset - motions[index].scroller.offset
      if animation.jumps, abs(distance) > 3 * info.viewport, info.viewport > 0 {
        motions[index].scroller.jump(to: offset - (distance < 0 ? -info.viewport : info.viewport))
      }
      motions[index].scroller.glide(to: offset, spring: animation.spring, at: input.now)
    } else {
      motions[index].scroller.jump(to: offset)
    }
    input.requestFrame()
  }

  /// Scrolls a container to its snap point nearest to an offset, in logical pixels from its leading end.
  mutating func scroll(
    _ container: ScrollContainerID, toSnapPointNear offset: Double, animated: Bool, in layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    guard offset.isFinite, let info = layout.solver.crossScroll(container) else { return }
    let place = info.restingOffset(projected: offset, velocity: 0, start: offset)
    scroll(container, to: place, Animation(isAnimated: animated), in: layout, input)
  }

  /// Scrolls the containers around an item until none of them hides it.
  /// - Parameter isTarget: Whether the item is the target of a running scroll. Then a container jumps near the item
  ///   only if it is at rest and the frame shows no update; otherwise visible items would jump.
  mutating func reveal(
    _ path: ElementPath, animated: Bool, isTarget: Bool = false, in layout: borrowing LayoutState, _ input: FrameInput
  ) {
    for container in layout.containers(around: path) {
      let current = destination(of: container, in: layout)
      guard let offset = layout.solver.offset(showing: path, of: container, from: current) else { continue }
      let jumps = !isTarget || !input.isUpdating && !isMoving(container)
      scroll(container, to: offset, Animation(isAnimated: animated, jumps: jumps), in: layout, input)
    }
  }

  // MARK: Frames

  /// Advances the motions of containers to the current time.
  /// - Returns: The time of the next frame that the motion needs; `nil` if it needs none.
  mutating func advance(in layout: inout LayoutState, _ input: FrameInput) -> Instant? {
    scrolled.removeAll(keepingCapacity: true)
    var wake: Instant?
    for index in motions.indices.reversed() {
      guard let info = layout.solver.crossScroll(motions[index].container) else {
        motions.remove(at: index)
        continue
      }
      motions[index].scroller.bound(by: info.limits)
      if let rest = motions[index].restsAt, rest <= input.now { snap(at: index, info, input.now) }
      // A fling without any room left ends at once; the correction of its offset does not count as scrolling.
      let start = motions[index].scroller.isFlung ? info.limits.nearest(to: info.offset) : info.offset
      advance(at: index, layout, input)
      present(motions[index], from: start, in: &layout)
      if motions[index].scroller.isHeld { continue }
      if motions[index].scroller.isMoving {
        wake = input.now
      } else if let rest = motions[index].restsAt {
        wake = min(wake ?? rest, rest)
      } else {
        motions.remove(at: index)
      }
    }
    return wake
  }

  private mutating func present(_ motion: NestedMotion, from start: Double, in layout: inout LayoutState) {
    let scale = layout.environment?.scale ?? 1
    let offset = (motion.scroller.offset * scale).rounded() / scale
    layout.scroll(motion.container, to: offset)
    if offset != start { scrolled.append((motion.container, offset - start)) }
  }

  /// Advances the motion of one container. When a fling reaches an end of the container, the container around it
  /// takes over the momentum.
  private mutating func advance(at index: Int, _ layout: borrowing LayoutState, _ input: FrameInput) {
    let (wasFlung, speed) = (motions[index].scroller.isFlung, motions[index].scroller.velocity)
    motions[index].scroller.advance(to: input.now)
    let (scroller, around) = (motions[index].scroller, motions[index].around)
    guard wasFlung, !scroller.isMoving, !around.isEmpty,
      speed < 0 ? scroller.offset <= scroller.minimum : scroller.offset >= scroller.maximum
    else { return }
    motions[index].around = []
    endDrag(around, velocity: -speed, in: layout, input)
  }

  /// Starts the motion to a snap point when a trackpad gesture has stopped. During the gesture the container follows
  /// the fingers and does not snap.
  private mutating func snap(at index: Int, _ info: CrossScrollMetrics, _ now: Instant) {
    let offset = motions[index].scroller.offset
    motions[index].restsAt = nil
    let place = info.restingOffset(projected: offset, velocity: 0, start: offset)
    motions[index].scroller.glide(to: place, spring: .key, at: now)
  }

  /// Applies shifts, which a change of the layout caused, to the motions of the shifted containers.
  package mutating func follow(_ shifts: [Shift]) {
    for shift in shifts {
      guard let index = motions.firstIndex(where: { $0.container == shift.container }) else { continue }
      motions[index].scroller.bound(by: shift.limits)
      motions[index].scroller.shift(by: shift.distance)
    }
  }

  // MARK: Gestures

  /// Begins a gesture over containers, the innermost first. The gesture stops the containers that move. It drags all of
  /// them only when it turns out to go along the cross axis.
  mutating func beginGesture(over containers: [ScrollContainerID], in layout: borrowing LayoutState) {
    (dragged, isDragging) = (containers, false)
    beginDrag(movingContainers, in: layout)
  }

  /// Starts to drag the containers over which the gesture began, if its direction is along the cross axis.
  /// - Returns: Whether the gesture drags them now.
  mutating func beginDragging(by drag: Point, in layout: borrowing LayoutState) -> Bool {
    guard !dragged.isEmpty, abs(layout.across(drag)) > abs(layout.along(drag)) else { return false }
    isDragging = true
    beginDrag(dragged, in: layout)
    return true
  }

  /// Ends the gesture. If it dragged the containers, they continue with the velocity. If it only stopped some of them,
  /// these go to a snap point.
  /// - Parameter velocity: Along the cross axis, in logical pixels a second.
  mutating func endGesture(velocity: Double, in layout: borrowing LayoutState, _ input: FrameInput) {
    endDrag(isDragging ? dragged : movingContainers, velocity: isDragging ? velocity : 0, in: layout, input)
    (dragged, isDragging) = ([], false)
  }

  /// The containers of the gesture that are in motion or held.
  private var movingContainers: [ScrollContainerID] { dragged.filter { isMoving($0) } }

  /// The seconds without an event after which a trackpad counts as stopped.
  private static let trackpadPause = 0.15

  /// Scrolls containers by wheel notches.
  /// - Parameters:
  ///   - containers: The innermost first. Each gets the notches that the containers before it in the array cannot use.
  ///   - notches: Positive toward the containers' trailing ends.
  ///   - wheel: The other facts of the event.
  /// - Returns: Whether any container used the notches; false if all are at their end in the direction of the wheel.
  mutating func scrollByWheel(
    _ containers: [ScrollContainerID], by notches: Double, _ wheel: Wheel, in layout: borrowing LayoutState,
    _ input: FrameInput
  ) -> Bool {
    var left = notches
    for container in containers where left != 0 {
      let used = scrollByWheel(container, by: left, wheel, in: layout, input)
      left = abs(left - used) < 1e-9 ? 0 : left - used
    }
    return left != notches
  }

  /// Scrolls a container by wheel notches.
  /// - Returns: The notches that the container used: all or none for an ordinary wheel, any part for a trackpad.
  private mutating func scrollByWheel(
    _ container: ScrollContainerID, by notches: Double, _ wheel: Wheel, in layout: borrowing LayoutState,
    _ input: FrameInput
  ) -> Double {
    guard let info = layout.solver.crossScroll(container) else { return 0 }
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

  /// Holds containers by a finger, or by the pointer with its button pressed.
  private mutating func beginDrag(_ containers: [ScrollContainerID], in layout: borrowing LayoutState) {
    for container in containers {
      guard let info = layout.solver.crossScroll(container) else { continue }
      let index = motion(of: container, info)
      motions[index].restsAt = nil
      motions[index].around = []
      motions[index].scroller.hold()
      motions[index].start = motions[index].scroller.offset
    }
  }

  /// Moves the dragged containers: the innermost first, then the container around it by the distance that is left. Only
  /// the outermost may go beyond its bounds, if `overscrolls` is true.
  /// - Parameter distance: The distance of the finger from the start of the drag, positive toward the list's trailing
  ///   side, in logical pixels.
  mutating func drag(by distance: Double, overscrolls: Bool) {
    var rest = -distance
    let held = dragged.compactMap { container in motions.firstIndex { $0.container == container } }
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
  private mutating func endDrag(
    _ containers: [ScrollContainerID], velocity: Double, in layout: borrowing LayoutState, _ input: FrameInput
  ) {
    var speed = -velocity
    for (position, container) in containers.enumerated() {
      guard let info = layout.solver.crossScroll(container) else { continue }
      let index = motion(of: container, info)
      let isLast = position == containers.count - 1
      let goesOn = isLast || layout.canScroll(info, from: motions[index].scroller.offset, speed)
      motions[index].around = goesOn ? Array(containers[(position + 1)...]) : []
      release(at: index, info, speed: goesOn ? speed : 0, at: input.now)
      if goesOn { speed = 0 }
    }
    input.requestFrame()
  }

  private mutating func release(at index: Int, _ info: CrossScrollMetrics, speed: Double, at now: Instant) {
    let start = motions[index].start
    let projected = motions[index].scroller.restingPlace(velocity: speed)
    let isOutside = !info.limits.contains(motions[index].scroller.offset)
    motions[index].scroller.release(velocity: speed, at: now)
    guard info.behavior != .continuous, !isOutside else { return }
    let place = info.restingOffset(projected: projected, velocity: speed / 1_000, start: start)
    motions[index].scroller.glide(to: place, spring: .key, at: now)
  }

  // MARK: Updates

  /// Remembers the offsets of containers that the new layout does not take over.
  /// - Parameter newContainer: Returns the container in the new list; `nil` if the update removed it.
  mutating func rememberOffsets(
    of list: List, in layout: borrowing LayoutState, _ newContainer: (ScrollContainerID) -> ScrollContainerID?
  ) {
    guard layout.solver.hasOwnOffsets else { return }
    for section in 0..<min(layout.solver.sectionCount, list.sections.count) {
      for (container, offset) in layout.solver.offsets(in: section) where newContainer(container) == nil {
        guard let identity = list.identity(of: container) else { continue }
        absentOffsets[identity] = offset
      }
    }
  }

  /// Gives containers that return to the list the offsets that they had when they were last in it.
  /// - Parameter isNew: Returns whether a section is new to the layout.
  mutating func restoreOffsets(of list: List, in layout: inout LayoutState, where isNew: (Int) -> Bool) {
    guard !absentOffsets.isEmpty else { return }
    defer { absentOffsets.endUpdate() }
    let identities = Array(absentOffsets.identities)
    let sections = Set(identities.map(\.section))
    for (section, declared) in list.sections.enumerated() where sections.contains(declared.id) {
      for identity in identities where identity.section == declared.id {
        guard let subsection = declared.number(ofSubsection: identity.inner), let offset = absentOffsets[identity]
        else { continue }
        let container = ScrollContainerID(section: section, subsection: subsection)
        guard isNew(section) || subsection > 0 && !layout.solver.isScrolled(container) else { continue }
        absentOffsets[identity] = nil
        layout.scroll(container, to: offset)
      }
    }
  }

  /// Maps running motions and drags to their containers in the new list. Motions of removed containers end.
  mutating func follow(_ update: UpdateTransaction, to list: List) {
    for index in motions.indices.reversed() {
      if let container = update.newContainer(of: motions[index].container, in: list) {
        motions[index].container = container
        motions[index].around = motions[index].around.compactMap { update.newContainer(of: $0, in: list) }
      } else {
        motions.remove(at: index)
      }
    }
    dragged = dragged.compactMap { update.newContainer(of: $0, in: list) }
    if dragged.isEmpty { isDragging = false }
  }
}

extension ClosedRange<Double> {
  fileprivate func nearest(to value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

extension LayoutState {
  /// Whether a container can scroll further in a direction. Less than a device pixel does not count: at rest the offset
  /// is rounded to a device pixel, which may be a little before the end.
  fileprivate func canScroll(_ info: CrossScrollMetrics, from offset: Double, _ direction: Double) -> Bool {
    let room = direction < 0 ? offset - info.limits.lowerBound : info.limits.upperBound - offset
    return room >= 1 / solver.environment.scale
  }
}

extension Comparable {
  fileprivate func clamped(to limits: ClosedRange<Self>) -> Self {
    min(max(self, limits.lowerBound), limits.upperBound)
  }
}
