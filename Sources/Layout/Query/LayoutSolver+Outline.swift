package import ScrollworkDiffing
package import ScrollworkGeometry

/// Pinning of outline rows at the start of the viewport while their descendants scroll.
///
/// The ancestors of the first uncovered row form a stack, the outermost first. The end of a row's descendants pushes
/// the row off, under its own parent. Only layouts with consecutive rows have such a stack.
extension LayoutSolver {
  /// The largest number of pinned rows.
  private static let maxPinnedRows = 8
  /// The largest fraction of the viewport that pinned rows may cover.
  private static let largestPinnedShare = 0.4

  /// Whether the items of a section are the rows of an outline.
  package func isOutline(_ section: Int) -> Bool { section >= 0 && states.outline(of: section) != nil }

  /// Returns the pinned frame of an item; `nil` if it is not a pinned row of an outline.
  /// - Complexity: O(log *S* + log *n*).
  package func pinnedFrame(of path: ElementPath, in viewport: Rect) -> Rect? {
    guard contains(path), let shape = states.outline(of: path.section) else { return nil }
    let geometry = geometry(path.section)
    return pinnedFrame(of: .item(path), shape, geometry, from: start(of: path.section), viewport)
  }

  func pinnedFrame(
    of key: LayoutElement.Key, _ shape: OutlineShape, _ geometry: SectionGeometry, from start: Int64, _ viewport: Rect
  ) -> Rect? {
    let seen = span(inside: geometry, key.section, from: start, inner(viewport), span(viewport))
    var frame: Rect?
    forEachPinnedRow(of: shape, geometry, in: seen.range) { item, natural, slot in
      if item == key.item { frame = pinned(slot, natural, from: start, seen.range) }
    }
    return frame
  }

  /// Sets the frames of pinned rows, and adds those that the query did not find.
  /// - Parameters:
  ///   - own: The section's start on the main axis, in subpixels, and the index of its first element.
  ///   - window: The query rect in content coordinates, the viewport in the plane of the solver, and the range of the
  ///     viewport between pinned list boundaries.
  func emitPinned(
    _ shape: OutlineShape, _ geometry: SectionGeometry, _ section: Int, _ own: (start: Int64, first: Int),
    _ window: (visible: Rect, viewport: Rect, span: MainAxisSpan), into elements: inout [LayoutElement]
  ) {
    let seen = span(inside: geometry, section, from: own.start, window.viewport, window.span)
    var depth = 0
    forEachPinnedRow(of: shape, geometry, in: seen.range) { item, natural, slot in
      let key = LayoutElement.Key(kind: .item, section: section, item: item)
      elements.pin(
        key, at: pinned(slot, natural, from: own.start, seen.range), natural: rect(of: natural, from: own.start),
        zIndex: max(1, geometry.template.lowestZIndex), visible: window.visible, from: own.first)
      // Outer rows are drawn above inner ones, which are pushed off under them.
      if let last = elements.indices.last, elements[last].key == key { elements[last].depth = depth }
      depth += 1
    }
    if depth > 0 { Self.sort(&elements, from: own.first) }
  }

  /// Returns the extent that the ancestors of an item cover when the item is the first uncovered one, in subpixels.
  func pinnedExtent(ofAncestorsOf item: Int, inSection section: Int) -> Int64 {
    guard let shape = states.outline(of: section), shape.count > item else { return 0 }
    let geometry = geometry(section)
    guard case .rows = geometry.template.body, item < geometry.itemCount else { return 0 }
    let limit = Subpixels.nearest(environment.container[axis] * Self.largestPinnedShare)
    var sum: Int64 = 0
    for level in 0..<min(shape[item].level, Self.maxPinnedRows) {
      guard let ancestor = shape.lastRow(upTo: item, ofLevel: level) else { break }
      let slot = geometry.slot(of: ancestor)
      guard sum + slot.maxY - slot.minY <= limit else { break }
      sum += slot.maxY - slot.minY
    }
    return sum
  }

  private var axis: Axis { configuration.scrollDirection }

  /// Visits the pinned rows, the outermost first, with their natural and their pinned frames.
  /// - Parameter seen: The visible range of the section, in the section's coordinates.
  /// - Complexity: O(log *n*) for each of at most ``maxPinnedRows`` rows.
  private func forEachPinnedRow(
    of shape: OutlineShape, _ geometry: SectionGeometry, in seen: Range<Int64>,
    _ body: (_ item: Int, _ natural: LeafSlot, _ slot: LeafSlot) -> Void
  ) {
    guard case .rows = geometry.template.body, let rows = geometry.rows, geometry.bodyStart < seen.lowerBound else {
      return
    }
    let count = min(geometry.itemCount, shape.count)
    let end = seen.lowerBound + Int64(Double(seen.upperBound - seen.lowerBound) * Self.largestPinnedShare)
    var (top, outer) = (seen.lowerBound, -1)
    for level in 0..<Self.maxPinnedRows {
      let y = top - geometry.bodyStart
      guard let first = rows.item(from: rows.row(at: y), where: { $0.maxY > y }), first < count,
        let row = shape.lastRow(upTo: first, ofLevel: level), row > outer, shape.firstChild(of: row) != nil
      else { return }
      let natural = geometry.slot(of: row)
      let length = natural.maxY - natural.minY
      guard natural.minY < top, top + length <= end else { return }
      // The last descendants may have no place in a section that would be too long.
      let lastEnd = geometry.slot(of: min(shape.end(of: row), count) - 1).maxY
      var slot = natural
      slot.minY = min(top, lastEnd - length)
      slot.maxY = slot.minY + length
      body(row, natural, slot)
      guard slot.minY == top else { return }
      (top, outer) = (top + length, row)
    }
  }
}
