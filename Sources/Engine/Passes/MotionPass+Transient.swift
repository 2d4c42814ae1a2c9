import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Transient elements: their target frames are outside the viewport, and they are bound only while they pass through
/// it.
extension MotionPass {
  /// Binds unbound elements that the old layout has in the viewport, so that their exit is visible. Needed only if the
  /// frame of the update also scrolls or changes the environment.
  static func bindDeparting(
    _ items: inout ItemStore, _ motion: borrowing UpdateMotion, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard let update = motion.update, !update.scrolling.isZero || layout.hasNewEnvironment, input.animatesMotion
    else { return }
    // The current viewport in the coordinates of the old content.
    let window = Rect(origin: update.oldOrigin + update.scrolling.presented, size: layout.size)
    var found: [LayoutElement] = []
    update.oldSolverScrolled(to: input.list).elements(in: window, pinnedIn: window, into: &found)
    // Pinned elements stay at an edge and never pass.
    for element in found where !element.isPinned {
      guard let key = update.newKey(of: element.key, in: layout.solver, input.list), items.item(at: key) == nil,
        let place = layout.element(key, like: element)
      else { continue }
      // A badge follows its host item, which comes before it.
      if key.kind == .badge, key.host.flatMap({ items.item(at: .item($0)) }) == nil { continue }
      let item = items.make(place, layout, input)
      guard key.kind != .badge else {
        input.binder.startDisplay(of: item, in: input.list)
        items.insert(item)
        continue
      }
      // Departures are stored without this frame's scrolling, which `startMoves` subtracts.
      let distance = update.scrolling.distance(of: item.key, in: layout) - window.origin
      item.placement.previous.frame = element.frame.offset(by: distance)
      item.placement.previous.clip = element.clip?.offset(by: distance)
      input.binder.startDisplay(of: item, in: input.list)
      items.insert(item)
    }
  }

  /// Binds elements that pass through the viewport in flight although both their old and new frames are outside. Needed
  /// after the user scrolled during the animation.
  static func bindPassing(
    _ motion: inout UpdateMotion, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard let newest = motion.ongoing.last?.transition, !newest.scrolling.isZero else { return }
    let window = Rect(origin: newest.oldOriginAfterMeasuring + newest.scrolling.presented, size: layout.size)
    // Old sections in the viewport may never have been near it before, so their layouts are unresolved.
    motion.prepareOldLayout(in: window)
    guard let last = motion.ongoing.last?.transition else { return }
    let remaining = motion.ongoing.map { $0.remainder(at: input.now) }
    var found: [LayoutElement] = []
    // First come the elements that the old layout has in the viewport: they have not left it yet.
    last.oldSolverScrolled(to: input.list).elements(in: window, pinnedIn: window, into: &found)
    for element in found where !element.isPinned {
      guard let key = newest.newKey(of: element.key, in: layout.solver, input.list),
        isPassing(key, motion, items, layout, PassingInput(frame: input, remaining: remaining)),
        let place = layout.element(key, like: element)
      else { continue }
      bind(place, &motion, &items, layout, input)
    }
    // Then come the elements that are about as far from their target frames as the visible ones: they may be passing.
    layout.solver.elements(in: surroundings(items, layout, input), pinnedIn: input.viewport, into: &found)
    for element in found where !element.isPinned {
      guard isPassing(element.key, motion, items, layout, PassingInput(frame: input, remaining: remaining)),
        let place = layout.element(element.key, like: element)
      else { continue }
      bind(place, &motion, &items, layout, input)
    }
  }

  /// Binds a transient element, and recycles it at once if its presented frame is not visible.
  private static func bind(
    _ element: LayoutElement, _ motion: inout UpdateMotion, _ items: inout ItemStore, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    let item = items.make(element, layout, input)
    if element.key.kind != .badge {
      motion.join(item, layout, input)
      // The estimate may be wrong: an animator may place the element elsewhere, or its staged end is beyond the edge.
      let visible = item.clipInContent.map(item.presented.intersection) ?? item.presented
      guard !item.isAtRest(at: input.now), visible.intersects(input.viewport) else { return items.recycle(item) }
    }
    input.binder.startDisplay(of: item, in: input.list)
    items.insert(item)
  }

