import ScrollworkGeometry

/// The scroll state of a section or subsection that scrolls on the cross axis. Offsets are logical pixels from its
/// leading end.
package struct CrossScrollMetrics: Sendable {
  /// The scroll behaviour. If the content has no groups, as in a layout that places items one by one, only pages
  /// remain as snap points.
  package let behavior: OrthogonalScrolling
  /// The current scroll offset.
  package let offset: Double
  /// The width of the visible part of the container, in logical pixels.
  package let viewport: Double
  /// The width of the content, including the section's insets, in logical pixels.
  package let contentWidth: Double
  /// The range of offsets at which the container may come to rest. It extends beyond the content if groups snap to the
  /// centre.
  package private(set) var limits: ClosedRange<Double>
  /// The number of groups.
  package let groupCount: Int
  let geometry: SectionGeometry
  /// The groups that follow each other on the cross axis. They contain items or subsections.
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

  /// The largest offset at which the content still fills the visible part; zero if the content is narrower than that.
  package var maximum: Double { max(0, contentWidth - viewport) }
  /// Whether the container can scroll: whether `limits` contains more than one offset.
  package var canScroll: Bool { limits.upperBound > limits.lowerBound }

  /// The largest page number, so that page numbers fit an integer.
  private static let lastPage = 1e15
  /// The speed above which even a short gesture goes to the next page or group, in logical pixels per millisecond.
  private static let flick = 0.2
}

extension CrossScrollMetrics {
  /// Returns the offset at which the container comes to rest after a gesture.
  /// - Parameters:
  ///   - projected: The offset at which momentum alone would end.
  ///   - velocity: The velocity at the end of the gesture, in logical pixels per millisecond, positive towards the
  ///     trailing end.
  ///   - start: The offset at which the gesture began.
  /// - Complexity: O(log *n*), O(1) if nothing is measured.
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

  /// Returns the offset that reveals an item, with the smallest scroll that the behaviour allows; zero if there is no
  /// such item.
  /// - Parameter base: The offset to start from, such as the target of an animated scroll; nil stands for the current
  ///   offset.
  package func offset(showing item: Int, from base: Double? = nil) -> Double {
    guard item >= 0, item < geometry.itemCount else { return 0 }
    let current = base.map(Subpixels.position) ?? offset
    let slot = geometry.visibleSlot(of: item).shifted(by: geometry.offset)
    let isSeen = slot.minX >= current && slot.maxX <= current + viewport
    switch behavior {
    case .groupPaging, .groupPagingCentered, .continuousGroupLeadingBoundary:
      guard let group = geometry.groupAcross(of: item) else { return current }
      return isSeen ? current : rest(group)
    case .paging:
      guard viewport > 0 else { return 0 }
      return isSeen ? current : clamped((slot.minX / viewport).rounded(.down) * viewport)
    case .continuous, .none:
      // The section's insets are kept visible beside the item, as they are at the ends of the content.
      let (least, most) = (
        slot.maxX + geometry.template.trailing - viewport, slot.minX - geometry.template.leading
      )
      return clamped(min(max(current, min(least, most)), max(least, most)))
    }
  }

  /// Returns the offset after the mouse wheel turned by some notches. A notch scrolls by one group or page if the
  /// container pages, and otherwise by `distance` logical pixels.
  /// - Parameter base: The offset to start from, such as the target of an animated scroll; nil stands for the current
  ///   offset.
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

  /// Returns the page whose snap point is nearest to an offset. The last page may be shorter than the others.
  private func nearestPage(_ offset: Double) -> Int {
    guard viewport > 0 else { return 0 }
    let page = Int(min((min(max(0, offset), maximum) / viewport).rounded(.down), Self.lastPage))
    return abs(rest(ofPage: page + 1) - offset) < abs(rest(ofPage: page) - offset) ? page + 1 : page
  }

  private func rest(ofPage page: Int) -> Double { min(max(0, Double(page) * viewport), maximum) }

  /// Returns the distance from the start of the first group to the start of `group`, in logical pixels.
  private func position(_ group: Int) -> Double { Subpixels.pixels(rows?.start(ofRow: group) ?? 0) }

  private func centered(_ group: Int) -> Double {
    let width = Subpixels.pixels(rows?.extent(ofRow: group) ?? 0)
    return geometry.template.leading + position(group) + (width - viewport) / 2
  }

  private func rest(_ group: Int) -> Double {
    guard groupCount > 0 else { return 0 }
    return behavior == .groupPagingCentered ? centered(group) : min(position(group), maximum)
  }

  /// Returns the group whose snap point is nearest to an offset.
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
  /// The behaviour that replaces this one in a container without groups.
  fileprivate var withoutGroups: OrthogonalScrolling {
    switch self {
    case .none, .continuous, .paging: self
    case .continuousGroupLeadingBoundary: .continuous
    case .groupPaging, .groupPagingCentered: .paging
    }
  }
}
