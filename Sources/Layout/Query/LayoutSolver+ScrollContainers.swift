package import ScrollworkDiffing
package import ScrollworkGeometry

/// Nested scroll containers, which scroll on the cross axis: sections and subsections.
extension LayoutSolver {
  /// Returns the scroll state of a section that scrolls on the cross axis; nil for other sections. If the layout is not
  /// resolved yet, it is resolved for this call and not kept.
  /// - Complexity: O(log *S* + log *n*)
  package func crossScroll(_ section: Int) -> CrossScrollMetrics? {
    if let template = states.template(of: section), !template.isOrthogonal { return nil }
    let geometry = geometry(section)
    guard geometry.template.isOrthogonal else { return nil }
    return CrossScrollMetrics(geometry, offset: states.offset(of: section), viewport: innerEnvironment.container.width)
  }

  /// Returns the scroll state of a nested scroll container, which is a section or a subsection.
  package func crossScroll(_ container: ScrollContainerID) -> CrossScrollMetrics? {
    guard states.indices.contains(container.section) else { return nil }
    guard container.subsection > 0 else { return crossScroll(container.section) }
    return anyArrangement(of: container.section)?.scrollingChild(container.subsection - 1)?.scrolling
  }

  /// Returns whether a section scrolls on the cross axis; false as long as its layout is not resolved.
  package func isOrthogonal(_ section: Int) -> Bool {
    states.template(of: section)?.isOrthogonal ?? false
  }

  /// Whether any resolved section or subsection may scroll on the cross axis.
  package var hasOwnScrolling: Bool { hasOrthogonalSections || hasScrollingChildren }

  /// Returns whether a scroll offset was ever set for a container; if not, the container is at its start.
  package func isScrolled(_ container: ScrollContainerID) -> Bool {
    container.subsection > 0
      ? states.subsectionOffsets(of: container.section)[container.subsection] != nil
      : states.isScrolled(container.section)
  }

  /// Returns the scroll offset of a section or subsection in logical pixels, even if its current layout does not
  /// scroll.
  package func crossOffset(_ container: ScrollContainerID) -> Double {
    container.subsection > 0
      ? states.subsectionOffsets(of: container.section)[container.subsection] ?? 0
      : states.offset(of: container.section)
  }

  /// Returns the recorded scroll offsets in a section, in logical pixels: those of its subsections in ascending order
  /// of their numbers, then its own.
  package func offsets(in section: Int) -> [(container: ScrollContainerID, offset: Double)] {
    var result = states.subsectionOffsets(of: section).sorted { $0.key < $1.key }.map { subsection, offset in
      (container: ScrollContainerID(section: section, subsection: subsection), offset: offset)
    }
    if states.isScrolled(section) { result.append((ScrollContainerID(section: section), states.offset(of: section))) }
    return result
  }

  /// Sets the cross-axis scroll offset of a section or subsection, in logical pixels. Updates keep it, wherever the
  /// section moves.
  /// - Returns: Whether the offset changed; false for a subsection whose section has not been laid out.
  package mutating func setCrossOffset(_ offset: Double, of container: ScrollContainerID) -> Bool {
    let offset = Subpixels.bounded(offset)
    hasOwnOffsets = true
    guard container.subsection > 0 else {
      defer { (states[container.section].offset, states[container.section].isScrolled) = (offset, true) }
      return states.offset(of: container.section) != offset
    }
    states[container.section].subsectionOffsets[container.subsection] = offset
    let index = states.store(of: container.section)
    return index < 0
      ? false : stores[Int(index)]?.arranged?.scrollSubsection(container.subsection - 1, to: offset) ?? false
  }

  /// Applies the recorded scroll offsets to the subsections of a section that was laid out again.
  mutating func restoreSubsectionOffsets(_ section: Int) {
    let (index, offsets) = (states.store(of: section), states.subsectionOffsets(of: section))
    guard index >= 0, !offsets.isEmpty else { return }
    for (subsection, offset) in offsets {
      _ = stores[Int(index)]?.arranged?.scrollSubsection(subsection - 1, to: offset)
    }
  }

  // MARK: Frames and clipping

  /// Returns the frame of a scroll container, in content coordinates; nil if there is none. Items inside it are visible
  /// only between the sides of this frame.
  package func scrollFrame(of container: ScrollContainerID) -> Rect? {
    guard states.indices.contains(container.section) else { return nil }
    guard container.subsection > 0 else {
      return isOrthogonal(container.section) ? sectionFrame(container.section) : nil
    }
    let geometry = geometry(container.section)
    return geometry.store?.arranged?.scrollingChild(container.subsection - 1).map {
      rect(of: geometry.placed($0), from: start(of: container.section))
    }
  }

