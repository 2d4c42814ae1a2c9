package import ScrollworkDiffing
package import ScrollworkGeometry

/// What scrolls by itself, across the direction of the list: sections, and sections in them.
extension LayoutSolver {
  /// What there is to know about a section that scrolls by itself; nil for others. One that nobody has come near yet is
  /// looked at just for this.
  /// - Complexity: O(log *S* + log *n*)
  package func orthogonal(_ section: Int) -> Orthogonal? {
    if let template = states.template(of: section), !template.isOrthogonal { return nil }
    let geometry = geometry(section)
    guard geometry.template.isOrthogonal else { return nil }
    return Orthogonal(geometry, offset: states.offset(of: section), viewport: innerEnvironment.container.width)
  }

  /// The same of a section in a section as well.
  package func orthogonal(_ site: ScrollSite) -> Orthogonal? {
    guard states.indices.contains(site.section) else { return nil }
    guard site.part > 0 else { return orthogonal(site.section) }
    return anyArrangement(of: site.section)?.scrollingPart(site.part - 1)?.scrolling
  }

  /// True if a section scrolls by itself.
  package func isOrthogonal(_ section: Int) -> Bool {
    states.template(of: section)?.isOrthogonal ?? false
  }

  /// True if anything in use scrolls by itself.
  package var hasOwnScrolling: Bool { hasOrthogonalSections || hasScrollingParts }

  /// True if anybody has ever scrolled it; what nobody has scrolled stands where it begins.
  package func isScrolled(_ site: ScrollSite) -> Bool {
    site.part > 0 ? states.partOffsets(of: site.section)[site.part] != nil : states.isScrolled(site.section)
  }

  /// How far a section is scrolled, whether its layout has it scroll now or not.
  package func orthogonalOffset(_ section: Int) -> Double { states.offset(of: section) }

  /// The same of a section in a section as well.
  package func orthogonalOffset(_ site: ScrollSite) -> Double {
    site.part > 0 ? states.partOffsets(of: site.section)[site.part] ?? 0 : states.offset(of: site.section)
  }

  /// How far it is scrolled what anybody has scrolled in a section.
  package func offsets(in section: Int) -> [(site: ScrollSite, offset: Double)] {
    var result = states.partOffsets(of: section).sorted { $0.key < $1.key }.map { part, offset in
      (site: ScrollSite(section: section, part: part), offset: offset)
    }
    if states.isScrolled(section) { result.append((ScrollSite(section: section), states.offset(of: section))) }
    return result
  }

  /// Scrolls a section by itself. The offset belongs to the section: it goes with it wherever an update moves it.
  /// - Returns: True if the section is another place now.
  package mutating func setOrthogonalOffset(_ offset: Double, section: Int) -> Bool {
    let offset = Subpixels.bounded(offset)
    states[section].isScrolled = true
    hasOwnOffsets = true
    guard states.offset(of: section) != offset else { return false }
    states[section].offset = offset
    return true
  }

  /// The same of a section in a section as well.
  package mutating func setOrthogonalOffset(_ offset: Double, of site: ScrollSite) -> Bool {
    guard site.part > 0 else { return setOrthogonalOffset(offset, section: site.section) }
    states[site.section].partOffsets[site.part] = Subpixels.bounded(offset)
    hasOwnOffsets = true
    let index = states.store(of: site.section)
    return index < 0 ? false : stores[Int(index)]?.arranged?.scrollPart(site.part - 1, to: offset) ?? false
  }

  /// A section that is laid out anew has its inner sections stand where they stood.
  mutating func restorePartOffsets(_ section: Int) {
    let (index, offsets) = (states.store(of: section), states.partOffsets(of: section))
    guard index >= 0, !offsets.isEmpty else { return }
    for (part, offset) in offsets { _ = stores[Int(index)]?.arranged?.scrollPart(part - 1, to: offset) }
  }

  // MARK: Where it is

  /// Where something is that scrolls by itself: between the sides of this its cells are seen.
  package func scrollFrame(of site: ScrollSite) -> Rect? {
    guard states.indices.contains(site.section) else { return nil }
    guard site.part > 0 else { return isOrthogonal(site.section) ? sectionFrame(site.section) : nil }
    let geometry = geometry(site.section)
    return geometry.store?.arranged?.scrollingPart(site.part - 1).map {
      rect(of: geometry.placed($0), from: start(of: site.section))
    }
  }

  /// Visits what scrolls by itself in a section and may be seen in a rectangle, the section itself and those in others
  /// behind those they are in.
  package func forEachScrollSite(
    inSection section: Int, _ visible: Rect, _ body: (_ site: ScrollSite, _ frame: Rect) -> Void
  ) {
    if isOrthogonal(section) { body(ScrollSite(section: section), sectionFrame(section)) }
    guard hasScrollingParts, states.template(of: section) != nil else { return }
    let (geometry, start, inner) = (geometry(section), start(of: section), inner(visible))
    geometry.forEachScrollingPart((relative(rows(of: inner), start), columns(of: inner))) { part, slot in
      body(ScrollSite(section: section, part: part.part + 1), rect(of: slot, from: start))
    }
  }

