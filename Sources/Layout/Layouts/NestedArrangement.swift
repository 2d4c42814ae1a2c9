import ScrollworkDiffing
import ScrollworkGeometry

/// Where a ``NestedLayout`` has put its parts, and they their cells.
struct NestedArrangement: LayoutArrangement {
  private let layout: NestedLayout
  private let items: LayoutItems
  private var children: [any LayoutArrangement] = []
  private var outer: any LayoutArrangement
  /// The first cell of each part, and the number of all.
  private var starts: [Int] = [0]
  /// How many sections come before those in each part.
  private var partStarts: [Int] = [0]
  private(set) var overhang = 0.0
  /// The parts that have no extent and yet something that sticks out of them.
  private var flatParts: [Int] = []
  /// True if a part may scroll by itself.
  private let mayScroll: Bool
  /// What contents have said.
  private var measured: [Int: Size] = [:]

  init(layout: NestedLayout, items: LayoutItems) {
    self.layout = layout
    self.items = items
    mayScroll = layout.mayScroll
    var rooms: [Double] = []
    for (index, part) in layout.parts.enumerated() {
      let start = starts[starts.count - 1]
      let end = min(items.count, start + min(items.count, max(0, part.count)))
      let room = layout.declaredSize(of: index, in: items.container).width ?? items.container.width
      rooms.append(room)
      children.append(
        part.layout.arrange(items.part(start..<end, in: Size(width: room, height: items.container.height))))
      starts.append(end)
      partStarts.append(partStarts[partStarts.count - 1] + part.partCount)
    }
    outer = Self.place(children, layout, items)
    narrow(from: rooms)
    noteOverhang()
  }

  /// The same cells and others in what may be another layout: what was measured goes where its cell went, if that is as
  /// wide.
  /// - Complexity: O(*m* log *n*) in the number of measured cells.
  init(layout: NestedLayout, items: LayoutItems, keeping old: NestedArrangement, _ mapping: PositionMapping) {
    self.init(layout: layout, items: items)
    for (item, size) in old.measured {
      guard let new = mapping.newPosition(ofOld: item), let part = part(of: new) else { continue }
      let position = new - starts[part]
      guard children[part].isFree(position).width || frame(of: new).width == old.frame(of: item).width else { continue }
      measured[new] = size
      _ = children[part].setMeasured(size, of: position)
    }
    placeParts()
  }

  private mutating func placeParts() {
    outer = Self.place(children, layout, items)
    noteOverhang()
  }

  /// A part is of another size.
  private mutating func place(_ part: Int) {
    guard layout.placesByGroups else { return placeParts() }
    _ = outer.setMeasured(children[part].contentSize, of: part)
    noteOverhang()
  }

  /// What sticks out of a part, and what of a part sticks out of the place it got.
  private mutating func noteOverhang() {
    overhang = children.indices.reduce(outer.overhang) { most, part in
      let child = children[part]
      return max(most, child.overhang + max(0, child.contentSize.height - outer.frame(of: part).height))
    }
    flatParts = overhang > 0 ? children.indices.filter { outer.frame(of: $0).isEmpty } : []
  }

  private static func place(
    _ children: [any LayoutArrangement], _ layout: NestedLayout, _ items: LayoutItems
  ) -> any LayoutArrangement {
    let sizes = children.indices.map { part in
      let (content, declared) = (
        children[part].contentSize, layout.declaredSize(of: part, in: items.container)
      )
      return Size(width: declared.width ?? content.width, height: declared.height ?? content.height)
    }
    var parts = LayoutItems(
      count: children.count, container: items.container, scale: items.scale,
      sizes: .provided(key: 0) { part, _ in sizes[part] })
    parts.hasAllSizes = true
    parts.traits = items.traits
    parts.isMirroredAround = items.isMirroredAround
    var outer = layout.layout.arrange(parts)
    if layout.placesByGroups {
      for part in sizes.indices { _ = outer.setMeasured(sizes[part], of: part) }
    }
    return outer
  }

  /// Lays out in their own width the parts that got another one than they were laid out in.
  private mutating func narrow(from rooms: [Double]) {
    var isMoved = false
    for (index, part) in layout.parts.enumerated() {
      let width = outer.frame(of: index).width
      guard width != rooms[index], decidesWidth(width, ofPart: index) else { continue }
      let room = Size(width: width, height: items.container.height)
      children[index] = part.layout.arrange(items.part(starts[index]..<starts[index + 1], in: room))
      isMoved = true
    }
    if isMoved { outer = Self.place(children, layout, items) }
  }