  /// The facts that decide whether an element passes through the viewport.
  private struct PassingInput {
    let frame: FrameInput
    /// For each ongoing update, the share of its motion that remains: 1 at the start, 0 at the end, and outside that
    /// range where a spring overshoots.
    let remaining: [Double]
  }

  /// Whether an unbound element passes through the viewport in flight.
  private static func isPassing(
    _ key: LayoutElement.Key, _ motion: borrowing UpdateMotion, _ items: borrowing ItemStore,
    _ layout: borrowing LayoutState, _ input: PassingInput
  ) -> Bool {
    guard items.item(at: key) == nil, let frame = layout.solver.frame(for: key) else { return false }
    // A badge has no motion of its own.
    if key.kind == .badge { return isCarriedIntoView(key, frame, items, layout, input.frame) }
    if let suspended = motion.suspended[key] { return !suspended.isPositionUnknown }
    var (key, place) = (key, frame)
    // The displacements of all updates add up. Their sum is estimated here without binding anything.
    for index in motion.ongoing.indices.reversed() {
      guard let (old, way) = motion.displacement(of: key, by: index, layout, input.frame) else { break }
      let share = input.remaining[index]
      place = place.offset(by: Point(x: way.offset.x * share, y: way.offset.y * share))
      place.size.width += way.growth.width * share
      place.size.height += way.growth.height * share
      key = old
    }
    return place.intersects(input.frame.viewport)
  }

  /// Whether an unbound badge is in the viewport because of the motion of its host item.
  /// - Parameter frame: The target frame of the badge.
  private static func isCarriedIntoView(
    _ key: LayoutElement.Key, _ frame: Rect, _ items: borrowing ItemStore, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) -> Bool {
    guard let host = key.host.flatMap({ items.item(at: .item($0)) }), !host.isAtRest(at: input.now) else {
      return false
    }
    let place = frame.offset(by: host.presented.origin - host.target.origin)
    let clip = host.placement.ignoresClip ? nil : layout.solver.clip(of: key)
    return (clip.map(place.intersection) ?? place).intersects(input.viewport)
  }

  /// Returns the part of the content in which elements may have their target frames and yet be drawn in the viewport.
  /// Items that come from far away are ignored, or the part would become as large as their moves.
  private static func surroundings(
    _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> Rect {
    let (axis, length) = (layout.axis, layout.length)
    var range = 0.0...0.0
    for item in items.bound where item.key.kind == .item && item.presented.intersects(input.viewport) {
      let distance = item.placement.displacement[axis]
      // One item from far away would make the searched part, and the cost of this frame, as large as its move.
      guard abs(distance) < 4 * length else { continue }
      range = min(range.lowerBound, distance)...max(range.upperBound, distance)
    }
    var rect = input.viewport
    // If items are displaced downwards, their targets are above them, so the range extends upwards.
    rect.origin[axis] -= range.upperBound + length / 2
    rect.size[axis] += range.upperBound - range.lowerBound + length
    return rect
  }
}

extension LayoutState {
  /// Returns the element that has a key in this layout, with the z-index and depth of an element of another layout;
  /// `nil` if this layout has no element with the key.
  func element(_ key: LayoutElement.Key, like other: LayoutElement) -> LayoutElement? {
    guard let frame = solver.frame(for: key) else { return nil }
    var element = LayoutElement(key: key, frame: frame, zIndex: other.zIndex)
    element.clip = solver.clip(of: key)
    element.depth = other.depth
    return element
  }
}

extension OngoingUpdate {
  /// Returns the remaining share of a motion that started with the update: 1 at its start, 0 at its end, and outside
  /// that range where a spring overshoots.
  fileprivate func remainder(at now: Instant) -> Double {
    var value = SpringValue(1, spring: transition.spring)
    value.target = 0
    value.advance(by: max(0, now.seconds(since: start)), tolerance: 0, slow: 0)
    return value.value
  }
}
