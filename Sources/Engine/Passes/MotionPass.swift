import ScrollworkContentViews
package import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The result of the motion pass.
package struct MotionReport {
  /// Whether any item is in flight.
  package let isRunning: Bool
  /// The viewport's length if items in flight leave it blank, else zero, in logical pixels.
  package let blankLength: Double
}

/// Starts the animations of an update, gives entering items the motion of ongoing updates, and ends exits.
///
/// - Reads: the layout, the list.
/// - Writes: the update motion, and the item store with the placements of its items. Items that are visible only in
///   flight are bound here, so components run.
/// - Returns: whether anything is in flight, and whether the viewport is blank.
@MainActor
package enum MotionPass {
  /// Advances the springs of all items to the current time, so that an update starts from the frames drawn now.
  package static func advance(_ items: borrowing ItemStore, _ motion: borrowing UpdateMotion, _ input: FrameInput) {
    guard motion.isRunning, let last = input.lastFrame else { return }
    let seconds = max(0, input.now.seconds(since: last))
    for item in items.bound { item.advance(by: seconds) }
    for item in items.exiting { item.advance(by: seconds) }
  }

  /// Starts, continues and ends animations. Call when everything visible is bound and measured.
  package static func run(
    _ motion: inout UpdateMotion, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> MotionReport {
    if motion.update?.isAnimated == true {
      correctStartFrames(&motion, items, layout, input)
      bindDeparting(&items, motion, layout, input)
      startMoves(&motion, &items, layout, input)
      if let update = motion.update { veilBranches(items, update) }
    } else {
      join(&motion, &items, layout, input)
      // After a long scroll the viewport would be blank until items in flight arrive.
      if motion.hasScrolled, isBlank(items, input.viewport) { for item in items.bound { item.placement.stopMoving() } }
    }
    items.endExits(input.binder, at: input.now)
    // Only bound and exiting items are tested, because anything else is invisible.
    let isRunning = !items.exiting.isEmpty || items.bound.contains { !$0.isAtRest(at: input.now) }
    motion.endFrame(isRunning: isRunning, at: input.now)
    return MotionReport(
      isRunning: isRunning, blankLength: isRunning && isBlank(items, input.viewport) ? layout.length : 0)
  }

  /// Whether the viewport is blank: target frames of items are in it, but no item is drawn in it.
  package static func isBlank(_ items: borrowing ItemStore, _ viewport: Rect) -> Bool {
    var isDue = false
    for item in items.bound {
      if item.presented.intersects(viewport) { return false }
      isDue = isDue || item.target.intersects(viewport)
    }
    return isDue && !items.exiting.contains { $0.presented.intersects(viewport) }
  }

  // MARK: The start of an update

  /// Corrects the start frames of items that the update brought into view, now that their sizes are known.
  private static func correctStartFrames(
    _ motion: inout UpdateMotion, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard let before = motion.update else { return }
    // The reference is an element of both layouts. If measured sizes move its old frame, the old content around it
    // moves by the same distance.
    let reference = items.bound.first {
      $0.key.kind == .item && !$0.isJoining && $0.target.intersects(input.viewport)
    }
    if let key = reference.flatMap({ before.oldKey(of: $0.key, in: layout.solver, input.list) }) {
      motion.setReference(before.oldSolver.frame(for: key).map { (key, $0.origin) })
    }
    motion.recordMeasured(items, layout, input.list)
    guard let after = motion.update else { return }
    for item in items.bound where item.isJoining {
      item.isJoining = false
      guard let departure = item.placement.previous.frame,
        let old = before.oldKey(of: item.key, in: layout.solver, input.list),
        let first = before.oldSolver.frame(for: old), let second = after.oldSolver.frame(for: old)
      else { continue }
      // Sizes measured since the update moved the old frame, and the content around it by the same distance.
      let distance = second.origin - after.oldOriginAfterMeasuring - (first.origin - before.oldOrigin)
      item.placement.previous.frame = departure.offset(by: distance)
      item.placement.previous.frame?.size.width += second.width - first.width
      item.placement.previous.frame?.size.height += second.height - first.height
    }
  }

  // MARK: Entering items

  /// Gives items that entered in this frame the motion of the ongoing updates, then binds items that pass through the
  /// viewport.
  private static func join(
    _ motion: inout UpdateMotion, _ items: inout ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard !motion.ongoing.isEmpty, input.animatesMotion else { return }
    // A copy of the update, if held here, would make the change below copy its whole layout.
    if motion.ongoing.last?.end == nil { motion.recordMeasured(items, layout, input.list) }
    var isAnyLeft = false
    // Each item joins beside a neighbour whose motion is known: first forwards, from the visible items to the items
    // after them, then backwards, to the items before them.
    for index in items.bound.indices where items.bound[index].isJoining {
      if let before = neighbour(ofJoining: index, in: items, by: -1) {
        join(items.bound[index], beside: before, &motion, layout, input)
      } else {
        isAnyLeft = true
      }
    }
    if isAnyLeft {
      for index in items.bound.indices.reversed() where items.bound[index].isJoining {
        join(items.bound[index], beside: neighbour(ofJoining: index, in: items, by: 1), &motion, layout, input)
      }
    }
    bindPassing(&motion, &items, layout, input)
  }

  /// Returns the nearest bound item before or after a joining item, other than pinned items, badges and backgrounds;
  /// `nil` if there is none, or if another joining item is nearer.
  /// - Parameter step: 1 to search forwards, -1 backwards.
  private static func neighbour(ofJoining index: Int, in items: borrowing ItemStore, by step: Int) -> BoundItem? {
    var index = index + step
    while items.bound.indices.contains(index) {
      let item = items.bound[index]
      if item.isJoining { return nil }
      if !item.isPinned, item.key.kind != .badge, item.key.kind != .decoration { return item }
      index += step
    }
    return nil
  }

  /// Gives an item the motion of the ongoing updates. Limits the item's displacement from its target to at most one
  /// viewport more or less than the neighbour's displacement, which counts as zero without a neighbour.
  private static func join(
    _ item: BoundItem, beside neighbour: BoundItem?, _ motion: inout UpdateMotion, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    item.isJoining = false
    guard !item.isPinned else { return }
    motion.join(item, layout, input)
    // A background may be many viewports long, so its displacement says nothing about its neighbours.
    guard item.key.kind != .decoration else { return }
    let (distance, length) = (neighbour?.placement.displacement[layout.axis] ?? 0, layout.length)
    item.placement.limitDisplacement(
      to: min(max(item.placement.displacement[layout.axis], distance - length), distance + length), along: layout.axis)
  }
}
