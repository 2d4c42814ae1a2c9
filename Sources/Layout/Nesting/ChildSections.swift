import ScrollworkDiffing
import ScrollworkGeometry

/// The subsections of a ``NestedLayout`` and their sizes.
///
/// Subsections that never came near the viewport are not laid out. Their size is known if it follows from the
/// declaration. Of the others, the first are resolved at once, and the rest have estimated sizes. An estimate is
/// replaced when its subsection comes near the viewport, or by `resolvePending(work:)`.
struct ChildSections: Sendable {
  let layout: NestedLayout
  /// The container of the outer layout, in logical pixels.
  let container: Size
  /// The items of all subsections, in the container that the outer layout leaves for the subsections.
  let items: LayoutItems
  /// The position of the first item of each subsection; the last element is the number of all items.
  private(set) var starts: [Int] = [0]
  /// The number of each subsection: the count of the subsections before it, at all depths. The last element is the
  /// count of all subsections.
  private(set) var subsectionStarts: [Int] = [0]
  /// The width of the container of each subsection, in logical pixels.
  private(set) var rooms: [Double] = []
  /// The size of the content of each subsection, in logical pixels, which may be an estimate.
  private(set) var sizes: [Size] = []
  /// The overflow of each subsection, in logical pixels.
  private(set) var overflows: [Double] = []
  /// Whether the view binds items of some subsection before they become visible.
  private(set) var keepsInvisibleItems = false
  /// The subsections that contain a measured item.
  private(set) var measured: Set<Int> = []
  /// The arrangements of the subsections that were laid out; nil for the others.
  private var children: [(any NestingArrangement)?]
  /// The subsections whose size is an estimate.
  private var pending: MarkedPositions
  /// For each subsection that was laid out: the number of subsections inside it whose size is an estimate.
  private var pendingInside: [Int: Int] = [:]

  /// The estimated height of a subsection per item, in logical pixels. Used while no subsection has a known size.
  private static let unknownCellExtent = 44.0

  /// Creates the subsections, and computes their sizes until the allowed number of layouts is used up.
  /// - Complexity: O(*p*), where *p* is the number of subsections.
  init(layout: NestedLayout, items: LayoutItems) {
    self.layout = layout
    container = items.container
    var items = items
    items.container = layout.layout.room(in: container)
    self.items = items
    let count = layout.subsections.count
    children = Array(repeating: nil, count: count)
    pending = MarkedPositions(of: count)
    sizes = Array(repeating: .zero, count: count)
    overflows = Array(repeating: 0, count: count)
    for (index, subsection) in layout.subsections.enumerated() {
      let start = starts[index]
      starts.append(start + min(items.count - start, max(0, subsection.count)))
      subsectionStarts.append(subsectionStarts[index] + subsection.subsectionCount)
      rooms.append(layout.declaredSize(of: index, in: items.container).width ?? items.container.width)
    }
    look(at: layout.subsections.indices)
  }

  var indices: Range<Int> { sizes.indices }

  /// The number of subsections at all depths whose size is an estimate.
  var pendingCount: Int { pendingInside.values.reduce(pending.count, +) }

  func isPending(_ subsection: Int) -> Bool { pending.contains(subsection) }

  // MARK: Resolving sizes

  /// Computes the sizes of subsections until the allowed number of layouts is used up. The remaining sizes are
  /// estimated from the mean height of the known ones.
  private mutating func look(at subsections: some Sequence<Int>) {
    var (sizer, left) = (ChildSizer(), items.layoutsAtOnce)
    var unknown: [Int] = []
    for subsection in subsections where !measure(subsection, &sizer, layoutLimit: &left) { unknown.append(subsection) }
    guard !unknown.isEmpty else { return }
    let known = indices.filter { !pending.contains($0) }
    let mean = known.isEmpty ? nil : known.reduce(0) { $0 + sizes[$1].height } / Double(known.count)
    for subsection in unknown {
      let height = mean ?? Self.unknownCellExtent * Double(min(1_000, starts[subsection + 1] - starts[subsection]))
      sizes[subsection] = Size(width: rooms[subsection], height: Subpixels.pixels(Subpixels.nearest(height)))
    }
  }

  /// Computes the size of a subsection.
  /// - Parameter left: The number of steps that are left, reduced by those taken. A step resolves a layout or arranges
  ///   a subsection.
  /// - Returns: False if too few steps are left to compute the size.
  private mutating func measure(_ subsection: Int, _ sizer: inout ChildSizer, layoutLimit left: inout Int) -> Bool {
    let (cellCount, own) = (starts[subsection + 1] - starts[subsection], layout.subsections[subsection].layout)
    if let (size, overflow) = sizer.measure(own, cellCount, width: rooms[subsection], in: items, layoutLimit: &left) {
      (sizes[subsection], overflows[subsection]) = (size, overflow)
      pending.remove(subsection)
      return true
    }
    guard left > 0 else { return false }
    let cells = items(of: subsection, layoutsAtOnce: left)
    left -= max(1, layout.subsections[subsection].subsectionCount)
    OperationCounter.step()
    take(ChildSectionArrangement(layout: own, items: cells), for: subsection)
    return true
  }

