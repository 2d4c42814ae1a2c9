import ScrollworkDiffing
import ScrollworkGeometry

/// Supplementaries and decorations inside the subsections, and the badges of the subsections themselves.
extension NestedArrangement {
  /// The slot of the first badge of a subsection itself; its boundary supplementaries have lower slots.
  private static let firstBadge: Int32 = 1 << 16

  /// Converts the key of a badge that the outer layout places to that of a supplementary of the host subsection; nil if
  /// the host has no number.
  private func outward(_ badge: LayoutElement.Key) -> LayoutElement.Key? {
    let numbers = subsections.subsectionStarts
    guard badge.kind == .badge, numbers[badge.item + 1] > numbers[badge.item] else { return nil }
    return .init(kind: .boundary, section: 0, item: numbers[badge.item] + 1, slot: Self.firstBadge + badge.slot)
  }

  /// Converts a key to that of a badge in the outer layout; nil if the element is not a badge of a subsection.
  func badge(_ key: LayoutElement.Key) -> LayoutElement.Key? {
    guard key.kind == .boundary, key.slot >= Self.firstBadge,
      let subsection = subsections.subsection(containing: key.item - 1),
      subsections.subsectionStarts[subsection] == key.item - 1
    else { return nil }
    return .init(kind: .badge, section: 0, item: subsection, slot: key.slot - Self.firstBadge)
  }

  func appendElements(in rect: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement]) {
    if !outer.placesOnlyItems { appendBadges(in: rect, pinnedIn: viewport, to: &elements) }
    let (kept, wide) = (keptSubsections(in: viewport), outer.queryRect(rect))
    for (subsection, frame) in kept {
      append(subsection, at: frame.origin, (wide.union(viewport), viewport), isKept: true, to: &elements)
    }
    forEachSubsection(in: rect) { subsection, frame in
      guard !kept.contains(where: { $0.subsection == subsection }) else { return }
      append(
        subsection, at: frame.origin, (wide, sight(viewport, ofSubsection: subsection, at: frame, below: kept)),
        to: &elements)
    }
  }

  private func appendBadges(in rect: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement]) {
    let first = elements.count
    outer.appendElements(in: rect, pinnedIn: viewport, to: &elements)
    elements.compact(from: first) { element in
      guard let key = outward(element.key) else { return false }
      element.key = key
      return true
    }
  }

  /// Appends the elements of one subsection.
  /// - Parameters:
  ///   - origin: The position at which the subsection is drawn.
  ///   - rects: The query rect, and the viewport for pinned elements.
  ///   - isKept: Whether the subsection is pinned.
  private func append(
    _ subsection: Int, at origin: Point, _ rects: (wanted: Rect, sight: Rect), isKept: Bool = false,
    to elements: inout [LayoutElement]
  ) {
    let (start, number) = (subsections.starts[subsection], subsections.subsectionStarts[subsection])
    let (first, own) = (elements.count, isKept ? outer.frame(of: subsection).origin : origin)
    subsections[subsection].appendElements(
      in: rects.wanted.offset(by: -origin), pinnedIn: rects.sight.offset(by: -origin), to: &elements)
    for index in first..<elements.count {
      elements[index].key = elements[index].key.shifted(cells: start, subsections: number)
      elements[index].frame = elements[index].frame.offset(by: origin)
      elements[index].natural = elements[index].natural.offset(by: own)
      elements[index].clip = elements[index].clip?.offset(by: origin)
      let isItem = elements[index].key.kind == .item
      if !isKept || !isItem { elements[index].depth += 1 }
      if isKept {
        elements[index].isPinned = true
        if isItem { elements[index].zIndex = 1 }
      }
    }
  }

  /// Returns the subsection that contains an element, and the key that the element has in it; nil if none does.
  func find(_ key: LayoutElement.Key) -> (subsection: Int, key: LayoutElement.Key)? {
    let subsection =
      key.host == nil ? subsections.subsection(containing: key.item - 1) : subsections.subsection(of: key.item)
    return subsection.map {
      ($0, key.shifted(cells: -subsections.starts[$0], subsections: -subsections.subsectionStarts[$0]))
    }
  }

  func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect?) -> Rect? {
    if let badge = badge(key) { return outer.frame(for: badge, pinnedIn: viewport) }
    guard let (subsection, own) = find(key) else { return nil }
    let frame = outer.frame(of: subsection)
    guard let viewport else { return subsections[subsection].frame(for: own, pinnedIn: nil)?.offset(by: frame.origin) }
    let kept = keptSubsections(in: viewport)
    let origin = kept.first { $0.subsection == subsection }?.frame.origin
    let sight = origin == nil ? sight(viewport, ofSubsection: subsection, at: frame, below: kept) : viewport
    let place = origin ?? frame.origin
    let pinned = subsections[subsection].frame(for: own, pinnedIn: sight.offset(by: -place))
    return (pinned ?? (origin == nil ? nil : subsections[subsection].frame(for: own, pinnedIn: nil)))?.offset(by: place)
  }

  func key(of kind: LayoutKind, beside key: LayoutElement.Key) -> LayoutElement.Key? {
    guard let (subsection, own) = find(key) else { return nil }
    if let found = subsections[subsection].key(of: kind, beside: own) {
      return found.shifted(cells: subsections.starts[subsection], subsections: subsections.subsectionStarts[subsection])
    }
    guard key.kind == .boundary, subsections.subsectionStarts[subsection] == key.item - 1 else { return nil }
    return outer.key(of: kind, beside: .init(kind: .badge, section: 0, item: subsection)).flatMap(outward)
  }

  /// Takes over the measured sizes of supplementaries from before an update. A size is kept if the supplementary has
  /// the same kind as before, and either has the same width or gets its width from its content.
  mutating func takeMeasuredBeside(from old: NestedArrangement, _ mapping: PositionMapping) {
    for (key, size) in old.measuredBeside {
      guard let new = moved(key, from: old.subsections, mapping) else { continue }
      let (properties, before) = (properties(of: new), old.properties(of: key))
      guard properties?.kind == before?.kind else { continue }
      let hasIntrinsicWidth = properties?.intrinsicAxes.width ?? false && before?.intrinsicAxes.width ?? false
      guard hasIntrinsicWidth || Self.areAsWide(frame(for: new, pinnedIn: nil), old.frame(for: key, pinnedIn: nil))
      else {
        continue
      }
      _ = setMeasured(size, for: new)
    }
  }

  /// Returns whether the widths of two frames differ by less than a subpixel. Equal widths may differ a little, because
  /// each is the difference of two positions.
  static func areAsWide(_ a: Rect?, _ b: Rect?) -> Bool {
    guard let a, let b else { return a == b }
    return abs(a.width - b.width) < 1 / Subpixels.perPixel
  }

  /// Returns the key of a supplementary after an update; nil if it no longer exists. Its subsection is identified by
  /// the first item.
  private func moved(
    _ key: LayoutElement.Key, from old: ChildSections, _ mapping: PositionMapping
  ) -> LayoutElement.Key? {
    if mapping.isIdentity, old.starts == subsections.starts, old.subsectionStarts == subsections.subsectionStarts {
      return key
    }
    if key.host != nil {
      return mapping.newPosition(ofOld: key.item).map { key.shifted(cells: $0 - key.item, subsections: 0) }
    }
    guard let before = old.subsection(containing: key.item - 1), old.starts[before] < old.starts[before + 1],
      let first = mapping.newPosition(ofOld: old.starts[before]), let subsection = subsections.subsection(of: first),
      subsections.starts[subsection] == first
    else { return nil }
    return key.shifted(cells: 0, subsections: subsections.subsectionStarts[subsection] - old.subsectionStarts[before])
  }
}

