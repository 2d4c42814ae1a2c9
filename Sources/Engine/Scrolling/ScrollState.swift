package import ScrollworkDiffing
package import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// The scroll position along the main axis, and how it changes.
package struct ScrollState: ~Copyable {
  package init() {}

  package private(set) var scroller = Scroller()
  /// The target of a running scroll. Each frame resolves it again, because sizes may still change.
  package private(set) var target: ActiveScrollTarget?
  /// The offset that is drawn, in logical pixels, rounded to a whole device pixel.
  package private(set) var presentedOffset = 0.0
  /// The viewport's origin in content coordinates for `presentedOffset`.
  package private(set) var presentedOrigin = Point.zero
  private var end = EndTracking()
  private(set) var gesture = ScrollGesture.none
  /// Whether a scroll to the start by `scrollToTop(animated:)` runs.
  private(set) var goesToTop = false
  /// The offset at which a finger began to drag, in logical pixels.
  private var dragStartOffset = 0.0
  /// Whether the current touch stopped a motion. Such a touch is no tap.
  private(set) var touchStopsMotion = false
  /// The extent reserved for page loaders before the first and after the last item, in logical pixels.
  private(set) var leadingRoom = 0.0
  private(set) var trailingRoom = 0.0
  /// The offset that belongs to the standing anchor (`AnchorKeeper.standing`), in logical pixels. If the current offset
  /// differs, the user has scrolled.
  ///
  /// When the engine moves the view, it changes this offset together with the scroll position, because such a move does
  /// not end the anchor.
  private var anchoredOffset = 0.0
  /// The changes of the viewport's origin that no scroll caused, in content coordinates. Items and animations have not
  /// been shifted by them yet.
  package private(set) var shifts: [Point] = []
  /// The largest distance between an anchor and its required position since the last call of `forgetShifts()`, in
  /// logical pixels. Differences at the scroll bounds do not count.
  package private(set) var anchorError = 0.0

  /// Whether the view is at the start of its content.
  package var isAtStart: Bool { scroller.offset <= 0 }

  /// Whether the user has not scrolled since the standing anchor was captured.
  var isAnchored: Bool { anchoredOffset == scroller.offset }

  // MARK: The end of the content

  private var endFacts: EndTracking.Facts {
    let isGoing = if case .end? = target?.kind { true } else { false }
    // Rounding to device pixels may leave the offset up to a pixel short of the end.
    return EndTracking.Facts(
      isEndVisible: scroller.offset >= scroller.maximum - 1, isGoingToEnd: isGoing, isHeld: scroller.isHeld)
  }

  /// The relation of the viewport to the end of the content.
  package var endTracking: EndTracking.State { end.state(endFacts) }

  /// Whether the anchor policy currently keeps the view at the end, so that items added there come into view.
  func isTrackingEnd(by policy: AnchorPolicy) -> Bool { end.isTracking(by: policy, endFacts) }

  /// Whether the view stays at the end as content grows: because of its anchor policy, or because the user holds the
  /// scroll bar's thumb there.
  func followsEnd(by policy: AnchorPolicy) -> Bool { end.stays(by: policy, endFacts) }

  /// Records that the content scrolled, or that the user or the program asked for the end.
  mutating func recordUserMovement() { end.userMoved() }

  /// Records that the anchor policy became `.end`.
  mutating func policyBecameEnd() { end.policyBecameEnd() }

  /// Records that the program replaced the list without a diff.
  mutating func placedByProgram() { end.placedByProgram() }

  /// The position of the viewport along the main axis.
  var place: ScrollPlace {
    ScrollPlace(
      presentedOffset: presentedOffset, isAtStart: isAtStart, isAtEnd: endTracking.isAtEnd,
      hasRoom: scroller.maximum > 0)
  }

  // MARK: Gestures

  /// Begins a touch, which holds the content.
  /// - Parameter stopsMotion: Whether anything moved before. A touch that stops a motion is no tap.
  mutating func beginTouch(stopsMotion: Bool) {
    target = nil
    touchStopsMotion = stopsMotion
    scroller.hold()
    dragStartOffset = scroller.offset
  }

  /// Moves the content with a finger.
  ///
  /// If the content is no longer held, the drag continues from the current offset. This happens after the program
  /// scrolled, or after an update removed the nested container that the finger dragged.
  /// - Parameter distance: The distance from the start of the touch along the main axis, in logical pixels.
  mutating func drag(by distance: Double, overscrolls: Bool) {
    if !scroller.isHeld {
      target = nil
      scroller.hold()
      dragStartOffset = scroller.offset + distance
    }
    scroller.pull(to: dragStartOffset - distance, overscrolls: overscrolls)
  }

  /// Returns the offset at which a fling with a velocity ends; `nil` if the content is out of bounds, because it then
  /// springs back.
  /// - Parameter velocity: In logical pixels a second, positive toward the end.
  func restingPlace(velocity: Double) -> Double? {
    (scroller.minimum...scroller.maximum).contains(scroller.offset) ? scroller.restingPlace(velocity: velocity) : nil
  }

  /// Releases the content with a velocity, in logical pixels a second.
  mutating func release(velocity: Double, at now: Instant) { scroller.release(velocity: velocity, at: now) }

  /// Holds the content by the scroll bar's thumb, which ends any motion.
  package mutating func hold() { scroller.hold() }

  /// Applies an event of the scroll bar.
  mutating func follow(_ event: ScrollBarEvent) {
    switch event {
    case .pressed: target = nil
    case .thumbCaught: scroller.hold()
    case .thumbDragged(let offset, let isAtEnd):
      end.thumbMoved(isAtEnd: isAtEnd)
      scroller.pull(to: offset, overscrolls: false)
    case .thumbReleased(let now):
      end.thumbReleased()
      scroller.release(velocity: 0, at: now)
    }
  }

  /// Prepares to scroll by the wheel. Drops the target of a running scroll if the view can scroll in this direction.
  /// - Parameter distance: In logical pixels, positive toward the end.
  /// - Returns: Whether the view can scroll in this direction.
  mutating func beginWheel(by distance: Double) -> Bool {
    guard distance != 0, scroller.maximum > scroller.minimum else { return false }
    if distance > 0 { end.userMoved() }
    let canScroll =
      distance < 0
      ? max(scroller.offset, scroller.target) > scroller.minimum
      : min(scroller.offset, scroller.target) < scroller.maximum
    if canScroll { target = nil }
    return canScroll
  }

  /// Scrolls by the wheel.
  /// - Parameters:
  ///   - distance: In logical pixels, positive toward the end.
  ///   - isAnimated: Whether to scroll by a spring; `false` to move at once, as content under a trackpad does.
  package mutating func scrollByWheel(by distance: Double, isAnimated: Bool, at now: Instant) {
    if isAnimated { scroller.wheel(by: distance, at: now) } else { scroller.scroll(by: distance) }
  }

  /// Changes the end of the gesture's scroll to the offset that the program chose.
  /// - Parameter spring: The spring of the motion to the offset; `nil` to go there at once.
  mutating func choose(_ offset: Double, by spring: Spring?, at now: Instant) {
    if let spring { scroller.glide(to: offset, spring: spring, at: now) } else { scroller.jump(to: offset) }
  }

  /// Records the gesture that moves the content.
  mutating func begin(_ gesture: ScrollGesture) { self.gesture = gesture }

  /// Ends the gesture, and returns the ended one.
  mutating func endGesture() -> ScrollGesture {
    defer { gesture = .none }
    return gesture
  }

  /// Records whether a scroll to the start by `scrollToTop(animated:)` runs.
  mutating func goToTop(_ isGoing: Bool) { goesToTop = isGoing }

  // MARK: Targets

  /// Scrolls to a target, which each frame resolves again.
  package mutating func go(to target: ActiveScrollTarget) { self.target = target }

  /// Forgets the target of a running scroll. Its motion continues.
  package mutating func dropTarget() { target = nil }

  /// Ends all motion. Content beyond the bounds goes to the nearest bound.
  mutating func stop() { scroller.jump(to: scroller.offset) }

  /// Advances the motion to the time of a frame.
  mutating func advance(to now: Instant) { scroller.advance(to: now) }

  /// Scrolls to an offset, which later frames do not compute again.
  /// - Parameter offset: In logical pixels.
  @MainActor
  package mutating func go(to offset: Double, animated: Bool, in layout: borrowing LayoutState, _ input: FrameInput) {
    target = nil
    prepareAnimation(to: offset, animated: animated, in: layout, input)
    if animated, input.animatesMotion { scroller.glide(to: offset, spring: .key, at: input.now) }
    input.requestFrame()
  }

  /// Prepares a scroll to an offset. Without animation, jumps there. With animation, jumps to one viewport before the
  /// offset if the offset is more than three viewports away.
  @MainActor
  mutating func prepareAnimation(
    to offset: Double, animated: Bool, in layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard animated, input.animatesMotion else { return scroller.jump(to: offset) }
    let distance = offset - scroller.offset
    guard abs(distance) > 3 * layout.length else { return }
    scroller.jump(to: offset - (distance < 0 ? -layout.length : layout.length))
  }

  /// Starts or re-aims the scroll to a target, by the sizes known now.
  @MainActor
  mutating func aim(at target: ActiveScrollTarget, in layout: borrowing LayoutState, _ input: FrameInput) {
    let offset = self.offset(for: target, in: layout, input.list)
    guard offset != scroller.target || !scroller.hasTarget else { return }
    if target.animated, input.animatesMotion, abs(offset - scroller.offset) > 0.01 {
      scroller.glide(to: offset, spring: target.spring, at: input.now)
    } else {
      scroller.jump(to: offset)
    }
  }

  /// Maps the target of a running scroll to the new list. If the update removed the target item, the view scrolls to
  /// the item's nearest neighbour. Without a neighbour the scroll stops, and content beyond the bounds returns.
  package mutating func follow(_ mapping: ListMapping, to list: List, at now: Instant) {
    guard let path = target?.path else { return }
    guard let newPath = mapping.newPath(ofOld: path) ?? mapping.survivor(near: path, in: list) else {
      target = nil
      if !scroller.isHeld { scroller.comeToRest(at: now) }
      return
    }
    switch target?.kind {
    case .item(_, let alignment): target?.kind = .item(newPath, alignment)
    case .fraction(_, let fraction): target?.kind = .fraction(newPath, fraction)
    case .end, nil: break
    }
  }

  /// Returns the largest offset. There the viewport shows the end of the content and the page loader after it.
  func endOffset(in layout: borrowing LayoutState) -> Double {
    layout.inWholePixels(layout.contentLength + trailingRoom - layout.length)
  }

  /// Rounds the offset to a whole device pixel, so that all content moves by the same distance.
  ///
  /// If the offset is halfway between two pixels, the presented offset stays, because rounding errors would make it
  /// flicker.
  package mutating func present(in layout: borrowing LayoutState) {
    let scale = layout.environment?.scale ?? 1
    let isOff = abs(scroller.offset - presentedOffset) * scale > 0.5001
    presentedOffset = ((isOff ? scroller.offset : presentedOffset) * scale).rounded() / scale
    presentedOrigin = layout.viewOrigin(at: presentedOffset)
  }

  // MARK: Changes of the layout

  /// Moves the scroll position after a change of the layout, so that the anchor stays in place.
  ///
  /// A running scroll continues. If the bounds do not allow the position, the view goes to the bound.
  package mutating func keep(_ anchor: Anchor, in layout: borrowing LayoutState) {
    keepItem(anchor.item, in: layout)
    switch anchor {
    case .start: jump(to: 0, in: layout)
    case .end: jump(to: scroller.maximum, in: layout)
    case .offset, .item, .lostPosition, .container: break
    }
  }

  /// Moves the scroll position as `keep(_:in:)` does, so that the anchor stays in place. During a scroll to a target,
  /// this holds only for an anchor with an item: the view does not jump to the start or end of the content.
  mutating func keepWhileScrolling(_ anchor: Anchor, in layout: borrowing LayoutState) {
    if target == nil { keep(anchor, in: layout) } else { keepItem(anchor.item, in: layout) }
  }

  /// Moves the scroll position after a layout shift in the middle of a frame, so that the anchor stays in place. A
  /// running scroll to the start still ends at the start.
  mutating func keepThroughShift(_ anchor: Anchor, in layout: borrowing LayoutState) {
    let goesToStart = scroller.goesToStart
    keepWhileScrolling(anchor, in: layout)
    if goesToStart { scroller.aim(at: scroller.minimum) }
  }

  /// Moves the scroll position after an update, so that the anchor stays in place. A view that follows the end goes to
  /// the new end.
  /// - Parameter scrolls: Whether a view that follows the end scrolls there; `false` to jump there.
  mutating func keepThroughUpdate(_ anchor: Anchor, scrolls: Bool, in layout: borrowing LayoutState) {
    scroller.dropExcess()
    keepItem(anchor.item, in: layout)
    if anchor.followsEnd {
      if scrolls { target = ActiveScrollTarget(.end) } else { jump(to: scroller.maximum, in: layout) }
    }
    if case .start = anchor { jump(to: 0, in: layout) }
    if anchor.showsEnd { jump(to: scroller.maximum, in: layout) }
    setAnchored()
    end.updated(followed: anchor.followsEnd, isAtEnd: endTracking.isAtEnd)
  }

  /// Adapts the scroll position to a changed layout, so that an item stays in place. Call after every change of the
  /// layout.
  /// - Parameter item: `nil` to keep the distance from the content's start.
  package mutating func keepItem(_ item: Anchor.Item?, in layout: borrowing LayoutState) {
    let (offset, origin) = (scroller.offset, presentedOrigin)
    let wanted = item.map { layout.lead(layout.solver.frame(of: $0.path)) - $0.position } ?? offset
    let distance = wanted - offset
    scroller.adapt(maximum: endOffset(in: layout), shift: distance)
    dragStartOffset += distance
    presentedOffset += distance
    present(in: layout)
    let isAtBound = scroller.offset <= scroller.minimum || scroller.offset >= scroller.maximum
    let error = item == nil || isAtBound ? 0 : abs(wanted - scroller.offset)
    absorb(from: offset, origin, error: error)
  }

  /// Moves the view to an offset on behalf of the engine. Content that the user holds stays held.
  mutating func jump(to offset: Double, in layout: borrowing LayoutState) {
    guard scroller.offset != offset else { return }
    let (before, origin) = (scroller.offset, presentedOrigin)
    if scroller.isHeld {
      scroller.pull(to: offset, overscrolls: false)
    } else {
      scroller.jump(to: offset)
    }
    present(in: layout)
    absorb(from: before, origin, error: 0)
  }

  private mutating func absorb(from offset: Double, _ origin: Point, error: Double) {
    if anchoredOffset == offset { anchoredOffset = scroller.offset }
    if presentedOrigin != origin { shifts.append(presentedOrigin - origin) }
    anchorError = max(anchorError, error)
  }

  /// Records the current offset as that of the standing anchor: a later difference means that the user scrolled.
  package mutating func setAnchored() { anchoredOffset = scroller.offset }

  /// Forgets the recorded shifts, because everything with a position in the content has been shifted by them.
  package mutating func forgetShifts() {
    shifts.removeAll(keepingCapacity: true)
    anchorError = 0
  }

  /// Changes the extents reserved for page loaders. If the view is then out of bounds, it returns by a spring.
  mutating func setRoom(leading: Double, trailing: Double, in layout: borrowing LayoutState, at now: Instant) {
    (leadingRoom, trailingRoom) = (leading, trailing)
    scroller.rebound(minimum: -leading, maximum: endOffset(in: layout), at: now)
  }
}

/// An event of the scroll bar.
enum ScrollBarEvent {
  case pressed
  case thumbCaught
  /// The thumb was moved.
  /// - Parameters:
  ///   - offset: The offset that corresponds to the position of the thumb.
  ///   - isAtEnd: Whether the thumb is at the end of its track.
  case thumbDragged(to: Double, isAtEnd: Bool)
  case thumbReleased(at: Instant)
}

/// The position of the viewport along the main axis, as the engine reports it to the program.
struct ScrollPlace {
  /// The offset that is drawn, in logical pixels.
  var presentedOffset = 0.0
  var isAtStart = true
  var isAtEnd = true
  /// Whether the content is longer than the view, so that it can scroll.
  var hasRoom = false
}