  /// Visits the scroll containers of a section that may be visible in a rectangle: first the section itself, then its
  /// subsections. A container is visited before those inside it.
  package func forEachScrollContainer(
    inSection section: Int, _ visible: Rect, _ body: (_ container: ScrollContainerID, _ frame: Rect) -> Void
  ) {
    if isOrthogonal(section) { body(ScrollContainerID(section: section), sectionFrame(section)) }
    guard states.template(of: section) != nil else { return }
    forEachChild(ofSection: section, in: visible) {
      body(ScrollContainerID(section: section, subsection: $0.subsection + 1), $1)
    }
  }

  /// Visits the subsections of a section that are scroll containers and may intersect a rectangle, with their frames.
  private func forEachChild(
    ofSection section: Int, in visible: Rect, _ body: (_ child: ChildScope, _ frame: Rect) -> Void
  ) {
    guard hasScrollingChildren else { return }
    let (geometry, start, inner) = (geometry(section), start(of: section), inner(visible))
    geometry.forEachScrollingChild((relative(rows(of: inner), start), columns(of: inner))) {
      body($0, rect(of: $1, from: start))
    }
  }

  /// Returns the scroll containers of a section under a point in content coordinates, the innermost first.
  package func scrollContainers(inSection section: Int, at place: Point) -> [ScrollContainerID] {
    guard hasOwnScrolling, sectionFrame(section).contains(place) else { return [] }
    var containers: [ScrollContainerID] = isOrthogonal(section) ? [ScrollContainerID(section: section)] : []
    // A container that does not contain the point clips everything inside it, so its subsections are skipped.
    var missed: [Range<Int>] = []
    forEachChild(ofSection: section, in: Rect(origin: place, size: .zero)) { child, frame in
      if missed.contains(where: { $0.contains(child.subsection) }) { return }
      if frame.contains(place) {
        containers.append(ScrollContainerID(section: section, subsection: child.subsection + 1))
      } else {
        missed.append(child.subsections)
      }
    }
    return containers.reversed()
  }

  /// Visits the scroll containers that move an element when they scroll, the outermost first. If an item is in a
  /// section whose layout is not resolved yet, that layout is resolved for this call and not kept.
  package func forEachScrollContainer(takingAlong key: LayoutElement.Key, _ body: (ScrollContainerID) -> Void) {
    let unresolved = key.host == nil || isResolved(section: key.section) ? nil : geometry(key.section)
    guard unresolved != nil || hasOwnScrolling, key.isInArrangement else { return }
    if unresolved?.template.isOrthogonal ?? isOrthogonal(key.section) { body(ScrollContainerID(section: key.section)) }
    forEachContainer(of: key, in: unresolved.map { $0.store?.arranged } ?? arrangement(of: key.section)) {
      body(ScrollContainerID(section: key.section, subsection: $0.subsection + 1))
    }
  }

  /// Visits the scroll containers among the subsections that contain an element. A container does not contain its own
  /// supplementaries.
  private func forEachContainer(
    of key: LayoutElement.Key, in arranged: (any NestingArrangement)?, _ body: (ChildScope) -> Void
  ) {
    arranged?.forEachChild(.element(key)) {
      if key.host != nil || $0.subsection != key.item - 1 { body($0) }
    }
  }

  /// Returns whether an element moves when a container scrolls.
  package func takesAlong(_ key: LayoutElement.Key, _ container: ScrollContainerID) -> Bool {
    guard key.section == container.section else { return false }
    guard container.subsection > 0 else { return isOrthogonal(key.section) && key.isInArrangement }
    guard let child = arrangement(of: key.section)?.scrollingChild(container.subsection - 1) else { return false }
    return key.host.map { child.body.contains($0.item) }
      ?? (key.item > container.subsection && child.subsections.contains(key.item - 1))
  }

  /// Returns the part of the content in which an element is visible; nil if no nested scroll container inside its
  /// section clips it.
  package func clip(of key: LayoutElement.Key) -> Rect? {
    guard hasScrollingChildren, key.isInArrangement, let arranged = arrangement(of: key.section) else { return nil }
    let (geometry, start) = (geometry(key.section), start(of: key.section))
    var clip: Rect?
    forEachContainer(of: key, in: arranged) { child in
      clip = self.clip(between: rect(of: geometry.placed(child), from: start), within: clip)
    }
    return clip
  }

  /// Returns the part of the content that is visible through all of the given nested containers; nil if none of them
  /// clips.
  package func clip(inside containers: [ScrollContainerID]) -> Rect? {
    containers.reduce(nil) { clip, container in
      // A section is as wide as the list, so the list's own bounds clip its elements.
      guard container.subsection > 0, let frame = scrollFrame(of: container) else { return clip }
      return self.clip(between: frame, within: clip)
    }
  }

