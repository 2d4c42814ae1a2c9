import ScrollworkDiffing
import ScrollworkGeometry

/// Supplementaries and decorations inside the subsections, and the badges of the subsections themselves.
extension NestedArrangement {
  /// The slot of the first badge of a subsection itself; its boundary supplementaries have lower slots.
  private static let firstBadge = 1 << 16

  /// Converts a badge that the outer layout places to an attachment of the subsection that hosts it; nil if the host
  /// has no number.
  private func outward(_ badge: LayoutAttachment) -> LayoutAttachment? {
    let numbers = parts.partStarts
    guard case .cell(let part) = badge.host, numbers[part + 1] > numbers[part] else { return nil }
    return LayoutAttachment(host: .edge(part: numbers[part]), slot: Self.firstBadge + badge.slot)
  }

  /// Converts an attachment to a badge in the outer layout; nil if it is not a badge of a subsection.
  func badge(_ attachment: LayoutAttachment) -> LayoutAttachment? {
    guard case .edge(let number) = attachment.host, attachment.slot >= Self.firstBadge,
      let part = parts.part(ofPart: number), parts.partStarts[part] == number
    else { return nil }
    return LayoutAttachment(host: .cell(part), slot: attachment.slot - Self.firstBadge)
  }

  func forEachAttachment(
    in rect: Rect, pinnedIn viewport: Rect, _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {
    outer.forEachAttachment(in: rect, pinnedIn: viewport) { badge, place in
      if let attachment = outward(badge) { body(attachment, place) }
    }
    let kept = keptParts(in: viewport)
    for (part, frame) in kept {
      forEachAttachment(ofPart: part, at: frame.origin, (rect.union(viewport), viewport), body)
    }
    forEachPart(in: rect) { part, frame in
      guard !kept.contains(where: { $0.part == part }) else { return }
      let sight = sight(viewport, ofPart: part, at: frame, below: kept)
      forEachAttachment(ofPart: part, at: frame.origin, (rect, sight), body)
    }
  }

  /// Visits the attachments inside one subsection.
  /// - Parameter origin: The position at which the subsection is drawn.
  private func forEachAttachment(
    ofPart part: Int, at origin: Point, _ rects: (wanted: Rect, sight: Rect),
    _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {
    let (start, number) = (parts.starts[part], parts.partStarts[part])
    let own = outer.frame(of: part).origin
    parts[part].forEachAttachment(
      in: rects.wanted.offset(by: -origin), pinnedIn: rects.sight.offset(by: -origin)
    ) { attachment, place in
      body(
        attachment.shifted(cells: start, parts: number),
        LayoutAttachmentPlace(
          frame: place.frame.offset(by: origin), natural: place.natural.offset(by: own), zIndex: place.zIndex,
          depth: place.depth + 1))
    }
  }

  /// Returns the subsection that contains an attachment, and the attachment renumbered for that subsection.
  func find(_ attachment: LayoutAttachment) -> (part: Int, attachment: LayoutAttachment)? {
    let part =
      switch attachment.host {
      case .cell(let item): parts.part(of: item)
      case .background(let part), .edge(let part): parts.part(ofPart: part)
      }
    return part.map { ($0, attachment.shifted(cells: -parts.starts[$0], parts: -parts.partStarts[$0])) }
  }

  func frame(of attachment: LayoutAttachment, pinnedIn viewport: Rect?) -> Rect? {
    if let badge = badge(attachment) { return outer.frame(of: badge, pinnedIn: viewport) }
    guard let (part, own) = find(attachment) else { return nil }
    let frame = outer.frame(of: part)
    guard let viewport else { return parts[part].frame(of: own, pinnedIn: nil)?.offset(by: frame.origin) }
    let kept = keptParts(in: viewport)
    let origin = kept.first { $0.part == part }?.frame.origin
    let sight = origin == nil ? sight(viewport, ofPart: part, at: frame, below: kept) : viewport
    let place = origin ?? frame.origin
    return parts[part].frame(of: own, pinnedIn: sight.offset(by: -place))?.offset(by: place)
  }

  func kind(of attachment: LayoutAttachment) -> LayoutKind? {
    if let badge = badge(attachment) { return outer.kind(of: badge) }
    return find(attachment).flatMap { parts[$0.part].kind(of: $0.attachment) }
  }

  func attachment(_ kind: LayoutKind, of host: LayoutAttachment.Host) -> LayoutAttachment? {
    guard let (part, own) = find(LayoutAttachment(host: host, slot: 0)) else { return nil }
    if let found = parts[part].attachment(kind, of: own.host) {
      return found.shifted(cells: parts.starts[part], parts: parts.partStarts[part])
    }
    guard badge(LayoutAttachment(host: host, slot: Self.firstBadge)) != nil else { return nil }
    return outer.attachment(kind, of: .cell(part)).flatMap(outward)
  }

  func isFree(_ attachment: LayoutAttachment) -> (width: Bool, height: Bool) {
    if let badge = badge(attachment) { return outer.isFree(badge) }
    return find(attachment).map { parts[$0.part].isFree($0.attachment) } ?? (false, false)
  }

  func isMeasured(_ attachment: LayoutAttachment) -> Bool {
    if let badge = badge(attachment) { return outer.isMeasured(badge) }
    return find(attachment).map { parts[$0.part].isMeasured($0.attachment) } ?? true
  }

  /// Takes over the measured sizes of attachments from before an update. A size is kept if the attachment still has the
  /// same kind and width.
  mutating func takeMeasuredBeside(from old: NestedArrangement, _ mapping: PositionMapping) {
    for (attachment, size) in old.measuredBeside {
      guard let new = moved(attachment, from: old.parts, mapping), kind(of: new) == old.kind(of: attachment) else {
        continue
      }
      let isFree = isFree(new).width && old.isFree(attachment).width
      guard isFree || Self.areAsWide(frame(of: new, pinnedIn: nil), old.frame(of: attachment, pinnedIn: nil)) else {
        continue
      }
      _ = setMeasured(size, of: new)
    }
  }

  /// Returns whether the widths of two frames differ by less than a subpixel. Equal widths may differ a little, because
  /// each is the difference of two positions.
  static func areAsWide(_ a: Rect?, _ b: Rect?) -> Bool {
    guard let a, let b else { return a == b }
    return abs(a.width - b.width) < 1 / Subpixels.perPixel
  }

  /// Returns the attachment that an old one became in an update; nil if it no longer exists. A subsection is recognised
  /// by its first item.
  private func moved(
    _ attachment: LayoutAttachment, from old: NestedParts, _ mapping: PositionMapping
  ) -> LayoutAttachment? {
    if mapping.isIdentity, old.starts == parts.starts, old.partStarts == parts.partStarts { return attachment }
    switch attachment.host {
    case .cell(let item):
      return mapping.newPosition(ofOld: item).map { LayoutAttachment(host: .cell($0), slot: attachment.slot) }
    case .background(let number), .edge(let number):
      guard let before = old.part(ofPart: number), old.starts[before] < old.starts[before + 1],
        let first = mapping.newPosition(ofOld: old.starts[before]), let part = parts.part(of: first),
        parts.starts[part] == first
      else { return nil }
      return attachment.shifted(cells: 0, parts: parts.partStarts[part] - old.partStarts[before])
    }
  }

  /// Skips subsections that were not laid out: none of their items can be visible.
  func forEachHandledPart(_ body: (HandledPart) -> Void) {
    parts.forEachArranged { part, child in
      child.forEachHandledPart { body($0.shifted(cells: parts.starts[part], parts: parts.partStarts[part])) }
    }
  }
}

/// Subsections that are scroll containers.
extension NestedArrangement {
  /// The groups that place the subsections side by side on the cross axis; nil if the subsections are placed otherwise.
  var rowsAcross: RowsGeometry? { groups?.rowsAcross }

  /// Returns the index of the group in `rowsAcross` that contains an item; nil if there are no such groups.
  func groupAcross(of item: Int) -> Int? {
    guard let leaves = rowsAcross?.template.leafCount, leaves > 0, let part = parts.part(of: item) else { return nil }
    return part / leaves
  }

  func forEachScrollingPart(in rect: Rect, _ body: (ScrollingPart) -> Void) {
    guard mayScroll else { return }
    forEachPart(in: rect) { part, frame in
      parts[part].forEachScrollingPart(in: rect.offset(by: -frame.origin)) { body(outward($0, from: part)) }
    }
  }

  func forEachScrollingPart(holding item: Int, _ body: (ScrollingPart) -> Void) {
    guard mayScroll, let part = parts.part(of: item) else { return }
    parts[part].forEachScrollingPart(holding: item - parts.starts[part]) { body(outward($0, from: part)) }
  }

  func forEachScrollingPart(around number: Int, _ body: (ScrollingPart) -> Void) {
    guard mayScroll, let part = parts.part(ofPart: number) else { return }
    parts[part].forEachScrollingPart(around: number - parts.partStarts[part]) { body(outward($0, from: part)) }
  }

  func scrollingPart(_ number: Int) -> ScrollingPart? {
    parts.part(ofPart: number).flatMap { part in
      parts[part].scrollingPart(number - parts.partStarts[part]).map { outward($0, from: part) }
    }
  }

  private func outward(_ own: ScrollingPart, from part: Int) -> ScrollingPart {
    own.shifted(cells: parts.starts[part], parts: parts.partStarts[part])
      .placed(at: own.frame.offset(by: outer.frame(of: part).origin))
  }
}
