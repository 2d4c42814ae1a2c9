import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Sections that scroll by themselves, across the direction of the list.
extension CollectionView {
  /// How far a section is scrolled by itself, in logical pixels from its leading end; zero for one that does not.
  /// - Precondition: The section is one of the list that is shown.
  public func sectionOffset(_ section: Int) -> Double {
    solver.isOrthogonal(section) ? solver.orthogonalOffset(section) : 0
  }

  /// Scrolls a section by itself to where its layout has it rest nearest to a place. Nothing happens where the section of
  /// the list that is shown does not scroll by itself.
  /// - Parameters:
  ///   - offset: Distance from the section's leading end, in logical pixels.
  ///   - animated: True to glide.
  public func scrollSection(_ section: Int, to offset: Double, animated: Bool = true) {
    guard list.sections.indices.contains(section), offset.isFinite, solver.orthogonal(section) != nil else { return }
    let place = solver.restingOffset(ofSection: section, projected: offset, velocity: 0, start: offset)
    glideSection(section, to: place, animated: animated)
  }

  /// True if the list or a section of it is on its way or held.
  var scrolls: Bool { scroller.isMoving || !sectionMotions.isEmpty }

  // MARK: Motion

  /// The motion of a section, which begins where the section stands.
  private func motion(of section: Int, _ info: LayoutSolver.Orthogonal) -> Int {
    if let index = sectionMotions.firstIndex(where: { $0.section == section }) {
      sectionMotions[index].scroller.bound(by: info.limits)
      return index
    }
    let scroller = Scroller(offset: info.offset, limits: info.limits)
    sectionMotions.append(SectionMotion(section: section, scroller: scroller, start: info.offset))
    return sectionMotions.count - 1
  }

  /// Where a section is or will be.
  func destination(ofSection section: Int) -> Double {
    sectionMotions.first { $0.section == section }?.destination ?? solver.orthogonalOffset(section)
  }

  private func glideSection(_ section: Int, to offset: Double, animated: Bool, spring: Spring = .key) {
    guard let info = solver.orthogonal(section), destination(ofSection: section) != offset else { return }
    let index = motion(of: section, info)
    sectionMotions[index].restsAt = nil
    if animated, motionTravels {
      let distance = offset - sectionMotions[index].scroller.offset
      if abs(distance) > 3 * info.viewport, info.viewport > 0 {
        sectionMotions[index].scroller.jump(to: offset - (distance < 0 ? -info.viewport : info.viewport))
      }
      sectionMotions[index].scroller.glide(to: offset, spring: spring, at: host?.now ?? .zero)
    } else {
      sectionMotions[index].scroller.jump(to: offset)
    }
    host?.setNeedsFrame()
  }

  /// Brings a cell in sight within its section.
  func revealInSection(_ path: ElementPath, animated: Bool) {
    guard solver.hasOrthogonalSections, solver.isOrthogonal(path.section) else { return }
    let place = solver.offset(showing: path.item, inSection: path.section, from: destination(ofSection: path.section))
    glideSection(path.section, to: place, animated: animated)
  }

