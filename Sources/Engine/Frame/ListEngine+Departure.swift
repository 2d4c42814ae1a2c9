import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// More visible moves than this, asked for by a person at once, would be a tangle: they are cross-faded.
  private static let mostTravellers = 120
  private static let crossFade = 0.14
  private static let reducedCrossFade = 0.1
  /// What was on its way in or out and is moved meanwhile is all there after so many seconds.
  private static let coverFade = 0.06

  /// An item that an update moves: where it is seen and where it comes to stand, in coordinates of the view.
  @MainActor
  private struct Journey {
    var item: RealisedItem
    var start: Rect
    var end: Point

    /// A ground is as long as all that stands upon it: nothing stands in line behind that.
    var isGround: Bool { item.key.kind == .decoration }
    var isMove: Bool { abs(start.minY - end.y) > 0.5 || abs(start.minX - end.x) > 0.5 }
  }

  /// Sets everything in motion that an update moved, now that it is known where it comes to stand.
  func depart(through transition: Transition, at now: Instant) {
    // As if it had all been scrolled before: what is near and what is far is judged where the view stands now.
    let scrolled = transition.seenScrolling
    let origin = transition.origin + scrolled
    var journeys: [Journey] = []
    for item in items.bound {
      guard let start = item.departure?.offset(by: -seenScrolling(of: item)) else { continue }
      var journey = Journey(item: item, start: start, end: item.target.origin - origin)
      keepEnd(of: &journey)
      journeys.append(journey)
    }
    guard motionTravels else { return fade(journeys, for: Self.reducedCrossFade, at: now) }
    if transition.reason != .program, journeys.count > Self.mostTravellers,
      journeys.count(where: { $0.isMove && isSeen($0) }) > Self.mostTravellers
    {
      return fade(journeys, for: Self.crossFade, at: now)
    }
    motion.update?.travels = true
    bringNear(&journeys)
    // Where the update took the view elsewhere, what scrolled goes on with that speed by itself.
    let lost = transition.lostVelocity * (runsBackwards ? 1 : -1)
    for journey in journeys {
      if lost != 0 { journey.item.push(by: lost, along: axis) }
      // A row that is on its way covers what it passes over, which is to be read or not: soon, but without a snap.
      if journey.isMove, journey.item.highlight.covers { journey.item.alpha.go(to: 1, at: now, for: Self.coverFade) }
      let timing = journey.item.animator?.move(animationContext(of: journey.item, at: journey.start))
      journey.item.travel(
        from: journey.start, to: journey.end, inViewAt: origin, timing ?? MotionTiming(transition.spring))
    }
  }

  /// What becomes shorter is cut at its end. Where that would put all of it out of sight at once, it goes on from where its
  /// end is seen.
  private func keepEnd(of journey: inout Journey) {
    let (item, start) = (journey.item, journey.start)
    let stretch = axis == .vertical ? item.dh.value : item.dw.value
    let lost = start.size[axis] - max(0, stretch) - item.target.size[axis]
    let distance = min(lost, -start.lower(axis))
    guard distance > 0, start.upper(axis) > 0, start.lower(axis) + item.target.size[axis] <= 0 else { return }
    journey.start.origin[axis] += distance
    journey.start.size[axis] -= distance
    item.seenBefore?[axis] += distance
  }

  private func isSeen(_ journey: Journey) -> Bool {
    journey.start.intersects(bounds) || arrivesInSight(journey)
  }

  private func arrivesInSight(_ journey: Journey) -> Bool {
    Rect(origin: journey.end, size: journey.item.target.size).intersects(bounds)
  }

  /// What comes from far away comes from just beyond the edge, in order, and what goes there goes no further.
  private func bringNear(_ journeys: inout [Journey]) {
    // What is on its way already goes on from where it is.
    let entering = journeys.indices.filter { journeys[$0].item.seenBefore == nil }
    let starts = entering.filter { !journeys[$0].isGround }.map { index in
      EdgeQueue.Place(
        index: index, start: journeys[index].start.lower(axis), length: journeys[index].start.size[axis])
    }
    EdgeQueue.bringNear(starts, length: length, closesGaps: true) { journeys[$0].start.origin[axis] = $1 }
    for index in entering where journeys[index].isGround {
      journeys[index].start.origin[axis] = near(journeys[index].start.lower(axis), journeys[index].start.size[axis])
    }
    for index in entering { bringNearAcross(&journeys[index].start.origin, journeys[index].start.size) }
    let ends = journeys.indices.filter { !journeys[$0].isGround }.map { index in
      EdgeQueue.Place(index: index, start: journeys[index].end[axis], length: journeys[index].item.target.size[axis])
    }
    EdgeQueue.bringNear(ends, length: length, closesGaps: false) { journeys[$0].end[axis] = $1 }
    for index in journeys.indices {
      if journeys[index].isGround {
        journeys[index].end[axis] = near(journeys[index].end[axis], journeys[index].item.target.size[axis])
      }
      bringNearAcross(&journeys[index].end, journeys[index].item.target.size)
    }
  }

  /// A place no further from the edges than others keep their own.
  private func near(_ start: Double, _ size: Double) -> Double { min(max(start, -size - length), 2 * length) }

  /// What comes from or goes far along a section that scrolls by itself does so just beyond its side.
  private func bringNearAcross(_ place: inout Point, _ size: Size) {
    let (across, width) = (axis.cross, bounds.size[axis.cross])
    place[across] = min(max(place[across], -size[across] - width / 4), width * 1.25)
  }

  // MARK: Cross-fades

  /// What moved fades out where it was and in where it is; the rest stands still.
  private func fade(_ journeys: [Journey], for seconds: Double, at now: Instant) {
    var replaced: [ObjectIdentifier: RealisedItem?] = [:]
    for journey in journeys {
      let item = journey.item
      item.stopTravelling()
      guard journey.isMove else { continue }
      guard journey.start.intersects(bounds), !hasFocus(item), isWellSeen(item, at: now) else {
        appear(item, for: seconds, at: now)
        continue
      }
      let copy = arrivesInSight(journey) ? copy(of: item) : nil
      if let copy { appear(copy, for: seconds, at: now) }
      replaced[ObjectIdentifier(item)] = .some(copy)
      becomeGhost(item, at: journey.start, seenIn: item.departureClip, for: seconds, at: now)
    }
    guard !replaced.isEmpty else { return }
    items.bound = items.bound.compactMap { item -> RealisedItem? in
      guard let copy = replaced[ObjectIdentifier(item)] else { return item }
      return copy
    }
  }

  /// Another content for an item whose component has changed. It comes in over the one that goes.
  func replaced(_ item: RealisedItem, by row: Row, _ style: RowAnimator.Style, at now: Instant) -> RealisedItem {
    let place = item.departure ?? item.presented(inViewAt: scroll.presentedOrigin)
    let part = item.departure == nil ? item.seenPart?.offset(by: -scroll.presentedOrigin) : item.departureClip
    let copy = makeItem(item.key, row)
    copy.takePlace(of: item)
    layoutContent(of: copy)
    startDisplay(of: copy)
    markChange(of: copy, at: now)
    let seconds = motionTravels ? Self.crossFade : Self.reducedCrossFade
    guard style != .none, isWellSeen(item, at: now) else {
      release(item)
      if style != .none { appear(copy, for: seconds, at: now) }
      return copy
    }
    item.stopTravelling()
    becomeGhost(item, at: place, seenIn: part, for: seconds, at: now)
    guard style != .fade, motionTravels else {
      appear(copy, for: seconds, at: now)
      return copy
    }
    let (animator, context) = (RowAnimator(style), animationContext(of: copy, at: place))
    (copy.departure, copy.seenBefore) = (nil, nil)
    copy.come(by: animator.insert(context), at: now)
    item.go(by: animator.delete(context), at: now)
    return copy
  }

  /// False for what began to fade in less than a sixtieth of a second ago: hardly anybody has seen it there, and it leaves
  /// nothing behind.
  private func isWellSeen(_ item: RealisedItem, at now: Instant) -> Bool { item.alpha.value(at: now) > 0.4 }

  private func appear(_ item: RealisedItem, for seconds: Double, at now: Instant) {
    item.seenBefore = nil
    item.alpha = Fade(0)
    item.alpha.go(to: 1, at: now, for: seconds)
  }

  /// Another content that shows the same item at its new place.
  private func copy(of item: RealisedItem) -> RealisedItem {
    let copy = makeItem(item.key, item.row)
    copy.takePlace(of: item)
    copy.measuredWidth = item.measuredWidth
    layoutContent(of: copy)
    startDisplay(of: copy)
    return copy
  }

  /// The content fades out as long as it has faded in. So each that is left of the same item was there longer than all
  /// that came after it together, and however many updates come at once an item is seen in four places at most.
  private func becomeGhost(
    _ item: RealisedItem, at place: Rect, seenIn part: Rect?, for seconds: Double, at now: Instant
  ) {
    item.isLeaving = true
    item.isGhost = true
    item.seenBefore = nil
    item.target.origin = place.origin + scroll.presentedOrigin
    item.clip = part?.offset(by: -place.origin)
    let wayBack = 1 - power(max(0, 1 - item.alpha.value(at: now)), 1 / 3)
    item.alpha.go(to: 0, at: now, for: seconds * wayBack)
    items.exiting.append(item)
  }
}
