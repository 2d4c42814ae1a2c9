import ScrollworkDiffing
import ScrollworkHostInterface
package import ScrollworkLayout

/// The offsets and motions of nested scroll containers.
@MainActor
package struct NestedScrolling: ~Copyable {
  package init() {}

  /// Containers that move or that the user holds.
  var motions: [NestedMotion] = []
  /// The offsets of containers that are absent from the list. They get these offsets back when they return.
  var absentOffsets = AbsentOffsets()
  /// The containers under a finger or under the pressed pointer, the innermost first.
  var dragged: [ScrollSite] = []
  /// Whether the current gesture drags the containers in `dragged`, not the list.
  var isDragging = false
  /// The distances by which the last scroll pass moved containers, positive toward their trailing ends, in logical
  /// pixels.
  package private(set) var scrolled: [(site: ScrollSite, distance: Double)] = []

  /// A change of a container's offset that a change of the layout causes, not scrolling.
  package struct Shift {
    let site: ScrollSite
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
  package func isMoving(_ container: ScrollSite) -> Bool { motions.contains { $0.site == container } }

  /// Returns the offset at which a container's motion ends; its current offset if it is held or at rest.
  package func destination(of container: ScrollSite, in layout: borrowing LayoutState) -> Double {
    motions.first { $0.site == container }?.destination ?? layout.solver.orthogonalOffset(container)
  }

  /// Returns the index of a container's motion in `motions`. Adds a motion at rest if the container has none.
  mutating func motion(of container: ScrollSite, _ info: LayoutSolver.Orthogonal) -> Int {
    if let index = motions.firstIndex(where: { $0.site == container }) {
      motions[index].scroller.bound(by: info.limits)
      return index
    }
    let scroller = Scroller(offset: info.offset, limits: info.limits)
    motions.append(NestedMotion(site: container, scroller: scroller, start: info.offset))
    return motions.count - 1
  }

  /// Ends the motion of a container.
  mutating func stop(_ container: ScrollSite) { motions.removeAll { $0.site == container } }

  /// Ends all motion.
  mutating func stopAll() { motions.removeAll() }

  /// Scrolls a container to an offset, in logical pixels from its leading end.
  mutating func scroll(
    _ container: ScrollSite, to offset: Double, _ animation: Animation, in layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    guard let info = layout.solver.orthogonal(container), destination(of: container, in: layout) != offset else {
      return
    }
    let index = motion(of: container, info)
    motions[index].restsAt = nil
    if animation.isAnimated, input.binder.animatesMotion {
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
  /// - Returns: The time of the next frame that the motion needs.
  mutating func advance(in layout: inout LayoutState, _ input: FrameInput) -> Instant? {
    scrolled.removeAll(keepingCapacity: true)
    var wake: Instant?
    for index in motions.indices.reversed() {
      guard let info = layout.solver.orthogonal(motions[index].site) else {
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
    _ = layout.solver.setOrthogonalOffset(offset, of: motion.site)
    if offset != start { scrolled.append((motion.site, offset - start)) }
  }

  /// Advances the motion of one container. When a fling reaches the container's end, the container around it takes over
  /// the momentum.
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
  private mutating func snap(at index: Int, _ info: LayoutSolver.Orthogonal, _ now: Instant) {
    let offset = motions[index].scroller.offset
    motions[index].restsAt = nil
    let place = info.restingOffset(projected: offset, velocity: 0, start: offset)
    motions[index].scroller.glide(to: place, spring: .key, at: now)
  }

  /// Adapts running motions to containers whose offset a change of the layout shifted.
  package mutating func follow(_ shifts: [Shift]) {
    for shift in shifts {
      guard let index = motions.firstIndex(where: { $0.site == shift.site }) else { continue }
      motions[index].scroller.bound(by: shift.limits)
      motions[index].scroller.shift(by: shift.distance)
    }
  }
}

extension ClosedRange<Double> {
  fileprivate func nearest(to value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
