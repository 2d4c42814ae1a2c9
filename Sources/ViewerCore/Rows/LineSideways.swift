import Scrollwork

/// The sideways offset of the messages of all lines, and how far they go.
@MainActor
final class LineSideways {
  /// The distance by which the messages are moved to the left, in logical pixels.
  private(set) var offset = 0.0
  /// The width of the widest message that was drawn, and of its place in a row.
  private(set) var widest = 0.0
  private(set) var viewport = 0.0
  /// Called when the offset changed.
  var onMove: (() -> Void)?
  /// Called when `maximum` changed.
  var onExtentChange: (() -> Void)?

  /// The largest offset. It leaves room for one more character, so that the user sees where the widest line ends.
  var maximum: Double { widest > viewport ? widest + TextLineView.advance - viewport : 0 }

  /// Takes note of a message that is drawn.
  func show(_ width: Double, in viewport: Double) {
    guard width > widest || viewport != self.viewport else { return }
    widest = max(widest, width)
    self.viewport = viewport
    onExtentChange?()
  }

  /// Moves to an offset, as far as the widest line goes.
  func move(to place: Double) {
    let place = min(max(0, place), maximum)
    guard place != offset else { return }
    offset = place
    onMove?()
  }

  /// Forgets the width of the lines, because they are others now.
  func reset() {
    (offset, widest) = (0, 0)
    onExtentChange?()
  }
}
