import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a ``SectionPart``, computed by a solver of its own with one section. That solver does not snap
/// frames to device pixels: the outer one does so once, when the position on the screen is known.
struct SectionPartArrangement: LayoutArrangement {
  private let layout: SectionPart
  private var solver: LayoutSolver
  private var count: Int
  /// The number of header items before the other items, and of footer items after them: zero or one each.
  private var extras: (before: Int, after: Int)

  init(layout: SectionPart, items: LayoutItems) {
    self.layout = layout
    count = items.count
    extras = layout.extras(items.count)
    solver = LayoutSolver()
    solver.snapsFrames = false
    solver.roundsMeasures = !items.hasAllSizes
    solver.reload([layout.input(items)], environment: Self.environment(items))
  }

  static func environment(_ items: LayoutItems) -> LayoutEnvironment {
    var environment = LayoutEnvironment(container: items.container, scale: items.scale)
    environment.traits = items.traits
    environment.isMirroredAround = items.isMirroredAround
    return environment
  }

  private func key(_ item: Int) -> LayoutElement.Key {
    if item < extras.before { return .header(0) }
    if item >= count - extras.after { return .footer(0) }
    return .item(ElementPath(section: 0, item: item - extras.before))
  }

  private var room: Double { solver.environment.container.width }

  /// Whether the subsection itself is a scroll container, rather than the groups inside one.
  private var scrolls: Bool { solver.isOrthogonal(0) && !layout.spreadsAcross }

  var contentSize: Size { Self.contentSize(solver.geometry(0), layout, extras: extras, room: room) }

  /// Returns the size of the content. It is as wide as the container if the subsection scrolls or has supplementaries
  /// or decorations.
  static func contentSize(
    _ geometry: SectionGeometry, _ layout: SectionPart, extras: (before: Int, after: Int), room: Double
  ) -> Size {
    let height = Subpixels.pixels(geometry.extent)
    if layout.spreadsAcross { return Size(width: geometry.bodyWidth, height: height) }
    let isBare =
      !geometry.template.isOrthogonal && extras == (0, 0) && geometry.template.decorations.isEmpty
      && geometry.template.boundaries.allSatisfy { $0.kind == .header || $0.kind == .footer }
    return Size(width: isBare ? min(geometry.bodyWidth, room) : room, height: height)
  }