/// Subsections that are scroll containers.
extension NestedArrangement {
  /// The groups that place the subsections side by side on the cross axis; nil if the subsections are placed otherwise.
  var rowsAcross: RowsGeometry? { groups?.ownRowsAcross }

  /// Returns the index of the group in `rowsAcross` that contains an item; nil if there are no such groups.
  func groupAcross(of item: Int) -> Int? {
    guard let leaves = rowsAcross?.template.leafCount, leaves > 0, let subsection = subsections.subsection(of: item)
    else { return nil }
    return subsection / leaves
  }

  func forEachChild(_ query: ChildScope.Query, _ body: (ChildScope) -> Void) {
    func visit(_ subsection: Int, _ query: ChildScope.Query) {
      subsections[subsection].forEachChild(query) {
        let frame = $0.frame.offset(by: outer.frame(of: subsection).origin)
        body(
          $0.placed(
            at: frame, cells: subsections.starts[subsection], subsections: subsections.subsectionStarts[subsection]))
      }
    }
    switch query {
    // No item of a subsection that was not laid out can be visible.
    case .handlers:
      for subsection in subsections.indices where subsections.isArranged(subsection) { visit(subsection, query) }
    case _ where !mayScroll: break
    case .rect(let rect): forEachSubsection(in: rect) { visit($0, .rect(rect.offset(by: -$1.origin))) }
    case .element(let key): if let (subsection, own) = find(key) { visit(subsection, .element(own)) }
    }
  }
}
