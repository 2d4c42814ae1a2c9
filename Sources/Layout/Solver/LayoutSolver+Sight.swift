import ScrollworkDiffing
import ScrollworkGeometry

/// Elements pinned by layouts in sections, and the room that they cover.
extension LayoutSolver {
  /// Returns the part of a section between its own pinned supplementaries, in the section's coordinates. The layouts
  /// inside the section pin their elements to this part.
  /// - Parameter viewport: In the plane of the solver.
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

  /// Returns the frame of an element that a layout has pinned, on device pixels.
  ///
  /// It has the size of its natural frame, and the edge by which it is pinned is on a device pixel. An element that the
  /// layout changed in any other way gets the layout's frame.
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

  /// Returns the extents that pinned elements cover at the start and at the end of the viewport, in logical pixels:
  /// list boundaries, the supplementaries of the given section, and those of the subsections that contain the given
  /// item. Elements that reserve no room do not count.
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
      let extent = boundary.extent(states.size(ofBoundary: index, in: section))
      if boundary.reservesStart { ownStart = max(ownStart, extent) }
      if boundary.reservesEnd { ownEnd = max(ownEnd, extent) }
    }
    let inner = item.flatMap { arrangement(of: section)?.pinnedExtents(of: $0) }
    return (
      Subpixels.pixels(start + ownStart) + (inner?.start ?? 0), Subpixels.pixels(end + ownEnd) + (inner?.end ?? 0)
    )
  }
}
