package import ScrollworkDiffing
package import ScrollworkGeometry

/// What a rectangle shows.
extension LayoutSolver {
  /// Finds the elements whose frames share an area with `visible`, in the order of reading.
  /// - Parameters:
  ///   - visible: In content coordinates; what is realised, with a margin.
  ///   - viewport: What is seen and not covered; headers and footers that are kept in sight stand in it.
  ///   - elements: Emptied first; its storage is used again.
  /// - Complexity: O(log *S* + log *n* + *k*)
  package func elements(in visible: Rect, pinnedIn viewport: Rect, into elements: inout [LayoutElement]) {
    elements.removeAll(keepingCapacity: true)
    guard !visible.isEmpty else { return }
    forEachSection(in: rows(of: visible)) { section, start, range in
      let geometry = geometry(section)
      if geometry.headerExtent > 0 {
        let natural = headerFrame(geometry, from: start)
        let frame = pinnedHeader(natural, geometry, from: start, in: viewport)
        if frame.sharesArea(with: visible) {
          elements.append(
            LayoutElement(key: .header(section), frame: frame, zIndex: 1, isPinned: frame != natural))
        }
      }
      let rowsStart = start + geometry.rowsStart
      geometry.forEachSlot(in: range.lowerBound - rowsStart..<range.upperBound - rowsStart) { slot in
        let frame = rect(of: slot, from: rowsStart)
        guard frame.sharesArea(with: visible) else { return }
        elements.append(LayoutElement(key: .init(kind: .item, section: section, item: slot.leaf), frame: frame))
      }
      if geometry.footerExtent > 0 {
        let natural = footerFrame(geometry, from: start)
        let frame = pinnedFooter(natural, geometry, from: start, in: viewport)
        if frame.sharesArea(with: visible) {
          elements.append(
            LayoutElement(key: .footer(section), frame: frame, zIndex: 1, isPinned: frame != natural))
        }
      }
    }
  }

  /// Adds the cells whose frames share an area with `rect` to `paths`, in order.
  /// - Complexity: O(log *S* + log *n* + *k*), where *k* counts all cells of the rows that `rect` meets.
  package func items(in rect: Rect, into paths: inout [ElementPath]) {
    guard !rect.isEmpty else { return }
    forEachSection(in: rows(of: rect)) { section, start, range in
      let geometry = geometry(section)
      let rowsStart = start + geometry.rowsStart
      geometry.forEachSlot(in: range.lowerBound - rowsStart..<range.upperBound - rowsStart) { slot in
        guard self.rect(of: slot, from: rowsStart).sharesArea(with: rect) else { return }
        paths.append(ElementPath(section: section, item: slot.leaf))
      }
    }
  }

  /// The first cell, in order, that ends below `y`; nil if all end at or above it.
  /// - Complexity: O(log *S* + log *n* + *L*), and O(1) for each empty section passed.
  package func item(atOrAfter y: Double) -> ElementPath? {
    let from = Subpixels.floor(y) - snapMargin
    var section = extents.find(max(0, from - overflow)).index
    while section < states.count {
      let geometry = geometry(section)
      let rowsStart = extents.sum(before: section) + geometry.rowsStart
      var row = geometry.row(at: from - rowsStart - geometry.overflow)
      while row < geometry.rowCount {
        var found: Int?
        geometry.forEachSlot(ofRow: row, startingAt: geometry.start(ofRow: row)) { slot in
          if found == nil, rect(of: slot, from: rowsStart).maxY > y { found = slot.leaf }
        }
        if let found { return ElementPath(section: section, item: found) }
        row += 1
      }
      section += 1
    }
    return nil
  }

  /// The last cell, in order, that begins above `y`; nil if all begin at or below it.
  /// - Complexity: O(log *S* + log *n* + *L*), and O(1) for each empty section passed.
  package func lastItem(before y: Double) -> ElementPath? {
    let end = Subpixels.floor(y) + snapMargin
    var section = min(extents.find(max(0, end)).index, states.count - 1)
    while section >= 0 {
      let geometry = geometry(section)
      let rowsStart = extents.sum(before: section) + geometry.rowsStart
      var row = min(geometry.row(at: max(0, end - rowsStart)), geometry.rowCount - 1)
      while row >= 0 {
        var found: Int?
        geometry.forEachSlot(ofRow: row, startingAt: geometry.start(ofRow: row)) { slot in
          if rect(of: slot, from: rowsStart).minY < y { found = slot.leaf }
        }
        if let found { return ElementPath(section: section, item: found) }
        row -= 1
      }
      section -= 1
    }
    return nil
  }

  /// A device pixel and a bit: so far snapping may move an edge.
  private var snapMargin: Int64 { Int64((Subpixels.perPixel / environment.scale).rounded(.up)) + 1 }

  /// The stretch of content, in subpixels, that a rectangle meets, with what snapping may move into it.
  private func rows(of rect: Rect) -> Range<Int64> {
    let lower = Subpixels.floor(rect.minY) - snapMargin
    return lower..<max(lower, Subpixels.floor(rect.maxY) + snapMargin)
  }

  /// Visits the sections that meet a stretch of content, each with its start.
  /// - Complexity: O(log *S*) and for each section visited; sections without extent are skipped in O(log *S*), unless
  ///   cells reach below their rows somewhere.
  private func forEachSection(
    in range: Range<Int64>, _ body: (_ section: Int, _ start: Int64, _ range: Range<Int64>) -> Void
  ) {
    var (section, start) = extents.find(max(0, range.lowerBound - overflow))
    while section < states.count, start < range.upperBound {
      body(section, start, range)
      start += extents[section]
      section += 1
      if overflow == 0, section < states.count, extents[section] == 0 { (section, start) = extents.find(start) }
    }
  }
}

extension Rect {
  /// True if there is something to be seen of this in `other`, so never where it has no width or no height.
  fileprivate func sharesArea(with other: Rect) -> Bool { !isEmpty && intersects(other) }
}
