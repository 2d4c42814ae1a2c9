import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The list of a text. It adds sideways scrolling and picked words to what the user does with rows.
final class LineList: CollectionView {
  weak var bar: SidewaysBar?
  /// Called with the place of a double click.
  var onDoubleClick: ((Point) -> Void)?
  /// Called when a press ends the choice of a word.
  var onPress: (() -> Void)?
  /// Called with the direction in which the picked word changes. Returns whether there is a word.
  var onStep: ((Int) -> Bool)?

  /// Logical pixels for a notch of the wheel, and for a key.
  private static let notch = 96.0
  private static let step = 8 * TextLineView.advance

  override func wheel(_ event: WheelEvent) -> Bool {
    guard let bar, bar.maximum > 0, !event.modifiers.contains(.control) else { return super.wheel(event) }
    let isTurned = event.modifiers.contains(.shift) && event.delta.x == 0
    let across = isTurned ? event.delta.y : event.delta.x
    if across != 0 { bar.scroll(by: -across * Self.notch, animated: !event.delta.isPrecise, at: event.time) }
    guard !isTurned, event.delta.y != 0 else { return across != 0 }
    var event = event
    event.delta.x = 0
    return super.wheel(event) || across != 0
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    let used = super.pointerDown(event)
    guard event.button == .left else { return used }
    if event.clicks == 2, event.modifiers.isEmpty { onDoubleClick?(event.location) } else { onPress?() }
    return used
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    if isFocused, event.key == .left || event.key == .right {
      let direction = event.key == .right ? 1 : -1
      if event.modifiers == .shift, onStep?(direction) == true { return true }
      if event.modifiers.isEmpty, let bar, bar.maximum > 0 {
        bar.scroll(by: Double(direction) * Self.step, animated: true, at: event.time)
        return true
      }
    }
    return super.keyDown(event)
  }
}
