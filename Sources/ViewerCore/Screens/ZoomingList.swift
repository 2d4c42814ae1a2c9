import Scrollwork

/// A list whose tiles get larger and smaller by Ctrl and the wheel.
final class ZoomingList: CollectionView {
  /// Called with the number of steps and the place of the pointer.
  var onZoom: ((Int, Point) -> Void)?
  /// Parts of a step that a finely resolved wheel has turned so far.
  private var rest = 0.0
  /// What was held by the last zoom about a point.
  private var held: (point: Point, id: ElementID)?

  /// Pictures are fetched before they are seen.
  override func hostDidChange() {
    super.hostDidChange()
    guard prefetchingPlugins.isEmpty, let pipeline = host?.environment.images as? ImagePipeline else { return }
    prefetchingPlugins = [ImagePrefetchingPlugin(pipeline: pipeline)]
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    guard event.modifiers == .control, let onZoom else {
      held = nil
      return super.wheel(event)
    }
    rest += event.delta.y
    let steps = Int(rest)
    rest -= Double(steps)
    if steps != 0 { onZoom(steps, event.location) }
    return true
  }

  /// What a zoom about a point holds: over several notches the same, as long as the pointer rests there and it is in sight.
  /// What lies at the point in between has only come there because of the zoom.
  func zoomAnchor(at point: Point) -> ElementPath? {
    if let held, held.point == point, content(of: held.id) != nil, let path = path(of: held.id) { return path }
    let path = itemPath(nearest: point)
    held = path.map { (point, id(at: $0)) }
    return path
  }
}