  /// True if the width of a part's place is not just that of its content.
  private func decidesWidth(_ width: Double, ofPart part: Int) -> Bool {
    guard !layout.placesByGroups else { return !outer.isFree(part).width }
    return width < items.container.width && width != children[part].contentSize.width
  }

  var contentSize: Size { outer.contentSize }

  /// Visits the parts that meet a rectangle, or of which something may stick out into it.
  private func forEachPart(in rect: Rect, _ body: (_ part: Int, _ frame: Rect) -> Void) {
    guard overhang > 0 else { return outer.forEachItem(in: rect, body) }
    outer.forEachItem(in: rect.inset(by: Insets(horizontal: 0, vertical: -overhang))) { part, frame in
      if !frame.isEmpty { body(part, frame) }
    }
    for part in flatParts { body(part, outer.frame(of: part)) }
  }

  private func part(of item: Int) -> Int? { Self.part(item, starts) }

  /// The part in which something is that is counted in order.
  private static func part(_ number: Int, _ starts: [Int]) -> Int? {
    let part = starts.partitioningIndex { $0 > number } - 1
    return part >= 0 && part + 1 < starts.count ? part : nil
  }

  func frame(of item: Int) -> Rect {
    guard let part = part(of: item) else { return .zero }
    return children[part].frame(of: item - starts[part]).offset(by: outer.frame(of: part).origin)
  }

  /// The groups that place the parts, where these follow each other across.
  var rowsAcross: RowsGeometry? { (outer as? SectionPartArrangement)?.rowsAcross }

  /// Which of them a cell is in.
  func groupAcross(of item: Int) -> Int? {
    guard let leaves = rowsAcross?.template.leafCount, leaves > 0, let part = part(of: item) else { return nil }
    return part / leaves
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    forEachPart(in: rect) { part, frame in
      children[part].forEachItem(in: rect.offset(by: -frame.origin)) { item, own in
        body(starts[part] + item, own.offset(by: frame.origin))
      }
    }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    outer.forEachItem(in: viewport) { part, frame in
      children[part].forEachPinnedItem(in: viewport.offset(by: -frame.origin)) { item, own in
        body(starts[part] + item, own.offset(by: frame.origin))
      }
    }
  }

  func depth(of item: Int) -> Int { part(of: item).map { children[$0].depth(of: item - starts[$0]) + 1 } ?? 0 }

  func pinnedExtents(of item: Int) -> (start: Double, end: Double) {
    part(of: item).map { children[$0].pinnedExtents(of: item - starts[$0]) } ?? (0, 0)
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) {
    part(of: item).map { children[$0].isFree(item - starts[$0]) } ?? (false, false)
  }

  func isMeasured(_ item: Int) -> Bool { part(of: item).map { children[$0].isMeasured(item - starts[$0]) } ?? true }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    guard let part = part(of: item) else { return false }
    measured[item] = size
    let before = children[part].contentSize
    guard children[part].setMeasured(size, of: item - starts[part]) else { return false }
    if children[part].contentSize != before {
      place(part)
    } else if children[part].overhang > overhang {
      noteOverhang()
    }
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool {
    var seen: [(part: Int, rect: Rect)] = []
    outer.forEachItem(in: rect) { part, frame in seen.append((part, rect.offset(by: -frame.origin))) }
    var isMoved = false
    for (part, rect) in seen { isMoved = children[part].resolve(in: rect) || isMoved }
    if isMoved { placeParts() }
    return isMoved
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    self = NestedArrangement(layout: layout, items: items, keeping: self, mapping)
    return true
  }
}

/// What stands beside the cells in the parts, and the badges of the parts themselves.
extension NestedArrangement {
  /// Where the badges of a part are counted from among what stands at its edges.
  private static let firstBadge = 1 << 16

  /// The badge of a part as what belongs to that.
  private func outward(_ badge: LayoutAttachment) -> LayoutAttachment? {
    guard case .cell(let part) = badge.host, partStarts[part + 1] > partStarts[part] else { return nil }
    return LayoutAttachment(host: .edge(part: partStarts[part]), slot: Self.firstBadge + badge.slot)
  }

  /// The badge of a part as the layout has it that places the parts; nil for anything else.
  private func badge(_ attachment: LayoutAttachment) -> LayoutAttachment? {
    guard case .edge(let number) = attachment.host, attachment.slot >= Self.firstBadge,
      let part = Self.part(number, partStarts), partStarts[part] == number
    else { return nil }
    return LayoutAttachment(host: .cell(part), slot: attachment.slot - Self.firstBadge)
  }

