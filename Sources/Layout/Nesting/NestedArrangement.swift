import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a ``NestedLayout``: an outer arrangement of the subsections, and one inside each of them. It also
/// records all measured sizes.
struct NestedArrangement: NestingArrangement {
  private(set) var subsections: ChildSections
  private(set) var outer: any NestingArrangement
  private(set) var overflow = 0.0
  /// The subsections whose frame is empty although elements overflow it, so that a search by frame does not find them.
  private var flatSubsections: [Int] = []
  /// Whether some subsection may be a scroll container.
  let mayScroll: Bool
  /// The measured sizes by item.
  private(set) var measured: [Int: Size] = [:]
  /// The measured sizes by supplementary.
  private(set) var measuredBeside: [LayoutElement.Key: Size] = [:]
  /// The offsets of scroll containers by subsection number.
  private var offsets: [Int: Double] = [:]
  /// The mistakes found in the declarations of subsections.
  private var problems: Set<LayoutProblem> = []

  init(layout: NestedLayout, items: LayoutItems) {
    subsections = ChildSections(layout: layout, items: items)
    mayScroll = layout.mayScroll
    outer = Self.place(subsections)
    _ = narrow(subsections.indices)
    recordOverflow()
  }

  /// Creates the arrangement after an update, perhaps with another layout. A measured size moves with its item if the
  /// item is as wide as before, or if its content decides its width.
  /// - Complexity: O(*p* log *n* + *m* log *m*), where *p* is the number of subsections and *m* that of measured items,
  ///   plus the cost of comparing the items of subsections that were laid out.
  init(layout: NestedLayout, items: LayoutItems, keeping old: NestedArrangement, _ mapping: PositionMapping) {
    self.init(layout: layout, items: items)
    let kept = subsections.keep(from: old.subsections, mapping)
    subsections.estimate(from: old.subsections)
    // In ascending order, so that the result is the same even where places depend on the order of measuring.
    for (item, size) in old.measured.sorted(by: { $0.key < $1.key }) {
      guard let new = mapping.newPosition(ofOld: item), let subsection = subsections.subsection(of: new) else {
        continue
      }
      if kept.contains(subsection) {
        measured[new] = size
        subsections.recordMeasured(subsection)
        continue
      }
      let position = new - subsections.starts[subsection]
      let hasIntrinsicWidth = subsections.change(subsection) { $0.intrinsicAxes(of: position).width }.result
      guard hasIntrinsicWidth || Self.areAsWide(frame(of: new), old.frame(of: item)) else { continue }
      measured[new] = size
      subsections.recordMeasured(subsection)
      _ = subsections.change(subsection) { $0.setMeasured(size, of: position) }
    }
    outer = Self.place(subsections)
    takeMeasuredBeside(from: old, mapping)
    recordOverflow()
  }

  private var layout: NestedLayout { subsections.layout }

  // MARK: Placing the subsections

  private static func place(_ subsections: ChildSections) -> any NestingArrangement {
    let (layout, items) = (subsections.layout, subsections.items)
    let sizes = subsections.indices.map { size(of: $0, in: subsections) }
    var names: (@Sendable (Int) -> String)?
    if layout.subsections.contains(where: { $0.identifier != nil }) {
      names = { layout.subsections[$0].identifier ?? "" }
    }
    var cells = LayoutItems(
      count: sizes.count, container: subsections.container, scale: items.scale,
      sizes: .provided(key: 0) { subsection, _ in sizes[subsection] }, identify: names)
    cells.hasAllSizes = true
    cells.traits = items.traits
    cells.isMirroredAround = items.isMirroredAround
    var outer = layout.layout.arrangement(of: cells)
    if var groups = outer as? ChildSectionArrangement {
      groups.setMeasured(sizes)
      outer = groups
    }
    return outer
  }

  /// Returns the size of a subsection for the outer layout.
  private static func size(of subsection: Int, in subsections: ChildSections) -> Size {
    let (content, declared) = (
      subsections.sizes[subsection], subsections.layout.declaredSize(of: subsection, in: subsections.items.container)
    )
    return Size(width: declared.width ?? content.width, height: declared.height ?? content.height)
  }

