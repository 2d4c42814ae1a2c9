import ScrollworkGeometry

/// Sections that scroll by themselves, across the direction of the list.
extension LayoutSolver {
  /// Where such a section may be scrolled to, in logical pixels from its leading end.
  package struct Orthogonal: Hashable, Sendable {
    package var behavior: OrthogonalScrolling
    /// How far it is scrolled.
    package var offset: Double
    /// The width of what is seen of it.
    package var viewport: Double
    /// The width of all of it, with its insets.
    package var contentWidth: Double
    /// Where it may come to rest; beyond its ends where groups rest in the middle.
    package var limits: ClosedRange<Double>
    /// The number of its groups.
    package var groupCount: Int

    /// Nobody turns to a later one.
    private static let lastPage = 1e15

    /// How far it can be scrolled.
    package var maximum: Double { max(0, contentWidth - viewport) }

    /// The page whose place of rest is nearest to an offset; the last one may be shorter than the others.
    fileprivate func nearestPage(_ offset: Double) -> Int {
      guard viewport > 0 else { return 0 }
      let page = Int(min((min(max(0, offset), maximum) / viewport).rounded(.down), Self.lastPage))
      return abs(rest(ofPage: page + 1) - offset) < abs(rest(ofPage: page) - offset) ? page + 1 : page
    }

    fileprivate func rest(ofPage page: Int) -> Double { min(max(0, Double(page) * viewport), maximum) }
  }

  /// What there is to know about a section that scrolls by itself; nil for others.
  /// - Complexity: O(log *S* + log *n*)
  package func orthogonal(_ section: Int) -> Orthogonal? {
    guard let template = states.template(of: section), template.isOrthogonal else { return nil }
    let geometry = geometry(section)
    let viewport = innerEnvironment.container.width
    var result = Orthogonal(
      behavior: template.scrolling, offset: states.offset(of: section), viewport: viewport,
      contentWidth: geometry.bodyWidth, limits: 0...0, groupCount: geometry.rows?.rowCount ?? 0)
    result.limits = 0...result.maximum
    if template.scrolling == .groupPagingCentered, result.groupCount > 0 {
      let first = centered(0, geometry)
      result.limits = first...max(first, centered(result.groupCount - 1, geometry))
    }
    return result
  }

  /// True if a section scrolls by itself.
  package func isOrthogonal(_ section: Int) -> Bool {
    states.template(of: section)?.isOrthogonal ?? false
  }

  /// True if anybody has ever scrolled the section; one that nobody has stands where it begins.
  package func isScrolled(_ section: Int) -> Bool { states.isScrolled(section) }

  /// How far a section is scrolled, whether its layout has it scroll now or not.
  package func orthogonalOffset(_ section: Int) -> Double { states.offset(of: section) }

  /// Scrolls a section by itself. The offset belongs to the section: it goes with it wherever an update moves it.
  /// - Returns: True if the section is another place now.
  package mutating func setOrthogonalOffset(_ offset: Double, section: Int) -> Bool {
    let offset = Subpixels.bounded(offset)
    states[section].isScrolled = true
    guard states.offset(of: section) != offset else { return false }
    states[section].offset = offset
    return true
  }

  /// Where a section comes to rest at the end of a gesture.
  /// - Parameters:
  ///   - projected: Where it would come to rest if nothing were to be kept to.
  ///   - velocity: In logical pixels a millisecond, towards the trailing end.
  ///   - start: Where the gesture began.
  /// - Complexity: O(log *n*), O(1) where nothing is measured.
  package func restingOffset(ofSection section: Int, projected: Double, velocity: Double, start: Double) -> Double {
    guard let info = orthogonal(section) else { return 0 }
    let start = Subpixels.position(start)
    let projected = projected.isFinite ? Subpixels.position(projected) : start
    let geometry = geometry(section)
    switch info.behavior {
    case .none: return 0
    case .continuous: return clamped(projected, info.limits)
    case .continuousGroupLeadingBoundary: return leadingBoundary(projected, velocity, info, geometry)
    case .paging:
      let first = info.nearestPage(start)
      let wanted = abs(velocity) > Self.flick ? first + (velocity < 0 ? -1 : 1) : info.nearestPage(projected)
      return info.rest(ofPage: min(max(wanted, first - 1), first + 1))
    case .groupPaging, .groupPagingCentered:
      let first = nearestGroup(start, info, geometry)
      let wanted =
        abs(velocity) > Self.flick ? first + (velocity < 0 ? -1 : 1) : nearestGroup(projected, info, geometry)
      let group = min(max(wanted, first - 1, 0), first + 1, max(0, info.groupCount - 1))
      return rest(group, info, geometry)
    }
  }