  /// Returns the part of `outer` between the cross-axis sides of a scroll container. On the main axis nothing is
  /// clipped, so overflow stays visible.
  func clip(between frame: Rect, within outer: Rect?) -> Rect {
    let axis = configuration.scrollDirection
    var clip = frame
    clip.origin[axis] = -Self.endless
    clip.size[axis] = 2 * Self.endless
    return outer.map { $0.intersection(clip) } ?? clip
  }

  /// Half the main-axis extent of a clip rectangle, in logical pixels: larger than every position, and small enough for
  /// fractions of a pixel to remain exact.
  private static let endless = 1e12

  // MARK: Resting and revealing offsets

  /// Returns the offset of a section or subsection that reveals an item. Nil if the item or the container does not
  /// exist, or if the item does not scroll with the container.
  ///
  /// If the item is in another container inside this one, the offset reveals the nearest position at which that
  /// container can show the item.
  /// - Parameter base: The offset to start from, such as the target of an animated scroll; nil stands for the current
  ///   offset.
  package func offset(showing path: ElementPath, of container: ScrollContainerID, from base: Double? = nil) -> Double? {
    guard states.indices.contains(path.section), path.item >= 0, path.item < itemCount(inSection: path.section) else {
      return nil
    }
    guard container.subsection > 0 else { return crossScroll(path.section)?.offset(showing: path.item, from: base) }
    guard let child = anyArrangement(of: path.section)?.scrollingChild(container.subsection - 1),
      child.body.contains(path.item)
    else { return nil }
    return child.scrolling?.offset(showing: path.item - child.body.lowerBound, from: base)
  }
}

/// Finds items beside the visible part of nested scroll containers.
extension LayoutSolver {
  /// Adds the items that lie just outside the visible part of nested scroll containers, at both sides. An item may be
  /// added twice.
  /// - Parameters:
  ///   - distance: The margin beyond both sides of each container, in logical pixels.
  ///   - visible: The part of the content in which to look for containers, in content coordinates.
  /// - Complexity: O(log *S* + log *n* + *k*)
  package func appendCells(aside distance: Double, in visible: Rect, to elements: inout [LayoutElement]) {
    guard hasScrollingChildren else { return }
    let inner = inner(visible)
    forEachSection(in: rows(of: inner)) { section, start, range in
      let stretch = (range: relative(range, start), across: columns(of: inner))
      geometry(section).forEachScrollingChild(stretch) { child, place in
        forEachCell(of: child, at: place, aside: distance, in: stretch.range) { item, slot in
          var element = LayoutElement(
            key: .init(kind: .item, section: section, item: item), frame: rect(of: slot, from: start))
          element.clip = clip(between: rect(of: place, from: start), within: nil)
          elements.append(element)
        }
      }
    }
  }

  /// Visits the items near a scroll container's visible part, up to a distance beyond both sides, with their frames in
  /// the section.
  /// - Parameters:
  ///   - place: The container's frame in its section.
  ///   - range: The part of the section to search, in subpixels.
  private func forEachCell(
    of child: ChildScope, at place: LeafSlot, aside distance: Double, in range: Range<Int64>,
    _ body: (_ item: Int, _ slot: LeafSlot) -> Void
  ) {
    guard let scrolling = child.scrolling else { return }
    let (viewport, geometry) = (scrolling.viewport, scrolling.geometry)
    let range = range.lowerBound - place.minY..<range.upperBound - place.minY
    func visit(_ sides: ClosedRange<Double>, where isBeside: (LeafSlot) -> Bool) {
      geometry.forEachSlot(in: range, across: sides) { slot in
        guard !slot.isGroup, isBeside(slot), slot.maxY > range.lowerBound, slot.minY < range.upperBound else { return }
        var slot = slot.shifted(by: place.minX)
        slot.minY += place.minY
        slot.maxY += place.minY
        body(child.body.lowerBound + slot.leaf, slot)
      }
    }
    // Two queries, because there may be many items between the sides, and none of them is wanted.
    let (start, end) = (-geometry.offset, geometry.bodyWidth - geometry.offset)
    if start < 0, distance > 0 { visit(-distance...0) { $0.maxX <= 0 && $0.maxX > -distance } }
    if end > viewport, distance > 0 {
      visit(viewport...viewport + distance) { $0.minX >= viewport && $0.minX < viewport + distance }
    }
  }
}

/// Identifies a nested scroll container, which is a section or a subsection that scrolls on the cross axis.
package struct ScrollContainerID: Hashable, Sendable {
  package var section: Int
  /// The number of a subsection, counted from 1; zero for the section itself.
  package var subsection: Int

  package init(section: Int, subsection: Int = 0) {
    self.section = section
    self.subsection = subsection
  }
}
