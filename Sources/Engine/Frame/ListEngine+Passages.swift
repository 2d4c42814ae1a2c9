import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What comes in sight while others are still on their way: it is where it would be if it had set out with them.
extension ListEngine {
  /// Of more updates than this that come while things move, only the newest count for what comes in sight.
  private static let maximumUpdates = 4

  // MARK: What is kept of an update

  /// The update of this frame has set things in motion, or nothing moves any more.
  func keepPassage(at now: Instant) {
    defer { if motion.ongoing.isEmpty { motion.suspended.removeAll(keepingCapacity: true) } }
    guard motion.isRunning else {
      motion.hasScrolled = false
      return motion.ongoing.removeAll(keepingCapacity: true)
    }
    guard let transition = motion.update, transition.isAnimated else { return }
    guard transition.travels else { return motion.ongoing.removeAll(keepingCapacity: true) }
    if motion.ongoing.count == Self.maximumUpdates { motion.ongoing.removeFirst() }
    motion.ongoing.append(OngoingUpdate(transition, at: now))
  }

  /// The layout is about to change: what has come in sight until then is on its way to where it belongs now.
  func endPassage() {
    guard !motion.ongoing.isEmpty else { return }
    motion.ongoing[motion.ongoing.count - 1].end(with: layout.solver, document.list, viewedFrom: scroll.presentedOrigin)
  }

  /// The content was scrolled, as it is seen. Who jumps far sees nothing of what was on its way.
  func recordScrolling(by distance: Point) {
    guard distance != .zero else { return }
    motion.hasScrolled = motion.isRunning
    motion.update?.seenScrolling += distance
    guard !motion.ongoing.isEmpty else { return }
    if abs(distance[layout.axis]) > 2 * layout.length { return motion.ongoing.removeAll(keepingCapacity: true) }
    for index in motion.ongoing.indices { motion.ongoing[index].transition.seenScrolling += distance }
  }

  func recordNestedScrolling(by distance: Double, of site: ScrollSite) {
    // What did not scroll by itself before the update has taken nothing of that along.
    if let transition = motion.update, oldSite(of: site, transition) != nil {
      motion.update?.scrolledAside[site, default: 0] += distance
    }
    guard let last = motion.ongoing.last, last.end == nil, oldSite(of: site, last.transition) != nil else { return }
    motion.ongoing[motion.ongoing.count - 1].transition.scrolledAside[site, default: 0] += distance
  }

  /// What scrolled by itself in the old list and is this now.
  private func oldSite(of site: ScrollSite, _ transition: UpdateTransaction) -> ScrollSite? {
    guard let section = transition.mapping.sections.oldPosition(ofNew: site.section),
      let part = transition.oldList.sections[section].number(
        ofPart: site.part, from: document.list.sections[site.section])
    else { return nil }
    let old = ScrollSite(section: section, part: part)
    return transition.oldSolver.orthogonal(old) == nil ? nil : old
  }

  /// What was measured in this frame is as large in the old layout, if that gave it the same room: else rows that nobody
  /// had seen would seem to have moved because nobody had known their sizes.
  func recordMeasured() {
    guard let update = motion.update ?? motion.ongoing.last?.transition else { return }
    var sizes: [(key: LayoutElement.Key, size: Size)] = []
    for item in items.bound where item.isJoining {
      guard let old = update.oldKey(of: item.key, in: layout.solver, document.list), update.oldSolver.isEstimated(old),
        !layout.solver.isEstimated(item.key),
        update.oldSolver.proposedSize(for: old) == layout.solver.proposedSize(for: item.key)
      else { continue }
      sizes.append((old, item.target.size))
    }
    guard !sizes.isEmpty else { return }
    // The copy must not hold what is to be changed.
    if motion.update != nil {
      for (key, size) in sizes { _ = motion.update?.oldSolver.setMeasured(size, for: key) }
    } else {
      let last = motion.ongoing.count - 1
      for (key, size) in sizes { _ = motion.ongoing[last].transition.oldSolver.setMeasured(size, for: key) }
    }
  }

