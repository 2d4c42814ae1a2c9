package import ScrollworkDiffing
package import ScrollworkGeometry

/// Finds the frames of given items, elements and sections.
extension LayoutSolver {
  /// Returns the frame of an item in content coordinates, at its section's current scroll offset.
  ///
  /// If the layout does not place the item, the frame is empty. It then lies at the end of the section's items, or
  /// where they would start if no item is placed.
  /// - Complexity: O(log *S* + log *n*), in groups of several measured items O(log *S* + *L* log *n*).
  package func frame(of path: ElementPath) -> Rect {
    let geometry = geometry(path.section)
    precondition(path.item >= 0, "\(path)")
    let start = start(of: path.section)
    guard path.item < geometry.itemCount else {
      let end = geometry.itemCount > 0 ? geometry.contentEnd : geometry.bodyStart
      return rect(of: LeafSlot(leaf: path.item, minX: 0, maxX: 0, minY: end, maxY: end), from: start)
    }
    return rect(of: geometry.slot(of: path.item), from: start)
  }

  /// Returns the number of items that a section's layout places. It is smaller than the number of items if the layout
  /// is empty, or if the section would exceed the longest possible extent.
  package func placeCount(inSection section: Int) -> Int { geometry(section).itemCount }

  /// Returns whether there is an item at a path.
  package func contains(_ path: ElementPath) -> Bool {
    path.section >= 0 && path.section < states.count && path.item >= 0
      && path.item < states.itemCount(of: path.section)
  }

  /// Returns the frame of any element; nil if there is no such element.
  /// - Parameter viewport: The rectangle to which elements are pinned, in content coordinates: the visible part less
  ///   everything that other views cover. Nil for the frame without pinning.
  package func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect? = nil) -> Rect? {
    if key.kind == .listBoundary { return frame(ofListBoundary: Int(key.slot), pinnedIn: viewport) }
    guard key.section >= 0, key.section < states.count else { return nil }
    let (geometry, start) = (geometry(key.section), start(of: key.section))
    if key.kind == .item, key.item < 0 || key.item >= geometry.itemCount { return nil }
    if geometry.template.rows == nil, key.isInArrangement, let arranged = geometry.store?.arranged {
      return frame(for: key.inSection(0), arranged, geometry, key.section, from: start, pinnedIn: viewport)
    }
    switch key.kind {
    case .item:
      let natural = rect(of: geometry.slot(of: key.item), from: start)
      guard let viewport, let shape = states.outline(of: key.section) else { return natural }
      return pinnedFrame(of: key, shape, geometry, from: start, viewport) ?? natural
    case .badge: return badgeFrame(key, geometry, from: start)
    case .decoration:
      guard key.item == 0, geometry.template.decorations.indices.contains(Int(key.slot)) else { return nil }
      return rect(of: geometry.template.decorations[Int(key.slot)], geometry, from: start)
    case .header, .footer, .boundary:
      guard let index = boundaryIndex(key, in: geometry.template) else { return nil }
      let boundary = geometry.template.boundaries[index]
      let natural = rect(of: place(boundary, at: index, geometry, key.section, from: start), from: 0)
      guard let viewport else { return natural }
      return pinned(natural, boundary, geometry, from: start, span(viewport))
    case .listBoundary: return nil
    }
  }

  private func frame(ofListBoundary index: Int, pinnedIn viewport: Rect?) -> Rect? {
    guard listBoundaries.indices.contains(index) else { return nil }
    let natural = rect(of: place(ofListBoundary: index), from: 0)
    return viewport.map { pinned(listBoundary: natural, listBoundaries[index], in: $0) } ?? natural
  }

  /// Returns the frame of an element that an arrangement places.
  private func frame(
    for key: LayoutElement.Key, _ arranged: any NestingArrangement, _ geometry: SectionGeometry, _ section: Int,
    from start: Int64, pinnedIn viewport: Rect?
  ) -> Rect? {
    func place(_ seen: Rect?) -> LeafSlot? {
      arranged.frame(for: key, pinnedIn: seen).map { geometry.placed(LeafSlot(leaf: 0, $0)) }
    }
    guard let natural = place(nil) else { return nil }
    guard let viewport else { return rect(of: natural, from: start) }
    let seen = span(inside: geometry, section, from: start, inner(viewport), span(viewport))
    guard let place = place(geometry.arranged(seen)) else { return rect(of: natural, from: start) }
    return pinned(place, natural, from: start, seen.range)
  }

  private func badgeFrame(_ key: LayoutElement.Key, _ geometry: SectionGeometry, from start: Int64) -> Rect? {
    guard geometry.template.badges.indices.contains(Int(key.slot)), key.item >= 0, key.item < geometry.itemCount,
      let rows = geometry.rows
    else { return nil }
    let row = rows.row(ofItem: key.item)
    let top = rows.start(ofRow: row)
    var result: Rect?
    rows.forEachSlot(ofRow: row, startingAt: top) { slot in
      guard slot.leaf == key.item, slot.badges.contains(key.slot) else { return }
      let host = geometry.placed(geometry.template.isOrthogonal ? slot.transposed : slot)
      result = rect(ofBadge: key.slot, on: host, geometry, from: start)
    }
    return result
  }

  func rect(ofBadge index: Int32, on host: LeafSlot, _ geometry: SectionGeometry, from start: Int64) -> Rect {
    let frame = geometry.template.badges[Int(index)].frame(
      on: host, geometry.measured[.badge(item: host.leaf, slot: index)])
    return rect(minX: frame.minX, maxX: frame.maxX, minY: start + frame.minY, maxY: start + frame.maxY)
  }

  func relative(_ range: Range<Int64>, _ start: Int64) -> Range<Int64> {
    range.lowerBound - start..<range.upperBound - start
  }

  /// Returns the frame of a whole section with header, footer and insets, as wide as the container on the cross axis.
  /// - Complexity: O(log *S* + log *n*)
  package func sectionFrame(_ section: Int) -> Rect {
    let start = start(of: section)
    return rect(minX: 0, maxX: innerEnvironment.container.width, minY: start, maxY: start + geometry(section).extent)
  }

  /// Returns the arrangement of a section whose items are placed one by one. Nil for other sections, and for a section
  /// whose layout is not resolved.
  func arrangement(of section: Int) -> (any NestingArrangement)? {
    let store = states.store(of: section)
    return store < 0 ? nil : stores[Int(store)]?.arranged
  }

  /// Returns the arrangement of a section whose items are placed one by one; nil for other sections. If the section is
  /// not resolved yet, the arrangement is made for this call and not kept.
  func anyArrangement(of section: Int) -> (any NestingArrangement)? {
    isResolved(section: section) ? arrangement(of: section) : geometry(section).store?.arranged
  }
}