  /// What scrolls by itself in a section and lies at a place, the innermost first.
  package func scrollSites(inSection section: Int, at place: Point) -> [ScrollSite] {
    guard hasOwnScrolling, sectionFrame(section).contains(place) else { return [] }
    var sites: [ScrollSite] = isOrthogonal(section) ? [ScrollSite(section: section)] : []
    guard hasScrollingParts else { return sites }
    let inner = inner(Rect(origin: place, size: .zero))
    let (geometry, start) = (geometry(section), start(of: section))
    // What is cut off is not there.
    var missed: [Range<Int>] = []
    geometry.forEachScrollingPart((relative(rows(of: inner), start), columns(of: inner))) { part, slot in
      if missed.contains(where: { $0.contains(part.part) }) { return }
      if rect(of: slot, from: start).contains(place) {
        sites.append(ScrollSite(section: section, part: part.part + 1))
      } else {
        missed.append(part.parts)
      }
    }
    return sites.reversed()
  }

  /// Visits what scrolls by itself and takes a cell along, the outermost first. A section that nobody has come near yet
  /// is looked at just for this.
  package func forEachScrollSite(holding path: ElementPath, _ body: (ScrollSite) -> Void) {
    guard isSettled(path.section) else {
      let geometry = geometry(path.section)
      return forEachScrollSite(
        holding: path, isOrthogonal: geometry.template.isOrthogonal, geometry.store?.arranged, body)
    }
    guard hasOwnScrolling else { return }
    forEachScrollSite(
      holding: path, isOrthogonal: isOrthogonal(path.section),
      hasScrollingParts ? arrangement(of: path.section) : nil, body)
  }

  private func forEachScrollSite(
    holding path: ElementPath, isOrthogonal: Bool, _ arranged: (any LayoutArrangement)?, _ body: (ScrollSite) -> Void
  ) {
    if isOrthogonal { body(ScrollSite(section: path.section)) }
    arranged?.forEachScrollingPart(holding: path.item) {
      body(ScrollSite(section: path.section, part: $0.part + 1))
    }
  }

  /// True if something goes with what scrolls by itself.
  package func takesAlong(_ key: LayoutElement.Key, _ site: ScrollSite) -> Bool {
    guard key.section == site.section else { return false }
    guard site.part > 0 else { return isOrthogonal(key.section) && (key.host != nil || LayoutAttachment(key) != nil) }
    guard let part = arrangement(of: key.section)?.scrollingPart(site.part - 1) else { return false }
    return key.host.map { part.cells.contains($0.item) } ?? (key.item > 0 && part.parts.contains(key.item - 1))
  }

  /// What of the list a cell is seen in; nil where nothing but the list cuts it off.
  package func clip(of path: ElementPath) -> Rect? {
    guard hasScrollingParts, let arranged = arrangement(of: path.section) else { return nil }
    let (geometry, start) = (geometry(path.section), start(of: path.section))
    var clip: Rect?
    arranged.forEachScrollingPart(holding: path.item) { part in
      clip = self.clip(between: rect(of: geometry.placed(part), from: start), within: clip)
    }
    return clip
  }

  /// The same of anything that a layout places.
  package func clip(of key: LayoutElement.Key) -> Rect? {
    if let host = key.host { return clip(of: host) }
    guard hasScrollingParts, key.item > 0, LayoutAttachment(key) != nil, let arranged = arrangement(of: key.section)
    else { return nil }
    let (geometry, start) = (geometry(key.section), start(of: key.section))
    var clip: Rect?
    arranged.forEachScrollingPart(around: key.item - 1) { part in
      clip = self.clip(between: rect(of: geometry.placed(part), from: start), within: clip)
    }
    return clip
  }

  /// What lies between the sides of something that scrolls by itself. What sticks out of it above and below is seen.
  func clip(between frame: Rect, within outer: Rect?) -> Rect {
    let axis = configuration.scrollDirection
    var clip = frame
    clip.origin[axis] = -Self.endless
    clip.size[axis] = 2 * Self.endless
    return outer.map { $0.intersection(clip) } ?? clip
  }

  /// Nothing is further away, and there are fractions of pixels still.
  private static let endless = 1e12

  // MARK: Where it goes

  /// Where a section comes to rest at the end of a gesture.
  package func restingOffset(ofSection section: Int, projected: Double, velocity: Double, start: Double) -> Double {
    orthogonal(section)?.restingOffset(projected: projected, velocity: velocity, start: start) ?? 0
  }

  /// Where a section rests when a cell of it is brought in sight, moved as little as its behaviour allows.
  /// - Parameter base: Where it is on the way to; where it is, if nil.
  package func offset(showing item: Int, inSection section: Int, from base: Double? = nil) -> Double {
    offset(showing: ElementPath(section: section, item: item), of: ScrollSite(section: section), from: base) ?? 0
  }

  /// The same of a section in a section as well; nil where none of the two is there. What scrolls further in is shown as
  /// far as the cell can be seen in it.
  package func offset(showing path: ElementPath, of site: ScrollSite, from base: Double? = nil) -> Double? {
    guard states.indices.contains(path.section), path.item >= 0, path.item < itemCount(inSection: path.section) else {
      return nil
    }
    guard site.part > 0 else { return orthogonal(path.section)?.offset(showing: path.item, from: base) }
    guard let part = anyArrangement(of: path.section)?.scrollingPart(site.part - 1), part.cells.contains(path.item)
    else { return nil }
    return part.scrolling.offset(showing: path.item - part.cells.lowerBound, from: base)
  }

  /// Where a notch of the wheel takes a section: a group further where groups or pages count, else by `distance`.
  /// - Parameter base: Where it is on the way to; where it is, if nil.
  package func offset(
    after notches: Int, distance: Double, inSection section: Int, from base: Double? = nil
  ) -> Double {
    orthogonal(section)?.offset(after: notches, distance: distance, from: base) ?? 0
  }
}
