import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// Calls of the program's handlers of scrolling.
extension ListEngine {
  /// Scrolls to the start, unless the program's `shouldScrollToTop` handler refuses.
  func scrollToTop(animated: Bool = true) {
    guard shouldScrollToTop else { return }
    scroll.goToTop(true)
    go(to: .start, animated: animated)
  }

  private var shouldScrollToTop: Bool {
    guard let view else { return true }
    return document.list.handlers.shouldScrollToTop?(view) ?? true
  }

  private func tellDragEnded(_ goesOn: Bool) {
    if let view { document.list.handlers.didEndDragging?(view, goesOn) }
  }

  func beginGesture(_ new: ScrollGesture) {
    guard scroll.gesture != new else { return }
    endGesture()
    scroll.begin(new)
    tell(document.list.handlers.willBeginDragging)
  }

  /// Returns the offset at which the program wants the content to come to rest; `nil` if it makes no choice.
  func chosenTarget(_ target: Double, velocity: Double) -> Double? {
    guard let view, let handler = document.list.handlers.willEndDragging else { return nil }
    var end = ScrollEnd(velocity: velocity, target: target)
    handler(view, &end)
    return end.target != target && end.target.isFinite ? end.target : nil
  }

  /// Releases the content from a finger: it continues by its momentum, or scrolls to the offset that the program chose.
  func endDrag(velocity: Double, at now: Instant) {
    let isOutside = scroll.scroller.offset < scroll.scroller.minimum || scroll.scroller.offset > scroll.scroller.maximum
    let chosen = isOutside ? nil : chosenTarget(scroll.scroller.restingPlace(velocity: velocity), velocity: velocity)
    scroll.release(velocity: velocity, at: now)
    if let chosen { scroll.choose(chosen, by: .key, at: now) }
    tellDragEnded(scroll.scroller.isMoving)
    scroll.begin(scroll.scroller.isMoving ? .decelerating : .none)
    if scroll.scroller.isMoving { tell(document.list.handlers.willBeginDecelerating) }
  }

  /// Ends the gesture, because the content has come to rest.
  func endGesture() {
    switch scroll.endGesture() {
    case .none, .finger: break
    case .wheel: tellDragEnded(false)
    case .decelerating: tell(document.list.handlers.didEndDecelerating)
    }
  }

  /// Tells the program which gestures and scrolls ended in the frame.
  func reportScrolling() {
    guard !scroll.scroller.isMoving else { return }
    if scroll.gesture == .wheel || scroll.gesture == .decelerating { endGesture() }
    if scroll.goesToTop, scroll.target == nil {
      scroll.goToTop(false)
      if scroll.isAtStart { tell(document.list.handlers.didScrollToTop) }
    }
  }
}
