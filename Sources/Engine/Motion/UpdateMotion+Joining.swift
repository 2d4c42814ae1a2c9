import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Items that enter while others are in flight get the motion that they would have had if visible from the start.
extension UpdateMotion {
  /// The duration of an item's entrance and exit if the user asked for less motion, in seconds.
  private static let reducedFade = 0.1
  private static let standardAnimator = StandardAnimator()
  private static let outlineAnimator = OutlineAnimator()

  /// Gives an item the motion that all ongoing updates would have given it so far.
  /// - Parameter key: The item's key in the list of the newest ongoing update; `nil` if it is still `item.key`.
  mutating func join(
    _ item: BoundItem, as key: LayoutElement.Key? = nil, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    // An item that only left the viewport for a while continues its own motion.
    if key == nil, let motion = suspended[item.key], !motion.isPositionUnknown {
      return motion.resume(item, at: input.now)
    }
    var key = key ?? item.key
    // Walk back from the newest update to the one that inserted the item, to find its old key in each.
    var displacements: [Displacement] = []
    var insertion: Int?
    for index in ongoing.indices.reversed() {
      guard let (old, displacement) = displacement(of: key, by: index, layout, input) else {
        insertion = index
        break
      }
      displacements.append(displacement)
      key = old
    }
    if let insertion, !input.isTrackingEnd {
      startInsertion(of: item, as: key, ongoing[insertion].transition, input.at(ongoing[insertion].start))
    }
    // Then replay forwards: each update displaces the item, and the springs advance to the start of the next update.
    for index in (insertion ?? 0)..<ongoing.count {
      let update = ongoing[index]
      if index != insertion, let displacement = displacements.popLast() {
        displace(item, by: displacement, update.transition, layout, input)
      }
      let next = index + 1 < ongoing.count ? ongoing[index + 1].start : input.now
      item.advance(by: max(0, next.seconds(since: update.start)))
    }
  }

  private func displace(
    _ item: BoundItem, by displacement: Displacement, _ update: UpdateTransaction, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) {
    let place = item.target.offset(by: displacement.offset - input.viewport.origin)
    let timing = item.animator?.move(item.animationContext(at: place, in: layout.size))
    // As in `MotionPass.startMoves`, items take over the velocity that the content lost.
    let lost = update.lostVelocity * (layout.isReversed ? 1 : -1)
    if lost != 0 { item.placement.push(by: lost, along: layout.axis) }
    item.placement.addDisplacement(displacement, timing ?? MotionTiming(update.spring))
  }

  /// Finds an element in the list before an ongoing update.
  /// - Returns: The element's key in that list, and the displacement that the update gave the element: its old frame
  ///   minus its new one, both relative to the viewport. `nil` if the update inserted the element.
  func displacement(
    of key: LayoutElement.Key, by index: Int, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> (key: LayoutElement.Key, displacement: Displacement)? {
    let (transition, end) = (ongoing[index].transition, ongoing[index].end)
    let (solver, list) = (end?.solver ?? layout.solver, end?.list ?? input.list)
    guard let old = transition.oldKey(of: key, in: solver, list), let start = transition.oldSolver.frame(for: old),
      let target = solver.frame(for: key)
    else { return nil }
    let origin = end?.origin ?? input.viewport.origin - transition.scrolling.presented
    let nestedDistance = layout.scrolling(of: key, by: transition.scrolling.nested, in: solver)
    var displacement = Displacement(
      of: start.offset(by: -transition.oldOriginAfterMeasuring - nestedDistance), from: target.offset(by: -origin))
    // An element far along a nested container starts just beside the view.
    let (across, width) = (layout.axis.cross, layout.crossLength * 1.25)
    displacement.offset[across] = min(max(displacement.offset[across], -width), width)
    return (old, displacement)
  }

  // MARK: Insertion and removal

  /// Starts the entrance of an item that an update inserted.
  /// - Parameters:
  ///   - key: The item's key in the list after that update; `nil` if it is still `item.key`.
  ///   - parent: For a new row of an outline, the frame, in the viewport, of the parent row below which it appears;
  ///     `nil` for any other item.
  mutating func startInsertion(
    of item: BoundItem, as key: LayoutElement.Key? = nil, from parent: Rect? = nil, _ update: UpdateTransaction,
    _ input: FrameInput
  ) {
    guard input.animatesMotion else {
      item.alpha = Fade(0)
      return item.alpha.go(to: 1, at: input.now, for: Self.reducedFade)
    }
    let section = (key ?? item.key).section
    // List boundaries have section -1 and no old position, but that does not mean that their section is new.
    let isSectionChange = section >= 0 && update.mapping.sections.oldPosition(ofNew: section) == nil
    let context = item.animationContext(
      at: item.target.offset(by: -input.viewport.origin), in: input.viewport.size, order: update.insertionCount,
      isSectionChange: isSectionChange, parent: parent)
    countInsertion()
    if item.animator == nil, parent != nil { item.placement.awaitVeil() }
    item.startEntrance(Self.animator(of: item, context).insert(context), at: input.now)
  }

  /// Starts the exit of an item that an update removed. The item's key is its key in the old list.
  mutating func startRemoval(of item: BoundItem, _ update: UpdateTransaction, _ input: FrameInput) {
    // Reduced motion: an exit fades, whatever the animator says.
    guard input.animatesMotion else { return item.alpha.go(to: 0, at: input.now, for: Self.reducedFade) }
    let section = item.key.section
    let isSectionChange = section >= 0 && update.mapping.sections.newPosition(ofOld: section) == nil
    let context = item.animationContext(
      at: item.presented(inViewAt: input.viewport.origin), in: input.viewport.size, order: update.removalCount,
      isSectionChange: isSectionChange,
      parent: item.key.path.flatMap { update.collapsedParent(of: $0, in: input.viewport.size) })
    countRemoval()
    item.animator = item.animator(in: update.oldList, else: input.animator)
    if item.animator == nil, context.parent != nil { item.placement.awaitVeil() }
    item.startExit(Self.animator(of: item, context).delete(context), at: input.now)
  }

  /// Returns an item's own animator; by default that of outlines if `context` has a parent row, else the standard one.
  private static func animator(of item: BoundItem, _ context: AnimationContext) -> any Animator {
    item.animator ?? (context.parent == nil ? standardAnimator : outlineAnimator)
  }
}
