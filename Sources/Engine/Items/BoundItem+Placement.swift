package import ScrollworkGeometry
import ScrollworkLayout

extension BoundItem {
  /// Takes from a layout what decides how things lie over each other.
  func stand(as element: LayoutElement, along axis: Axis) {
    zIndex = element.zIndex
    clip = element.clip?.offset(by: -element.frame.origin)
    isPinned = element.isPinned
    pinnedBy = isPinned ? element.frame.lower(axis) - element.natural.lower(axis) : 0
    depth = element.depth
    drawOrder = drawOrder(at: zIndex)
  }

  /// Gives the item its target frame, and its content view another layout if the size changed.
  func place(as element: LayoutElement, along axis: Axis, _ binder: Binder) {
    stand(as: element, along: axis)
    guard target != element.frame else { return }
    target = element.frame
    if laidOutSize != target.size { binder.layOut(self) }
  }

  /// Where in the order of drawing it is with a z-index: as `LayoutElement.isDrawnBefore(_:)`, in one number.
  func drawOrder(at zIndex: Int) -> Int {
    LayoutElement.drawOrder(key.kind, zIndex: zIndex, isPinned: isPinned, depth: depth)
  }

  /// How far a badge is from its place because its host is.
  var carried: Point { hostItem.map { $0.presented.origin - $0.target.origin } ?? .zero }
}

/// What a handler of visible items changed.
package struct AttributeOverride {
  /// How far the centre was moved.
  package var offset: Point
  package var size: Size
  package var alpha: Double
  package var scale: Double
  package var isHidden: Bool

  package init(offset: Point, size: Size, alpha: Double, scale: Double, isHidden: Bool) {
    (self.offset, self.size, self.alpha) = (offset, size, alpha)
    (self.scale, self.isHidden) = (scale, isHidden)
  }
}
