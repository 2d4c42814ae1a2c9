import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Items that enter while others are in flight get the motion that they would have had if visible from the start.
extension UpdateMotion {
  /// The duration of an item's entry and exit where the user asked for less motion, in seconds.
  private static let reducedFade = 0.1
  private static let standardAnimator = StandardAnimator()

  /// Gives an item the motion of all ongoing updates, up to the current time.
  /// - Parameter key: The item's key in the newest list of the ongoing updates, if it has another one now.
  mutating func join(
    _ item: BoundItem, as key: LayoutElement.Key? = nil, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    if key == nil, let motion = suspended[item.key], !motion.isLost { return motion.resume(item, at: input.now) }
    var key = key ?? item.key
    var ways: [Displacement] = []
    var arrival: Int?
    for index in ongoing.indices.reversed() {
      guard let (old, displacement) = displacement(of: key, by: index, layout, input) else {
        arrival = index
        break
      }
      ways.append(displacement)
      key = old
    }
    if let arrival, !input.followsEnd {
      startInsertion(of: item, as: key, ongoing[arrival].transition, input.at(ongoing[arrival].start))
    }
    for index in (arrival ?? 0)..<ongoing.count {
      let update = ongoing[index]
      if index != arrival, let displacement = ways.popLast() {
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
    let lost = update.lostVelocity * (layout.isReversed ? 1 : -1)
    if lost != 0 { item.push(by: lost, along: layout.axis) }
    item.fallBack(by: displacement, timing ?? MotionTiming(update.spring))
  }

  /// Returns the distance of an element's old frame from the one that an ongoing update led it to, and its old key; `nil`
  /// if the update inserted the element.
  /// - Parameter key: The element's key in the list after the update.
  func displacement(
    of key: LayoutElement.Key, by index: Int, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> (key: LayoutElement.Key, displacement: Displacement)? {
    let (transition, end) = (ongoing[index].transition, ongoing[index].end)
    let (solver, list) = (end?.solver ?? layout.solver, end?.list ?? input.list)
    guard let old = transition.oldKey(of: key, in: solver, list), let start = transition.oldSolver.frame(for: old),
      let target = solver.frame(for: key)
    else { return nil }
    let origin = end?.origin ?? input.viewport.origin - transition.seenScrolling
    let aside = layout.scrolling(of: key, by: transition.scrolledAside, in: solver)
    var displacement = Displacement(
      of: start.offset(by: -transition.oldOriginByNow - aside), from: target.offset(by: -origin))
    // Elements far along a nested container come from beside the view.
    let (across, width) = (layout.axis.cross, layout.crossLength * 1.25)
    displacement.offset[across] = min(max(displacement.offset[across], -width), width)
    return (old, displacement)
  }

  // MARK: Insertion and removal

  /// Starts the entry of an item that an update inserted.
  /// - Parameter key: The item's key in the list after that update, if others came since.
  mutating func startInsertion(
    of item: BoundItem, as key: LayoutElement.Key? = nil, _ update: UpdateTransaction, _ input: FrameInput
  ) {
    guard input.binder.animatesMotion else {
      item.alpha = Fade(0)
      return item.alpha.go(to: 1, at: input.now, for: Self.reducedFade)
    }
    let section = (key ?? item.key).section
    let isSectionChange = section >= 0 && update.mapping.sections.oldPosition(ofNew: section) == nil
    let context = item.animationContext(
      at: item.target.offset(by: -input.viewport.origin), in: input.viewport.size, order: update.arrivals,
      isSectionChange: isSectionChange)
    self.update?.arrivals += 1
    item.come(by: (item.animator ?? Self.standardAnimator).insert(context), at: input.now)
  }

  /// Starts the exit of an item that an update removed. Its key is still the old one.
  mutating func startRemoval(of item: BoundItem, _ update: UpdateTransaction, _ input: FrameInput) {
    guard input.binder.animatesMotion else { return item.alpha.go(to: 0, at: input.now, for: Self.reducedFade) }
    let section = item.key.section
    let isSectionChange = section >= 0 && update.mapping.sections.newPosition(ofOld: section) == nil
    let context = item.animationContext(
      at: item.presented(inViewAt: input.viewport.origin), in: input.viewport.size, order: update.departures,
      isSectionChange: isSectionChange)
    self.update?.departures += 1
    item.animator = item.animator(in: update.oldList, else: input.animator)
    item.go(by: (item.animator ?? Self.standardAnimator).delete(context), at: input.now)
  }
}
