package import ScrollworkDiffing
package import ScrollworkGeometry

/// Where a given element is.
extension LayoutSolver {
  /// The place of a cell in content coordinates.
  /// - Complexity: O(log *S* + log *n*), in groups of several measured cells O(log *S* + *L* log *n*).
  package func frame(of path: ElementPath) -> Rect {
    let geometry = geometry(path.section)
    precondition(path.item >= 0 && path.item < geometry.itemCount, "\(path) of \(geometry.itemCount) cells")
    let start = extents.sum(before: path.section) + geometry.rowsStart
    return rect(of: geometry.slot(of: path.item), from: start)
  }

  /// The natural place of a section's header; nil if it has none.
  package func headerFrame(_ section: Int) -> Rect? {
    guard states[section].hasHeader else { return nil }
    return headerFrame(geometry(section), from: extents.sum(before: section))
  }

  /// The natural place of a section's footer; nil if it has none.
  package func footerFrame(_ section: Int) -> Rect? {
    guard states[section].hasFooter else { return nil }
    return footerFrame(geometry(section), from: extents.sum(before: section))
  }

  /// The natural place of any element; nil if there is no such element.
  package func frame(for key: LayoutElement.Key) -> Rect? {
    guard key.section >= 0, key.section < states.count else { return nil }
    switch key.kind {
    case .header: return headerFrame(key.section)
    case .footer: return footerFrame(key.section)
    case .item:
      guard key.item >= 0, key.item < states[key.section].itemCount else { return nil }
      return frame(of: ElementPath(section: key.section, item: key.item))
    }
  }

  /// The place of any element when `viewport` is seen: headers and footers that are kept in sight are there.
  /// - Parameter viewport: In content coordinates, without what covers the content.
  package func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect) -> Rect? {
    switch key.kind {
    case .item: return frame(for: key)
    case .header:
      guard let natural = headerFrame(key.section) else { return nil }
      return pinnedHeader(natural, geometry(key.section), from: extents.sum(before: key.section), in: viewport)
    case .footer:
      guard let natural = footerFrame(key.section) else { return nil }
      return pinnedFooter(natural, geometry(key.section), from: extents.sum(before: key.section), in: viewport)
    }
  }

  /// The whole section with header, footer and insets, as wide as the container.
  /// - Complexity: O(log *S* + log *n*)
  package func sectionFrame(_ section: Int) -> Rect {
    let start = extents.sum(before: section)
    return rect(
      minX: 0, maxX: environment.container.width, minY: start, maxY: start + geometry(section).extent)
  }

  func rect(of slot: LeafSlot, from start: Int64) -> Rect {
    rect(minX: slot.minX, maxX: slot.maxX, minY: start + slot.minY, maxY: start + slot.maxY)
  }

  func headerFrame(_ geometry: SectionGeometry, from start: Int64) -> Rect {
    let header = geometry.template.header
    return rect(
      minX: header.minX, maxX: header.minX + header.width, minY: start, maxY: start + geometry.headerExtent)
  }

  func footerFrame(_ geometry: SectionGeometry, from start: Int64) -> Rect {
    let footer = geometry.template.footer
    let minY = start + geometry.footerStart
    return rect(
      minX: footer.minX, maxX: footer.minX + footer.width, minY: minY, maxY: minY + geometry.footerExtent)
  }

  /// Kept at the top of the viewport, but not past the end of the cells: the footer, or the next section, pushes it
  /// off.
  func pinnedHeader(_ natural: Rect, _ geometry: SectionGeometry, from start: Int64, in viewport: Rect) -> Rect {
    guard geometry.template.header.isPinned else { return natural }
    let limit = snapped(Subpixels.pixels(start + geometry.footerStart)) - natural.height
    let y = min(max(natural.minY, snapped(viewport.minY)), max(natural.minY, limit))
    return Rect(origin: Point(x: natural.minX, y: y), size: natural.size)
  }

  /// Kept at the bottom of the viewport, but not above the end of the header.
  func pinnedFooter(_ natural: Rect, _ geometry: SectionGeometry, from start: Int64, in viewport: Rect) -> Rect {
    guard geometry.template.footer.isPinned else { return natural }
    let limit = snapped(Subpixels.pixels(start + geometry.headerExtent))
    let y = max(min(natural.minY, snapped(viewport.maxY) - natural.height), min(natural.minY, limit))
    return Rect(origin: Point(x: natural.minX, y: y), size: natural.size)
  }

  private func snapped(_ edge: Double) -> Double {
    guard edge.isFinite else { return edge }
    return (edge * environment.scale + 0.5).rounded(.down) / environment.scale
  }
}
