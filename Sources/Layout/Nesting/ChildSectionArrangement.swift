import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a ``ChildSection``, computed by a solver of its own with one section. That solver does not snap
/// frames to device pixels: the outer one does so once, when the position on the screen is known.
struct ChildSectionArrangement: NestingArrangement {
  private let layout: ChildSection
  private var solver: LayoutSolver
  private var count: Int
  /// The number of header items before the other items, and of footer items after them: zero or one each.
  private var extras: (before: Int, after: Int)

  init(layout: ChildSection, items: LayoutItems) {
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

  /// Converts the key of an element of this arrangement to its key in the solver. There, this subsection is the only
  /// section, and its header and footer are not items.
  private func inner(_ key: LayoutElement.Key) -> LayoutElement.Key {
    if key.kind == .item, key.item < extras.before { return .header(0) }
    if key.kind == .item, key.item >= count - extras.after { return .footer(0) }
    return key.shifted(cells: -extras.before, subsections: -1)
  }

  /// Converts the key of an element in the solver to its key in this arrangement.
  private func outward(_ key: LayoutElement.Key) -> LayoutElement.Key {
    switch key.kind {
    case .header: .item(0)
    case .footer: .item(count - 1)
    default: key.shifted(cells: extras.before, subsections: 1)
    }
  }

  /// Returns the position that an item of this arrangement has in the solver; nil for the header and footer.
  private func position(_ item: Int) -> Int? {
    let key = inner(.item(item))
    return key.kind == .item ? key.item : nil
  }

  private var room: Double { solver.environment.container.width }

  /// Whether the subsection is a scroll container. It is not if its groups only place the subsections of a scroll
  /// container.
  private var scrolls: Bool { solver.isOrthogonal(0) && !layout.spreadsAcross }

  var contentSize: Size { Self.contentSize(solver.geometry(0), layout, extras: extras, room: room) }

  /// Returns the size of the content. A subsection that scrolls, or that has supplementaries or decorations, is as wide
  /// as the container. Any other is as wide as its items, but at most as wide as the container. Groups that place the
  /// subsections of a scroll container side by side keep their full width.
  static func contentSize(
    _ geometry: SectionGeometry, _ layout: ChildSection, extras: (before: Int, after: Int), room: Double
  ) -> Size {
    let height = Subpixels.pixels(geometry.extent)
    if layout.spreadsAcross { return Size(width: geometry.bodyWidth, height: height) }
    let isBare =
      !geometry.template.isOrthogonal && extras == (0, 0) && geometry.template.decorations.isEmpty
      && geometry.template.boundaries.allSatisfy { $0.kind == .header || $0.kind == .footer }
    return Size(width: isBare ? min(geometry.bodyWidth, room) : room, height: height)
  }

  /// Returns the frame of an item; a zero rectangle if the layout does not place it.
  func frame(of item: Int) -> Rect { solver.frame(for: inner(.item(item))) ?? .zero }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    if extras.before > 0 { body(0, frame(of: 0)) }
    if extras.after > 0 { body(count - 1, frame(of: count - 1)) }
    let seen = seen(rect)
    solver.geometry(0).forEachSlot(in: solver.rows(of: seen), across: solver.columns(of: seen)) { slot in
      if !slot.isGroup { body(slot.leaf + extras.before, solver.rect(of: slot, from: 0)) }
    }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    guard extras != (0, 0) || arranged != nil else { return }
    var elements: [LayoutElement] = []
    appendElements(in: viewport, pinnedIn: viewport, to: &elements)
    for element in elements where element.isPinned && element.key.kind == .item {
      body(element.key.item, element.frame)
    }
  }

  func appendElements(in rect: Rect, pinnedIn viewport: Rect, to elements: inout [LayoutElement]) {
    let first = elements.count
    solver.appendElements(in: seen(rect), pinnedIn: viewport, to: &elements)
    let clip = scrolls ? solver.clip(between: frame, within: nil) : nil
    for index in first..<elements.count {
      let (key, isPinned) = (elements[index].key, elements[index].isPinned)
      elements[index].key = outward(key)
      if elements[index].key.kind == .item { elements[index].zIndex = isPinned ? 1 : 0 }
      if !isPinned { elements[index].natural = elements[index].frame }
      if let clip, key.isInArrangement { elements[index].clip = elements[index].clip?.intersection(clip) ?? clip }
    }
  }

  var placesOnlyItems: Bool {
    let template = solver.geometry(0).template
    return template.badges.isEmpty && template.decorations.isEmpty && arranged?.placesOnlyItems ?? true
      && template.boundaries.allSatisfy { $0.kind == .header || $0.kind == .footer }
  }

  /// The arrangement of the items, if the subsection's layout places them one by one.
  private var arranged: (any NestingArrangement)? { solver.arrangement(of: 0) }

  /// The frame of the subsection in its own coordinates, so its origin is zero.
  private var frame: Rect { Rect(x: 0, y: 0, width: room, height: solver.contentSize.height) }

  /// Returns the part of a rectangle that can be visible in this subsection; a scroll container clips it at its sides.
  private func seen(_ rect: Rect) -> Rect {
    guard scrolls else { return rect }
    let minX = min(max(rect.minX, 0), room)
    return Rect(minX: minX, minY: rect.minY, maxX: max(minX, min(rect.maxX, room)), maxY: rect.maxY)
  }