  /// It is known how large everything is that comes in sight by this update: so it is known from where it comes.
  func refineDepartures() {
    guard let before = motion.update else { return }
    let viewport = self.viewport
    let seen = items.bound.first { $0.key.kind == .item && !$0.isJoining && $0.target.intersects(viewport) }
    if let key = seen.flatMap({ before.oldKey(of: $0.key, in: layout.solver, document.list) }) {
      motion.update?.reference = before.oldSolver.frame(for: key).map { (key, $0.origin) }
    }
    recordMeasured()
    guard let after = motion.update else { return }
    for item in items.bound where item.isJoining {
      item.isJoining = false
      guard let departure = item.departure, let old = before.oldKey(of: item.key, in: layout.solver, document.list),
        let first = before.oldSolver.frame(for: old), let second = after.oldSolver.frame(for: old)
      else { continue }
      let distance = second.origin - after.oldOriginByNow - (first.origin - before.oldOrigin)
      item.departure = departure.offset(by: distance)
      item.departure?.size.width += second.width - first.width
      item.departure?.size.height += second.height - first.height
    }
  }

  // MARK: Joining what is on its way

  /// What came in sight in this frame joins the others, and what is only passing through comes in sight.
  func joinPassages(at now: Instant) {
    guard !motion.ongoing.isEmpty, motionTravels else { return }
    if motion.ongoing.last?.end == nil { recordMeasured() }
    var isAnyLeft = false
    for index in items.bound.indices where items.bound[index].isJoining {
      if let before = neighbour(ofJoining: index, by: -1) {
        join(items.bound[index], beside: before, at: now)
      } else {
        isAnyLeft = true
      }
    }
    if isAnyLeft {
      for index in items.bound.indices.reversed() where items.bound[index].isJoining {
        join(items.bound[index], beside: neighbour(ofJoining: index, by: 1), at: now)
      }
    }
    realisePassing(at: now)
  }

  /// The next thing on screen that has its place among others.
  private func neighbour(ofJoining index: Int, by step: Int) -> BoundItem? {
    var index = index + step
    while items.bound.indices.contains(index) {
      let item = items.bound[index]
      if item.isJoining { return nil }
      if !item.isPinned, item.key.kind != .badge, item.key.kind != .decoration { return item }
      index += step
    }
    return nil
  }

  /// What would come from far away comes from as far from its neighbour as is seen at once.
  private func join(_ item: BoundItem, beside neighbour: BoundItem?, at now: Instant) {
    item.isJoining = false
    guard !item.isPinned else { return }
    join(item, until: now)
    guard item.key.kind != .decoration else { return }
    let distance = neighbour?.displacement[layout.axis] ?? 0
    item.stayNear(
      min(max(item.displacement[layout.axis], distance - layout.length), distance + layout.length), along: layout.axis)
  }

  /// Sets something in motion as if it had been there from the start.
  /// - Parameter key: What it is in the newest list of the passages.
  func join(_ item: BoundItem, as key: LayoutElement.Key? = nil, until now: Instant) {
    if key == nil, let flight = motion.suspended[item.key], !flight.isLost { return flight.resume(item, at: now) }
    var key = key ?? item.key
    var ways: [Displacement] = []
    var arrival: Int?
    for index in motion.ongoing.indices.reversed() {
      guard let (old, displacement) = displacement(of: key, by: index) else {
        arrival = index
        break
      }
      ways.append(displacement)
      key = old
    }
    let first = arrival ?? 0
    if let arrival, !isFollowingEnd {
      startInsertion(item, as: key, motion.ongoing[arrival].transition, at: motion.ongoing[arrival].start)
    }
    for index in first..<motion.ongoing.count {
      let passage = motion.ongoing[index]
      if index != arrival, let displacement = ways.popLast() {
        fallBack(item, by: displacement, passage)
      }
      let next = index + 1 < motion.ongoing.count ? motion.ongoing[index + 1].start : now
      item.advance(by: max(0, next.seconds(since: passage.start)))
    }
  }