  /// Where a section rests when a cell of it is brought in sight, moved as little as its behaviour allows.
  /// - Parameter base: Where it is on the way to; where it is, if nil.
  package func offset(showing item: Int, inSection section: Int, from base: Double? = nil) -> Double {
    guard var info = orthogonal(section), item >= 0, item < states.itemCount(of: section) else { return 0 }
    info.offset = base.map(Subpixels.position) ?? info.offset
    let geometry = geometry(section)
    var slot = geometry.slot(of: item)
    slot = slot.shifted(by: geometry.offset)
    switch info.behavior {
    case .groupPaging, .groupPagingCentered, .continuousGroupLeadingBoundary:
      guard let rows = geometry.rows, rows.template.leafCount > 0 else { return info.offset }
      if slot.minX >= info.offset, slot.maxX <= info.offset + info.viewport { return info.offset }
      return rest(item / rows.template.leafCount, info, geometry)
    case .paging:
      guard info.viewport > 0 else { return 0 }
      if slot.minX >= info.offset, slot.maxX <= info.offset + info.viewport { return info.offset }
      return clamped((slot.minX / info.viewport).rounded(.down) * info.viewport, info.limits)
    case .continuous, .none:
      // With the room at its sides, as at the ends.
      let (least, most) = (
        slot.maxX + geometry.template.trailing - info.viewport, slot.minX - geometry.template.leading
      )
      return clamped(min(max(info.offset, min(least, most)), max(least, most)), info.limits)
    }
  }

  /// Where a notch of the wheel takes a section: a group further where groups or pages count, else by `distance`.
  /// - Parameter base: Where it is on the way to; where it is, if nil.
  package func offset(
    after notches: Int, distance: Double, inSection section: Int, from base: Double? = nil
  ) -> Double {
    guard var info = orthogonal(section) else { return 0 }
    info.offset = base.map(Subpixels.position) ?? info.offset
    let geometry = geometry(section)
    switch info.behavior {
    case .none: return 0
    case .continuous, .continuousGroupLeadingBoundary:
      return clamped(info.offset + Subpixels.position(distance * Double(notches)), info.limits)
    case .paging:
      return info.rest(ofPage: info.nearestPage(info.offset) + notches)
    case .groupPaging, .groupPagingCentered:
      let group = nearestGroup(info.offset, info, geometry) + notches
      return rest(min(max(0, group), max(0, info.groupCount - 1)), info, geometry)
    }
  }

  /// Faster than this, in logical pixels a millisecond, a gesture goes to the next page whatever its length.
  private static let flick = 0.2

  private func clamped(_ value: Double, _ limits: ClosedRange<Double>) -> Double {
    min(max(value, limits.lowerBound), limits.upperBound)
  }

  /// The distance of a group from the first.
  private func position(_ group: Int, _ geometry: SectionGeometry) -> Double {
    Subpixels.pixels(geometry.rows?.start(ofRow: group) ?? 0)
  }

  private func centered(_ group: Int, _ geometry: SectionGeometry) -> Double {
    let width = Subpixels.pixels(geometry.rows?.extent(ofRow: group) ?? 0)
    return geometry.template.leading + position(group, geometry) + (width - innerEnvironment.container.width) / 2
  }

  private func rest(_ group: Int, _ info: Orthogonal, _ geometry: SectionGeometry) -> Double {
    guard info.groupCount > 0 else { return 0 }
    return info.behavior == .groupPagingCentered
      ? centered(group, geometry) : min(position(group, geometry), info.maximum)
  }

  /// The group whose place of rest is nearest to an offset.
  private func nearestGroup(_ offset: Double, _ info: Orthogonal, _ geometry: SectionGeometry) -> Int {
    guard let rows = geometry.rows, info.groupCount > 0 else { return 0 }
    let shift = info.behavior == .groupPagingCentered ? info.viewport / 2 - geometry.template.leading : 0
    let found = min(rows.row(at: Subpixels.nearestPosition(offset + shift)), info.groupCount - 1)
    let candidates = max(0, found - 1)...min(info.groupCount - 1, found + 1)
    return candidates.min { abs(rest($0, info, geometry) - offset) < abs(rest($1, info, geometry) - offset) } ?? found
  }

  private func leadingBoundary(
    _ projected: Double, _ velocity: Double, _ info: Orthogonal, _ geometry: SectionGeometry
  ) -> Double {
    guard let rows = geometry.rows, info.groupCount > 0 else { return 0 }
    let found = min(rows.row(at: Subpixels.nearestPosition(max(0, projected))), info.groupCount - 1)
    let (before, after) = (rest(found, info, geometry), rest(min(found + 1, info.groupCount - 1), info, geometry))
    if projected >= info.maximum { return info.maximum }
    if projected <= before { return before }
    if velocity > 0 { return min(after, info.maximum) }
    if velocity < 0 { return before }
    return projected - before <= after - projected ? before : after
  }
}
