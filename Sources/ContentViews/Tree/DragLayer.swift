package import ScrollworkGeometry
package import ScrollworkHostInterface

/// The layer above all views in which a list of a group draws its dragged item, so that the edges of the list do not
/// cut it.
package final class DragLayer: Overlay {
  /// The draw groups of the dragged item in this frame; empty if there is none.
  package private(set) var groups: [DrawGroup] = []

  /// Makes a layer for a view, with which it is dismissed.
  package init(for view: View?) {
    super.init()
    owner = view
  }

  package override var takesPress: Bool { false }

  /// Forgets the item of the last frame.
  package func beginFrame() { groups.removeAll(keepingCapacity: true) }

  /// Begins an item, whose draw groups only the window clips.
  /// - Returns: The argument of ``endItem(_:in:)``.
  package func beginItem(in context: FrameContext) -> (start: Int, clip: Rect) {
    (context.groups.count, context.beginClippingToWindow())
  }

  /// Takes the draw groups that were added to the frame since the beginning of the item.
  package func endItem(_ item: (start: Int, clip: Rect), in context: FrameContext) {
    context.endClipping(item.clip)
    groups.append(contentsOf: context.groups[item.start...])
    context.groups.removeSubrange(item.start...)
  }

  package override func hitTest(_ point: Point) -> View? { nil }

  package override func emit(into context: FrameContext) { context.groups.append(contentsOf: groups) }
}
