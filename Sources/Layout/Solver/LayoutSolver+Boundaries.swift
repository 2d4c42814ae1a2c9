import ScrollworkGeometry

/// Headers, footers and what else stands at edges.
extension LayoutSolver {
  /// The place of a boundary item across, and down in subpixels.
  struct BoundaryPlace {
    var minX: Double
    var width: Double
    var minY: Int64
    var extent: Int64
  }

  /// What of the list is seen, in inner subpixels, without what global boundary items that stay in sight cover.
  struct Sight {
    var top: Int64
    var bottom: Int64
  }

  func sight(_ viewport: Rect) -> Sight {
    let inner = inner(viewport)
    var sight = Sight(top: snapped(inner.minY), bottom: snapped(inner.maxY))
    for (index, boundary) in globals.enumerated() where boundary.isPinned {
      let extent = extent(ofGlobal: index)
      if boundary.edge < 0 { sight.top = max(sight.top, snapped(inner.minY) + extent) }
      if boundary.edge > 0 { sight.bottom = min(sight.bottom, snapped(inner.maxY) - extent) }
    }
    return sight
  }

  /// The natural place of a section's boundary item.
  func place(_ index: Int, _ geometry: SectionGeometry, _ state: SectionState, from start: Int64) -> BoundaryPlace {
    let boundary = geometry.template.boundaries[index]
    let extent = state.extent(boundary, at: index)
    let y: Int64 =
      switch (boundary.edge, boundary.extendsBoundary) {
      case (-1, true): 0
      case (-1, false): geometry.startExtent
      case (1, true): geometry.contentEnd
      case (1, false): geometry.contentEnd - extent
      default: (geometry.extent - extent) / 2
      }
    return BoundaryPlace(
      minX: boundary.minX, width: boundary.width, minY: start + y + boundary.offset, extent: extent)
  }

  /// Kept at the top of what is seen, but not past the end of the cells: the footer, or the next section, pushes it
  /// off; or kept at the bottom, but not above the end of what stands at the start.
  func pinned(
    _ place: BoundaryPlace, _ boundary: ResolvedBoundary, _ geometry: SectionGeometry, from start: Int64, _ sight: Sight
  ) -> BoundaryPlace {
    guard boundary.isPinned, boundary.edge != 0 else { return place }
    var result = place
    if boundary.edge < 0 {
      let limit = start + geometry.contentEnd - place.extent
      result.minY = min(max(place.minY, sight.top), max(place.minY, limit))
    } else {
      let limit = start + geometry.startExtent
      result.minY = max(min(place.minY, sight.bottom - place.extent), min(place.minY, limit))
    }
    return result
  }

  /// The natural place of what stands once before or after all sections.
  func place(ofGlobal index: Int) -> BoundaryPlace {
    let boundary = globals[index]
    let extent = extent(ofGlobal: index)
    let end = contentExtent - globalExtent(atStart: false)
    let y: Int64 =
      switch (boundary.edge, boundary.extendsBoundary) {
      case (-1, true): 0
      case (-1, false): globalExtent(atStart: true)
      case (1, true): end
      case (1, false): end - extent
      default: (contentExtent - extent) / 2
      }
    return BoundaryPlace(minX: boundary.minX, width: boundary.width, minY: y + boundary.offset, extent: extent)
  }

  /// Kept in sight along all of the content.
  func pinned(global place: BoundaryPlace, _ boundary: ResolvedBoundary, in viewport: Rect) -> BoundaryPlace {
    guard boundary.isPinned, boundary.edge != 0 else { return place }
    let inner = inner(viewport)
    var result = place
    result.minY =
      boundary.edge < 0
      ? max(place.minY, snapped(inner.minY)) : min(place.minY, snapped(inner.maxY) - place.extent)
    return result
  }

  func rect(of place: BoundaryPlace) -> Rect {
    rect(minX: place.minX, maxX: place.minX + place.width, minY: place.minY, maxY: place.minY + place.extent)
  }

  /// The key of a section's boundary item.
  func key(_ boundary: ResolvedBoundary, at index: Int, in section: Int) -> LayoutElement.Key {
    switch boundary.kind {
    case .header: .header(section)
    case .footer: .footer(section)
    default: .init(kind: .boundary, section: section, slot: Int32(index))
    }
  }

  /// The position of a section's boundary item in its template; nil if it has none of the key's kind.
  func boundaryIndex(_ key: LayoutElement.Key, in template: Template) -> Int? {
    let index: Int?
    switch key.kind {
    case .header: index = template.boundaries.firstIndex { $0.kind == .header }
    case .footer: index = template.boundaries.firstIndex { $0.kind == .footer }
    case .boundary: index = template.boundaries.indices.contains(Int(key.slot)) ? Int(key.slot) : nil
    default: index = nil
    }
    guard let index, states[key.section].has(template.boundaries[index]) else { return nil }
    return index
  }

  /// The place of a section's decoration.
  func rect(of decoration: LayoutDecoration, _ geometry: SectionGeometry, from start: Int64) -> Rect {
    let insets = decoration.contentInsets.sane
    let (top, bottom) = (Subpixels.nearest(insets.top), Subpixels.nearest(insets.bottom))
    let width = innerEnvironment.container.width
    return rect(
      minX: insets.leading, maxX: max(insets.leading, width - insets.trailing), minY: start + top,
      maxY: max(start + top, start + geometry.extent - bottom))
  }
}
