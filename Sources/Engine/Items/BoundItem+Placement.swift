package import ScrollworkGeometry
import ScrollworkLayout

extension BoundItem {
  /// Copies the attributes of an element that decide drawing order, clipping and pinning.
  func takeAttributes(of element: LayoutElement, along axis: Axis) {
    zIndex = element.zIndex
    placement.clip = element.clip?.offset(by: -element.frame.origin)
    isPinned = element.isPinned
    pinnedBy = isPinned ? element.frame.lower(axis) - element.natural.lower(axis) : 0
    depth = element.depth
    drawOrder = drawOrder(at: zIndex)
  }

  /// Gives the item the frame of an element as its target, and lays the content view out again if the size changed.
  func place(as element: LayoutElement, along axis: Axis, _ binder: Binder) {
    takeAttributes(of: element, along: axis)
    let isResized = target.size != element.frame.size
    placement.target = element.frame
    if isResized { binder.layOut(self) }
  }

  /// Returns the number that orders the item for drawing if its z-index is `zIndex`. Items with smaller numbers are
  /// drawn first, as by `LayoutElement.isDrawnBefore(_:)`.
  func drawOrder(at zIndex: Int) -> Int {
    if isLifted || hostItem?.isLifted == true { return Self.liftedOrder }
    // Headers and footers of subsections lie above items too, or rows would cover what they draw beyond their frames.
    return LayoutElement.drawOrder(
      isHeaderOrFooter ? .boundary : key.kind, zIndex: zIndex, isPinned: isPinned, depth: depth)
  }

  /// The draw order of a dragged item: above all others.
  private static let liftedOrder = Int.max - 1

  /// The displacement of a badge from its target frame, equal to the displacement of its host item; zero for items
  /// without a host.
  var carried: Point { hostItem.map { $0.presented.origin - $0.target.origin } ?? .zero }
}

/// The changes that a handler of visible items made to one element.
package struct AttributeOverride {
  /// The movement of the centre, in logical pixels.
  package var offset: Point
  /// The size, in logical pixels.
  package var size: Size
  package var alpha: Double
  package var scale: Double
  package var isHidden: Bool

  /// Makes an override. Values must be finite; see `OverridePass`.
  package init(offset: Point, size: Size, alpha: Double, scale: Double, isHidden: Bool) {
    (self.offset, self.size, self.alpha) = (offset, size, alpha)
    (self.scale, self.isHidden) = (scale, isHidden)
  }
}