  /// Moves the sections that are under way on.
  func runSectionPass(_ context: FrameContext) {
    guard !sectionMotions.isEmpty else { return }
    for index in sectionMotions.indices.reversed() {
      let section = sectionMotions[index].section
      guard let info = solver.orthogonal(section) else {
        sectionMotions.remove(at: index)
        continue
      }
      sectionMotions[index].scroller.bound(by: info.limits)
      if let rest = sectionMotions[index].restsAt, rest <= context.now { settleSection(at: index, context.now) }
      sectionMotions[index].scroller.advance(to: context.now)
      present(sectionMotions[index])
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

  private func present(_ motion: SectionMotion) {
    let scale = layoutEnvironment?.scale ?? 1
    _ = solver.setOrthogonalOffset((motion.scroller.offset * scale).rounded() / scale, section: motion.section)
  }

  /// A gesture is over that was followed at once: the section goes where it may rest.
  private func settleSection(at index: Int, _ now: Instant) {
    let motion = sectionMotions[index]
    sectionMotions[index].restsAt = nil
    let place = solver.restingOffset(
      ofSection: motion.section, projected: motion.scroller.offset, velocity: 0, start: motion.scroller.offset)
    sectionMotions[index].scroller.glide(to: place, spring: .key, at: now)
  }

  /// Sections in sight that are not under way stand where their layout has them rest, also the first time that they are
  /// seen and when their content or the width of the list has changed.
  /// - Returns: True if one stands elsewhere now.
  func restSections() -> Bool {
    guard solver.hasOrthogonalSections else { return false }
    var (last, moved) = (-1, false)
    for element in elements where element.key.section != last {
      last = element.key.section
      guard last >= 0, let info = solver.orthogonal(last), !sectionMotions.contains(where: { $0.section == last })
      else { continue }
      let start = solver.isScrolled(last) ? info.offset : info.limits.lowerBound
      let place = solver.restingOffset(ofSection: last, projected: start, velocity: 0, start: start)
      let scale = layoutEnvironment?.scale ?? 1
      let wanted = (place * scale).rounded() / scale
      if wanted != info.offset { moved = solver.setOrthogonalOffset(wanted, section: last) || moved }
    }
    return moved
  }

  // MARK: Wheel

  /// The section at a point of the view that scrolls by itself and has more than is seen of it.
  func scrollableSection(at point: Point) -> Int? {
    guard solver.hasOrthogonalSections, let section = section(at: point), let info = solver.orthogonal(section),
      info.limits.upperBound > info.limits.lowerBound
    else { return nil }
    return section
  }

  /// The section that lies at a point of the view, between its cells as well.
  private func section(at point: Point) -> Int? {
    let place = point + viewOrigin
    return realised.first { item in
      item.key.section >= 0 && item.key.kind != .decoration && solver.sectionFrame(item.key.section).contains(place)
    }?.key.section
  }

  /// Turns of the wheel scroll a section by itself.
  /// - Parameter notches: Positive towards the section's trailing end.
  /// - Returns: False if the section stands at that end already.
  func turnSection(_ section: Int, by notches: Double, isPrecise: Bool, at now: Instant) -> Bool {
    guard notches != 0, let info = solver.orthogonal(section) else { return false }
    let base = destination(ofSection: section)
    guard notches < 0 ? base > info.limits.lowerBound : base < info.limits.upperBound else { return false }
    scrollGoal = nil
    let index = motion(of: section, info)
    if isPrecise {
      sectionMotions[index].scroller.scroll(by: notches * wheelNotch)
      sectionMotions[index].restsAt = now.advanced(bySeconds: Self.pauseOfFractions)
    } else {
      let steps = Int((notches < 0 ? notches.rounded(.down) : notches.rounded(.up)).clamped(to: -1_000...1_000))
      var place = solver.offset(after: steps, distance: wheelNotch, inSection: section, from: base)
      if info.behavior == .continuousGroupLeadingBoundary {
        place = solver.restingOffset(
          ofSection: section, projected: place, velocity: notches < 0 ? -1 : 1, start: base)
      }
      glideSection(section, to: place, animated: true, spring: .wheel)
    }
    hover(at: nil)
    host?.setNeedsFrame()
    return true
  }

  /// When fractions of a trackpad have not come for so many seconds, they have stopped.
  private static let pauseOfFractions = 0.15

  // MARK: Dragging

  /// A finger, or the pointer with the button held, takes hold of a section.
  func holdSection(_ section: Int) {
    guard let info = solver.orthogonal(section) else { return }
    let index = motion(of: section, info)
    sectionMotions[index].restsAt = nil
    sectionMotions[index].scroller.hold()
    sectionMotions[index].start = sectionMotions[index].scroller.offset
  }

  /// The held section follows.
  /// - Parameter distance: How far it was dragged from where it was taken, positive towards the list's trailing side.
  func pullSection(_ section: Int, by distance: Double) {
    guard let index = sectionMotions.firstIndex(where: { $0.section == section }) else { return }
    let wanted = sectionMotions[index].start - distance
    sectionMotions[index].scroller.pull(to: wanted, overscrolls: motionTravels)
    host?.setNeedsFrame()
  }

  /// The held section goes on with its speed, or where its layout has it rest.
  /// - Parameter velocity: Of what held it, as `distance` above, in logical pixels a second.
  func releaseSection(_ section: Int, velocity: Double, at now: Instant) {
    guard let index = sectionMotions.firstIndex(where: { $0.section == section }),
      let info = solver.orthogonal(section)
    else { return }
    let (start, speed) = (sectionMotions[index].start, -velocity)
    let projected = sectionMotions[index].scroller.restingPlace(velocity: speed)
    let isOutside = !info.limits.contains(sectionMotions[index].scroller.offset)
    sectionMotions[index].scroller.release(velocity: speed, at: now)
    if info.behavior != .continuous, !isOutside {
      let place = solver.restingOffset(
        ofSection: section, projected: projected, velocity: speed / 1_000, start: start)
      sectionMotions[index].scroller.glide(to: place, spring: .key, at: now)
    }
    host?.setNeedsFrame()
  }

  /// How far along the way that sections scroll a movement on the screen goes, positive towards the trailing side.
  func across(_ movement: Point) -> Double {
    let isMirrored = axis == .vertical && solver.environment.isRightToLeft
    return isMirrored ? -movement.x : movement[axis.cross]
  }
}

extension Comparable {
  fileprivate func clamped(to limits: ClosedRange<Self>) -> Self {
    min(max(self, limits.lowerBound), limits.upperBound)
  }
}
