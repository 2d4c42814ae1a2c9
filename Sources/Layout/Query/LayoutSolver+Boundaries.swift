import ScrollworkDiffing
import ScrollworkGeometry

/// Places boundary supplementaries, including headers and footers, and pins them.
extension LayoutSolver {
  /// A range of the main axis in which elements are visible, with edges on device pixels.
  ///
  /// Positions are logical pixels. In a right-to-left list that scrolls horizontally they are negated, so that they
  /// increase in reading order.
  struct MainAxisSpan {
    var top: Double
    var bottom: Double
  }

  /// Returns the part of the viewport that neither the insets of the view nor pinned list boundaries cover.
  func span(_ viewport: Rect) -> MainAxisSpan {
    var span = insetSpan(viewport)
    let whole = span
    for (index, boundary) in listBoundaries.enumerated() where boundary.isPinned {
      let length = rect(of: place(ofListBoundary: index), from: 0).size[configuration.scrollDirection]
      if boundary.edge < 0 { span.top = max(span.top, whole.top + length) }
      if boundary.edge > 0 { span.bottom = min(span.bottom, whole.bottom - length) }
    }
    return span
  }

  /// Returns the part of the viewport inside the insets of the view.
  private func insetSpan(_ viewport: Rect) -> MainAxisSpan {
    let axis = configuration.scrollDirection
    // Limited to a finite range that exceeds every content, because pinned elements need a position even in an infinite
    // viewport.
    func edge(_ position: Double) -> Double { snap(position.isFinite ? min(max(-1e18, position), 1e18) : 0) }
    var span = stretch(from: edge(viewport.lower(axis)), to: edge(viewport.upper(axis)))
    if startInset > 0 { span.top = snap(span.top + Subpixels.pixels(startInset)) }
    if endInset > 0 { span.bottom = snap(span.bottom - Subpixels.pixels(endInset)) }
    return span
  }

  /// Returns the main-axis range of a rectangle, with positions that increase in reading order.
  func stretch(of rect: Rect) -> MainAxisSpan {
    stretch(from: rect.lower(configuration.scrollDirection), to: rect.upper(configuration.scrollDirection))
  }

  private func stretch(from low: Double, to high: Double) -> MainAxisSpan {
    runsBackwards ? MainAxisSpan(top: -high, bottom: -low) : MainAxisSpan(top: low, bottom: high)
  }

  /// Returns the unpinned frame of a section's boundary supplementary.
  func place(
    _ boundary: ResolvedBoundary, at index: Int, _ geometry: SectionGeometry, _ section: Int, from start: Int64
  ) -> LeafSlot {
    boundary.place(
      states.size(of: .edge(index), in: section), from: start, contentStart: geometry.startExtent,
      contentEnd: geometry.contentEnd, extent: geometry.extent)
  }

  /// Returns the frame of a section's boundary supplementary, moved if it is pinned.
  ///
  /// A supplementary pinned to the top stays at the top of the visible part until the end of the section's content
  /// reaches it and pushes it off. A supplementary pinned to the bottom stays at the bottom of the visible part, but
  /// not above the end of the space reserved at the section's start.
  func pinned(
    _ natural: Rect, _ boundary: ResolvedBoundary, _ geometry: SectionGeometry, from start: Int64, _ span: MainAxisSpan
  ) -> Rect {
    guard boundary.isPinned, boundary.edge != 0 else { return natural }
    return moved(natural) { y, length in
      if boundary.edge < 0 {
        return min(max(y, span.top), max(y, edge(start + geometry.contentEnd) - length))
      }
      return max(min(y, span.bottom - length), min(y, edge(start + geometry.startExtent)))
    }
  }

  /// Returns a rectangle moved along the main axis, without a change of its size in device pixels.
  /// - Parameter position: Returns the new start from the current start and the length. Both starts increase in reading
  ///   order.
  func moved(_ natural: Rect, _ position: (_ y: Double, _ length: Double) -> Double) -> Rect {
    let axis = configuration.scrollDirection
    let length = natural.size[axis]
    let y = runsBackwards ? -natural.upper(axis) : natural.lower(axis)
    let moved = position(y, length)
    var result = natural
    if moved != y { result.origin[axis] = runsBackwards ? -(moved + length) : moved }
    return result
  }

  /// Returns the unpinned frame of a list boundary.
  func place(ofListBoundary index: Int) -> LeafSlot {
    listBoundaries[index].place(
      listBoundarySizes[.edge(index)], from: startInset, contentStart: listBoundaryExtent(atStart: true) - startInset,
      contentEnd: contentExtent - listBoundaryExtent(atStart: false) - startInset,
      extent: contentExtent - startInset - endInset)
  }

  /// Returns the frame of a list boundary, moved if it is pinned: then it stays at its edge of the viewport throughout
  /// the content.
  func pinned(listBoundary natural: Rect, _ boundary: ResolvedBoundary, in viewport: Rect) -> Rect {
    guard boundary.isPinned, boundary.edge != 0 else { return natural }
    let whole = insetSpan(viewport)
    return moved(natural) { y, length in boundary.edge < 0 ? max(y, whole.top) : min(y, whole.bottom - length) }
  }

