import ScrollworkContentViews
import ScrollworkHostInterface
import ScrollworkLayout

/// The wash over cells whose content has just changed.
extension ListEngine {
  /// For so long it is to be seen, in seconds.
  private static let changeMarkDuration = 0.9

  /// A cell on screen shows something else than before.
  func markChange(of item: BoundItem, at now: Instant) {
    guard item.key.kind == .item, document.list.sections[item.key.section].marksChanges,
      let policy = host?.environment.motion,
      policy != .off
    else { return }
    item.changeMark = Fade(1)
    item.changeMark.go(to: 0, at: now, for: Self.changeMarkDuration)
    motion.hasChangeMarks = true
  }

  /// Takes the marks back little by little; where the person asked for less motion they stand still and then go.
  func runChangeMarkPass(_ context: FrameContext) {
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
