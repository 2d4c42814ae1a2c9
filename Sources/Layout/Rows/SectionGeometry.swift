import ScrollworkGeometry

/// The geometry of one section, from the section's start: x in logical pixels, y in subpixels.
struct SectionGeometry {
  let template: Template
  let itemCount: Int
  /// The extents that boundary supplementaries reserve.
  let reserved: ReservedExtents
  /// The offset of the section's own scrolling, in logical pixels.
  let offset: Double
  let store: SectionStore?
  /// The measured sizes of the badges.
  let badges: BadgeSizes

  /// The groups; nil if a layout places cell by cell.
  var rows: RowsGeometry? {
    template.rows.map {
      RowsGeometry(template: $0, itemCount: itemCount, measured: store?.rows, badgeReach: badges.reach)
    }
  }

  var startExtent: Int64 { reserved.start }
  /// The start of the cells.
  var bodyStart: Int64 { startExtent + template.top }
  /// The start of the supplementaries at the end, or the place where they would start.
  var contentEnd: Int64 { bodyStart + bodyExtent + template.bottom }
  var extent: Int64 { contentEnd + reserved.end }

  /// The extent of the cells. A layout that places cell by cell may need room without cells: subsections have insets,
  /// headers and backgrounds of their own.
  var bodyExtent: Int64 {
    switch template.body {
    case .rows: return itemCount > 0 ? rows?.extent ?? 0 : 0
    case .orthogonal: return itemCount > 0 ? Subpixels.nearest(rows?.width ?? 0) : 0
    case .arranged: return max(0, Subpixels.nearestPosition(store?.arranged?.contentSize.height ?? 0))
    }
  }

  /// The width of the cells with the insets at both sides, in logical pixels; no more than the container's width if
  /// there is nothing to scroll.
  var bodyWidth: Double {
    let insets = template.leading + template.trailing
    switch template.body {
    case .rows(let rows): return itemCount > 0 ? rows.root.outerWidth + insets : 0
    case .orthogonal: return itemCount > 0 ? Subpixels.pixels(rows?.extent ?? 0) + insets : 0
    case .arranged:
      let width = max(0, Subpixels.position(store?.arranged?.contentSize.width ?? 0))
      return itemCount > 0 || width > 0 ? width + insets : 0
    }
  }

  /// The maximum overflow of any element beyond the section's own extent.
  var reach: Int64 {
    switch template.body {
    case .rows: return max(reserved.reach, rows?.reach ?? 0)
    case .arranged: return max(reserved.reach, Subpixels.nearest(store?.arranged?.overhang ?? 0))
    case .orthogonal:
      // If the section is less tall than with nothing measured, unmeasured cells overflow further.
      let shrunk = max(0, template.acrossExtent - bodyExtent)
      let measured = store?.rows?.farthestAcross ?? 0
      return max(reserved.reach, max(template.acrossReach + shrunk, measured - bodyExtent) + badges.reach)
    }
  }

  /// Returns the place of a cell in the section at its present offset.
  func slot(of item: Int) -> LeafSlot {
    switch template.body {
    case .rows: return placed(rows?.slot(of: item))
    case .orthogonal: return placed(rows?.slot(of: item).transposed)
    case .arranged: return placed(store?.arranged.map { LeafSlot(leaf: item, $0.frame(of: item)) })
    }
  }

  func placed(_ slot: LeafSlot?) -> LeafSlot {
    guard var slot else { return LeafSlot(leaf: 0, .zero) }
    slot.minX += template.leading - offset
    slot.maxX += template.leading - offset
    slot.minY += bodyStart
    slot.maxY += bodyStart
    return slot
  }

  /// Calls `body` with the cells, and the groups with badges, that may intersect a rectangle; it may include those of
  /// some more rows.
  func forEachSlot(in range: Range<Int64>, across: ClosedRange<Double>, _ body: (LeafSlot) -> Void) {
    guard itemCount > 0 else { return }
    switch template.body {
    case .rows:
      rows?.forEachSlot(in: range.lowerBound - bodyStart..<range.upperBound - bodyStart) { body(placed($0)) }
    case .orthogonal:
      let shift = template.leading - offset
      let lower = Subpixels.nearestPosition(across.lowerBound - shift) - 1
      let upper = Subpixels.nearestPosition(across.upperBound - shift) + 1
      rows?.forEachSlot(in: lower..<max(lower, upper), part: part(of: range)) { body(placed($0.transposed)) }
    case .arranged:
      store?.arranged?.forEachItem(in: arranged((range, across))) { item, frame in
        body(placed(LeafSlot(leaf: item, frame)))
      }
    }
  }

  /// Returns the part of the groups across that a range of the section meets; nil for all of them, because badges may
  /// overflow their hosts.
  private func part(of range: Range<Int64>) -> RowsGeometry.Part? {
    guard template.badges.isEmpty else { return nil }
    let (lower, upper) = (
      Subpixels.pixels(range.lowerBound - bodyStart), Subpixels.pixels(range.upperBound - bodyStart)
    )
    return RowsGeometry.Part(range: lower - 1...upper + 1, repeatsOneCell: template.layout.repeatsOneCell)
  }

