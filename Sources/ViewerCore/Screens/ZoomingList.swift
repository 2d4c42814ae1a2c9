import Scrollwork

/// A list whose tile size changes by Ctrl and the wheel.
final class ZoomingList: CollectionView {
  /// Called with the number of steps and the position of the pointer.
  var onZoom: ((Int, Point) -> Void)?
  /// The unused fraction of a step from a high-resolution wheel.
  private var rest = 0.0
  /// The item that the last zoom kept in place, with the pointer's position.
  private var held: (point: Point, id: ElementID)?

  /// Installs the prefetching of pictures.
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

  /// Returns the item that a zoom at `point` keeps in place. While the pointer does not move, every zoom keeps the item
  /// of the first one, because zooming brings other items under the pointer.
  func zoomAnchor(at point: Point) -> ElementPath? {
    if let held, held.point == point, content(of: held.id) != nil, let path = path(of: held.id) { return path }
    let path = itemPath(nearest: point)
    held = path.map { (point, id(at: $0)) }
    return path
  }
}
