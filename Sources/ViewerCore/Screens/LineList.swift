import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The list of a text. In addition to a collection view, it supports horizontal scrolling and text selection.
final class LineList: CollectionView {
  weak var bar: SidewaysBar?
  private(set) lazy var selector = TextSelector(self)
  /// Called with 1 to select the next word of the focused line, or -1 for the previous one. Returns whether a word was
  /// selected.
  var onStep: ((Int) -> Bool)?
  /// Returns whether Escape removes a filter; otherwise it clears the selection.
  var leavesEscape: (() -> Bool)?

  /// The horizontal scroll distance of a wheel notch, in logical pixels.
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

  // MARK: The pointer

  override func pointerDown(_ event: PointerEvent) -> Bool {
    if event.button == .right, selector.selection != nil, selector.isText(at: event.location) {
      return selector.keepingText { super.pointerDown(event) }
    }
    if event.button == .left, event.modifiers == .shift, selector.extend(to: event) {
      host?.focus(self)
      return true
    }
    let used = super.pointerDown(event)
    if event.button == .left { selector.press(event) }
    return used
  }

  override func pointerDragged(_ event: PointerEvent) {
    if !selector.drag(to: event.location) { super.pointerDragged(event) }
  }

  override func pointerUp(_ event: PointerEvent) {
    selector.release()
    super.pointerUp(event)
  }

  override func pointerCancelled() {
    selector.release()
    super.pointerCancelled()
  }

  /// Ends the press of a row, because the pointer selects text.
  func cancelRowPress() { super.pointerCancelled() }

  override func cursor(at point: Point) -> Cursor { selector.isText(at: point) ? .text : super.cursor(at: point) }

  override func animate(at now: Instant) -> Instant? { selector.scroll(at: now) ? now : nil }

  // MARK: Keys

  override func keyDown(_ event: KeyEvent) -> Bool {
    if isFocused, selector.extend(by: event) { return true }
    if selector.leavesToCommands(event) { return false }
    if isFocused, event.key == .escape, event.modifiers.isEmpty, leavesEscape?() == true { return false }
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
