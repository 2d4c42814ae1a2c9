import ScrollworkGeometry

/// The geometry of one section, relative to the section's start: x in logical pixels, y in subpixels.
struct SectionGeometry {
  let template: Template
  let itemCount: Int
  /// The extents that boundary supplementaries reserve.
  let reserved: ReservedExtents
  /// The scroll offset of the section on the cross axis, in logical pixels.
  let offset: Double
  let store: SectionStore?
  /// The measured sizes of the badges.
  let measured: SupplementarySizes

  /// The groups of the section; nil if a layout places the items one by one.
  var rows: RowsGeometry? {
    template.rows.map {
      RowsGeometry(template: $0, itemCount: itemCount, measured: store?.rows, badgeOverflow: self.measured.overflow)
    }
  }

  var startExtent: Int64 { reserved.start }
  /// The position at which the items start.
  var bodyStart: Int64 { startExtent + template.top }
  /// The position at which the supplementaries at the end start, or would start if there are none.
  var contentEnd: Int64 { bodyStart + bodyExtent + template.bottom }
  var extent: Int64 { contentEnd + reserved.end }

  /// The extent of the items. A layout that places items one by one may have an extent even without items, because
  /// subsections have insets, headers and backgrounds.
  var bodyExtent: Int64 {
    switch template.body {
    case .rows: return itemCount > 0 ? rows?.extent ?? 0 : 0
    case .orthogonal: return itemCount > 0 ? Subpixels.nearest(rows?.width ?? 0) : 0
    case .arranged: return max(0, Subpixels.nearestPosition(store?.arranged?.contentSize.height ?? 0))
    }
  }

  /// The width of the items with the insets at both sides, in logical pixels; zero if there is no content.
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

  /// The largest overflow of any element beyond the section's own extent, in subpixels.
  var overflow: Int64 {
    switch template.body {
    case .rows: return max(reserved.overflow, rows?.overflow ?? 0)
    case .arranged: return max(reserved.overflow, Subpixels.nearest(store?.arranged?.overflow ?? 0))
    case .orthogonal:
      // If measured cells make the section less tall than it would be without them, unmeasured cells overflow it
      // further.
      let shrunk = max(0, template.acrossExtent - bodyExtent)
      let measured = store?.rows?.farthestAcross ?? 0
      return max(
        reserved.overflow, max(template.acrossOverflow + shrunk, measured - bodyExtent) + self.measured.overflow)
    }
  }

  /// Returns the frame of an item in the section at the current scroll offset.
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

  /// Visits the items, and the groups with badges, that may intersect a rectangle. It may visit nearby ones too.
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

  /// Converts a main-axis range of the section to the range in which each group is searched, if groups follow each
  /// other on the cross axis. Nil for whole groups, because badges may overflow their hosts.
  private func part(of range: Range<Int64>) -> ClosedRange<Double>? {
    guard template.badges.isEmpty else { return nil }
    let (lower, upper) = (
      Subpixels.pixels(range.lowerBound - bodyStart), Subpixels.pixels(range.upperBound - bodyStart)
    )
    return lower - 1...upper + 1
  }
}

extension SectionGeometry {
  /// Creates the geometry of a section with the given state.
  /// - Parameter store: The sizes and the arrangement of the items; nil if nothing but supplementaries is measured.
  init(_ state: SectionState, _ template: Template, _ store: SectionStore? = nil) {
    self.init(
      template: template, itemCount: state.itemCount, reserved: state.reserved(by: template),
      offset: template.isOrthogonal ? state.offset : 0, store: store, measured: state.supplementarySizes)
  }
}

/// Scroll containers inside a section, and groups on the cross axis.
extension SectionGeometry {
  /// The groups that follow each other on the cross axis, of items or of subsections; nil if there are none.
  var rowsAcross: RowsGeometry? { rows ?? store?.arranged?.rowsAcross }

  /// Returns the index of the group in ``rowsAcross`` that contains an item.
  func groupAcross(of item: Int) -> Int? {
    if let rows { return rows.template.leafCount > 0 ? item / rows.template.leafCount : nil }
    return store?.arranged?.groupAcross(of: item)
  }

  /// Returns the frame of an item. If a subsection that is a scroll container clips the item, returns the nearest frame
  /// at which the container can show it.
  func visibleSlot(of item: Int) -> LeafSlot {
    var slot = slot(of: item)
    store?.arranged?.forEachChild(.element(.item(item))) { child in
      let place = placed(child)
      let width = min(slot.maxX - slot.minX, place.maxX - place.minX)
      slot.minX = min(max(slot.minX, place.minX), place.maxX - width)
      slot.maxX = slot.minX + width
    }
    return slot
  }

  /// Returns the part of an item's frame that lies between the sides of the scroll containers that contain it; nil if
  /// they clip all of it.
  func clipped(_ slot: LeafSlot) -> LeafSlot? {
    var slot = slot
    store?.arranged?.forEachChild(.element(.item(slot.leaf))) { child in
      let place = placed(child)
      slot.minX = max(slot.minX, place.minX)
      slot.maxX = min(slot.maxX, place.maxX)
    }
    return slot.minX <= slot.maxX ? slot : nil
  }

  /// Visits the subsections that are scroll containers and may intersect a rectangle, with their frames in the section.
  func forEachScrollingChild(_ stretch: Stretch, _ body: (_ child: ChildScope, _ place: LeafSlot) -> Void) {
    store?.arranged?.forEachChild(.rect(arranged(stretch))) { body($0, placed($0)) }
  }

  func placed(_ child: ChildScope) -> LeafSlot { placed(LeafSlot(leaf: 0, child.frame)) }
}

/// A rectangle in a section: a range of y in subpixels and a range of x in logical pixels.
typealias Stretch = (range: Range<Int64>, across: ClosedRange<Double>)

extension SectionGeometry {
  /// Converts a rectangle of the section to the coordinates of its arrangement, in logical pixels.
  func arranged(_ stretch: Stretch) -> Rect {
    let shift = template.leading - offset
    return Rect(
      minX: stretch.across.lowerBound - shift, minY: Subpixels.pixels(stretch.range.lowerBound - bodyStart),
      maxX: stretch.across.upperBound - shift, maxY: Subpixels.pixels(stretch.range.upperBound - bodyStart))
  }
}

extension LeafSlot {
  /// Creates a slot from a frame that a layout computed. Numbers that are not finite or too large are replaced.
  init(leaf: Int, _ frame: Rect) {
    let (x, y) = (Subpixels.position(frame.minX), Subpixels.nearestPosition(frame.minY))
    self.init(
      leaf: leaf, minX: x, maxX: max(x, Subpixels.position(frame.maxX)), minY: y,
      maxY: max(y, Subpixels.nearestPosition(frame.maxY)))
  }

  /// This slot with swapped axes.
  var transposed: LeafSlot {
    var copy = self
    (copy.minX, copy.maxX) = (Subpixels.pixels(minY), Subpixels.pixels(maxY))
    (copy.minY, copy.maxY) = (Subpixels.nearestPosition(minX), Subpixels.nearestPosition(maxX))
    return copy
  }
}
