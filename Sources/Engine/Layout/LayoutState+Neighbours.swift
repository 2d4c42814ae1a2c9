import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The surroundings of the viewport, for prefetching.
extension LayoutState {
  /// Returns the viewport at a presented offset as if the list scrolled vertically: `y` and height are along the main
  /// axis, in logical pixels.
  func visibleRect(at offset: Double) -> Rect { Rect(x: 0, y: offset, width: crossLength, height: length) }

  /// Returns the innermost scroll container around a neighbour; `nil` if there is none, or if the layout of the section
  /// is not resolved yet.
  func container(of neighbour: Neighbour) -> ScrollContainerID? {
    guard solver.isResolved(section: neighbour.section) else { return nil }
    return neighbour.key.path.flatMap { innermostContainer(around: $0) }
      ?? (solver.isOrthogonal(neighbour.section) ? ScrollContainerID(section: neighbour.section) : nil)
  }

  /// Appends the cells, headers and footers that lie in some ranges of the content.
  /// - Parameters:
  ///   - ranges: Positions along the main axis; an element in several ranges is listed once.
  ///   - crossMargin: The distance, in logical pixels, beyond both sides of each nested scroll container in which cells
  ///     are listed too.
  /// - Complexity: O(log *n* + *k*) for *n* items and *k* elements found.
  func appendNeighbours(
    in ranges: [Range<Double>], crossMargin: Double, from scroll: borrowing ScrollState, to result: inout [Neighbour]
  ) {
    let viewport = Rect(origin: scroll.presentedOrigin, size: size)
    var found: [LayoutElement] = []
    found.reserveCapacity(result.capacity)
    var seen: Set<LayoutElement.Key> = []
    let margin = Insets(
      horizontal: axis == .vertical ? -crossMargin : 0, vertical: axis == .vertical ? 0 : -crossMargin)
    for range in ranges {
      let rect = viewRect(
        from: range.lowerBound, length: range.upperBound - range.lowerBound, at: scroll.presentedOffset
      )
      .offset(by: scroll.presentedOrigin).inset(by: margin)
      solver.elements(in: rect, pinnedIn: viewport, into: &found)
      solver.appendCells(aside: crossMargin, in: rect, to: &found)
      for element in found
      where ranges.count == 1 && !solver.hasScrollingChildren || seen.insert(element.key).inserted {
        if let neighbour = neighbour(element) { result.append(neighbour) }
      }
    }
  }

  /// Returns the neighbour for an element; `nil` for an element other than a cell, header or footer.
  private func neighbour(_ element: LayoutElement) -> Neighbour? {
    switch element.key.kind {
    case .header, .item, .footer: break
    case .listBoundary, .decoration, .badge, .boundary: return nil
    }
    let width = element.frame.size[axis.cross]
    let frame = Rect(
      x: crossStart(of: element, width), y: lead(element.frame), width: width,
      height: element.frame.size[axis])
    return Neighbour(frame: frame, size: element.frame.size, key: element.key)
  }

  /// Returns the start of an element along the cross axis, as if its nested scroll container were as wide as the view.
  private func crossStart(of element: LayoutElement, _ width: Double) -> Double {
    let start = side(element.frame)
    guard let clip = element.clip else { return start }
    let (first, last) = (side(clip), side(clip) + clip.size[axis.cross])
    if start + width <= first { return start - first }
    return start >= last ? size[axis.cross] + start - last : start
  }
}