  func pinnedExtents(of item: Int) -> (start: Double, end: Double) {
    position(item).map { solver.pinnedExtents(inSection: 0, item: $0) } ?? (0, 0)
  }

  func neighbour(of item: Int?, isDown: Bool, from x: Double, passingOver isPassedOver: (Int) -> Bool) -> Int? {
    let (direction, before) = (isDown ? LayoutSolver.Direction.down : .up, extras.before)
    func isSkipped(_ path: ElementPath) -> Bool { isPassedOver(path.item + before) }
    let found: ElementPath?
    if let item {
      found = position(item).flatMap {
        solver.neighbour(
          of: ElementPath(section: 0, item: $0), direction: direction, goalX: x, passingOver: isSkipped)
      }
    } else {
      found = solver.entry(ofSection: 0, direction: direction, goalX: x, passingOver: isSkipped)
    }
    return found.map { $0.item + before }
  }

  func properties(of key: LayoutElement.Key) -> ElementProperties? { solver.properties(of: inner(key)) }

  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) {
    properties(of: .item(item))?.intrinsicAxes ?? (false, false)
  }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool { setMeasured(size, for: .item(item)) }

  mutating func setMeasured(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    size.map { solver.setMeasured($0, for: inner(key)) } ?? solver.forgetMeasured(inner(key))
  }

  func rowWidth(of item: Int) -> Double? {
    guard !layout.isTransposed, let position = position(item) else { return nil }
    return solver.rowWidth(of: ElementPath(section: 0, item: position))
  }

  /// Records the measured sizes of all items, which is faster than one by one.
  mutating func setMeasured(_ sizes: [Size]) {
    if extras == (0, 0), solver.setMeasured(heights: sizes.map(\.height), ofSection: 0) { return }
    for item in sizes.indices { _ = setMeasured(sizes[item], of: item) }
  }

  /// The common width of all items; nil if their widths differ or depend on their contents.
  var commonWidth: Double? {
    let template = solver.geometry(0).template
    return template.isOrthogonal ? nil : template.rows.flatMap { $0.hasIntrinsicWidths ? nil : $0.commonWidth }
  }

  /// Whether each item is as tall as its content.
  var followsContents: Bool {
    let template = solver.geometry(0).template
    return !template.isOrthogonal && template.rows?.commonEstimate != nil
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    solver.adoptMeanEstimate(0, tolerance: tolerance, minimumCount: minimumCount)
  }

  mutating func resolve(in rect: Rect) -> Bool { solver.prepare(in: rect) }

  mutating func resolve(item: Int) -> Bool {
    position(item).map { solver.resolve(ElementPath(section: 0, item: $0)) } ?? false
  }

  var pendingCount: Int { solver.pendingCount }
  mutating func resolvePending(work: inout Int) -> Bool { solver.resolvePending(spending: &work) }
  var keepsInvisibleItems: Bool { arranged?.keepsInvisibleItems ?? false }

  /// Updates the arrangement to other items. With a header or footer, only an identity mapping is accepted, because a
  /// mapping of all items cannot say which one is the header or footer.
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

  var overflow: Double { Subpixels.pixels(solver.geometry(0).overflow) }

  func frame(for key: LayoutElement.Key, pinnedIn viewport: Rect?) -> Rect? {
    solver.frame(for: inner(key), pinnedIn: viewport)
  }

  func key(of kind: LayoutKind, beside key: LayoutElement.Key) -> LayoutElement.Key? {
    solver.key(key.kind, of: kind, section: 0, item: inner(key).item).map(outward)
  }
}

/// Scrolling of the subsection itself and of those inside it.
extension ChildSectionArrangement {
  /// The groups of this subsection if they follow each other on the cross axis; nil otherwise.
  var ownRowsAcross: RowsGeometry? { solver.isOrthogonal(0) ? solver.geometry(0).rows : nil }

  func forEachChild(_ query: ChildScope.Query, _ body: (ChildScope) -> Void) {
    let geometry = solver.geometry(0)
    let handler = geometry.template.visibleItemsHandler
    var (innerQuery, isWanted) = (query, scrolls)
    switch query {
    case .handlers: isWanted = handler != nil
    case .rect(let rect):
      let seen = seen(rect)
      innerQuery = .rect(geometry.arranged((solver.rows(of: seen), solver.columns(of: seen))))
    case .element(let key):
      let own = inner(key)
      if own.kind == .header || own.kind == .footer { return }
      innerQuery = .element(own)
    }
    if isWanted {
      body(
        ChildScope(
          cells: 0..<count, subsections: 0..<layout.subsectionCount, hasHeader: extras.before > 0,
          hasFooter: extras.after > 0,
          frame: frame, handler: handler, scrolling: scrolls ? solver.crossScroll(0) : nil))
    }
    arranged?.forEachChild(innerQuery) {
      body($0.placed(at: solver.rect(of: geometry.placed($0), from: 0), cells: extras.before, subsections: 1))
    }
  }

  mutating func scrollSubsection(_ subsection: Int, to offset: Double) -> Bool {
    solver.setCrossOffset(offset, of: ScrollContainerID(section: 0, subsection: subsection))
  }

  mutating func takeProblems() -> Set<LayoutProblem> { Set(solver.takeProblems().map(\.problem)) }
}
