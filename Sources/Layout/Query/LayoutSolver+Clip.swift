import ScrollworkDiffing
package import ScrollworkGeometry

/// Finds items beside the visible part of nested scroll containers.
extension LayoutSolver {
  /// Adds the items that lie just outside the visible part of nested scroll containers, at both sides. An item may be
  /// added twice.
  /// - Parameters:
  ///   - distance: The margin beyond both sides of each container, in logical pixels.
  ///   - visible: The part of the content in which to look for containers, in content coordinates.
  /// - Complexity: O(log *S* + log *n* + *k*)
  package func appendCells(aside distance: Double, in visible: Rect, to elements: inout [LayoutElement]) {
    guard hasScrollingChildren else { return }
    let inner = inner(visible)
    forEachSection(in: rows(of: inner)) { section, start, range in
      let stretch = (range: relative(range, start), across: columns(of: inner))
      geometry(section).forEachScrollingChild(stretch) { part, place in
        forEachCell(of: part, at: place, aside: distance, in: stretch.range) { item, slot in
          var element = LayoutElement(
            key: .init(kind: .item, section: section, item: item), frame: rect(of: slot, from: start))
          element.clip = clip(between: rect(of: place, from: start), within: nil)
          elements.append(element)
        }
      }
    }
  }

  /// Visits the items within a distance of both sides of a scroll container's visible part, with their places in the
  /// section.
  /// - Parameters:
  ///   - place: The container's place in its section.
  ///   - range: The part of the section to search, in subpixels.
  private func forEachCell(
    of part: ScrollingChild, at place: LeafSlot, aside distance: Double, in range: Range<Int64>,
    _ body: (_ item: Int, _ slot: LeafSlot) -> Void
  ) {
    let (viewport, geometry) = (part.scrolling.viewport, part.scrolling.geometry)
    let range = range.lowerBound - place.minY..<range.upperBound - place.minY
    func visit(_ sides: ClosedRange<Double>, where isBeside: (LeafSlot) -> Bool) {
      geometry.forEachSlot(in: range, across: sides) { slot in
        guard !slot.isGroup, isBeside(slot), slot.maxY > range.lowerBound, slot.minY < range.upperBound else { return }
        var slot = slot.shifted(by: place.minX)
        slot.minY += place.minY
        slot.maxY += place.minY
        body(part.cells.lowerBound + slot.leaf, slot)
      }
    }
    // Two queries, because there may be many items between the sides, and none of them is wanted.
    let (start, end) = (-geometry.offset, geometry.bodyWidth - geometry.offset)
    if start < 0, distance > 0 { visit(-distance...0) { $0.maxX <= 0 && $0.maxX > -distance } }
    if end > viewport, distance > 0 {
      visit(viewport...viewport + distance) { $0.minX >= viewport && $0.minX < viewport + distance }
    }
  }
}