  private func fallBack(_ item: BoundItem, by displacement: Displacement, _ passage: OngoingUpdate) {
    let place = item.target.offset(by: displacement.offset - scroll.presentedOrigin)
    let timing = item.animator?.move(item.animationContext(at: place, in: layout.size))
    let lost = passage.transition.lostVelocity * (layout.isReversed ? 1 : -1)
    if lost != 0 { item.push(by: lost, along: layout.axis) }
    item.fallBack(by: displacement, timing ?? MotionTiming(passage.transition.spring))
  }

  /// How far something was from where an update led it; `nil` if it came with that update.
  /// - Parameter key: What it is in the list after the update.
  /// - Returns: What it is in the list before, too.
  private func displacement(of key: LayoutElement.Key, by index: Int) -> (LayoutElement.Key, Displacement)? {
    let passage = motion.ongoing[index]
    let (solver, list) = (passage.end?.solver ?? layout.solver, passage.end?.list ?? document.list)
    guard let old = passage.transition.oldKey(of: key, in: solver, list),
      let start = passage.transition.oldSolver.frame(for: old), let end = solver.frame(for: key)
    else { return nil }
    let origin = passage.end?.origin ?? scroll.presentedOrigin - passage.transition.seenScrolling
    let aside = layout.scrolling(of: key, by: passage.transition.scrolledAside, in: solver)
    var displacement = Displacement(
      of: start.offset(by: -passage.transition.oldOriginByNow - aside), from: end.offset(by: -origin))
    // What comes along a section that scrolls by itself comes from beside the view.
    let width = layout.size[layout.axis.cross] * 1.25
    displacement.offset[layout.axis.cross] = min(max(displacement.offset[layout.axis.cross], -width), width)
    return (old, displacement)
  }

  // MARK: What passes through

  /// The list is another one: what is out of sight by then does not pass through any more, since nobody knows where it is.
  func loseGone(through transition: UpdateTransaction) {
    guard !motion.suspended.isEmpty else { return }
    var lost: [LayoutElement.Key: SuspendedMotion] = [:]
    for (old, var flight) in motion.suspended {
      guard let key = newKey(of: old, transition) else { continue }
      flight.isLost = true
      lost[key] = flight
    }
    motion.suspended = lost
  }

  /// What neither was nor will be where the person has scrolled to may pass through there on its way.
  private func realisePassing(at now: Instant) {
    guard let last = motion.ongoing.last?.transition, !last.isUnscrolled else { return }
    let remaining = motion.ongoing.map { remainder(of: $0, at: now) }
    var found: [LayoutElement] = []
    // What the old layout had there.
    let window = Rect(origin: last.oldOriginByNow + last.seenScrolling, size: layout.size)
    _ = motion.ongoing[motion.ongoing.count - 1].transition.oldSolver.prepare(in: window)
    oldSolverScrolled(motion.ongoing[motion.ongoing.count - 1].transition).elements(
      in: window, pinnedIn: window, into: &found)
    for element in found where !element.isPinned {
      guard let key = newKey(of: element.key, last) else { continue }
      realise(key, as: element, remaining, at: now)
    }
    // What is about as far from its place as what is seen there now.
    let viewport = self.viewport
    layout.solver.elements(in: surroundings(of: viewport), pinnedIn: viewport, into: &found)
    for element in found where !element.isPinned { realise(element.key, as: element, remaining, at: now) }
  }

  /// The layout before an update, with what was scrolled aside since scrolled there as well.
  private func oldSolverScrolled(_ transition: UpdateTransaction) -> LayoutSolver {
    var solver = transition.oldSolver
    for (site, distance) in transition.scrolledAside {
      guard let old = oldSite(of: site, transition), let offset = solver.orthogonal(old)?.offset else { continue }
      _ = solver.setOrthogonalOffset(offset + distance, of: old)
    }
    return solver
  }

