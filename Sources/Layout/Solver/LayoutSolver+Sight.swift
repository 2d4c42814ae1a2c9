import ScrollworkDiffing
import ScrollworkGeometry

/// What is kept in sight by layouts in sections, and what that covers.
extension LayoutSolver {
  /// What is seen of a section between what the section itself keeps in sight, in the section: what layouts in it keep
  /// in sight stands there.
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

  /// Where something stands that a layout keeps in sight, on device pixels: as large as at its own place, with that edge
  /// on a pixel by which it is held. What a layout changes otherwise is where the layout says.
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

  /// How much of what is seen is covered at the start and at the end of the list by what is kept in sight there: global
  /// boundary items, those of a section while cells of it stand there, and those of the sections in it that a cell is
  /// in. What reserves no room covers none.
  /// - Complexity: O(1)
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