  /// Calls `body` with the cells that a layout pins while a rectangle is visible.
  func forEachPinned(in seen: Stretch, _ body: (LeafSlot) -> Void) {
    guard let arranged = store?.arranged, itemCount > 0 else { return }
    arranged.forEachPinnedItem(in: self.arranged(seen)) { item, frame in
      body(placed(LeafSlot(leaf: item, frame)))
    }
  }
}

/// The parts of a section that scroll on their own.
extension SectionGeometry {
  /// The groups that follow each other across: of cells, or of subsections; nil if there are none.
  var rowsAcross: RowsGeometry? { rows ?? nested?.rowsAcross }

  private var nested: NestedArrangement? { store?.arranged as? NestedArrangement }

  /// Returns the group of ``rowsAcross`` that a cell is in.
  func groupAcross(of item: Int) -> Int? {
    if let rows { return rows.template.leafCount > 0 ? item / rows.template.leafCount : nil }
    return nested?.groupAcross(of: item)
  }

  /// Returns the place of a cell, or the nearest place at which the cell can be visible in the scrolling subsection
  /// that holds it.
  func seenSlot(of item: Int) -> LeafSlot {
    var slot = slot(of: item)
    store?.arranged?.forEachScrollingPart(holding: item) { part in
      let place = placed(part)
      let width = min(slot.maxX - slot.minX, place.maxX - place.minX)
      slot.minX = min(max(slot.minX, place.minX), place.maxX - width)
      slot.maxX = slot.minX + width
    }
    return slot
  }

  /// Returns the part of a cell that lies between the sides of the scrolling subsections that hold it; nil if there is
  /// none.
  func clipped(_ slot: LeafSlot) -> LeafSlot? {
    var slot = slot
    store?.arranged?.forEachScrollingPart(holding: slot.leaf) { part in
      let place = placed(part)
      slot.minX = max(slot.minX, place.minX)
      slot.maxX = min(slot.maxX, place.maxX)
    }
    return slot.minX <= slot.maxX ? slot : nil
  }

  /// Calls `body` with the scrolling subsections that may intersect a rectangle, and with their places.
  func forEachScrollingPart(_ stretch: Stretch, _ body: (_ part: ScrollingPart, _ place: LeafSlot) -> Void) {
    store?.arranged?.forEachScrollingPart(in: arranged(stretch)) { body($0, placed($0)) }
  }

  func placed(_ part: ScrollingPart) -> LeafSlot { placed(LeafSlot(leaf: 0, part.frame)) }
}

extension SectionLayout {
  /// Whether every group repeats one cell.
  fileprivate var repeatsOneCell: Bool {
    guard case .group(let group) = values.content else { return false }
    switch group.arrangement {
    case .equally(.item, _), .repeating(.item, _): return true
    case .fitting(let nodes), .once(let nodes):
      guard nodes.count == 1, case .item? = nodes.first else { return false }
      return true
    case .equally, .repeating, .custom: return false
    }
  }
}

/// A rectangle in a section: a range of y in subpixels and a range of x in logical pixels.
typealias Stretch = (range: Range<Int64>, across: ClosedRange<Double>)

/// The attachments: elements that layouts place beside the cells, one by one.
extension SectionGeometry {
  func forEachAttachment(
    _ stretch: Stretch, pinnedIn seen: Stretch,
    _ body: (_ attachment: LayoutAttachment, _ slot: LeafSlot, _ natural: LeafSlot, _ more: LayoutAttachmentPlace) ->
      Void
  ) {
    store?.arranged?.forEachAttachment(in: arranged(stretch), pinnedIn: arranged(seen)) { attachment, place in
      body(attachment, placed(LeafSlot(leaf: 0, place.frame)), placed(LeafSlot(leaf: 0, place.natural)), place)
    }
  }

  /// Returns the place of one attachment.
  func slot(of attachment: LayoutAttachment, pinnedIn seen: Stretch?) -> LeafSlot? {
    store?.arranged?.frame(of: attachment, pinnedIn: seen.map(arranged)).map { placed(LeafSlot(leaf: 0, $0)) }
  }

  /// Returns a rectangle of the section in the coordinates of its layout, in logical pixels.
  func arranged(_ stretch: Stretch) -> Rect {
    let shift = template.leading - offset
    return Rect(
      minX: stretch.across.lowerBound - shift, minY: Subpixels.pixels(stretch.range.lowerBound - bodyStart),
      maxX: stretch.across.upperBound - shift, maxY: Subpixels.pixels(stretch.range.upperBound - bodyStart))
  }
}

extension LeafSlot {
  /// Creates the place for a frame from a layout, with unusable numbers replaced.
  init(leaf: Int, _ frame: Rect) {
    let (x, y) = (Subpixels.position(frame.minX), Subpixels.nearestPosition(frame.minY))
    self.init(
      leaf: leaf, minX: x, maxX: max(x, Subpixels.position(frame.maxX)), minY: y,
      maxY: max(y, Subpixels.nearestPosition(frame.maxY)))
  }

  /// This place in a plane whose axes are swapped.
  var transposed: LeafSlot {
    var copy = self
    (copy.minX, copy.maxX) = (Subpixels.pixels(minY), Subpixels.pixels(maxY))
    (copy.minY, copy.maxY) = (Subpixels.nearestPosition(minX), Subpixels.nearestPosition(maxX))
    return copy
  }
}