  func forEachAttachment(
    in rect: Rect, pinnedIn viewport: Rect, _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {
    outer.forEachAttachment(in: rect, pinnedIn: viewport) { badge, place in
      if let attachment = outward(badge) { body(attachment, place) }
    }
    forEachPart(in: rect) { part, frame in
      let origin = frame.origin
      children[part].forEachAttachment(in: rect.offset(by: -origin), pinnedIn: viewport.offset(by: -origin)) {
        attachment, place in
        body(
          attachment.shifted(cells: starts[part], parts: partStarts[part]),
          LayoutAttachmentPlace(
            frame: place.frame.offset(by: origin), natural: place.natural.offset(by: origin), zIndex: place.zIndex,
            depth: place.depth + 1))
      }
    }
  }

  /// The part that something is in, and what it is there.
  private func find(_ attachment: LayoutAttachment) -> (part: Int, attachment: LayoutAttachment)? {
    let part =
      switch attachment.host {
      case .cell(let item): Self.part(item, starts)
      case .background(let part), .edge(let part): Self.part(part, partStarts)
      }
    return part.map { ($0, attachment.shifted(cells: -starts[$0], parts: -partStarts[$0])) }
  }

  func frame(of attachment: LayoutAttachment, pinnedIn viewport: Rect?) -> Rect? {
    if let badge = badge(attachment) { return outer.frame(of: badge, pinnedIn: viewport) }
    guard let (part, own) = find(attachment) else { return nil }
    let origin = outer.frame(of: part).origin
    return children[part].frame(of: own, pinnedIn: viewport?.offset(by: -origin))?.offset(by: origin)
  }

  func kind(of attachment: LayoutAttachment) -> LayoutKind? {
    if let badge = badge(attachment) { return outer.kind(of: badge) }
    return find(attachment).flatMap { children[$0.part].kind(of: $0.attachment) }
  }

  func attachment(_ kind: LayoutKind, of host: LayoutAttachment.Host) -> LayoutAttachment? {
    guard let (part, own) = find(LayoutAttachment(host: host, slot: 0)) else { return nil }
    if let found = children[part].attachment(kind, of: own.host) {
      return found.shifted(cells: starts[part], parts: partStarts[part])
    }
    guard badge(LayoutAttachment(host: host, slot: Self.firstBadge)) != nil else { return nil }
    return outer.attachment(kind, of: .cell(part)).flatMap(outward)
  }

  func forEachHandledPart(_ body: (HandledPart) -> Void) {
    for part in children.indices {
      children[part].forEachHandledPart { body($0.shifted(cells: starts[part], parts: partStarts[part])) }
    }
  }
}

/// The parts that scroll by themselves, and what does in them.
extension NestedArrangement {
  func forEachScrollingPart(in rect: Rect, _ body: (ScrollingPart) -> Void) {
    guard mayScroll else { return }
    forEachPart(in: rect) { part, frame in
      children[part].forEachScrollingPart(in: rect.offset(by: -frame.origin)) { body(outward($0, from: part)) }
    }
  }

  func forEachScrollingPart(holding item: Int, _ body: (ScrollingPart) -> Void) {
    guard mayScroll, let part = part(of: item) else { return }
    children[part].forEachScrollingPart(holding: item - starts[part]) { body(outward($0, from: part)) }
  }

  func forEachScrollingPart(around number: Int, _ body: (ScrollingPart) -> Void) {
    guard mayScroll, let part = Self.part(number, partStarts) else { return }
    children[part].forEachScrollingPart(around: number - partStarts[part]) { body(outward($0, from: part)) }
  }

  func scrollingPart(_ number: Int) -> ScrollingPart? {
    Self.part(number, partStarts).flatMap { part in
      children[part].scrollingPart(number - partStarts[part]).map { outward($0, from: part) }
    }
  }

  mutating func scrollPart(_ number: Int, to offset: Double) -> Bool {
    guard let part = Self.part(number, partStarts) else { return false }
    return children[part].scrollPart(number - partStarts[part], to: offset)
  }

  private func outward(_ own: ScrollingPart, from part: Int) -> ScrollingPart {
    own.shifted(cells: starts[part], parts: partStarts[part])
      .placed(at: own.frame.offset(by: outer.frame(of: part).origin))
  }
}
