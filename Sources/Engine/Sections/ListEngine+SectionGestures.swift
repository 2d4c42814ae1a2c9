import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What a person does to sections that scroll by themselves. What one cannot use goes to the one around it.
extension ListEngine {
  /// What scrolls by itself at a point of the view and has more than is seen of it, the innermost first.
  func scrollableSites(at point: Point) -> [ScrollSite] {
    guard layout.solver.hasOwnScrolling, let section = section(at: point) else { return [] }
    return layout.solver.scrollSites(inSection: section, at: point + scroll.presentedOrigin)
      .filter { layout.solver.orthogonal($0)?.canScroll ?? false }
  }

  /// The section that lies at a point of the view, between its cells as well.
  private func section(at point: Point) -> Int? {
    let place = point + scroll.presentedOrigin
    return items.bound.first { item in
      item.key.section >= 0 && item.key.kind != .decoration
        && layout.solver.sectionFrame(item.key.section).contains(place)
    }?.key.section
  }

  // MARK: Wheel

  /// Turns of the wheel scroll sections by themselves.
  /// - Parameters:
  ///   - sites: The innermost first.
  ///   - notches: Positive towards the section's trailing end.
  /// - Returns: False if all of them stand at that end already.
  func turn(_ sites: [ScrollSite], by notches: Double, isPrecise: Bool, at now: Instant) -> Bool {
    var left = notches
    for site in sites where left != 0 {
      let used = turn(site, by: left, isPrecise: isPrecise, at: now)
      left = abs(left - used) < 1e-9 ? 0 : left - used
    }
    guard left != notches else { return false }
    hover(at: nil)
    host?.setNeedsFrame()
    return true
  }

  /// - Returns: How many of the notches it could use: of whole ones all or none.
  private func turn(_ site: ScrollSite, by notches: Double, isPrecise: Bool, at now: Instant) -> Double {
    guard let info = layout.solver.orthogonal(site) else { return 0 }
    let base = destination(of: site)
    guard canGoOn(info, from: base, notches) else { return 0 }
    scroll.target = nil
    guard !isPrecise else {
      let index = motion(of: site, info)
      let before = nested.motions[index].scroller.offset
      nested.motions[index].scroller.scroll(by: notches * settings.wheelNotch)
      nested.motions[index].restsAt = now.advanced(bySeconds: Self.pauseOfFractions)
      return settings.wheelNotch == 0 ? notches : (nested.motions[index].scroller.offset - before) / settings.wheelNotch
    }
    let steps = Int((notches < 0 ? notches.rounded(.down) : notches.rounded(.up)).clamped(to: -1_000...1_000))
    var place = info.offset(after: steps, distance: settings.wheelNotch, from: base)
    if info.behavior == .continuousGroupLeadingBoundary {
      place = info.restingOffset(projected: place, velocity: notches < 0 ? -1 : 1, start: base)
    }
    glide(site, to: place, animated: true, spring: .wheel)
    return notches
  }

  /// True if it can go on from a place. At rest it stands at a whole device pixel, which may lie a little before its end.
  private func canGoOn(_ info: LayoutSolver.Orthogonal, from place: Double, _ direction: Double) -> Bool {
    let room = direction < 0 ? place - info.limits.lowerBound : info.limits.upperBound - place
    return room >= 1 / layout.solver.environment.scale
  }

  /// When fractions of a trackpad have not come for so many seconds, they have stopped.
  private static let pauseOfFractions = 0.15

  // MARK: Dragging

  /// A finger, or the pointer with the button held, takes hold of what it is on.
  func hold(_ sites: [ScrollSite]) {
    for site in sites {
      guard let info = layout.solver.orthogonal(site) else { continue }
      let index = motion(of: site, info)
      nested.motions[index].restsAt = nil
      nested.motions[index].around = []
      nested.motions[index].scroller.hold()
      nested.motions[index].start = nested.motions[index].scroller.offset
    }
  }

  /// What is held follows: the innermost as far as it goes, then the one around it; the outermost gives way at its end.
  /// - Parameter distance: How far it was dragged from where it was taken, positive towards the list's trailing side.
  func pull(_ sites: [ScrollSite], by distance: Double) {
    var rest = -distance
    let held = sites.compactMap { site in nested.motions.firstIndex { $0.site == site } }
    for index in held {
      let wanted = nested.motions[index].start + rest
      let isOutermost = index == held.last
      nested.motions[index].scroller.pull(to: wanted, overscrolls: isOutermost && motionTravels)
      rest = wanted - nested.motions[index].scroller.offset
    }
    host?.setNeedsFrame()
  }

  /// What is held goes on with its speed, or where its layout has it rest: the innermost that can, the others rest.
  /// - Parameter velocity: Of what held it, as `distance` above, in logical pixels a second.
  func release(_ sites: [ScrollSite], velocity: Double, at now: Instant) {
    var speed = -velocity
    for (position, site) in sites.enumerated() {
      guard let info = layout.solver.orthogonal(site) else { continue }
      let index = motion(of: site, info)
      let isLast = position == sites.count - 1
      let goesOn = isLast || canGoOn(info, from: nested.motions[index].scroller.offset, speed)
      nested.motions[index].around = goesOn ? Array(sites[(position + 1)...]) : []
      release(at: index, info, speed: goesOn ? speed : 0, at: now)
      if goesOn { speed = 0 }
    }
    host?.setNeedsFrame()
  }

  private func release(at index: Int, _ info: LayoutSolver.Orthogonal, speed: Double, at now: Instant) {
    let start = nested.motions[index].start
    let projected = nested.motions[index].scroller.restingPlace(velocity: speed)
    let isOutside = !info.limits.contains(nested.motions[index].scroller.offset)
    nested.motions[index].scroller.release(velocity: speed, at: now)
    guard info.behavior != .continuous, !isOutside else { return }
    let place = info.restingOffset(projected: projected, velocity: speed / 1_000, start: start)
    nested.motions[index].scroller.glide(to: place, spring: .key, at: now)
  }

}

extension Comparable {
  fileprivate func clamped(to limits: ClosedRange<Self>) -> Self {
    min(max(self, limits.lowerBound), limits.upperBound)
  }
}