  /// Updates the outer arrangement after the sizes of subsections changed: only these subsections if the arrangement
  /// supports that, otherwise all of them.
  /// - Returns: Whether only these subsections were placed again.
  @discardableResult
  private mutating func placeAgain(_ resized: some Sequence<Int>) -> Bool {
    for subsection in resized where !outer.setSize(Self.size(of: subsection, in: subsections), of: subsection) {
      outer = Self.place(subsections)
      return false
    }
    return true
  }

  /// The outer arrangement if it consists of groups; nil otherwise.
  var groups: ChildSectionArrangement? { outer as? ChildSectionArrangement }

  /// Updates the outer arrangement after the sizes of subsections changed.
  /// - Parameter isNew: Whether one of them had an estimated size until now.
  private mutating func place(_ resized: [Int], isNew: Bool = false) {
    guard !resized.isEmpty else { return }
    if layout.placesByGroups {
      for subsection in resized { _ = outer.setMeasured(subsections.sizes[subsection], of: subsection) }
      return recordOverflow(of: resized)
    }
    let isOneByOne = placeAgain(resized)
    if isNew {
      let narrowed = isOneByOne ? narrow(resized) : narrow(subsections.indices)
      if !narrowed.isEmpty { restore(narrowed) }
    }
    if isOneByOne { recordOverflow(of: resized) } else { recordOverflow() }
  }

  /// Lays out subsections again if their frames have another width than the containers in which they were laid out.
  /// - Returns: The subsections that were laid out again.
  private mutating func narrow(_ candidates: some Sequence<Int>) -> Set<Int> {
    if let width = groups?.commonWidth, subsections.rooms.allSatisfy({ $0 == width }) { return [] }
    let widths = candidates.compactMap { subsection in
      let width = outer.frame(of: subsection).width
      return width != subsections.rooms[subsection] && decidesWidth(width, ofSubsection: subsection)
        ? (subsection: subsection, width: width) : nil
    }
    guard !widths.isEmpty else { return [] }
    subsections.narrow(widths)
    placeAgain(widths.map(\.subsection))
    for (key, size) in measuredBeside {
      if let badge = badge(key) { _ = outer.setMeasured(size, for: badge) }
    }
    return Set(widths.map(\.subsection))
  }

  /// Whether the outer layout, and not the content, decides the width of a subsection.
  private func decidesWidth(_ width: Double, ofSubsection subsection: Int) -> Bool {
    guard !layout.placesByGroups else { return !outer.intrinsicAxes(of: subsection).width }
    let isNarrower = width < subsections.items.container.width
    // In columns, comparing the widths proves nothing: the content may happen to be as wide as a column.
    return isNarrower && (outer.placesInColumns || width != subsections.sizes[subsection].width)
  }

  /// Restores the scroll offsets of subsections that were laid out again in another width. Discards the sizes measured
  /// in them, which do not hold in that width.
  private mutating func restore(_ narrowed: Set<Int>) {
    measured = measured.filter { item, _ in subsections.subsection(of: item).map { !narrowed.contains($0) } ?? false }
    for (number, offset) in offsets {
      if let subsection = subsections.subsection(containing: number), narrowed.contains(subsection) {
        _ = scrollSubsection(number, to: offset)
      }
    }
  }

  /// Returns the overflow of a subsection: the overflow of its elements beyond its content, plus that of its content
  /// beyond its frame.
  private func overflow(of subsection: Int) -> Double {
    subsections.overflows[subsection]
      + max(0, subsections.sizes[subsection].height - outer.frame(of: subsection).height)
  }

  private mutating func recordOverflow() {
    if let groups, groups.followsContents, groups.overflow == 0, subsections.overflows.allSatisfy({ $0 == 0 }) {
      (overflow, flatSubsections) = (0, [])
      return
    }
    overflow = subsections.indices.reduce(outer.overflow) { max($0, overflow(of: $1)) }
    flatSubsections = overflow > 0 ? subsections.indices.filter { outer.frame(of: $0).isEmpty } : []
  }

  /// Updates the overflow after some subsections changed. It does not search the others while there is no overflow.
  private mutating func recordOverflow(of resized: [Int]) {
    if overflow > 0 || outer.overflow > 0 || resized.contains(where: { overflow(of: $0) > 0 }) { recordOverflow() }
  }

