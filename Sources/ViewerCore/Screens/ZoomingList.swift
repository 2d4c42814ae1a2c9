import Scrollwork

/// A list whose tiles get larger and smaller by Ctrl and the wheel.
final class ZoomingList: CollectionView {
  /// Called with the number of steps and the place of the pointer.
  var onZoom: ((Int, Point) -> Void)?
  /// Parts of a step that a finely resolved wheel has turned so far.
  private var rest = 0.0

  override func wheel(_ event: WheelEvent) -> Bool {
    guard event.modifiers == .control, let onZoom else { return super.wheel(event) }
    rest += event.delta.y
    let steps = Int(rest)
    rest -= Double(steps)
    if steps != 0 { onZoom(steps, event.location) }
    return true
  }
}
