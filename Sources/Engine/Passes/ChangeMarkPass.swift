import ScrollworkContentViews
package import ScrollworkHostInterface
import ScrollworkLayout

/// Fades the change marks of cells: highlights that show that the content has just changed.
///
/// - Reads: only the states that it writes.
/// - Writes: `hasChangeMarks` of the motion, `hasNewChangeMarks` of the item store; the marks of bound items.
/// - Returns: whether any mark is visible.
@MainActor
package enum ChangeMarkPass {
  /// Sets the strength with which each change mark is drawn.
  /// - Parameter fades: Whether marks fade. For reduced motion they do not: a mark keeps its full strength until it
  ///   ends.
  package static func run(_ motion: inout UpdateMotion, _ items: inout ItemStore, fades: Bool, at now: Instant) -> Bool
  {
    // Most frames have no marks and skip the loop.
    guard items.takeNewChangeMarks() || motion.hasChangeMarks else { return false }
    var isAnyLeft = false
    for item in items.bound {
      let left = item.changeMark.value(at: now)
      // Without fades a mark changes only twice: when it appears and when it ends.
      let shown = fades || left == 0 ? left : 1
      if shown != item.shownChangeMark {
        item.shownChangeMark = shown
        item.group.isDirty = true
      }
      isAnyLeft = isAnyLeft || left > 0
    }
    motion.recordChangeMarks(isAnyLeft)
    return isAnyLeft
  }
}

extension BoundItem {
  /// The duration of a change mark, in seconds.
  private static let changeMarkDuration = 0.9

  /// Shows the change mark of the item, which then fades.
  package func startChangeMark(at now: Instant) {
    changeMark = Fade(1)
    changeMark.go(to: 0, at: now, for: Self.changeMarkDuration)
  }
}