  /// Computes the sizes of some more subsections, starting near those resolved last.
  /// - Parameter work: The work allowed, in the units of `LayoutSolver.resolvePending(work:)`, reduced by the work
  ///   done.
  /// - Returns: The subsections whose size changed.
  mutating func resolvePending(work: inout Int) -> [Int] {
    var (sizer, resized) = (ChildSizer(), [Int]())
    while work > 0, pending.count > 0 {
      let (after, before) = pending.next()
      for case let subsection? in [after, before] where work > 0 && pending.contains(subsection) {
        work -= LayoutSolver.workOfLayout * max(1, layout.subsections[subsection].subsectionCount)
        let old = sizes[subsection]
        var left = LayoutSolver.eagerFirstLayouts
        _ = measure(subsection, &sizer, layoutLimit: &left)
        if sizes[subsection] != old { resized.append(subsection) }
      }
    }
    for subsection in pendingInside.keys.sorted() where work > 0 {
      if change(subsection, { $0.resolvePending(work: &work) }).isResized { resized.append(subsection) }
    }
    return resized
  }

  /// Sets the widths of some subsections and computes their sizes again.
  mutating func narrow(_ widths: [(subsection: Int, width: Double)]) {
    for (subsection, width) in widths {
      rooms[subsection] = width
      children[subsection] = nil
      measured.remove(subsection)
      pending.insert(subsection)
      pendingInside[subsection] = nil
    }
    look(at: widths.lazy.map(\.subsection))
  }

  /// Adopts old sizes as estimates for those subsections that have no known size, that are in the common prefix or
  /// suffix of both lists, and whose width has not changed.
  mutating func estimate(from old: ChildSections) {
    guard pending.count > 0, old.items.scale == items.scale else { return }
    let (count, oldCount) = (sizes.count, old.sizes.count)
    var start = 0
    while start < min(count, oldCount), layout.subsections[start] == old.layout.subsections[start] { start += 1 }
    var end = 0
    while end < min(count, oldCount) - start,
      layout.subsections[count - 1 - end] == old.layout.subsections[oldCount - 1 - end]
    {
      end += 1
    }
    for subsection in indices where (subsection < start || subsection >= count - end) && pending.contains(subsection) {
      let before = subsection < start ? subsection : subsection - count + oldCount
      if rooms[subsection] == old.rooms[before] { sizes[subsection] = old.sizes[before] }
    }
  }

  /// Adopts the arrangements of subsections with the same items, layout and width as before. So measured items keep
  /// their positions, which may depend on the order of measuring.
  /// - Returns: The subsections whose arrangements were adopted.
  /// - Complexity: O(*p* log *n* + *k* log *n*), where *p* is the number of subsections and *k* that of the items in
  ///   those that were laid out.
  mutating func keep(from old: ChildSections, _ mapping: PositionMapping) -> Set<Int> {
    let isSame = old.items.hasSameSurroundings(as: items)
    guard isSame || old.items.hasSameSurroundings(as: items, ofAnyHeight: true) else { return [] }
    var kept: Set<Int> = []
    for subsection in indices where starts[subsection] < starts[subsection + 1] {
      guard let first = mapping.oldPosition(ofNew: starts[subsection]), let before = old.subsection(of: first),
        var child = old.children[before], self.isSame(subsection, before, of: old, mapping)
      else { continue }
      // If the subsection may have a provider, or if the height of its container changed, it is updated now, provided
      // that it contains a measured item. Otherwise it is laid out again when needed.
      if !isSame || layout.subsections[subsection].layout.mayNeedUpdate {
        guard old.measured.contains(before),
          child.update(to: items(of: subsection), .identity(count: starts[subsection + 1] - starts[subsection]))
        else { continue }
      }
      take(child, for: subsection)
      kept.insert(subsection)
    }
    return kept
  }

  /// Returns whether a subsection equals an old one: the same items with the same layout and width.
  private func isSame(_ subsection: Int, _ before: Int, of old: ChildSections, _ mapping: PositionMapping) -> Bool {
    let layout = layout.subsections[subsection].layout
    guard layout == old.layout.subsections[before].layout, rooms[subsection] == old.rooms[before],
      starts[subsection + 1] - starts[subsection] == old.starts[before + 1] - old.starts[before]
    else { return false }
    return (starts[subsection]..<starts[subsection + 1]).allSatisfy {
      mapping.oldPosition(ofNew: $0) == old.starts[before] + $0 - starts[subsection]
    }
  }

  // MARK: Laying out

