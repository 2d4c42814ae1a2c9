import ScrollworkDiffing
import ScrollworkGeometry

/// Supplementaries and decorations inside the subsections, and the badges of the subsections themselves.
extension NestedArrangement {
  /// The slot of the first badge of a subsection itself; its boundary supplementaries have lower slots.
  private static let firstBadge: Int32 = 1 << 16

  /// Converts the key of a badge that the outer layout places to that of a supplementary of the host subsection; nil if
  /// the host has no number.
  private func outward(_ badge: LayoutElement.Key) -> LayoutElement.Key? {
    let numbers = parts.partStarts
    guard badge.kind == .badge, numbers[badge.item + 1] > numbers[badge.item] else { return nil }
    return .init(kind: .boundary, section: 0, item: numbers[badge.item] + 1, slot: Self.firstBadge + badge.slot)
  }

  /// Converts a key to that of a badge in the outer layout; nil if the element is not a badge of a subsection.
  func badge(_ key: LayoutElement.Key) -> LayoutElement.Key? {
    guard key.kind == .boundary, key.slot >= Self.firstBadge, let part = parts.part(ofPart: key.item - 1),
      parts.partStarts[part] == key.item - 1
    else { return nil }
    return .init(kind: .badge, section: 0, item: part, slot: key.slot - Self.firstBadge)
  }

  func appendElements(in rect: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement]) {
    if !outer.placesOnlyItems { appendBadges(in: rect, pinnedIn: viewport, to: &elements) }
    let (kept, wide) = (keptParts(in: viewport), outer.queryRect(rect))
    for (part, frame) in kept {
      append(part, at: frame.origin, (wide.union(viewport), viewport), isKept: true, to: &elements)
    }
    forEachPart(in: rect) { part, frame in
      guard !kept.contains(where: { $0.part == part }) else { return }
      append(part, at: frame.origin, (wide, sight(viewport, ofPart: part, at: frame, below: kept)), to: &elements)
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
    _ part: Int, at origin: Point, _ rects: (wanted: Rect, sight: Rect), isKept: Bool = false,
    to elements: inout [LayoutElement]
  ) {
    let (start, number) = (parts.starts[part], parts.partStarts[part])
    let (first, own) = (elements.count, isKept ? outer.frame(of: part).origin : origin)
    parts[part].appendElements(
      in: rects.wanted.offset(by: -origin), pinnedIn: rects.sight.offset(by: -origin), to: &elements)
    for index in first..<elements.count {
      elements[index].key = elements[index].key.shifted(cells: start, parts: number)
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

  /// Returns the subsection that contains an element, and the element's key there.
  func find(_ key: LayoutElement.Key) -> (part: Int, key: LayoutElement.Key)? {
    let part = key.host == nil ? parts.part(ofPart: key.item - 1) : parts.part(of: key.item)
    return part.map { ($0, key.shifted(cells: -parts.starts[$0], parts: -parts.partStarts[$0])) }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    forEachPinnedElement(in: viewport, body)
  }

  func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect?) -> Rect? {
    if let badge = badge(key) { return outer.frame(for: badge, pinnedIn: viewport) }
    guard let (part, own) = find(key) else { return nil }
    let frame = outer.frame(of: part)
    guard let viewport else { return parts[part].frame(for: own, pinnedIn: nil)?.offset(by: frame.origin) }
    let kept = keptParts(in: viewport)
    let origin = kept.first { $0.part == part }?.frame.origin
    let sight = origin == nil ? sight(viewport, ofPart: part, at: frame, below: kept) : viewport
    let place = origin ?? frame.origin
    let pinned = parts[part].frame(for: own, pinnedIn: sight.offset(by: -place))
    return (pinned ?? (origin == nil ? nil : parts[part].frame(for: own, pinnedIn: nil)))?.offset(by: place)
  }

  func key(of kind: LayoutKind, beside key: LayoutElement.Key) -> LayoutElement.Key? {
    guard let (part, own) = find(key) else { return nil }
    if let found = parts[part].key(of: kind, beside: own) {
      return found.shifted(cells: parts.starts[part], parts: parts.partStarts[part])
    }
    guard key.kind == .boundary, parts.partStarts[part] == key.item - 1 else { return nil }
    return outer.key(of: kind, beside: .init(kind: .badge, section: 0, item: part)).flatMap(outward)
  }

  /// Takes over the measured sizes of supplementaries from before an update. A size is kept if the supplementary has
  /// the same kind as before, and either has the same width or gets its width from its content.
  mutating func takeMeasuredBeside(from old: NestedArrangement, _ mapping: PositionMapping) {
    for (key, size) in old.measuredBeside {
      guard let new = moved(key, from: old.parts, mapping) else { continue }
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

  /// Returns the key that a supplementary has after an update; nil if it no longer exists. A subsection is recognised
  /// by its first item.
  private func moved(
    _ key: LayoutElement.Key, from old: ChildSections, _ mapping: PositionMapping
  ) -> LayoutElement.Key? {
    if mapping.isIdentity, old.starts == parts.starts, old.partStarts == parts.partStarts { return key }
    if key.host != nil {
      return mapping.newPosition(ofOld: key.item).map { key.shifted(cells: $0 - key.item, parts: 0) }
    }
    guard let before = old.part(ofPart: key.item - 1), old.starts[before] < old.starts[before + 1],
      let first = mapping.newPosition(ofOld: old.starts[before]), let part = parts.part(of: first),
      parts.starts[part] == first
    else { return nil }
    return key.shifted(cells: 0, parts: parts.partStarts[part] - old.partStarts[before])
  }
}

/// Subsections that are scroll containers.
extension NestedArrangement {
  /// The groups that place the subsections side by side on the cross axis; nil if the subsections are placed otherwise.
  var rowsAcross: RowsGeometry? { groups?.ownRowsAcross }

  /// Returns the index of the group in `rowsAcross` that contains an item; nil if there are no such groups.
  func groupAcross(of item: Int) -> Int? {
    guard let leaves = rowsAcross?.template.leafCount, leaves > 0, let part = parts.part(of: item) else { return nil }
    return part / leaves
  }

  func forEachChild(_ query: ChildScope.Query, _ body: (ChildScope) -> Void) {
    func visit(_ part: Int, _ query: ChildScope.Query) {
      parts[part].forEachChild(query) {
        let frame = $0.frame.offset(by: outer.frame(of: part).origin)
        body($0.placed(at: frame, cells: parts.starts[part], parts: parts.partStarts[part]))
      }
    }
    switch query {
    // No item of a subsection that was not laid out can be visible.
    case .handlers: for part in parts.indices where parts.isArranged(part) { visit(part, query) }
    case _ where !mayScroll: break
    case .rect(let rect): forEachPart(in: rect) { visit($0, .rect(rect.offset(by: -$1.origin))) }
    case .item(let item): if let part = parts.part(of: item) { visit(part, .item(item - parts.starts[part])) }
    case .subsection(let number):
      if let part = parts.part(ofPart: number) { visit(part, .subsection(number - parts.partStarts[part])) }
    }
  }
}
