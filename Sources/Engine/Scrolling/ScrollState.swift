package import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The scroll position along the main axis, and how it changes.
package struct ScrollState: ~Copyable {
  package init() {}

  package var scroller = Scroller()
  /// The target of a running scroll. Each frame resolves it again, because sizes may still change.
  package var target: ActiveScrollTarget?
  /// The offset that is drawn, in logical pixels, rounded to a whole device pixel.
  package private(set) var presentedOffset = 0.0
  /// The viewport's origin in content coordinates for `presentedOffset`.
  package private(set) var presentedOrigin = Point.zero
  var endArrival = EndArrival()
  var gesture = ScrollGesture.none
  /// Whether a scroll to the start by `scrollToTop(animated:)` runs.
  var goesToTop = false
  /// The offset at which a finger began to drag, in logical pixels.
  var dragStartOffset = 0.0
  /// Whether the current touch stopped a motion; such a touch does not tap.
  var touchStopsMotion = false
  /// Whether the user holds the scroll bar's thumb at the end of its track. Then the end stays in view as content
  /// grows.
  var isThumbAtEnd = false
  /// Room for page loaders before the first and after the last item, in logical pixels.
  private(set) var leadingRoom = 0.0
  private(set) var trailingRoom = 0.0
  /// The offset that belongs to the standing anchor (`AnchorKeeper.standing`), in logical pixels. If the current offset
  /// differs, the user has scrolled.
  private var anchoredOffset = 0.0
  /// The changes of the viewport's origin in content coordinates, other than by scrolling, by which items and
  /// animations are yet to be shifted.
  package private(set) var shifts: [Point] = []
  /// The largest distance by which an anchor missed its place since the last call of `forgetShifts()`, in logical
  /// pixels. At the bounds a miss does not count.
  package private(set) var anchorError = 0.0

  /// Whether the view is at the start of its content.
  package var isAtStart: Bool { scroller.offset <= 0 }

  /// Whether the user has not scrolled since the standing anchor was captured.
  var isAnchored: Bool { anchoredOffset == scroller.offset }

  /// The relation of the viewport to the end of the content.
  package var endTracking: EndTracking {
    let isGoing = if case .end? = target?.kind { true } else { false }
    // Rounding to device pixels may leave the offset up to a pixel short of the end.
    guard isGoing || scroller.offset >= scroller.maximum - 1 else { return .free }
    if endArrival.isByShrinking { return .atEndByShrinking }
    return isGoing ? .goingToEnd : .atEnd
  }

  /// Whether the view follows the end because its anchor policy says so: items added there come into view.
  func isFollowingEnd(by policy: AnchorPolicy) -> Bool { policy == .end && endTracking.follows }

  /// Whether the view stays at the end as content grows: because the user holds the scroll bar's thumb there, or
  /// because of its anchor policy while the user does not hold the content.
  func followsEnd(by policy: AnchorPolicy) -> Bool { isThumbAtEnd || isFollowingEnd(by: policy) && !scroller.isHeld }

  /// Returns the largest offset, at which the viewport shows the end of the content and the page loader after it.
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
    keep(anchor.item, in: layout)
    switch anchor {
    case .start: jump(to: 0, in: layout)
    case .end: jump(to: scroller.maximum, in: layout)
    case .offset, .item, .lostPosition, .container: break
    }
  }

  /// Moves the scroll position as `keep(_:in:)` does, but during a scroll to a target keeps only an item in place: an
  /// anchor at the start or end of the content does not make the view jump there.
  mutating func keepWhileScrolling(_ anchor: Anchor, in layout: borrowing LayoutState) {
    if target == nil { keep(anchor, in: layout) } else { keep(anchor.item, in: layout) }
  }

  /// Moves the scroll position after a change of the layout, so that an item stays in place. Every change of the layout
  /// reaches the scroll position here.
  /// - Parameter item: `nil` to keep the distance from the content's start.
  package mutating func keep(_ item: Anchor.Item?, in layout: borrowing LayoutState) {
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

  /// Changes the room for page loaders. A view that is out of bounds after that returns by a spring.
  mutating func setRoom(leading: Double, trailing: Double, in layout: borrowing LayoutState, at now: Instant) {
    (leadingRoom, trailingRoom) = (leading, trailing)
    scroller.rebound(minimum: -leading, maximum: endOffset(in: layout), at: now)
  }
}
