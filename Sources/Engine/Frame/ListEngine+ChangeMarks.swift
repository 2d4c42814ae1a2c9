import ScrollworkContentViews
import ScrollworkHostInterface
import ScrollworkLayout

/// The wash over cells whose content has just changed.
extension ListEngine {
  /// Takes the marks back little by little; where the person asked for less motion they stand still and then go.
  func runChangeMarkPass(_ context: FrameContext) {
    motion.hasChangeMarks = motion.hasChangeMarks || items.hasNewChangeMarks
    items.hasNewChangeMarks = false
    guard motion.hasChangeMarks else { return }
    motion.hasChangeMarks = false
    let fades = context.environment.motion == .full
    for item in items.bound {
      let left = item.changeMark.value(at: context.now)
      let shown = fades || left == 0 ? left : 1
      if shown != item.shownChangeMark {
        item.shownChangeMark = shown
        item.group.isDirty = true
      }
      motion.hasChangeMarks = motion.hasChangeMarks || left > 0
    }
    if motion.hasChangeMarks { context.wakeForNextFrame() }
  }
}

extension BoundItem {
  /// The duration of a change mark, in seconds.
  private static let changeMarkDuration = 0.9

  /// Shows the change mark, which then fades.
  func startChangeMark(at now: Instant) {
    changeMark = Fade(1)
    changeMark.go(to: 0, at: now, for: Self.changeMarkDuration)
  }
}
