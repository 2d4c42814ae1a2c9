import Scrollwork

/// The horizontal scroll offset that the messages of all lines share, and its limit.
@MainActor
final class LineSideways {
  /// The distance by which the messages are moved to the left, in logical pixels.
  private(set) var offset = 0.0
  /// The width of the widest message drawn so far, and the width available to it, in logical pixels.
  private(set) var widest = 0.0
  private(set) var viewport = 0.0
  /// Called when the offset changed.
  var onMove: (() -> Void)?
  /// Called when `maximum` changed.
  var onExtentChange: (() -> Void)?

  /// The largest offset. It includes the width of one more character, so that the end of the widest line is visible.
  var maximum: Double { widest > viewport ? widest + TextLineView.advance - viewport : 0 }

  /// Records the width of a drawn message, and the width available to it.
  func show(_ width: Double, in viewport: Double) {
    guard width > widest || viewport != self.viewport else { return }
    widest = max(widest, width)
    self.viewport = viewport
    onExtentChange?()
  }

  /// Moves to an offset, limited to the extent of the widest line.
  func move(to place: Double) {
    let place = min(max(0, place), maximum)
    guard place != offset else { return }
    offset = place
    onMove?()
  }

  /// Resets the offset and the width, because other lines are shown.
  func reset() {
    (offset, widest) = (0, 0)
    onExtentChange?()
  }
}