  /// Returns the key of a section's boundary supplementary.
  func key(_ boundary: ResolvedBoundary, at index: Int, in section: Int) -> LayoutElement.Key {
    switch boundary.kind {
    case .header: .header(section)
    case .footer: .footer(section)
    default: .init(kind: .boundary, section: section, slot: Int32(index))
    }
  }

  /// Returns the index of a boundary supplementary in the template. Nil if the template or the section has no
  /// supplementary with this key, or if the key belongs to a subsection.
  func boundaryIndex(_ key: LayoutElement.Key, in template: Template) -> Int? {
    let index: Int?
    switch key.kind {
    case .header: index = template.boundaries.firstIndex { $0.kind == .header }
    case .footer: index = template.boundaries.firstIndex { $0.kind == .footer }
    case .boundary:
      index = key.item == 0 && template.boundaries.indices.contains(Int(key.slot)) ? Int(key.slot) : nil
    default: index = nil
    }
    guard let index, states.has(template.boundaries[index], in: key.section) else { return nil }
    return index
  }

  /// Returns the frame of a section's decoration.
  func rect(of decoration: LayoutDecoration, _ geometry: SectionGeometry, from start: Int64) -> Rect {
    let insets = decoration.contentInsets.sane
    let (top, bottom) = (Subpixels.nearest(insets.top), Subpixels.nearest(insets.bottom))
    let width = innerEnvironment.container.width
    return rect(
      minX: insets.leading, maxX: max(insets.leading, width - insets.trailing), minY: start + top,
      maxY: max(start + top, start + geometry.extent - bottom))
  }
}

/// Elements that section layouts pin, and the extents of the viewport that pinned elements cover.
extension LayoutSolver {
  /// Returns the visible range of a section between its own pinned supplementaries, in the section's coordinates. The
  /// layout inside the section pins its elements to the edges of this range.
  /// - Parameter viewport: The viewport in the plane of the solver.
  func span(
    inside geometry: SectionGeometry, _ section: Int, from start: Int64, _ viewport: Rect, _ span: MainAxisSpan
  ) -> Stretch {
    var inside = span
    for (index, boundary) in geometry.template.boundaries.enumerated()
    where boundary.isPinned && boundary.extendsBoundary && states.has(boundary, in: section) {
      let natural = rect(of: place(boundary, at: index, geometry, section, from: start), from: 0)
      let covered = stretch(of: pinned(natural, boundary, geometry, from: start, span))
      if boundary.reservesStart { inside.top = max(inside.top, covered.bottom) }
      if boundary.reservesEnd { inside.bottom = min(inside.bottom, covered.top) }
    }
    let (lower, upper) = (position(ofEdge: inside.top) - start, position(ofEdge: inside.bottom) - start)
    return (lower..<max(lower, upper), columns(of: viewport))
  }

  /// Returns the frame of an element that a section's layout pinned, on device pixels.
  ///
  /// The frame has the size of the natural frame, and the edge by which the element is pinned is on a device pixel. If
  /// the layout changed more than the element's position on the main axis, the frame is as the layout gave it.
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

  /// Returns the extents at the start and the end of the viewport that insets of the view or pinned elements cover, in
  /// logical pixels.
  ///
  /// These elements are list boundaries, supplementaries of the given section, and elements that the layouts inside the
  /// section pin over the given item. Supplementaries that reserve no space do not count.
  /// - Complexity: O(1); in a section with subsections O(log *n*) for each level of nesting.
  package func pinnedExtents(inSection section: Int?, item: Int? = nil) -> (start: Double, end: Double) {
    var (around, own) = (ReservedExtents(), ReservedExtents())
    let insets = (start: Subpixels.pixels(startInset), end: Subpixels.pixels(endInset))
    for (index, boundary) in listBoundaries.enumerated() where boundary.isPinned && boundary.extendsBoundary {
      around.add(extent(ofListBoundary: index), edge: boundary.edge, offset: 0)
    }
    guard let section, states.indices.contains(section), let template = states.template(of: section) else {
      return (insets.start + Subpixels.pixels(around.start), insets.end + Subpixels.pixels(around.end))
    }
    for (index, boundary) in template.boundaries.enumerated()
    where boundary.isPinned && boundary.extendsBoundary && states.has(boundary, in: section) {
      own.add(boundary.extent(states.size(of: .edge(index), in: section)), edge: boundary.edge, offset: 0)
    }
    let (innerStart, innerEnd) = item.flatMap { arrangement(of: section)?.pinnedExtents(of: $0) } ?? (0, 0)
    let ancestors = item.map { pinnedExtent(ofAncestorsOf: $0, inSection: section) } ?? 0
    return (
      insets.start + Subpixels.pixels(around.start + own.start + ancestors) + innerStart,
      insets.end + Subpixels.pixels(around.end + own.end) + innerEnd
    )
  }
}
