package import ScrollworkDiffing
package import ScrollworkGeometry

/// Finds items and elements by position.
extension LayoutSolver {
  /// Returns the element that is drawn last of those whose frames contain a point; nil if there is none.
  /// - Parameter elements: The result of a query.
  package static func topmost(at point: Point, of elements: [LayoutElement]) -> LayoutElement? {
    var result: LayoutElement?
    for element in elements where element.frame.contains(point) {
      if result.map({ $0.isDrawnBefore(element) }) ?? true { result = element }
    }
    return result
  }

  /// Returns the element at a point in content coordinates that is drawn last; nil if there is none. Pinned elements
  /// have their frames for `viewport`.
  package func element(at point: Point, pinnedIn viewport: Rect) -> LayoutElement? {
    var found: [LayoutElement] = []
    // The side is so small that the rectangle intersects no neighbour. Elements that only touch its edge do not count.
    let side = 1 / environment.scale / 64
    elements(in: Rect(x: point.x, y: point.y, width: side, height: side), pinnedIn: viewport, into: &found)
    return Self.topmost(at: point, of: found)
  }

  /// Returns the first item that ends after a position; nil if every item ends at or before it. The position is a
  /// content coordinate on the main axis, and the items are ordered by ascending coordinate.
  /// - Complexity: O(log *S* + log *n* + *L*), and O(1) for each empty section passed.
  package func item(atOrAfter position: Double) -> ElementPath? {
    let axis = configuration.scrollDirection
    return search(from: position, isForward: !runsBackwards) { rect in rect.upper(axis) > position }
  }

  /// Returns the last item that begins before a position; nil if every item begins at or after it. The position is a
  /// content coordinate on the main axis, and the items are ordered by ascending coordinate.
  /// - Complexity: O(log *S* + log *n* + *L*), and O(1) for each empty section passed.
  package func lastItem(before position: Double) -> ElementPath? {
    let axis = configuration.scrollDirection
    return search(from: position, isForward: runsBackwards) { rect in rect.lower(axis) < position }
  }

  /// Returns the first item in reading order for which `isWanted` holds or, if `isForward` is false, the last one. The
  /// condition must hold for all items on one side of a certain position and for no others.
  private func search(from position: Double, isForward: Bool, isWanted: (Rect) -> Bool) -> ElementPath? {
    let place = runsBackwards ? inner(Rect(x: position, y: 0, width: 0, height: 0)).minY : position
    let y = Subpixels.floor(place) + (isForward ? -snapMargin : snapMargin)
    let origin = listBoundaryExtent(atStart: true)
    var section = extents.find(y - origin - (isForward ? overflow + 1 : -overflow)).index
    if !isForward { section = min(section, states.count - 1) }
    while states.indices.contains(section) {
      let start = start(of: section)
      if let item = search(in: section, from: y, start, isForward: isForward, isWanted) {
        return ElementPath(section: section, item: item)
      }
      section += isForward ? 1 : -1
    }
    return nil
  }

  private func search(
    in section: Int, from y: Int64, _ start: Int64, isForward: Bool, _ isWanted: (Rect) -> Bool
  ) -> Int? {
    let geometry = geometry(section)
    guard geometry.itemCount > 0 else { return nil }
    guard case .rows = geometry.template.body, let rows = geometry.rows else {
      return searchStretch(geometry, from: y - start, start, isForward: isForward, isWanted)
    }
    let body = start + geometry.bodyStart
    let row =
      isForward
      ? rows.row(at: y - body - rows.overflow - 1)
      : min(rows.row(at: max(0, y - body + rows.overflow)), rows.rowCount - 1)
    return rows.item(from: row, isForward: isForward) { isWanted(rect(of: geometry.placed($0), from: start)) }
  }

  /// Searches a section whose items do not form consecutive rows. The searched range grows until it contains an item.
  private func searchStretch(
    _ geometry: SectionGeometry, from y: Int64, _ start: Int64, isForward: Bool, _ isWanted: (Rect) -> Bool
  ) -> Int? {
    // Limited to positions that a section can have, so that sums do not overflow.
    let y = min(max(y, -2 * Subpixels.longestSection), 2 * Subpixels.longestSection)
    var length = Subpixels.nearest(512)
    while true {
      let range = isForward ? y - length / 8..<y + length : y - length..<y + length / 8
      var found: Int?
      geometry.forEachSlot(in: range, across: -Subpixels.longest...Subpixels.longest) { slot in
        guard !slot.isGroup, isWanted(rect(of: slot, from: start)) else { return }
        found = found.map { isForward ? min($0, slot.leaf) : max($0, slot.leaf) } ?? slot.leaf
      }
      let isThrough = isForward ? range.upperBound > geometry.extent : range.lowerBound < 0
      if found != nil || isThrough { return found }
      length *= 4
    }
  }
}
