import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The layer above all views in which a list of a group draws its dragged item, so that the edges of the list do not
/// cut it.
final class DragLayer: Overlay {
  /// The draw groups of the dragged item in this frame; empty if there is none.
  private(set) var groups: [DrawGroup] = []

  init(for view: View?) {
    super.init()
    owner = view
  }

  override var takesPress: Bool { false }

  /// Forgets the item of the last frame.
  func beginFrame() { groups.removeAll(keepingCapacity: true) }

  /// Takes the draw groups that `body` adds to the frame, which it clips only to the window.
  func collect(in context: FrameContext, _ body: () -> Void) {
    let (start, outer) = (context.groups.count, context.beginClippingToWindow())
    body()
    context.endClipping(outer)
    groups.append(contentsOf: context.groups[start...])
    context.groups.removeSubrange(start...)
  }

  override func hitTest(_ point: Point) -> View? { nil }

  override func emit(into context: FrameContext) { context.groups.append(contentsOf: groups) }
}
