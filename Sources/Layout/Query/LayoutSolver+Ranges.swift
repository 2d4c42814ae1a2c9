package import ScrollworkGeometry

/// Finds the items in a rectangle of any size, as ranges.
extension LayoutSolver {
  /// Returns the positions of the items whose visible parts share an area with `rect`, as ascending ranges that do not
  /// touch, by section.
  ///
  /// Items without area may be among the result or not, and in a section that `rect` covers all items are. In rows of
  /// equal cells the result is computed from the first, the last and one inner row.
  /// - Complexity: O(log *S* + log *n* + *r*) for *r* ranges and sections in rows whose cells have declared widths; in
  ///   other layouts O(*k* log *k*) in the number of items of the sections that `rect` covers in part.
  package func itemRanges(in rect: Rect) -> [(section: Int, ranges: [Range<Int>])] {
    guard !rect.isEmpty else { return [] }
    let inner = inner(rect)
    let (columns, exact) = (columns(of: inner), Subpixels.floor(inner.minY)..<Subpixels.floor(inner.maxY) + 1)
    let coversWidth = inner.minX <= 0 && inner.maxX >= innerEnvironment.container.width && !hasOwnScrolling
    var result: [(section: Int, ranges: [Range<Int>])] = []
    forEachSection(in: rows(of: inner)) { section, start, range in
      var ranges: [Range<Int>]
      let end = start + extents[section]
      if coversWidth, exact.lowerBound <= start - overflow, end + overflow < exact.upperBound {
        ranges = [0..<(isResolved(section: section) ? placeCount(inSection: section) : states.itemCount(of: section))]
      } else {
        let geometry = geometry(section)
        ranges =
          inRows(geometry, from: start, relative(exact, start), rect)
          ?? oneByOne(geometry, relative(range, start), columns) {
            self.rect(of: $0, from: start).sharesArea(with: rect)
          }
      }
      ranges.removeAll(where: \.isEmpty)
      if !ranges.isEmpty { result.append((section, ranges)) }
    }
    return result
  }

  /// Returns the ranges of a section in which all rows have their cells at the same cross-axis positions; nil for any
  /// other section.
  /// - Parameters:
  ///   - start: The start of the section on the main axis, in subpixels.
  ///   - range: The range of `rect` on the main axis, in subpixels from the start of the section.
  private func inRows(
    _ geometry: SectionGeometry, from start: Int64, _ range: Range<Int64>, _ rect: Rect
  ) -> [Range<Int>]? {
    guard case .rows(let template) = geometry.template.body, let rows = geometry.rows,
      !template.hasIntrinsicWidths, !template.breaksLines, rows.rowCount > 0
    else { return nil }
    let (lower, upper) = (range.lowerBound - geometry.bodyStart, range.upperBound - geometry.bodyStart)
    // The rows from `first` to `end` lie inside the range with all their cells. The others are examined cell by cell,
    // and so is an incomplete last row.
    let (overflow, leafCount) = (rows.overflow + snapMargin, template.leafCount)
    let first = lower + overflow < 0 ? 0 : rows.row(at: lower + overflow) + 1
    let end = min(rows.row(at: upper - overflow), geometry.itemCount / leafCount)
    guard first < end else { return nil }
    func atEdge(_ edge: Range<Int64>, where isWanted: (Int) -> Bool) -> [Range<Int>] {
      var found: [Range<Int>] = []
      rows.forEachSlot(in: edge) { slot in
        guard !slot.isGroup, isWanted(slot.leaf),
          self.rect(of: geometry.placed(slot), from: start).sharesArea(with: rect)
        else { return }
        found.append(slot.leaf..<slot.leaf + 1)
      }
      return Self.merged(found)
    }
    let cross = configuration.scrollDirection.cross
    var hits: [Range<Int>] = []
    rows.forEachSlot(ofRow: first, startingAt: rows.start(ofRow: first)) { slot in
      let frame = self.rect(of: geometry.placed(slot), from: start)
      guard !slot.isGroup, frame.lower(cross) < rect.upper(cross), frame.upper(cross) > rect.lower(cross) else {
        return
      }
      hits.append(slot.leaf..<slot.leaf + 1)
    }
    var result = atEdge(lower - snapMargin..<lower + overflow + 1) { $0 < first * leafCount }
    Self.append(Self.merged(hits), ofRows: first..<end, leafCount, to: &result)
    guard end < rows.rowCount else { return result }
    let last = rows.start(ofRow: end)
    for range in atEdge(last..<max(last, upper + snapMargin), where: { $0 >= end * leafCount }) {
      Self.append(range, to: &result)
    }
    return result
  }

  /// Adds the ranges of the cells at the same positions in consecutive rows.
  /// - Parameter hits: The cells in the first of these rows.
  private static func append(
    _ hits: [Range<Int>], ofRows rows: Range<Int>, _ leafCount: Int, to ranges: inout [Range<Int>]
  ) {
    if hits == [rows.lowerBound * leafCount..<(rows.lowerBound + 1) * leafCount] {
      return append(rows.lowerBound * leafCount..<rows.upperBound * leafCount, to: &ranges)
    }
    ranges.reserveCapacity(ranges.count + hits.count * rows.count)
    for row in 0..<rows.count {
      for hit in hits { append(hit.lowerBound + row * leafCount..<hit.upperBound + row * leafCount, to: &ranges) }
    }
  }

  private func oneByOne(
    _ geometry: SectionGeometry, _ range: Range<Int64>, _ columns: ClosedRange<Double>, _ isTouched: (LeafSlot) -> Bool
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let clips = hasOwnScrolling
    geometry.forEachSlot(in: range, across: columns) { slot in
      guard !slot.isGroup, let seen = clips ? geometry.clipped(slot) : slot, isTouched(seen) else { return }
      ranges.append(slot.leaf..<slot.leaf + 1)
    }
    return Self.merged(ranges)
  }

  /// Returns the ranges in ascending order, joined where they touch.
  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    guard ranges.count > 1 else { return ranges }
    var (sorted, result) = (ranges, [Range<Int>]())
    if zip(ranges, ranges.dropFirst()).contains(where: { $0.lowerBound > $1.lowerBound }) {
      sorted.sort { $0.lowerBound < $1.lowerBound }
    }
    for range in sorted { append(range, to: &result) }
    return result
  }

  /// Adds a range, which must not begin before the last one.
  private static func append(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }

  /// Returns the section at a position along the main axis: the first one that ends after it, or else the last one; nil
  /// for a list without sections.
  /// - Parameter position: The distance from the start of the content in reading order, in logical pixels.
  /// - Complexity: O(log *S*)
  package func section(at position: Double) -> Int? {
    guard states.count > 0 else { return nil }
    let y = Subpixels.floor(position) - listBoundaryExtent(atStart: true)
    return min(extents.find(max(0, y)).index, states.count - 1)
  }
}
