import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Sections that scroll by themselves, across the direction of the list.
extension ListEngine {
  /// How far a section is scrolled by itself, in logical pixels from its leading end; zero for one that does not.
  /// - Precondition: The section is one of the list that is shown.
  func sectionOffset(_ section: Int) -> Double {
    layout.solver.orthogonal(section)?.offset ?? 0
  }

  /// How far that is scrolled by itself what takes a cell along: the innermost section in its section that does, else
  /// its section; zero where none does.
  /// - Precondition: The path is one of the list that is shown.
  func sectionOffset(holding path: ElementPath) -> Double {
    innermostSite(holding: path).map { layout.solver.orthogonalOffset($0) } ?? 0
  }

  /// Scrolls a section by itself to where its layout has it rest nearest to a place. Nothing happens where the section of
  /// the list that is shown does not scroll by itself.
  /// - Parameters:
  ///   - offset: Distance from the section's leading end, in logical pixels.
  ///   - animated: True to glide.
  func scrollSection(_ section: Int, to offset: Double, animated: Bool = true) {
    guard document.list.sections.indices.contains(section) else { return }
    scroll(ScrollSite(section: section), to: offset, animated: animated)
  }

  /// The same of what takes a cell along: the innermost section in its section that scrolls by itself, else its section.
  func scrollSection(holding path: ElementPath, to offset: Double, animated: Bool = true) {
    guard contains(path), let site = innermostSite(holding: path) else { return }
    scroll(site, to: offset, animated: animated)
  }

  private func scroll(_ site: ScrollSite, to offset: Double, animated: Bool) {
    guard offset.isFinite, let info = layout.solver.orthogonal(site) else { return }
    glide(site, to: info.restingOffset(projected: offset, velocity: 0, start: offset), animated: animated)
  }

  func innermostSite(holding path: ElementPath) -> ScrollSite? {
    var innermost: ScrollSite?
    layout.solver.forEachScrollSite(holding: path) { innermost = $0 }
    return innermost
  }

  // MARK: Layouts that are found out when they are needed

  /// The sections of which something is in sight, scrolls by itself or is held: what becomes of them is to be known when
  /// the layout becomes another. Where there are few, all are known.
  var sectionsInUse: Set<Int> {
    guard max(layout.solver.sectionCount, document.list.sections.count) > LayoutSolver.eagerPartLayouts else {
      return []
    }
    var sections = Set(nested.motions.map(\.site.section))
    var last = -1
    for item in items.bound where item.key.section != last {
      last = item.key.section
      sections.insert(last)
    }
    return sections
  }

  /// Finds out the layouts of sections that the program scrolls, or goes to, before anybody has come near them.
  func resolveScrollTargets() {
    anchors.measuring = nil
    if let goalPath { settle(goalPath) }
    for index in nested.motions.indices { settle(nested.motions[index].site.section) }
  }

  private func settle(_ path: ElementPath) {
    guard path.section < layout.solver.sectionCount else { return }
    let held = heldPosition
    if layout.solver.settle(path) { keep(held.anchor, followingEnd: held.followsEnd && scroll.target == nil) }
  }

  private func settle(_ section: Int) {
    guard section < layout.solver.sectionCount, !layout.solver.isSettled(section) else { return }
    let held = heldPosition
    if layout.solver.settle(section) { keep(held.anchor, followingEnd: held.followsEnd && scroll.target == nil) }
  }

  /// True if the list or a section of it is on its way or held.
  var scrolls: Bool { scroll.scroller.isMoving || !nested.motions.isEmpty }

  // MARK: Motion

  /// The motion of a section, which begins where the section stands.
  func motion(of site: ScrollSite, _ info: LayoutSolver.Orthogonal) -> Int {
    if let index = nested.motions.firstIndex(where: { $0.site == site }) {
      nested.motions[index].scroller.bound(by: info.limits)
      return index
    }
    let scroller = Scroller(offset: info.offset, limits: info.limits)
    nested.motions.append(SectionMotion(site: site, scroller: scroller, start: info.offset))
    return nested.motions.count - 1
  }

  /// True if it is on its way or held.
  func isUnderWay(_ site: ScrollSite) -> Bool { nested.isMoving(site) }

