import ScrollworkDiffing
import ScrollworkGeometry

/// Elements that section layouts pin, and the extents of the viewport that pinned elements cover.
extension LayoutSolver {
  /// Returns the visible range of a section between its own pinned supplementaries, in the section's coordinates. The
  /// layout inside the section pins its elements to the edges of this range.
  /// - Parameter viewport: The viewport in the plane of the solver.
  func sight(
    inside geometry: SectionGeometry, _ section: Int, from start: Int64, _ viewport: Rect, _ sight: Sight
  ) -> Stretch {
    var inside = sight
    for (index, boundary) in geometry.template.boundaries.enumerated()
    where boundary.isPinned && boundary.extendsBoundary && states.has(boundary, in: section) {
      let natural = rect(of: place(index, geometry, section, from: start))
      let covered = stretch(of: pinned(natural, boundary, geometry, from: start, sight))
      if boundary.reservesStart { inside.top = max(inside.top, covered.bottom) }
      if boundary.reservesEnd { inside.bottom = min(inside.bottom, covered.top) }
    }
    let (lower, upper) = (position(ofEdge: inside.top) - start, position(ofEdge: inside.bottom) - start)
    return (lower..<max(lower, upper), columns(of: viewport))
  }

  /// Returns the frame of an element that a section's layout pinned, on device pixels.
  ///
  /// The frame has the size of the natural frame, and the edge by which the element is pinned is on a device pixel. If
  /// the layout changed more than the position of the element, the frame is the layout's.
  func pinned(_ slot: LeafSlot, _ natural: LeafSlot, from start: Int64, _ seen: Range<Int64>) -> Rect {
    let own = rect(of: natural, from: start)
    let rounding: Int64 = 2
    let isMoved = slot.minY != natural.minY || slot.maxY != natural.maxY
    guard slot.minX == natural.minX, slot.maxX == natural.maxX,
      abs(slot.maxY - slot.minY - (natural.maxY - natural.minY)) <= rounding
    else { return rect(of: slot, from: start) }
    guard isMoved else { return own }
    let (top, bottom) = (edge(start + seen.lowerBound), edge(start + seen.upperBound))
    return moved(own) { _, length in
      if slot.minY > natural.minY {
        let isPushed = slot.minY + rounding < seen.lowerBound
        return isPushed ? min(top, edge(start + slot.maxY) - length) : edge(start + slot.minY)
      }
      let isPushed = slot.maxY - rounding > seen.upperBound
      return isPushed ? max(bottom - length, edge(start + slot.minY)) : edge(start + slot.maxY) - length
    }
  }

  /// Returns the extents at the start and the end of the viewport that pinned elements cover, in logical pixels.
  ///
  /// These elements are list boundaries, supplementaries of the given section, and supplementaries of the subsections
  /// that contain the given item. Elements that reserve no room do not count.
  /// - Complexity: O(1); in a section with subsections O(log *n*) for each level of nesting.
  package func pinnedExtents(inSection section: Int?, item: Int? = nil) -> (start: Double, end: Double) {
    var (start, end) = (Int64(0), Int64(0))
    for (index, boundary) in globals.enumerated() where boundary.isPinned {
      if boundary.reservesStart { start = max(start, extent(ofGlobal: index)) }
      if boundary.reservesEnd { end = max(end, extent(ofGlobal: index)) }
    }
    guard let section, states.indices.contains(section), let template = states.template(of: section) else {
      return (Subpixels.pixels(start), Subpixels.pixels(end))
    }
    var (ownStart, ownEnd) = (Int64(0), Int64(0))
    for (index, boundary) in template.boundaries.enumerated()
    where boundary.isPinned && states.has(boundary, in: section) {
      let extent = boundary.extent(states.size(of: .edge(index), in: section))
      if boundary.reservesStart { ownStart = max(ownStart, extent) }
      if boundary.reservesEnd { ownEnd = max(ownEnd, extent) }
    }
    let inner = item.flatMap { arrangement(of: section)?.pinnedExtents(of: $0) }
    return (
      Subpixels.pixels(start + ownStart) + (inner?.start ?? 0), Subpixels.pixels(end + ownEnd) + (inner?.end ?? 0)
    )
  }
}