  /// Returns the frame of an item; a zero rectangle if the layout has no place for it.
  func frame(of item: Int) -> Rect { solver.frame(for: key(item)) ?? .zero }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    forEachExtra { item in body(item, frame(of: item)) }
    solver.geometry(0).forEachSlot(in: solver.rows(of: rect), across: columns(of: rect)) { slot in
      if !slot.isGroup { body(slot.leaf + extras.before, solver.rect(of: slot, from: 0)) }
    }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    forEachExtra { item in
      let frame = solver.frame(for: key(item), pinnedIn: viewport) ?? .zero
      if frame != self.frame(of: item) { body(item, frame) }
    }
    let geometry = solver.geometry(0)
    geometry.forEachPinned(in: sight(geometry, viewport)) { slot in
      body(slot.leaf + extras.before, solver.rect(of: slot, from: 0))
    }
  }

  func depth(of item: Int) -> Int {
    guard case .item = key(item).kind else { return 0 }
    return solver.geometry(0).store?.arranged?.depth(of: item - extras.before) ?? 0
  }

  /// Returns the horizontal range that a rectangle covers. In a scroll container, only its visible part counts.
  private func columns(of rect: Rect) -> ClosedRange<Double> {
    let columns = solver.columns(of: rect)
    guard scrolls else { return columns }
    let lower = min(max(columns.lowerBound, 0), room)
    return lower...max(lower, min(columns.upperBound, room))
  }

  /// Returns the vertical range of the viewport to which subsections pin their elements.
  private func sight(_ geometry: SectionGeometry, _ viewport: Rect) -> Stretch {
    solver.sight(inside: geometry, 0, from: 0, viewport, solver.sight(viewport))
  }

  func pinnedExtents(of item: Int) -> (start: Double, end: Double) {
    guard case .item = key(item).kind else { return (0, 0) }
    return solver.pinnedExtents(inSection: 0, item: item - extras.before)
  }

  private func forEachExtra(_ body: (Int) -> Void) {
    if extras.before > 0 { body(0) }
    if extras.after > 0 { body(count - 1) }
  }

  func neighbour(of item: Int, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    guard case .item = key(item).kind else { return nil }
    let path = ElementPath(section: 0, item: item - extras.before)
    let found = solver.neighbour(of: path, direction: isDown ? .down : .up, goalX: x) {
      isPassedOver($0.item + extras.before)
    }
    return found.map { $0.item + extras.before }
  }

  func entry(isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    let found = solver.entry(ofSection: 0, direction: isDown ? .down : .up, goalX: x) {
      isPassedOver($0.item + extras.before)
    }
    return found.map { $0.item + extras.before }
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) {
    let proposal = solver.proposedSize(for: key(item))
    return (proposal.width == nil, proposal.height == nil)
  }

  func isMeasured(_ item: Int) -> Bool { !solver.isEstimated(key(item)) }

  /// Returns `LayoutSolver.rowWidth(of:)` of an item; nil for a header or footer, and if the axes are swapped.
  func rowWidth(of item: Int) -> Double? {
    guard !layout.isTransposed, case .item = key(item).kind else { return nil }
    return solver.rowWidth(of: ElementPath(section: 0, item: item - extras.before))
  }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    size.map { solver.setMeasured($0, for: key(item)) } ?? solver.forgetMeasured(key(item))
  }

  /// Records the measured sizes of all items, which is faster than one by one.
  mutating func setMeasured(_ sizes: [Size]) {
    if extras == (0, 0), solver.setMeasured(heights: sizes.map(\.height), ofSection: 0) { return }
    for item in sizes.indices { _ = setMeasured(sizes[item], of: item) }
  }

  /// The common width of all items; nil if their widths differ or depend on their contents.
  var commonWidth: Double? {
    let template = solver.geometry(0).template
    return template.isOrthogonal ? nil : template.rows.flatMap { $0.hasFreeWidths ? nil : $0.commonWidth }
  }

  /// Whether each item is as tall as its content.
  var followsContents: Bool {
    let template = solver.geometry(0).template
    return !template.isOrthogonal && template.rows?.commonGuess != nil
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    solver.adoptMeanEstimate(0, tolerance: tolerance, minimumCount: minimumCount)
  }

  mutating func resolve(in rect: Rect) -> Bool { solver.prepare(in: rect) }

  mutating func resolve(item: Int) -> Bool {
    guard case .item = key(item).kind else { return false }
    return solver.settle(ElementPath(section: 0, item: item - extras.before))
  }

  var pendingCount: Int { solver.pendingCount }
  mutating func resolvePending(work: inout Int) -> Bool { solver.resolvePending(spending: &work) }
  var keepsInvisibleItems: Bool { solver.geometry(0).store?.arranged?.keepsInvisibleItems ?? false }

  /// Updates the arrangement to other items. A mapping of items cannot express a header or footer, so with these only
  /// the identity is accepted.
  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    var mapping = mapping
    if mapping.isIdentity, items.count == count {
      mapping = .identity(count: count - extras.before - extras.after)
    } else if layout.hasHeader || layout.hasFooter {
      return false
    }
    guard mapping.oldCount == solver.itemCount(inSection: 0) else { return false }
    (count, extras) = (items.count, layout.extras(items.count))
    solver.update(
      [layout.input(items)], mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
    solver.setEnvironment(Self.environment(items))
    return true
  }

  // MARK: Supplementaries and decorations

  var overhang: Double { Subpixels.pixels(solver.geometry(0).overflow) }

  func forEachAttachment(
    in rect: Rect, pinnedIn viewport: Rect, _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {
    let geometry = solver.geometry(0)
    let template = geometry.template
    for (slot, decoration) in template.decorations.enumerated() {
      body(
        LayoutAttachment(host: .background(part: 0), slot: slot),
        LayoutAttachmentPlace(frame: solver.rect(of: decoration, geometry, from: 0), zIndex: decoration.zIndex))
    }
    forEachBadge(geometry, in: rect, body)
    forEachEdge(geometry, pinnedIn: viewport, body)
    geometry.forEachAttachment(
      (solver.rows(of: rect), columns(of: rect)), pinnedIn: sight(geometry, viewport)
    ) { attachment, slot, natural, more in
      body(
        attachment.shifted(cells: extras.before, parts: 1),
        LayoutAttachmentPlace(
          frame: solver.rect(of: slot, from: 0), natural: solver.rect(of: natural, from: 0),
          zIndex: max(more.zIndex, template.lowestZIndex), depth: more.depth))
    }
  }

  private func forEachBadge(
    _ geometry: SectionGeometry, in rect: Rect, _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {
    let template = geometry.template
    guard !template.badges.isEmpty else { return }
    geometry.forEachSlot(in: solver.rows(of: rect), across: columns(of: rect)) { slot in
      for badge in slot.badges {
        body(
          LayoutAttachment(host: .cell(slot.leaf + extras.before), slot: Int(badge)),
          LayoutAttachmentPlace(
            frame: solver.rect(ofBadge: badge, on: slot, geometry, from: 0),
            zIndex: max(template.badges[Int(badge)].zIndex, template.lowestZIndex)))
      }
    }
  }

  private func forEachEdge(
    _ geometry: SectionGeometry, pinnedIn viewport: Rect, _ body: (LayoutAttachment, LayoutAttachmentPlace) -> Void
  ) {
    for (slot, boundary) in geometry.template.boundaries.enumerated()
    where boundary.kind != .header && boundary.kind != .footer {
      let natural = solver.rect(of: solver.place(slot, geometry, 0, from: 0))
      let frame = solver.pinned(natural, boundary, geometry, from: 0, solver.sight(viewport))
      body(
        LayoutAttachment(host: .edge(part: 0), slot: slot),
        LayoutAttachmentPlace(
          frame: frame, natural: natural, zIndex: max(boundary.zIndex, geometry.template.lowestZIndex)))
    }
  }

  /// Returns the key of an attachment in the solver, where this subsection, number zero, is the only section.
  private func key(_ attachment: LayoutAttachment) -> LayoutElement.Key {
    attachment.shifted(cells: -extras.before, parts: -1).key(inSection: 0)
  }

  func frame(of attachment: LayoutAttachment, pinnedIn viewport: Rect?) -> Rect? {
    let key = key(attachment)
    return viewport.map { solver.frame(for: key, pinnedIn: $0) } ?? solver.frame(for: key)
  }

  func kind(of attachment: LayoutAttachment) -> LayoutKind? { solver.kind(of: key(attachment)) }

  func isFree(_ attachment: LayoutAttachment) -> (width: Bool, height: Bool) { solver.freeSides(key(attachment)) }

  func isMeasured(_ attachment: LayoutAttachment) -> Bool { !solver.isEstimated(key(attachment)) }

  mutating func setMeasured(_ size: Size?, of attachment: LayoutAttachment) -> Bool {
    size.map { solver.setMeasured($0, for: key(attachment)) } ?? solver.forgetMeasured(key(attachment))
  }

  func attachment(_ kind: LayoutKind, of host: LayoutAttachment.Host) -> LayoutAttachment? {
    let key = key(LayoutAttachment(host: host, slot: 0))
    guard let found = solver.key(key.kind, of: kind, section: 0, item: key.item) else { return nil }
    return LayoutAttachment(host: host, slot: Int(found.slot))
  }

  func forEachHandledPart(_ body: (HandledPart) -> Void) {
    let geometry = solver.geometry(0)
    if let handler = geometry.template.visibleItemsHandler {
      body(
        HandledPart(
          handler, cells: 0..<count, hasHeader: extras.before > 0, hasFooter: extras.after > 0,
          parts: 0..<layout.partCount))
    }
    geometry.store?.arranged?.forEachHandledPart { body($0.shifted(cells: extras.before, parts: 1)) }
  }
}

/// Scrolling of the subsection itself and of those inside it.
extension SectionPartArrangement {
  /// The groups if they follow each other on the cross axis; nil otherwise.
  var rowsAcross: RowsGeometry? { solver.isOrthogonal(0) ? solver.geometry(0).rows : nil }

  private var own: ScrollingPart? {
    guard scrolls, let scrolling = solver.orthogonal(0) else { return nil }
    return ScrollingPart(
      part: 0, cells: extras.before..<count - extras.after, parts: 1..<layout.partCount,
      frame: Rect(x: 0, y: 0, width: room, height: solver.contentSize.height), scrolling)
  }

  /// Converts a scroll container inside this subsection to the coordinates and numbers of this arrangement.
  private func outward(_ part: ScrollingPart, _ place: LeafSlot) -> ScrollingPart {
    part.shifted(cells: extras.before, parts: 1).placed(at: solver.rect(of: place, from: 0))
  }

  func forEachScrollingPart(in rect: Rect, _ body: (ScrollingPart) -> Void) {
    if let own { body(own) }
    solver.geometry(0).forEachScrollingPart((solver.rows(of: rect), columns(of: rect))) { body(outward($0, $1)) }
  }

  func forEachScrollingPart(holding item: Int, _ body: (ScrollingPart) -> Void) {
    guard case .item = key(item).kind else { return }
    if let own { body(own) }
    let geometry = solver.geometry(0)
    geometry.store?.arranged?.forEachScrollingPart(holding: item - extras.before) {
      body(outward($0, geometry.placed($0)))
    }
  }

  func forEachScrollingPart(around part: Int, _ body: (ScrollingPart) -> Void) {
    guard part > 0 else { return }
    if let own { body(own) }
    let geometry = solver.geometry(0)
    geometry.store?.arranged?.forEachScrollingPart(around: part - 1) { body(outward($0, geometry.placed($0))) }
  }

  func scrollingPart(_ part: Int) -> ScrollingPart? {
    guard part > 0 else { return own }
    let geometry = solver.geometry(0)
    return geometry.store?.arranged?.scrollingPart(part - 1).map { outward($0, geometry.placed($0)) }
  }

  mutating func scrollPart(_ part: Int, to offset: Double) -> Bool {
    solver.setOrthogonalOffset(offset, of: ScrollSite(section: 0, part: part))
  }
}

#if DEBUG
  extension SectionPartArrangement: ProblemHolder {
    mutating func takeProblems() -> Set<LayoutProblem> { Set(solver.takeProblems().map(\.problem)) }
  }
#endif