  // MARK: Frames and elements

  var contentSize: Size { outer.contentSize }
  var placesOnlyItems: Bool { false }
  var keepsInvisibleItems: Bool { outer.keepsInvisibleItems || subsections.keepsInvisibleItems }

  /// Visits the subsections whose frame, or whose overflow, may intersect a rectangle.
  func forEachSubsection(in rect: Rect, _ body: (_ subsection: Int, _ frame: Rect) -> Void) {
    let reach = Insets(horizontal: 0, vertical: -overflow)
    let wide = outer.queryRect(rect).inset(by: reach)
    outer.forEachItem(in: rect.inset(by: reach)) { subsection, frame in
      let isNear =
        frame.minX <= wide.maxX && frame.maxX >= wide.minX && frame.minY <= wide.maxY && frame.maxY >= wide.minY
      if isNear, !frame.isEmpty || overflow == 0 { body(subsection, frame) }
    }
    for subsection in flatSubsections { body(subsection, outer.frame(of: subsection)) }
  }

  func frame(of item: Int) -> Rect {
    guard let subsection = subsections.subsection(of: item) else { return .zero }
    return subsections[subsection].frame(of: item - subsections.starts[subsection]).offset(
      by: outer.frame(of: subsection).origin)
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let wide = outer.queryRect(rect)
    forEachSubsection(in: rect) { subsection, frame in
      let start = subsections.starts[subsection]
      subsections[subsection].forEachItem(in: wide.offset(by: -frame.origin)) {
        body(start + $0, $1.offset(by: frame.origin))
      }
    }
  }

  func pinnedExtents(of item: Int) -> (start: Double, end: Double) {
    guard let subsection = subsections.subsection(of: item) else { return (0, 0) }
    let (around, inside) = (
      outer.pinnedExtents(of: subsection),
      subsections[subsection].pinnedExtents(of: item - subsections.starts[subsection])
    )
    return (around.start + inside.start, around.end + inside.end)
  }

  func properties(of key: LayoutElement.Key) -> ElementProperties? {
    if let badge = badge(key) { return outer.properties(of: badge) }
    return find(key).flatMap { subsections[$0.subsection].properties(of: $0.key) }
  }

  mutating func setMeasured(_ size: Size?, for key: LayoutElement.Key) -> Bool {
    if key.kind != .item { measuredBeside[key] = size }
    if let badge = badge(key) { return outer.setMeasured(size, for: badge) }
    guard let (subsection, own) = find(key) else { return false }
    if key.kind == .item {
      measured[key.item] = size
      subsections.recordMeasured(subsection)
    }
    return change([(subsection, own)]) { $0.setMeasured(size, for: $1) }
  }

  /// Changes the arrangements of subsections, then places the subsections again if any of their sizes changed.
  /// - Parameter body: Changes the arrangement of a subsection, and returns whether anything moved.
  /// - Returns: Whether anything moved or changed its size.
  private mutating func change<Argument>(
    _ changes: [(subsection: Int, argument: Argument)], _ body: (inout any NestingArrangement, Argument) -> Bool
  ) -> Bool {
    var (isMoved, isNew, resized) = (false, false, [Int]())
    for (subsection, argument) in changes {
      isNew = isNew || subsections.isPending(subsection)
      let (isMovedInside, isResized) = subsections.change(subsection) { body(&$0, argument) }
      isMoved = isMoved || isMovedInside || isResized
      if isResized { resized.append(subsection) }
    }
    place(resized, isNew: isNew)
    return isMoved
  }

  func rowWidth(of item: Int) -> Double? {
    subsections.subsection(of: item).flatMap { subsections[$0].rowWidth(of: item - subsections.starts[$0]) }
  }