  /// Where a section is or will be.
  func destination(of site: ScrollSite) -> Double {
    nested.motions.first { $0.site == site }?.destination ?? layout.solver.orthogonalOffset(site)
  }

  /// - Parameter jumps: True to jump near the place first where it is far away.
  func glide(_ site: ScrollSite, to offset: Double, animated: Bool, spring: Spring = .key, jumps: Bool = true) {
    guard let info = layout.solver.orthogonal(site), destination(of: site) != offset else { return }
    let index = motion(of: site, info)
    nested.motions[index].restsAt = nil
    if animated, motionTravels {
      let distance = offset - nested.motions[index].scroller.offset
      if jumps, abs(distance) > 3 * info.viewport, info.viewport > 0 {
        nested.motions[index].scroller.jump(to: offset - (distance < 0 ? -info.viewport : info.viewport))
      }
      nested.motions[index].scroller.glide(to: offset, spring: spring, at: host?.now ?? .zero)
    } else {
      nested.motions[index].scroller.jump(to: offset)
    }
    host?.setNeedsFrame()
  }

  /// Brings a cell in sight within its section, and that within those around it.
  /// - Parameter isPursued: True if the view is on its way there: then nothing that is seen jumps because an update took
  ///   the cell far away.
  func revealInSection(_ path: ElementPath, animated: Bool, isPursued: Bool = false) {
    layout.solver.forEachScrollSite(holding: path) { site in
      guard let place = layout.solver.offset(showing: path, of: site, from: destination(of: site)) else { return }
      let jumps = !isPursued || motion.update == nil && !isUnderWay(site)
      glide(site, to: place, animated: animated, jumps: jumps)
    }
  }

  /// Moves the sections that are under way on.
  func runSectionPass(_ context: FrameContext) {
    guard !nested.motions.isEmpty else { return }
    for index in nested.motions.indices.reversed() {
      guard let info = layout.solver.orthogonal(nested.motions[index].site) else {
        nested.motions.remove(at: index)
        continue
      }
      nested.motions[index].scroller.bound(by: info.limits)
      if let rest = nested.motions[index].restsAt, rest <= context.now {
        settle(at: index, info, context.now)
      }
      // A fling that has no room any more ends at once, which is no scrolling.
      let start = nested.motions[index].scroller.isFlung ? info.limits.nearest(to: info.offset) : info.offset
      advanceMotion(at: index, to: context.now)
      present(nested.motions[index], from: start)
      if nested.motions[index].scroller.isHeld { continue }
      if nested.motions[index].scroller.isMoving {
        context.wakeForNextFrame()
      } else if let rest = nested.motions[index].restsAt {
        context.wake(at: rest)
      } else {
        nested.motions.remove(at: index)
      }
    }
  }

  private func present(_ motion: SectionMotion, from start: Double) {
    let scale = layout.environment?.scale ?? 1
    let offset = (motion.scroller.offset * scale).rounded() / scale
    _ = layout.solver.setOrthogonalOffset(offset, of: motion.site)
    if offset != start { self.motion.recordNestedScrolling(by: offset - start, of: motion.site, in: document.list) }
  }

  /// What comes to its end with a speed leaves that to what is around it.
  private func advanceMotion(at index: Int, to now: Instant) {
    let (wasFlung, speed) = (nested.motions[index].scroller.isFlung, nested.motions[index].scroller.velocity)
    nested.motions[index].scroller.advance(to: now)
    let (scroller, around) = (nested.motions[index].scroller, nested.motions[index].around)
    guard wasFlung, !scroller.isMoving, !around.isEmpty,
      speed < 0 ? scroller.offset <= scroller.minimum : scroller.offset >= scroller.maximum
    else { return }
    nested.motions[index].around = []
    release(around, velocity: -speed, at: now)
  }

  /// A gesture is over that was followed at once: the section goes where it may rest.
  private func settle(at index: Int, _ info: LayoutSolver.Orthogonal, _ now: Instant) {
    let offset = nested.motions[index].scroller.offset
    nested.motions[index].restsAt = nil
    let place = info.restingOffset(projected: offset, velocity: 0, start: offset)
    nested.motions[index].scroller.glide(to: place, spring: .key, at: now)
  }
}

extension ClosedRange<Double> {
  fileprivate func nearest(to value: Double) -> Double { Swift.min(Swift.max(value, lowerBound), upperBound) }
}
