import ScrollworkGeometry

extension LayoutSolver {
  /// Where a section that scrolls by itself may be scrolled to and comes to rest, in logical pixels from its leading end.
  package struct Orthogonal: Sendable {
    /// How it scrolls. Where there are no groups, as in a layout that places cell by cell, there are only pages.
    package let behavior: OrthogonalScrolling
    /// How far it is scrolled.
    package let offset: Double
    /// The width of what is seen of it.
    package let viewport: Double
    /// The width of all of it, with its insets.
    package let contentWidth: Double
    /// Where it may come to rest; beyond its ends where groups rest in the middle.
    package private(set) var limits: ClosedRange<Double>
    /// The number of its groups.
    package let groupCount: Int
    let geometry: SectionGeometry
    /// The groups that follow each other across: of cells, or of sections in the section.
    private let rows: RowsGeometry?

    init(_ geometry: SectionGeometry, offset: Double, viewport: Double) {
      self.geometry = geometry
      self.offset = offset
      self.viewport = viewport
      rows = geometry.rowsAcross
      contentWidth = geometry.bodyWidth
      groupCount = rows?.rowCount ?? 0
      let scrolling = geometry.template.scrolling
      behavior = rows == nil ? scrolling.withoutGroups : scrolling
      limits = 0...max(0, contentWidth - viewport)
      if behavior == .groupPagingCentered, groupCount > 0 {
        let first = centered(0)
        limits = first...max(first, centered(groupCount - 1))
      }
    }

    /// How far it can be scrolled.
    package var maximum: Double { max(0, contentWidth - viewport) }
    /// True if there is more than is seen at once.
    package var canScroll: Bool { limits.upperBound > limits.lowerBound }

    /// Nobody turns to a later one.
    private static let lastPage = 1e15
    /// Faster than this, in logical pixels a millisecond, a gesture goes to the next page whatever its length.
    private static let flick = 0.2
  }
}

extension LayoutSolver.Orthogonal {
  /// Where it comes to rest at the end of a gesture.
  /// - Parameters:
  ///   - projected: Where it would come to rest if nothing were to be kept to.
  ///   - velocity: In logical pixels a millisecond, towards the trailing end.
  ///   - start: Where the gesture began.
  /// - Complexity: O(log *n*), O(1) where nothing is measured.
  package func restingOffset(projected: Double, velocity: Double, start: Double) -> Double {
    let start = Subpixels.position(start)
    let projected = projected.isFinite ? Subpixels.position(projected) : start
    switch behavior {
    case .none: return 0
    case .continuous: return clamped(projected)
    case .continuousGroupLeadingBoundary: return leadingBoundary(projected, velocity)
    case .paging:
      let first = nearestPage(start)
      let wanted = abs(velocity) > Self.flick ? first + (velocity < 0 ? -1 : 1) : nearestPage(projected)
      return rest(ofPage: min(max(wanted, first - 1), first + 1))
    case .groupPaging, .groupPagingCentered:
      let first = nearestGroup(start)
      let wanted = abs(velocity) > Self.flick ? first + (velocity < 0 ? -1 : 1) : nearestGroup(projected)
      return rest(min(max(wanted, first - 1, 0), first + 1, max(0, groupCount - 1)))
    }
  }

  /// Where it rests when a cell of it is brought in sight, moved as little as its behaviour allows.
  /// - Parameter base: Where it is on the way to; where it is, if nil.
  package func offset(showing item: Int, from base: Double? = nil) -> Double {
    guard item >= 0, item < geometry.itemCount else { return 0 }
    let current = base.map(Subpixels.position) ?? offset
    let slot = geometry.seenSlot(of: item).shifted(by: geometry.offset)
    let isSeen = slot.minX >= current && slot.maxX <= current + viewport
    switch behavior {
    case .groupPaging, .groupPagingCentered, .continuousGroupLeadingBoundary:
      guard let group = geometry.groupAcross(of: item) else { return current }
      return isSeen ? current : rest(group)
    case .paging:
      guard viewport > 0 else { return 0 }
      return isSeen ? current : clamped((slot.minX / viewport).rounded(.down) * viewport)
    case .continuous, .none:
      // With the room at its sides, as at the ends.
      let (least, most) = (
        slot.maxX + geometry.template.trailing - viewport, slot.minX - geometry.template.leading
      )
      return clamped(min(max(current, min(least, most)), max(least, most)))
    }
  }

