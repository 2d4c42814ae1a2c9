import ScrollworkContentViews
public import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Sections that scroll by themselves, across the direction of the list.
extension CollectionView {
  /// How far a section is scrolled by itself, in logical pixels from its leading end; zero for one that does not.
  /// - Precondition: The section is one of the list that is shown.
  public func sectionOffset(_ section: Int) -> Double {
    solver.orthogonal(section)?.offset ?? 0
  }

  /// How far that is scrolled by itself what takes a cell along: the innermost section in its section that does, else
  /// its section; zero where none does.
  /// - Precondition: The path is one of the list that is shown.
  public func sectionOffset(holding path: ElementPath) -> Double {
    innermostSite(holding: path).map { solver.orthogonalOffset($0) } ?? 0
  }

  /// Scrolls a section by itself to where its layout has it rest nearest to a place. Nothing happens where the section of
  /// the list that is shown does not scroll by itself.
  /// - Parameters:
  ///   - offset: Distance from the section's leading end, in logical pixels.
  ///   - animated: True to glide.
  public func scrollSection(_ section: Int, to offset: Double, animated: Bool = true) {
    guard list.sections.indices.contains(section) else { return }
    scroll(ScrollSite(section: section), to: offset, animated: animated)
  }

  /// The same of what takes a cell along: the innermost section in its section that scrolls by itself, else its section.
  public func scrollSection(holding path: ElementPath, to offset: Double, animated: Bool = true) {
    guard contains(path), let site = innermostSite(holding: path) else { return }
    scroll(site, to: offset, animated: animated)
  }

  private func scroll(_ site: ScrollSite, to offset: Double, animated: Bool) {
    guard offset.isFinite, let info = solver.orthogonal(site) else { return }
    glide(site, to: info.restingOffset(projected: offset, velocity: 0, start: offset), animated: animated)
  }

  func innermostSite(holding path: ElementPath) -> ScrollSite? {
    var innermost: ScrollSite?
    solver.forEachScrollSite(holding: path) { innermost = $0 }
    return innermost
  }

  // MARK: Layouts that are found out when they are needed

  /// The sections of which something is in sight, scrolls by itself or is held: what becomes of them is to be known when
  /// the layout becomes another. Where there are few, all are known.
  var sectionsInUse: Set<Int> {
    guard max(solver.sectionCount, list.sections.count) > LayoutSolver.eagerPartLayouts else { return [] }
    var sections = Set(sectionMotions.map(\.site.section))
    var last = -1
    for item in realised where item.key.section != last {
      last = item.key.section
      sections.insert(last)
    }
    return sections
  }

  /// Finds out the layouts of sections that the program scrolls, or goes to, before anybody has come near them.
  func settleSections() {
    measuringAnchor = nil
    if let goalPath { settle(goalPath) }
    for index in sectionMotions.indices { settle(sectionMotions[index].site.section) }
  }

  private func settle(_ path: ElementPath) {
    guard path.section < solver.sectionCount else { return }
    let (anchor, follows) = (anchorForMeasuring(), holdsTheEnd)
    if solver.settle(path) { adaptScroll(to: anchor, followingEnd: follows && scrollGoal == nil) }
  }

  private func settle(_ section: Int) {
    guard section < solver.sectionCount, !solver.isSettled(section) else { return }
    let (anchor, follows) = (anchorForMeasuring(), holdsTheEnd)
    if solver.settle(section) { adaptScroll(to: anchor, followingEnd: follows && scrollGoal == nil) }
  }

  /// True if the list or a section of it is on its way or held.
  var scrolls: Bool { scroller.isMoving || !sectionMotions.isEmpty }

  // MARK: Motion

  /// The motion of a section, which begins where the section stands.
  func motion(of site: ScrollSite, _ info: LayoutSolver.Orthogonal) -> Int {
    if let index = sectionMotions.firstIndex(where: { $0.site == site }) {
      sectionMotions[index].scroller.bound(by: info.limits)
      return index
    }
    let scroller = Scroller(offset: info.offset, limits: info.limits)
    sectionMotions.append(SectionMotion(site: site, scroller: scroller, start: info.offset))
    return sectionMotions.count - 1
  }

  /// True if it is on its way or held.
  func isUnderWay(_ site: ScrollSite) -> Bool { sectionMotions.contains { $0.site == site } }

  /// Where a section is or will be.
  func destination(of site: ScrollSite) -> Double {
    sectionMotions.first { $0.site == site }?.destination ?? solver.orthogonalOffset(site)
  }

  /// - Parameter jumps: True to jump near the place first where it is far away.
  func glide(_ site: ScrollSite, to offset: Double, animated: Bool, spring: Spring = .key, jumps: Bool = true) {
    guard let info = solver.orthogonal(site), destination(of: site) != offset else { return }
    let index = motion(of: site, info)
    sectionMotions[index].restsAt = nil
    if animated, motionTravels {
      let distance = offset - sectionMotions[index].scroller.offset
      if jumps, abs(distance) > 3 * info.viewport, info.viewport > 0 {
        sectionMotions[index].scroller.jump(to: offset - (distance < 0 ? -info.viewport : info.viewport))
      }
      sectionMotions[index].scroller.glide(to: offset, spring: spring, at: host?.now ?? .zero)
    } else {
      sectionMotions[index].scroller.jump(to: offset)
    }
    host?.setNeedsFrame()
  }

