package import ScrollworkGeometry
package import ScrollworkHostInterface

/// The content insets of the view, and their motion to other ones.
package struct AnimatedInsets {
  private var top = SpringValue(0, spring: .move)
  private var leading = SpringValue(0, spring: .move)
  private var bottom = SpringValue(0, spring: .move)
  private var trailing = SpringValue(0, spring: .move)
  /// The time of the last `advance(to:)` call of the running animation; `nil` at rest.
  private var last: Instant?

  package init() {}

  /// The insets that the layout has now, in logical pixels.
  package var value: Insets {
    Insets(
      top: max(0, top.value), leading: max(0, leading.value), bottom: max(0, bottom.value),
      trailing: max(0, trailing.value))
  }

  /// Whether the insets are still on their way to their target.
  package var isMoving: Bool { !(top.isAtRest && leading.isAtRest && bottom.isAtRest && trailing.isAtRest) }

  /// Changes the insets by a spring, or at once.
  package mutating func go(to insets: Insets, animated: Bool) {
    (top.target, leading.target, bottom.target) = (insets.top, insets.leading, insets.bottom)
    trailing.target = insets.trailing
    if !animated { finish() }
  }

  /// Ends the motion at its target.
  package mutating func finish() {
    top.finish()
    leading.finish()
    bottom.finish()
    trailing.finish()
    last = nil
  }

  /// Advances the motion to the time of a frame.
  package mutating func advance(to now: Instant) {
    guard isMoving else { return }
    let seconds = last.map { max(0, now.seconds(since: $0)) } ?? 0
    top.advance(by: seconds)
    leading.advance(by: seconds)
    bottom.advance(by: seconds)
    trailing.advance(by: seconds)
    last = isMoving ? now : nil
  }
}
