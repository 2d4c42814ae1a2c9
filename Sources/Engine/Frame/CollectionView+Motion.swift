import ScrollworkContentViews
import ScrollworkHostInterface

extension CollectionView {
  /// Moves every presented item on to the moment of the frame.
  func runMotionPass(_ context: FrameContext) {
    // What this frame's update set in motion starts now.
    let seconds = transition == nil ? lastFrame.map { max(0, context.now.seconds(since: $0)) } ?? 0 : 0
    var isMoving = false
    for item in realised where item.advance(by: seconds, at: context.now) { isMoving = true }
    if !leaving.isEmpty {
      leaving.removeAll { item in
        if item.advance(by: seconds, at: context.now) { return false }
        release(item)
        return true
      }
      isMoving = isMoving || !leaving.isEmpty
    }
    self.isMoving = isMoving
    if isMoving { context.wakeForNextFrame() }
  }
}

/// What the engine knows of the quality of its frames since somebody last asked.
package struct FrameMetrics: Sendable {
  /// The most that an anchor was off after an update, in logical pixels.
  package var anchorError = 0.0
  /// The largest height of a part of the viewport that should have shown content and did not, in logical pixels.
  package var blank = 0.0
  /// The largest jump of a presented item at an interruption, in logical pixels.
  package var step = 0.0
}