  /// Returns the items of a subsection in its container.
  private func items(of subsection: Int, layoutsAtOnce: Int = LayoutSolver.eagerFirstLayouts) -> LayoutItems {
    var cells = items.subsection(
      starts[subsection]..<starts[subsection + 1], in: Size(width: rooms[subsection], height: items.container.height))
    cells.layoutsAtOnce = layoutsAtOnce
    cells.position = subsection
    return cells
  }

  private func arranged(_ subsection: Int) -> any NestingArrangement {
    OperationCounter.step()
    return ChildSectionArrangement(layout: layout.subsections[subsection].layout, items: items(of: subsection))
  }

  private mutating func take(_ child: any NestingArrangement, for subsection: Int) {
    children[subsection] = child
    pending.remove(subsection)
    record(subsection)
    keepsInvisibleItems = keepsInvisibleItems || child.keepsInvisibleItems
  }

  /// Stores the size and the overflow of a subsection that was laid out, and the number of estimated sizes inside it.
  private mutating func record(_ subsection: Int) {
    guard let child = children[subsection] else { return }
    (sizes[subsection], overflows[subsection]) = (child.contentSize, child.overflow)
    let count = child.pendingCount
    pendingInside[subsection] = count > 0 ? count : nil
  }

  /// The arrangement of a subsection. If the subsection was not laid out, its arrangement is made for this call and not
  /// kept.
  subscript(subsection: Int) -> any NestingArrangement { children[subsection] ?? arranged(subsection) }

  /// Whether a subsection was laid out.
  func isArranged(_ subsection: Int) -> Bool { children[subsection] != nil }

  /// Changes the arrangement of a subsection, after laying it out if necessary.
  /// - Returns: The result of `body`, and whether the size or the overflow of the subsection changed.
  mutating func change<Result>(
    _ subsection: Int, _ body: (inout any NestingArrangement) -> Result
  ) -> (result: Result, isResized: Bool) {
    let (size, overflow) = (sizes[subsection], overflows[subsection])
    var child = children[subsection] ?? arranged(subsection)
    children[subsection] = nil
    let result = body(&child)
    take(child, for: subsection)
    return (result, size != sizes[subsection] || overflow != overflows[subsection])
  }

  mutating func recordMeasured(_ subsection: Int) { measured.insert(subsection) }

  /// Makes `resolvePending(work:)` continue on both sides of the given subsections.
  mutating func search(from first: Int, to last: Int) { pending.search(around: first..<last + 1) }

  // MARK: Finding subsections

  /// Returns the index of the subsection that contains an item; nil if there is no such item.
  func subsection(of item: Int) -> Int? { Self.find(item, starts) }

  /// Returns the outermost subsection that has the given number or contains the subsection with that number.
  func subsection(containing number: Int) -> Int? { Self.find(number, subsectionStarts) }

  private static func find(_ number: Int, _ starts: [Int]) -> Int? {
    let subsection = starts.partitioningIndex { $0 > number } - 1
    return subsection >= 0 && subsection + 1 < starts.count ? subsection : nil
  }

  /// Removes and returns the mistakes found in the declarations of some subsections. Subsections that were not laid out
  /// are skipped.
  mutating func takeProblems(of subsections: [Int]) -> Set<LayoutProblem> {
    subsections.reduce(into: []) { problems, subsection in
      problems.formUnion(children[subsection]?.takeProblems() ?? [])
    }
  }
}

/// Computes the size of a subsection from its declaration alone, without laying out its items.
struct ChildSizer {
  /// The templates for the width of the subsection measured last. They are kept because adjacent subsections often have
  /// the same width.
  private var templates = TemplateStore()
  private var width: Double?

  /// Returns the size of a subsection's content and its overflow, in logical pixels; nil if the subsection has a
  /// provider, or a layout that places items one by one.
  /// - Parameters:
  ///   - count: The number of items in the subsection.
  ///   - width: The width of its container, in logical pixels.
  ///   - items: The items of the section that contains the subsection.
  ///   - left: The number of layouts that may still be resolved; if that is too small, the result is nil.
  mutating func measure(
    _ subsection: ChildSection, _ count: Int, width: Double, in items: LayoutItems, layoutLimit left: inout Int
  ) -> (size: Size, overflow: Double)? {
    guard subsection.provider == nil, !subsection.layout.placesCellByCell else { return nil }
    if width != self.width {
      var room = items
      room.container.width = width
      templates = TemplateStore(environment: ChildSectionArrangement.environment(room).sane)
      self.width = width
    }
    let input = subsection.declaredInput(count, in: items)
    if templates.find(input.layout) == nil {
      guard left > 0 else { return nil }
      left -= 1
    }
    let template = templates.template(for: input.layout)
    let geometry = SectionGeometry(SectionState(input, template: template), template)
    let size = ChildSectionArrangement.contentSize(
      geometry, subsection, extras: subsection.extras(count), room: Subpixels.sane(width))
    return (size, Subpixels.pixels(geometry.overflow))
  }
}
