import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

extension CollectionView {
  /// More visible moves than this, asked for by a person at once, would be a tangle: they are cross-faded.
  private static let mostTravellers = 120
  private static let crossFade = 0.14
  private static let reducedCrossFade = 0.1

  /// An item that an update moves: where it is seen and where it comes to stand, from the viewport's top.
  @MainActor
  private struct Journey {
    var item: RealisedItem
    var start: Rect
    var end: Double

    var isMove: Bool { abs(start.minY - end) > 0.5 || abs(start.minX - item.target.minX) > 0.5 }
  }

  /// Sets everything in motion that an update moved, now that it is known where it comes to stand.
  func depart(through transition: Transition, at now: Instant) {
    let offset = transition.offset
    var journeys: [Journey] = []
    for item in realised {
      guard let start = item.departure else { continue }
      journeys.append(Journey(item: item, start: start, end: item.target.minY - offset))
    }
    guard motionTravels else { return fade(journeys, for: Self.reducedCrossFade, at: now) }
    if transition.reason != .program, journeys.count > Self.mostTravellers,
      journeys.count(where: { $0.isMove && isSeen($0) }) > Self.mostTravellers
    {
      return fade(journeys, for: Self.crossFade, at: now)
    }
    bringNear(&journeys)
    for journey in journeys {
      // A line that is on its way covers what it passes over, which is to be read or not.
      if journey.item.highlight == .line, journey.isMove { journey.item.alpha = Fade(1) }
      journey.item.travel(from: journey.start, to: journey.end, inViewAt: offset, spring: transition.spring)
      if let animator = journey.item.animator,
        let timing = animator.move(animationContext(of: journey.item, at: journey.start))
      {
        journey.item.follow(timing)
      }
    }
  }

  private func isSeen(_ journey: Journey) -> Bool {
    journey.start.intersects(bounds) || arrivesInSight(journey)
  }

  private func arrivesInSight(_ journey: Journey) -> Bool {
    journey.end < bounds.height && journey.end + journey.item.target.height > 0
  }

  /// What comes from far away comes from just beyond the edge, in order, and what goes there goes no further.
  private func bringNear(_ journeys: inout [Journey]) {
    let height = bounds.height
    func near(_ tops: [(index: Int, top: Double, length: Double)], _ set: (Int, Double) -> Void) {
      var (below, above) = (EdgeQueue(reach: height), EdgeQueue(reach: height))
      for (index, top, length) in tops where top >= height {
        set(index, height + below.place(at: top - height, length: length))
      }
      for (index, top, length) in tops.reversed() where top + length <= 0 {
        set(index, -length - above.place(at: -(top + length), length: length))
      }
    }
    func isFar(_ top: Double, _ length: Double) -> Bool { top > 2 * height || top + length < -height }
    // What is on its way already goes on from where it is.
    let entering = journeys.indices.filter { journeys[$0].item.seenBefore == nil }
    if entering.contains(where: { isFar(journeys[$0].start.minY, journeys[$0].start.height) }) {
      let starts = entering.map { (index: $0, top: journeys[$0].start.minY, length: journeys[$0].start.height) }
      near(starts.sorted { $0.top < $1.top }) { journeys[$0].start.origin.y = $1 }
    }
    if journeys.contains(where: { isFar($0.end, $0.item.target.height) }) {
      let ends = journeys.indices.map { (index: $0, top: journeys[$0].end, length: journeys[$0].item.target.height) }
      near(ends.sorted { $0.top < $1.top }) { journeys[$0].end = $1 }
    }
  }

  // MARK: Cross-fades

  /// What moved fades out where it was and in where it is; the rest stands still.
  private func fade(_ journeys: [Journey], for seconds: Double, at now: Instant) {
    var replaced: [ObjectIdentifier: RealisedItem?] = [:]
    for journey in journeys {
      let item = journey.item
      item.stopTravelling()
      guard journey.isMove else { continue }
      guard journey.start.intersects(bounds), !hasFocus(item) else {
        appear(item, for: seconds, at: now)
        continue
      }
      let copy = arrivesInSight(journey) ? copy(of: item) : nil
      if let copy { appear(copy, for: seconds, at: now) }
      replaced[ObjectIdentifier(item)] = .some(copy)
      becomeGhost(item, at: journey.start, for: seconds, at: now)
    }
    guard !replaced.isEmpty else { return }
    realised = realised.compactMap { item -> RealisedItem? in
      guard let copy = replaced[ObjectIdentifier(item)] else { return item }
      return copy
    }
  }

  /// Another content for an item whose component has changed, faded in over the one that goes.
  func replaced(_ item: RealisedItem, by row: Row, fades: Bool, at now: Instant) -> RealisedItem {
    let place = item.departure ?? item.presented(inViewAt: presentedOffset)
    let copy = makeItem(item.key, row)
    copy.takePlace(of: item)
    layoutContent(of: copy)
    startDisplay(of: copy)
    guard fades else {
      release(item)
      return copy
    }
    appear(copy, for: motionTravels ? Self.crossFade : Self.reducedCrossFade, at: now)
    item.stopTravelling()
    becomeGhost(item, at: place, for: motionTravels ? Self.crossFade : Self.reducedCrossFade, at: now)
    return copy
  }

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

  private func becomeGhost(_ item: RealisedItem, at place: Rect, for seconds: Double, at now: Instant) {
    item.isLeaving = true
    item.isGhost = true
    item.seenBefore = nil
    item.target.origin = place.origin + Point(x: 0, y: presentedOffset)
    item.alpha.go(to: 0, at: now, for: seconds)
    leaving.append(item)
  }
}
