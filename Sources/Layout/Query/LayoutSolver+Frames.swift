package import ScrollworkDiffing
package import ScrollworkGeometry

/// Returns the frame of a given element.
extension LayoutSolver {
  /// Returns the frame of an item in content coordinates, at its section's current scroll offset.
  ///
  /// If the layout has no place for the item, the frame is empty and lies at the end of the places, or at their start
  /// if there are none.
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

  /// Returns the number of items that have a place in a section. It is smaller than the number of items if the layout
  /// is empty, or if the section would exceed the longest possible extent.
  package func placeCount(inSection section: Int) -> Int { geometry(section).itemCount }

  /// Returns the frame of a section's header without pinning; nil if the section has no header.
  package func headerFrame(_ section: Int) -> Rect? { frame(for: .header(section)) }

  /// Returns the frame of a section's footer without pinning; nil if the section has no footer.
  package func footerFrame(_ section: Int) -> Rect? { frame(for: .footer(section)) }

  /// Returns the frame of any element without pinning; nil if there is no such element.
  package func frame(for key: LayoutElement.Key) -> Rect? { frame(for: key, pinnedIn: nil) }

  /// Returns the frame of any element, with pinning in the given viewport; nil if there is no such element.
  /// - Parameter viewport: The visible part of the content, in content coordinates, less everything that other views
  ///   cover.
  package func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect) -> Rect? {
    frame(for: key, pinnedIn: Optional(viewport))
  }

  private func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect?) -> Rect? {
    if key.kind == .global { return frame(ofGlobal: Int(key.slot), pinnedIn: viewport) }
    guard key.section >= 0, key.section < states.count else { return nil }
    let (geometry, start) = (geometry(key.section), start(of: key.section))
    if let attachment = LayoutAttachment(key), geometry.rows == nil {
      guard let natural = geometry.slot(of: attachment, pinnedIn: nil) else { return nil }
      guard let viewport else { return rect(of: natural, from: start) }
      let seen = sight(inside: geometry, key.section, from: start, inner(viewport), sight(viewport))
      let place = geometry.slot(of: attachment, pinnedIn: seen) ?? natural
      return pinned(place, natural, from: start, seen.range)
    }
    switch key.kind {
    case .item:
      guard key.item >= 0, key.item < geometry.itemCount else { return nil }
      return itemFrame(
        ElementPath(section: key.section, item: key.item), geometry, from: start, pinnedIn: viewport)
    case .badge: return badgeFrame(key, geometry, from: start)
    case .decoration:
      guard key.item == 0, geometry.template.decorations.indices.contains(Int(key.slot)) else { return nil }
      return rect(of: geometry.template.decorations[Int(key.slot)], geometry, from: start)
    case .header, .footer, .boundary:
      guard let index = boundaryIndex(key, in: geometry.template) else { return nil }
      let natural = rect(of: place(index, geometry, key.section, from: start))
      guard let viewport else { return natural }
      return pinned(natural, geometry.template.boundaries[index], geometry, from: start, sight(viewport))
    case .global: return nil
    }
  }

  private func frame(ofGlobal index: Int, pinnedIn viewport: Rect?) -> Rect? {
    guard globals.indices.contains(index) else { return nil }
    let natural = rect(of: place(ofGlobal: index))
    return viewport.map { pinned(global: natural, globals[index], in: $0) } ?? natural
  }

  private func itemFrame(_ path: ElementPath, _ geometry: SectionGeometry, from start: Int64, pinnedIn viewport: Rect?)
    -> Rect
  {
    let natural = geometry.slot(of: path.item)
    var frame = rect(of: natural, from: start)
    guard let viewport, geometry.store?.arranged != nil else { return frame }
    let seen = sight(inside: geometry, path.section, from: start, inner(viewport), sight(viewport))
    geometry.forEachPinned(in: seen) { slot in
      if slot.leaf == path.item { frame = pinned(slot, natural, from: start, seen.range) }
    }
    return frame
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
    let frame = geometry.template.badges[Int(index)].frame(on: host, geometry.badges[host.leaf, index])
    return rect(minX: frame.minX, maxX: frame.maxX, minY: start + frame.minY, maxY: start + frame.maxY)
  }

  func relative(_ range: Range<Int64>, _ start: Int64) -> Range<Int64> {
    range.lowerBound - start..<range.upperBound - start
  }

  func rows(of inner: Rect, margin: Int64) -> Range<Int64> {
    let lower = snapped(inner.minY) - margin
    return lower..<max(lower, snapped(inner.maxY) + margin)
  }

  /// Returns the frame of a whole section with header, footer and insets, as wide as the container on the cross axis.
  /// - Complexity: O(log *S* + log *n*)
  package func sectionFrame(_ section: Int) -> Rect {
    let start = start(of: section)
    return rect(minX: 0, maxX: innerEnvironment.container.width, minY: start, maxY: start + geometry(section).extent)
  }

  /// Returns the arrangement of a section whose items are placed one by one. Nil for other sections, and for a section
  /// whose layout is not resolved.
  func arrangement(of section: Int) -> (any LayoutArrangement)? {
    let store = states.store(of: section)
    return store < 0 ? nil : stores[Int(store)]?.arranged
  }

  /// Returns the arrangement of a section whose items are placed one by one; nil for other sections. If the section is
  /// not resolved yet, the arrangement is made for this call and not kept.
  func anyArrangement(of section: Int) -> (any LayoutArrangement)? {
    isSettled(section) ? arrangement(of: section) : geometry(section).store?.arranged
  }

  /// Returns the key of the element that has the given category and kind, in a section or at an item; nil if the layout
  /// has none.
  /// - Parameter item: The host item of a badge. For decorations and boundary supplementaries, the number of a
  ///   subsection, or zero for the section itself.
  package func key(
    _ category: LayoutElement.Key.Kind, of kind: LayoutKind, section: Int, item: Int = 0
  ) -> LayoutElement.Key? {
    func key(_ index: Int?) -> LayoutElement.Key? {
      index.map { LayoutElement.Key(kind: category, section: section, item: item, slot: Int32($0)) }
    }
    if category == .global { return key(globals.firstIndex { $0.kind == kind }) }
    guard states.indices.contains(section), let template = states.template(of: section) else { return nil }
    let wanted = LayoutElement.Key(kind: category, section: section, item: item)
    if let host = LayoutAttachment(wanted)?.host, let arranged = arrangement(of: section) {
      return arranged.attachment(kind, of: host)?.key(inSection: section)
    }
    guard category == .badge || item == 0 else { return nil }
    switch category {
    case .decoration: return key(template.decorations.firstIndex { $0.kind == kind })
    case .badge: return key(template.badges.firstIndex { $0.kind == kind })
    case .boundary: return key(template.boundaries.firstIndex { $0.kind == kind })
    case .header, .footer:
      let found = LayoutElement.Key(kind: category, section: section)
      return boundaryIndex(found, in: template) == nil ? nil : found
    case .item, .global: return nil
    }
  }

  /// Returns the declared kind of a supplementary or decoration; nil for items.
  package func kind(of key: LayoutElement.Key) -> LayoutKind? {
    switch key.kind {
    case .item: return nil
    case .header: return .header
    case .footer: return .footer
    case .global: return globals.indices.contains(Int(key.slot)) ? globals[Int(key.slot)].kind : nil
    case .decoration, .badge, .boundary:
      guard states.indices.contains(key.section), let template = states.template(of: key.section) else { return nil }
      let index = Int(key.slot)
      if let attachment = LayoutAttachment(key), let arranged = arrangement(of: key.section) {
        return arranged.kind(of: attachment)
      }
      guard key.kind == .badge || key.item == 0 else { return nil }
      switch key.kind {
      case .decoration: return template.decorations.indices.contains(index) ? template.decorations[index].kind : nil
      case .badge: return template.badges.indices.contains(index) ? template.badges[index].kind : nil
      default: return template.boundaries.indices.contains(index) ? template.boundaries[index].kind : nil
      }
    }
  }
}