  /// Brings a cell in sight within its section, and that within those around it.
  /// - Parameter isPursued: True if the view is on its way there: then nothing that is seen jumps because an update took
  ///   the cell far away.
  func revealInSection(_ path: ElementPath, animated: Bool, isPursued: Bool = false) {
    solver.forEachScrollSite(holding: path) { site in
      guard let place = solver.offset(showing: path, of: site, from: destination(of: site)) else { return }
      let jumps = !isPursued || transition == nil && !isUnderWay(site)
      glide(site, to: place, animated: animated, jumps: jumps)
    }
  }

  /// Moves the sections that are under way on.
  func runSectionPass(_ context: FrameContext) {
    guard !sectionMotions.isEmpty else { return }
    for index in sectionMotions.indices.reversed() {
      guard let info = solver.orthogonal(sectionMotions[index].site) else {
        sectionMotions.remove(at: index)
        continue
      }
      sectionMotions[index].scroller.bound(by: info.limits)
      if let rest = sectionMotions[index].restsAt, rest <= context.now {
        settle(at: index, info, context.now)
      }
      // A fling that has no room any more ends at once, which is no scrolling.
      let start = sectionMotions[index].scroller.isFlung ? info.limits.nearest(to: info.offset) : info.offset
      advanceMotion(at: index, to: context.now)
      present(sectionMotions[index], from: start)
      if sectionMotions[index].scroller.isHeld { continue }
      if sectionMotions[index].scroller.isMoving {
        context.wakeForNextFrame()
      } else if let rest = sectionMotions[index].restsAt {
        context.wake(at: rest)
      } else {
        sectionMotions.remove(at: index)
      }
    }
  }

  private func present(_ motion: SectionMotion, from start: Double) {
    let scale = layoutEnvironment?.scale ?? 1
    let offset = (motion.scroller.offset * scale).rounded() / scale
    _ = solver.setOrthogonalOffset(offset, of: motion.site)
    if offset != start { noteScrollingAside(by: offset - start, of: motion.site) }
  }

  /// How far something was scrolled in the frame of an update, by the list and by what takes it aside: that is no part of
  /// the change.
  func seenScrolling(of item: RealisedItem) -> Point {
    guard let transition else { return .zero }
    return transition.seenScrolling + scrolling(aside: item.key, by: transition.scrolledAside, in: solver)
  }

  /// How far something was taken aside by what scrolls by itself.
  func scrolling(aside key: LayoutElement.Key, by distances: [ScrollSite: Double], in solver: LayoutSolver) -> Point {
    var distance = Point.zero
    let isMirrored = axis == .vertical && solver.environment.isRightToLeft
    for (site, offset) in distances where solver.takesAlong(key, site) {
      distance[axis.cross] += isMirrored ? -offset : offset
    }
    return distance
  }

  /// What comes to its end with a speed leaves that to what is around it.
  private func advanceMotion(at index: Int, to now: Instant) {
    let (wasFlung, speed) = (sectionMotions[index].scroller.isFlung, sectionMotions[index].scroller.velocity)
    sectionMotions[index].scroller.advance(to: now)
    let (scroller, around) = (sectionMotions[index].scroller, sectionMotions[index].around)
    guard wasFlung, !scroller.isMoving, !around.isEmpty,
      speed < 0 ? scroller.offset <= scroller.minimum : scroller.offset >= scroller.maximum
    else { return }
    sectionMotions[index].around = []
    release(around, velocity: -speed, at: now)
  }

  /// A gesture is over that was followed at once: the section goes where it may rest.
  private func settle(at index: Int, _ info: LayoutSolver.Orthogonal, _ now: Instant) {
    let offset = sectionMotions[index].scroller.offset
    sectionMotions[index].restsAt = nil
    let place = info.restingOffset(projected: offset, velocity: 0, start: offset)
    sectionMotions[index].scroller.glide(to: place, spring: .key, at: now)
  }

  /// Sections in sight that are not under way stand where their layout has them rest, also the first time that they are
  /// seen and when their content or the width of the list has changed.
  /// - Parameter visible: What is in sight.
  /// - Returns: True if one stands elsewhere now.
  func restSections(in visible: Rect) -> Bool {
    guard solver.hasOwnScrolling else { return false }
    sitesInSight.removeAll(keepingCapacity: true)
    var last = -1
    for element in elements where element.key.section != last {
      last = element.key.section
      guard last >= 0 else { continue }
      solver.forEachScrollSite(inSection: last, visible) { site, _ in sitesInSight.append(site) }
    }
    var moved = false
    let scale = layoutEnvironment?.scale ?? 1
    for site in sitesInSight where !isUnderWay(site) {
      guard let info = solver.orthogonal(site) else { continue }
      let start = solver.isScrolled(site) ? info.offset : info.limits.lowerBound
      let place = info.restingOffset(projected: start, velocity: 0, start: start)
      let wanted = (place * scale).rounded() / scale
      if wanted != info.offset { moved = stand(site, at: wanted) || moved }
    }
    return moved
  }
}

extension ClosedRange<Double> {
  fileprivate func nearest(to value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