  /// Where a notch of the wheel takes it: a group further where groups or pages count, else by `distance`.
  /// - Parameter base: Where it is on the way to; where it is, if nil.
  package func offset(after notches: Int, distance: Double, from base: Double? = nil) -> Double {
    let current = base.map(Subpixels.position) ?? offset
    switch behavior {
    case .none: return 0
    case .continuous, .continuousGroupLeadingBoundary:
      return clamped(current + Subpixels.position(distance * Double(notches)))
    case .paging: return rest(ofPage: nearestPage(current) + notches)
    case .groupPaging, .groupPagingCentered:
      return rest(min(max(0, nearestGroup(current) + notches), max(0, groupCount - 1)))
    }
  }

  private func clamped(_ value: Double) -> Double { min(max(value, limits.lowerBound), limits.upperBound) }

  /// The page whose place of rest is nearest to an offset; the last one may be shorter than the others.
  private func nearestPage(_ offset: Double) -> Int {
    guard viewport > 0 else { return 0 }
    let page = Int(min((min(max(0, offset), maximum) / viewport).rounded(.down), Self.lastPage))
    return abs(rest(ofPage: page + 1) - offset) < abs(rest(ofPage: page) - offset) ? page + 1 : page
  }

  private func rest(ofPage page: Int) -> Double { min(max(0, Double(page) * viewport), maximum) }

  /// The distance of a group from the first.
  private func position(_ group: Int) -> Double { Subpixels.pixels(rows?.start(ofRow: group) ?? 0) }

  private func centered(_ group: Int) -> Double {
    let width = Subpixels.pixels(rows?.extent(ofRow: group) ?? 0)
    return geometry.template.leading + position(group) + (width - viewport) / 2
  }

  private func rest(_ group: Int) -> Double {
    guard groupCount > 0 else { return 0 }
    return behavior == .groupPagingCentered ? centered(group) : min(position(group), maximum)
  }

  /// The group whose place of rest is nearest to an offset.
  private func nearestGroup(_ offset: Double) -> Int {
    guard let rows, groupCount > 0 else { return 0 }
    let shift = behavior == .groupPagingCentered ? viewport / 2 - geometry.template.leading : 0
    let found = min(rows.row(at: Subpixels.nearestPosition(offset + shift)), groupCount - 1)
    let candidates = max(0, found - 1)...min(groupCount - 1, found + 1)
    return candidates.min { abs(rest($0) - offset) < abs(rest($1) - offset) } ?? found
  }

  private func leadingBoundary(_ projected: Double, _ velocity: Double) -> Double {
    guard let rows, groupCount > 0 else { return 0 }
    let found = min(rows.row(at: Subpixels.nearestPosition(max(0, projected))), groupCount - 1)
    let (before, after) = (rest(found), rest(min(found + 1, groupCount - 1)))
    if projected >= maximum { return maximum }
    if projected <= before { return before }
    if velocity > 0 { return min(after, maximum) }
    if velocity < 0 { return before }
    return projected - before <= after - projected ? before : after
  }
}

extension OrthogonalScrolling {
  /// What is left of it where there are no groups to rest at.
  fileprivate var withoutGroups: OrthogonalScrolling {
    switch self {
    case .none, .continuous, .paging: self
    case .continuousGroupLeadingBoundary: .continuous
    case .groupPaging, .groupPagingCentered: .paging
    }
  }
}
