package import ScrollworkGeometry
import ScrollworkLayout

/// Calls the sections' handlers of visible items, which may override frame, alpha, scale and draw order in this frame.
///
/// - Reads: the layout, and the handlers that it holds.
/// - Writes: the attribute overrides and draw orders of bound items; `hasOverrides` and scratch of the paint buffers.
/// - Returns: nothing.
@MainActor
package enum OverridePass {
  /// Calls the handlers with the visible elements and stores their changes in the bound items.
  /// - Parameter contentOffset: The distance from the content's start to the viewport's, in logical pixels.
  package static func run(
    _ paint: inout PaintBuffers, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, contentOffset: Point
  ) {
    // After the last handler is gone, the pass runs in one more frame to reset the items.
    guard layout.solver.hasVisibleItemsHandlers || paint.hasOverrides else { return }
    for item in items.bound where item.attributeOverride != nil {
      item.attributeOverride = nil
      item.drawOrder = item.drawOrder(at: item.zIndex)
    }
    // The array is copied, because a closure cannot borrow the store.
    let bound = items.bound
    paint.handleVisibleItems(of: layout, contentOffset: contentOffset) { element, visible in
      override(bound, element, visible)
    }
  }

  /// Stores a handler's changes of one element. Impossible values, such as a negative size, are repaired.
  private static func override(_ bound: [BoundItem], _ element: LayoutElement, _ visible: LayoutVisibleItem) {
    guard let item = ItemStore.item(at: element.key, in: bound) else { return }
    item.attributeOverride = AttributeOverride(
      offset: sane(visible.center - element.frame.center), size: sane(visible.size, element.frame.size),
      alpha: visible.alpha.isFinite ? min(1, max(0, visible.alpha)) : 1,
      scale: visible.scale.isFinite ? max(0, visible.scale) : 1, isHidden: visible.isHidden)
    item.drawOrder = item.drawOrder(at: visible.zIndex)
  }

  /// Returns an offset, or zero if it is infinite or not a number.
  private static func sane(_ offset: Point) -> Point { offset.x.isFinite && offset.y.isFinite ? offset : .zero }

  /// Returns a size, or `declared` if the size is negative, infinite or not a number.
  private static func sane(_ size: Size, _ declared: Size) -> Size {
    size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0 ? size : declared
  }
}