  /// In the frame of an update somebody scrolled as well, or gave the window another size: what would have been seen, had
  /// the frame before shown that, sets out from there, though it goes out of sight.
  func realiseDeparting(at now: Instant) {
    guard let transition = motion.update, !transition.isUnscrolled || layout.hasNewEnvironment, motionTravels else {
      return
    }
    let window = Rect(origin: transition.oldOrigin + transition.seenScrolling, size: layout.size)
    var found: [LayoutElement] = []
    oldSolverScrolled(transition).elements(in: window, pinnedIn: window, into: &found)
    for element in found where !element.isPinned && element.key.kind != .badge {
      guard let key = newKey(of: element.key, transition), items.item(at: key) == nil,
        let frame = layout.solver.frame(for: key)
      else { continue }
      let item = makeItem(key, frame, as: element, at: now)
      let distance = seenScrolling(of: item) - window.origin
      item.departure = element.frame.offset(by: distance)
      item.departureClip = element.clip?.offset(by: distance)
      startDisplay(of: item)
      items.insert(item)
    }
  }

  private func makeItem(
    _ key: LayoutElement.Key, _ frame: Rect, as element: LayoutElement, at now: Instant
  ) -> BoundItem {
    var place = LayoutElement(key: key, frame: frame, zIndex: element.zIndex)
    place.clip = layout.solver.clip(of: key)
    place.depth = element.depth
    return makeItem(place, at: now)
  }

  /// Where what is seen now may have its place, and somewhat more. What comes from all over the list has no neighbours.
  private func surroundings(of viewport: Rect) -> Rect {
    var range = 0.0...0.0
    for item in items.bound where item.key.kind == .item && item.presented.intersects(viewport) {
      let distance = item.displacement[layout.axis]
      guard abs(distance) < 4 * layout.length else { continue }
      range = min(range.lowerBound, distance)...max(range.upperBound, distance)
    }
    var rect = viewport
    rect.origin[layout.axis] -= range.upperBound + layout.length / 2
    rect.size[layout.axis] += range.upperBound - range.lowerBound + layout.length
    return rect
  }

  private func realise(
    _ key: LayoutElement.Key, as element: LayoutElement, _ remaining: [Double],
    at now: Instant
  ) {
    guard items.item(at: key) == nil, let frame = layout.solver.frame(for: key) else { return }
    if let flight = motion.suspended[key] {
      guard !flight.isLost else { return }
    } else if !isPassing(key, frame, remaining) {
      return
    }
    let item = makeItem(key, frame, as: element, at: now)
    if key.kind != .badge {
      join(item, until: now)
      // It has an animator of its own and is elsewhere, or it has arrived beyond the edge.
      let seen = item.seenPart.map(item.presented.intersection) ?? item.presented
      guard !item.isAtRest(at: now), seen.intersects(viewport) else { return items.recycle(item) }
    }
    startDisplay(of: item)
    items.insert(item)
  }

  /// How much of its way is left, of what set out with an update, 0 to 1 and beyond.
  private func remainder(of passage: OngoingUpdate, at now: Instant) -> Double {
    var value = SpringValue(1, spring: passage.transition.spring)
    value.target = 0
    value.advance(by: max(0, now.seconds(since: passage.start)), tolerance: 0, slow: 0)
    return value.value
  }

  private func isPassing(_ key: LayoutElement.Key, _ frame: Rect, _ remaining: [Double]) -> Bool {
    if key.kind == .badge {
      guard let host = key.host, let item = items.item(at: .item(host)) else { return false }
      return !item.isAtRest(at: lastFrame ?? .zero)
    }
    var (key, place) = (key, frame)
    for index in motion.ongoing.indices.reversed() {
      guard let (old, displacement) = displacement(of: key, by: index) else { break }
      place = place.offset(
        by: Point(
          x: displacement.offset.x * remaining[index], y: displacement.offset.y * remaining[index]))
      place.size.width += displacement.growth.width * remaining[index]
      place.size.height += displacement.growth.height * remaining[index]
      key = old
    }
    return place.intersects(viewport)
  }
}
