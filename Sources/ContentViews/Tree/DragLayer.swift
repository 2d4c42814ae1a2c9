package import ScrollworkGeometry
package import ScrollworkHostInterface

/// The layer above all views in which a list with a reorder group draws its dragged item, so that the edges of the list
/// do not clip it.
package final class DragLayer: Overlay {
  /// The draw groups of the dragged item in this frame; empty if there is none.
  package private(set) var groups: [DrawGroup] = []

  /// Creates a layer that is dismissed together with `view`, its owner.
  package init(for view: View?) {
    super.init()
    owner = view
  }

  package override var takesPress: Bool { false }

  /// Discards the draw groups of the last frame's item.
  package func beginFrame() { groups.removeAll(keepingCapacity: true) }

  /// Starts to collect the draw groups of the dragged item. They are clipped by the window only.
  /// - Returns: The argument of ``endItem(_:in:)``.
  package func beginItem(in context: FrameContext) -> (start: Int, clip: Rect) {
    (context.groups.count, context.beginClippingToWindow())
  }

  /// Moves the draw groups added since `beginItem(in:)` from the frame to this layer, and restores the clipping.
  package func endItem(_ item: (start: Int, clip: Rect), in context: FrameContext) {
    context.endClipping(item.clip)
    groups.append(contentsOf: context.groups[item.start...])
    context.groups.removeSubrange(item.start...)
  }

  package override func hitTest(_ point: Point) -> View? { nil }

  package override func emit(into context: FrameContext) { context.groups.append(contentsOf: groups) }
}
