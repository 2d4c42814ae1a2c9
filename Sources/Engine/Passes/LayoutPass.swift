package import ScrollworkGeometry
import ScrollworkLayout

/// Finds the elements that a frame shows.
///
/// - Reads: the viewport, the nested containers in motion.
/// - Writes: the layout, with the offsets of idle nested containers; the anchors of those containers.
/// - Returns: nothing. The elements are in `layout.visible`.
@MainActor
package enum LayoutPass {
  /// Stores the elements in and around the viewport in `layout.visible`, with idle nested containers at snap points.
  /// - Parameters:
  ///   - viewport: The visible rectangle, in content coordinates.
  ///   - overscan: The distance to look beyond both edges, in logical pixels.
  package static func run(
    _ layout: inout LayoutState, _ anchors: inout AnchorKeeper, _ nested: borrowing NestedScrolling, viewport: Rect,
    overscan: Double
  ) {
    let (x, y) = layout.axis == .vertical ? (0, -overscan) : (-overscan, 0)
    let rect = viewport.inset(by: Insets(horizontal: x, vertical: y))
    layout.findElements(in: rect, pinnedIn: viewport)
    // Snapping moves what nested containers show, so their elements are found again.
    if snapIdleContainers(in: rect, &layout, &anchors, nested) { layout.findElements(in: rect, pinnedIn: viewport) }
  }

  /// Moves nested containers that neither move nor are held to snap points. They may be off their snap points when they
  /// first become visible, or after a change of their content or of the list's width.
  /// - Returns: Whether any of them moved.
  private static func snapIdleContainers(
    in rect: Rect, _ layout: inout LayoutState, _ anchors: inout AnchorKeeper, _ nested: borrowing NestedScrolling
  ) -> Bool {
    guard layout.solver.hasOwnScrolling else { return false }
    layout.findContainers(in: rect)
    var moved = false
    let scale = layout.environment?.scale ?? 1
    for index in layout.visibleContainers.indices {
      let container = layout.visibleContainers[index]
      guard !nested.isMoving(container), let info = layout.solver.crossScroll(container) else { continue }
      // A container that the user never scrolled belongs at its first snap point, which need not be at offset zero.
      let start = layout.solver.isScrolled(container) ? info.offset : info.limits.lowerBound
      let place = info.restingOffset(projected: start, velocity: 0, start: start)
      // The offset is rounded to whole device pixels, so that text in the container stays sharp.
      let wanted = (place * scale).rounded() / scale
      if wanted != info.offset { moved = anchors.move(container, to: wanted, in: &layout) || moved }
    }
    return moved
  }
}
