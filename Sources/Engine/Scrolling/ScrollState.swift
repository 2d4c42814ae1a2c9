import ScrollworkGeometry
import ScrollworkLayout

/// The scroll position along the main axis, and how it changes.
struct ScrollState: ~Copyable {
  var scroller = Scroller()
  /// The target of a running scroll. Each frame resolves it again, because sizes may still change.
  var target: ActiveScrollTarget?
  /// The offset that is drawn: on a whole device pixel, in logical pixels.
  private(set) var presentedOffset = 0.0
  /// The viewport's origin in content coordinates for `presentedOffset`.
  private(set) var presentedOrigin = Point.zero
  var endArrival = EndArrival()
  var gesture = ScrollGesture.none
  /// Whether a scroll to the start by `scrollToTop(animated:)` runs.
  var goesToTop = false
  /// The offset at which a finger began to drag, in logical pixels.
  var dragStartOffset = 0.0
  /// Whether the current touch stopped a motion; such a touch does not tap.
  var touchStopsMotion = false

  /// Whether the view is at the start of its content.
  var isAtStart: Bool { scroller.offset <= 0 }

  /// The relation of the viewport to the end of the content.
  var endTracking: EndTracking {
    let isGoing = if case .end? = target?.kind { true } else { false }
    // Rounding to device pixels may leave the offset up to a pixel short of the end.
    guard isGoing || scroller.offset >= scroller.maximum - 1 else { return .free }
    if endArrival.isByShrinking { return .atEndByShrinking }
    return isGoing ? .goingToEnd : .atEnd
  }

  /// Rounds the offset to a whole device pixel, so that all content moves as one.
  ///
  /// Halfway between two pixels the presented offset stays, because the error of sums would make it flicker.
  mutating func present(in layout: borrowing LayoutState) {
    let scale = layout.environment?.scale ?? 1
    let isOff = abs(scroller.offset - presentedOffset) * scale > 0.5001
    presentedOffset = ((isOff ? scroller.offset : presentedOffset) * scale).rounded() / scale
    presentedOrigin = layout.viewOrigin(at: presentedOffset)
  }

  /// Follows a change of the layout: the anchor keeps its distance from the viewport's start.
  ///
  /// A running scroll goes on. Where the bounds leave no room the view goes to the bound.
  /// - Parameters:
  ///   - anchor: `nil` to keep the distance from the content's start.
  ///   - maximum: The new largest offset, in logical pixels.
  mutating func keep(_ anchor: Anchor?, maximum: Double, in layout: borrowing LayoutState) -> ContentShift {
    let (offset, origin) = (scroller.offset, presentedOrigin)
    let wanted = anchor.map { layout.lead(layout.solver.frame(of: $0.path)) - $0.position } ?? offset
    let shift = wanted - offset
    scroller.adapt(maximum: maximum, shift: shift)
    dragStartOffset += shift
    presentedOffset += shift
    present(in: layout)
    let isAtBound = scroller.offset <= scroller.minimum || scroller.offset >= scroller.maximum
    let error = anchor == nil || isAtBound ? 0 : abs(wanted - scroller.offset)
    return ContentShift(distance: presentedOrigin - origin, from: offset, to: scroller.offset, error: error)
  }

  /// Moves the view to an offset without the user's doing. A hand that holds the content keeps hold of it.
  mutating func jump(to offset: Double, in layout: borrowing LayoutState) -> ContentShift {
    let (before, origin) = (scroller.offset, presentedOrigin)
    if scroller.isHeld {
      scroller.pull(to: offset, overscrolls: false)
    } else {
      scroller.jump(to: offset)
    }
    present(in: layout)
    return ContentShift(distance: presentedOrigin - origin, from: before, to: scroller.offset, error: 0)
  }
}

/// A movement of the content's coordinates under the viewport that no one scrolled.
struct ContentShift {
  /// The movement of the viewport's origin, in content coordinates.
  let distance: Point
  /// The scroll offsets before and after, in logical pixels.
  let from: Double
  let to: Double
  /// The distance by which the anchor missed its place, in logical pixels; zero at a bound.
  let error: Double
}
