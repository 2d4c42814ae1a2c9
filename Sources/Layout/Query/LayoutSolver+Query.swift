import ScrollworkDiffing
package import ScrollworkGeometry

/// Finds the elements in a rectangle.
extension LayoutSolver {
  /// Finds the elements whose frames share an area with `visible`, in reading order.
  ///
  /// Allocates no memory once `elements` has grown large enough.
  /// - Parameters:
  ///   - visible: The rectangle to bind, including overscan, in content coordinates.
  ///   - viewport: The uncovered visible rectangle, in content coordinates; pinned elements are placed in it.
  ///   - elements: Receives the elements; emptied first, keeping its storage.
  /// - Complexity: O(log *S* + log *n* + *k*)
  package func elements(in visible: Rect, pinnedIn viewport: Rect, into elements: inout [LayoutElement]) {
    elements.removeAll(keepingCapacity: true)
    appendElements(in: visible, pinnedIn: viewport, to: &elements)
  }

  /// Appends the elements whose frames share an area with `visible`, in reading order.
  func appendElements(in visible: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement]) {
    guard !visible.isEmpty else { return }
    for index in listBoundaries.indices {
      let natural = rect(of: place(ofListBoundary: index), from: 0)
      let frame = pinned(listBoundary: natural, listBoundaries[index], in: viewport)
      guard frame.sharesArea(with: visible) else { continue }
      elements.append(
        LayoutElement(
          key: LayoutElement.Key(kind: .listBoundary, section: -1, slot: Int32(index)), frame: frame, natural: natural,
          zIndex: listBoundaries[index].zIndex, isPinned: frame != natural))
    }
    let inner = inner(visible)
    let scope = Scope(
      visible: visible, viewport: self.inner(viewport), columns: columns(of: inner), span: span(viewport))
    forEachSection(in: rows(of: inner)) { section, start, range in
      emit(section, from: start, relative(range, start), scope, into: &elements)
    }
  }

  /// The rectangles and ranges of one query.
  private struct Scope {
    /// The query rect in content coordinates.
    let visible: Rect
    /// The viewport in the plane of the solver.
    let viewport: Rect
    let columns: ClosedRange<Double>
    let span: MainAxisSpan
  }

  private func emit(
    _ section: Int, from start: Int64, _ range: Range<Int64>, _ scope: Scope, into elements: inout [LayoutElement]
  ) {
    let geometry = geometry(section)
    let template = geometry.template
    let arranged = geometry.store?.arranged
    var first = elements.count
    for (index, decoration) in template.decorations.enumerated() {
      let frame = rect(of: decoration, geometry, from: start)
      guard frame.sharesArea(with: scope.visible) else { continue }
      elements.append(
        LayoutElement(
          key: .init(kind: .decoration, section: section, slot: Int32(index)), frame: frame, zIndex: decoration.zIndex))
    }
    emitBoundaries(.header, geometry, section, from: start, scope, into: &elements)
    if arranged == nil { first = elements.count }
    if let arranged, !arranged.placesOnlyItems {
      emit(arranged, geometry, section, from: start, range, scope, into: &elements)
    } else {
      emitCells(geometry, section, from: start, range, scope, into: &elements)
      if let arranged { emitPinned(arranged, geometry, section, (start, first), scope, into: &elements) }
    }
    if let shape = states.outline(of: section) {
      emitPinned(
        shape, geometry, section, (start, first), (scope.visible, scope.viewport, scope.span), into: &elements)
    }
    if !template.badges.isEmpty { Self.sort(&elements, from: first) }
    emitBoundaries(.footer, geometry, section, from: start, scope, into: &elements)
    emitBoundaries(.boundary, geometry, section, from: start, scope, into: &elements)
    if arranged != nil { Self.sort(&elements, from: first) }
  }

  private func emitCells(
    _ geometry: SectionGeometry, _ section: Int, from start: Int64, _ range: Range<Int64>, _ scope: Scope,
    into elements: inout [LayoutElement]
  ) {
    let template = geometry.template
    let shift = geometry.offset
    let keepsAll = geometry.store?.arranged?.keepsInvisibleItems ?? false
    geometry.forEachSlot(in: range, across: scope.columns) { slot in
      if !slot.isGroup {
        let frame = rect(of: slot, from: start)
        if keepsAll || frame.sharesArea(with: scope.visible) {
          var natural = frame
          if shift != 0 { natural = rect(of: slot.shifted(by: shift), from: start) }
          elements.append(
            LayoutElement(
              key: .init(kind: .item, section: section, item: slot.leaf), frame: frame, natural: natural,
              zIndex: max(Int(slot.zIndex), template.lowestZIndex)))
        }
      }
      for badge in slot.badges {
        let frame = rect(ofBadge: badge, on: slot, geometry, from: start)
        guard frame.sharesArea(with: scope.visible) else { continue }
        elements.append(
          LayoutElement(
            key: .init(kind: .badge, section: section, item: slot.leaf, slot: badge), frame: frame,
            natural: shift == 0
              ? frame : rect(ofBadge: badge, on: slot.shifted(by: shift), geometry, from: start),
            zIndex: max(template.badges[Int(badge)].zIndex, template.lowestZIndex)))
      }
    }
  }

  /// Sets the frames of the items that an arrangement without subsections pins, and adds pinned items that the query
  /// did not find.
  /// - Parameter own: The section's start on the main axis, in subpixels, and the index of its first element.
  private func emitPinned(
    _ arranged: any NestingArrangement, _ geometry: SectionGeometry, _ section: Int, _ own: (start: Int64, first: Int),
    _ scope: Scope, into elements: inout [LayoutElement]
  ) {
    let seen = span(inside: geometry, section, from: own.start, scope.viewport, scope.span)
    arranged.forEachPinnedItem(in: geometry.arranged(seen)) { item, frame in
      let natural = geometry.slot(of: item)
      let place = pinned(geometry.placed(LeafSlot(leaf: item, frame)), natural, from: own.start, seen.range)
      elements.pin(
        .item(ElementPath(section: section, item: item)), at: place, natural: rect(of: natural, from: own.start),
        zIndex: max(1, geometry.template.lowestZIndex), visible: scope.visible, from: own.first)
    }
  }

  /// Adds the elements that an arrangement places, clipped at the sides of the scroll containers inside it.
  private func emit(
    _ arranged: any NestingArrangement, _ geometry: SectionGeometry, _ section: Int, from start: Int64,
    _ range: Range<Int64>, _ scope: Scope, into elements: inout [LayoutElement]
  ) {
    let seen = span(inside: geometry, section, from: start, scope.viewport, scope.span)
    let (lowest, keepsAll) = (geometry.template.lowestZIndex, arranged.keepsInvisibleItems)
    let first = elements.count
    arranged.appendElements(
      in: geometry.arranged((range, scope.columns)), pinnedIn: geometry.arranged(seen), to: &elements)
    elements.compact(from: first) { element in
      let natural = geometry.placed(LeafSlot(leaf: 0, element.natural))
      element.natural = rect(of: natural, from: start)
      if element.isPinned {
        element.frame = pinned(
          geometry.placed(LeafSlot(leaf: 0, element.frame)), natural, from: start, seen.range)
        element.isPinned = element.frame != element.natural
      } else {
        element.frame = element.natural
        if geometry.offset != 0 { element.natural = rect(of: natural.shifted(by: geometry.offset), from: start) }
      }
      element.key.section = section
      element.zIndex = max(element.zIndex, lowest)
      var visible = element.frame
      if let inner = element.clip {
        let sides = clip(between: rect(of: geometry.placed(LeafSlot(leaf: 0, inner)), from: start), within: nil)
        element.clip = sides
        visible = visible.intersection(sides)
      }
      return keepsAll && element.key.kind == .item && element.clip == nil || visible.sharesArea(with: scope.visible)
    }
  }

  private func emitBoundaries(
    _ kind: LayoutElement.Key.Kind, _ geometry: SectionGeometry, _ section: Int,
    from start: Int64, _ scope: Scope, into elements: inout [LayoutElement]
  ) {
    for (index, boundary) in geometry.template.boundaries.enumerated() where states.has(boundary, in: section) {
      let key = key(boundary, at: index, in: section)
      guard key.kind == kind else { continue }
      let natural = rect(of: place(boundary, at: index, geometry, section, from: start), from: 0)
      let frame = pinned(natural, boundary, geometry, from: start, scope.span)
      guard frame.sharesArea(with: scope.visible) else { continue }
      elements.append(
        LayoutElement(
          key: key, frame: frame, natural: natural, zIndex: max(boundary.zIndex, geometry.template.lowestZIndex),
          isPinned: frame != natural))
    }
  }

  /// Sorts the elements from `first` on in place, without allocating memory.
  ///
  /// They are almost sorted. But in a waterfall, some elements are far from their final position, and elements are
  /// large values. A Shell sort needs few moves, because it moves elements over long distances first.
  static func sort(_ elements: inout [LayoutElement], from first: Int) {
    let pairs = elements.indices.dropFirst(first + 1)
    guard pairs.contains(where: { elements[$0].key < elements[$0 - 1].key }) else { return }
    var gap = elements.count - first
    repeat {
      gap = max(1, gap * 5 / 11)
      for index in elements.indices.dropFirst(first + gap) where elements[index].key < elements[index - gap].key {
        let element = elements[index]
        var place = index
        repeat {
          elements[place] = elements[place - gap]
          place -= gap
        } while place - gap >= first && element.key < elements[place - gap].key
        elements[place] = element
      }
    } while gap > 1
  }

  /// Returns the first section that an element in a range of the content may belong to.
  /// - Parameter range: The range of the main axis, in subpixels.
  func firstSection(in range: Range<Int64>) -> Int {
    extents.find(searchStart(range.lowerBound - listBoundaryExtent(atStart: true))).index
  }

  /// Returns the position at which the search for sections starts. If elements overflow their sections, even an empty
  /// section that ends exactly at `y` may matter.
  private func searchStart(_ y: Int64) -> Int64 { overflow > 0 ? y - overflow - 1 : max(0, y) }

  /// Visits the sections that intersect a range of the content, with their starts on the main axis, in subpixels.
  /// - Complexity: O(log *S*), and O(1) for each section visited. Sections without extent are skipped in O(log *S*) as
  ///   long as no element overflows its section.
  func forEachSection(
    in range: Range<Int64>, _ body: (_ section: Int, _ start: Int64, _ range: Range<Int64>) -> Void
  ) {
    let origin = listBoundaryExtent(atStart: true)
    var (section, start) = extents.find(searchStart(range.lowerBound - origin))
    while section < states.count, start + origin < range.upperBound + overflow {
      OperationCounter.step()
      body(section, start + origin, range)
      start += extents[section]
      section += 1
      if overflow == 0, section < states.count, extents[section] == 0 { (section, start) = extents.find(start) }
    }
  }
}

extension LeafSlot {
  func shifted(by distance: Double) -> LeafSlot {
    var copy = self
    copy.minX += distance
    copy.maxX += distance
    return copy
  }
}
