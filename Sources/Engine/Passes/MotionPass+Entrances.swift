import ScrollworkGeometry
import ScrollworkLayout

/// The entrances of items that the last round bound for the first time.
extension MotionPass {
  /// Starts the insertions of new items, and prepares the moves of items that an update brought into view.
  package static func startEntrances(
    _ motion: inout UpdateMotion, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    for item in items.entered where item.key.kind != .badge { startEntrance(of: item, &motion, layout, input) }
  }

  private static func startEntrance(
    of item: BoundItem, _ motion: inout UpdateMotion, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard let update = motion.update else {
      item.isJoining = !motion.ongoing.isEmpty
      return
    }
    guard update.isAnimated else { return }
    guard let oldKey = update.oldKey(of: item.key, in: layout.solver, input.list),
      let oldFrame = update.oldSolver.frame(for: oldKey)
    else {
      if input.isTrackingEnd { return }
      let parent = item.key.path.flatMap { update.expandedParent(of: $0, in: input.list) }
        .flatMap { layout.solver.frame(for: .item($0), pinnedIn: input.viewport)?.offset(by: -input.viewport.origin) }
      motion.startInsertion(of: item, from: parent, update, input)
      return
    }
    // The item may enter in the middle of a motion that earlier updates gave it.
    if !motion.ongoing.isEmpty, !item.isPinned { motion.join(item, as: oldKey, layout, input) }
    item.isJoining = true
    item.placement.previous.frame = item.placement.displaced(oldFrame).offset(by: -update.oldOrigin)
    item.placement.previous.clip =
      update.oldClip(of: item.key, in: layout.solver, input.list)?.offset(by: -update.oldOrigin)
  }
}
