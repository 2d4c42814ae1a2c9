import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface

/// Zooming by the wheel.
extension ListEngine {
  /// Tells the program of a turn of the wheel with the Control key held.
  /// - Returns: Whether the program zooms. If not, the turn scrolls the list.
  func zoom(by event: WheelEvent) -> Bool {
    guard let view, event.modifiers == .control, let handler = document.list.handlers.didZoom else {
      interaction.dropZoomHold()
      return false
    }
    if interaction.zoom == nil { tell(document.list.handlers.willBeginZooming) }
    let item = zoomItem(at: event.location)
    let steps = interaction.zoom(
      by: event.delta.y, holding: item.map { (event.location, document.list.id(at: $0)) }, at: event.time)
    anchors.prefer(item)
    handler(view, Zoom(amount: event.delta.y, steps: steps, location: event.location, item: item))
    host?.setNeedsFrame()
    return true
  }

  /// Returns the item that a zoom at a point keeps in place; `nil` in an empty list.
  private func zoomItem(at point: Point) -> ElementPath? {
    if let held = interaction.zoomHold, held.location == point, content(of: held.id) != nil {
      if let path = document.list.path(of: held.id, in: nil) { return path }
    }
    return path(nearest: point)
  }

  /// Tells the program of the end of a zoom if no step has followed for a moment.
  func endZoomIfDue(_ context: FrameContext) {
    guard let end = interaction.zoom?.end else { return }
    guard context.now >= end else { return context.wake(at: end) }
    interaction.endZoom()
    anchors.prefer(nil)
    tell(document.list.handlers.didEndZooming)
  }
}
