import ScrollworkDiffing
import ScrollworkLayout

extension ScrollState {
  /// Traps if the scroll position contradicts itself or the list. Call after the passes of a frame.
  package func checkInvariants(in layout: borrowing LayoutState, _ list: List) {
    precondition(
      scroller.offset.isFinite && scroller.velocity.isFinite, "at \(scroller.offset) with \(scroller.velocity)")
    precondition(
      scroller.minimum <= 0 && 0 <= scroller.maximum, "bounds from \(scroller.minimum) to \(scroller.maximum)")
    precondition(
      scroller.isMoving || (scroller.minimum...scroller.maximum).contains(scroller.offset),
      "at rest at \(scroller.offset), beyond \(scroller.minimum) or \(scroller.maximum)")
    // Half a device pixel, and the error of rounding.
    let scale = layout.environment?.scale ?? 1
    precondition(
      abs(scroller.offset - presentedOffset) * scale < 0.51, "\(scroller.offset) is drawn at \(presentedOffset)")
    precondition(
      presentedOrigin == layout.viewOrigin(at: presentedOffset), "the viewport is not at \(presentedOffset)")
    precondition(shifts.isEmpty && anchorError == 0, "\(shifts.count) shifts of the viewport were not absorbed")
    precondition(leadingRoom >= 0 && trailingRoom >= 0, "room of \(leadingRoom) and \(trailingRoom)")
    precondition(target?.path.map(list.contains) ?? true, "the view scrolls to an item that is not in the list")
  }
}