  /// Records the measured sizes of items that came from other sections. A size is recorded only if ``rowWidth(of:)`` of
  /// the item is the same as before.
  mutating func receive(_ crossings: [LayoutSolver.Crossing]) {
    var taken: [(item: Int, size: Size)] = []
    let changes = crossings.compactMap { crossing in
      subsections.subsection(of: crossing.new.item).map { subsection in
        let position = crossing.new.item - subsections.starts[subsection]
        return (subsection: subsection, argument: (position: position, crossing: crossing))
      }
    }
    _ = change(changes) { child, place in
      let (item, size) = (place.crossing.new.item, Size(width: place.crossing.width, height: place.crossing.height))
      guard child.rowWidth(of: place.position) == size.width else { return false }
      taken.append((item, size))
      return child.setMeasured(size, of: place.position)
    }
    for (item, size) in taken {
      measured[item] = size
      if let subsection = subsections.subsection(of: item) { subsections.recordMeasured(subsection) }
    }
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    change(subsections.measured.map { ($0, ()) }) { child, _ in
      child.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount)
    }
  }

  mutating func resolve(in rect: Rect) -> Bool {
    var seen: [(subsection: Int, argument: Rect)] = []
    let wide = outer.queryRect(rect)
    forEachSubsection(in: rect) { subsection, frame in seen.append((subsection, wide.offset(by: -frame.origin))) }
    for (subsection, frame) in keptSubsections(in: rect) { seen.append((subsection, rect.offset(by: -frame.origin))) }
    if let first = seen.map(\.subsection).min(), let last = seen.map(\.subsection).max() {
      subsections.search(from: first, to: last)
    }
    let isMoved = change(seen) { $0.resolve(in: $1) }
    if Checks.areOn { problems.formUnion(subsections.takeProblems(of: seen.map(\.subsection))) }
    return isMoved
  }

  mutating func resolve(item: Int) -> Bool {
    guard let subsection = subsections.subsection(of: item) else { return false }
    return change([(subsection, item - subsections.starts[subsection])]) { $0.resolve(item: $1) }
  }

  var pendingCount: Int { subsections.pendingCount }

  mutating func resolvePending(work: inout Int) -> Bool {
    let resized = subsections.resolvePending(work: &work)
    place(resized, isNew: true)
    return !resized.isEmpty
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    self = NestedArrangement(layout: layout, items: items, keeping: self, mapping)
    return true
  }

  mutating func scrollSubsection(_ number: Int, to offset: Double) -> Bool {
    guard let subsection = subsections.subsection(containing: number) else { return false }
    offsets[number] = offset
    var isScrolled = false
    _ = change([(subsection, number - subsections.subsectionStarts[subsection])]) {
      isScrolled = $0.scrollSubsection($1, to: offset)
      return isScrolled
    }
    return isScrolled
  }

  mutating func takeProblems() -> Set<LayoutProblem> {
    defer { problems = [] }
    return problems.union(outer.takeProblems())
  }
}

/// Subsections that the outer layout pins.
extension NestedArrangement {
  typealias Kept = (subsection: Int, frame: Rect)

  /// Returns the subsections that are pinned while `viewport` is visible, with their pinned frames.
  func keptSubsections(in viewport: Rect) -> [Kept] {
    var kept: [Kept] = []
    outer.forEachPinnedItem(in: viewport) { kept.append(($0, $1)) }
    return kept
  }

  /// Returns the part of the viewport in which a subsection is visible: the part below the pinned subsections that
  /// precede it and overlap it horizontally. If neither the subsection nor the spacing after it intersects the
  /// viewport, returns the subsection's frame, so that nothing in it is pinned.
  func sight(_ viewport: Rect, ofSubsection subsection: Int, at frame: Rect, below kept: [Kept]) -> Rect {
    if !frame.intersects(viewport) {
      let end =
        subsection + 1 < subsections.indices.upperBound
        ? max(frame.maxY, outer.frame(of: subsection + 1).minY) : frame.maxY
      let extended = Rect(minX: frame.minX, minY: frame.minY, maxX: frame.maxX, maxY: end)
      guard extended.intersects(viewport) else { return frame }
    }
    let above = kept.filter { $0.subsection < subsection && $0.frame.minX < frame.maxX && $0.frame.maxX > frame.minX }
    let top = above.reduce(viewport.minY) { max($0, $1.frame.maxY) }
    return Rect(minX: viewport.minX, minY: top, maxX: viewport.maxX, maxY: max(top, viewport.maxY))
  }
}
