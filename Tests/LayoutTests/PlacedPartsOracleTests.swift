import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// Subsections in groups of any kind, compared with the same sections alone and with the same groups of cells. Nothing
/// is snapped, so that positions can be added.
private struct Sections {
  private var inner: InnerSections
  var children: [LayoutSolver] = []
  var outer: LayoutSolver
  var nested: LayoutSolver

  init?(_ random: inout RandomSections) {
    random.isVertical = true
    inner = InnerSections(&random, atMost: 5)
    let sections = inner.sections
    let layout = random.layout().contentInsetsReference(.automatic)
    let environment = LayoutEnvironment(
      container: Size(width: Double(random.generator.below(500)) + 80, height: 300),
      scale: random.generator.pick([1, 1.5, 2]))
    func solver(_ input: LayoutSolver.SectionInput, in room: Size) -> LayoutSolver {
      var solver = LayoutSolver()
      solver.snapsFrames = false
      solver.reload([input], environment: LayoutEnvironment(container: room, scale: environment.scale))
      return solver
    }
    let (hasHeader, hasFooter) = (random.generator.chance(50), random.generator.chance(30))
    outer = solver(
      .init(layout: layout, itemCount: sections.count, hasHeader: hasHeader, hasFooter: hasFooter),
      in: environment.container)
    outer.roundsMeasures = false
    nested = solver(
      .init(
        layout: layout.placing(inner.parts), itemCount: inner.cellCount, hasHeader: hasHeader, hasFooter: hasFooter),
      in: environment.container)
    // If the content decides widths, or if a layout places the subsections one by one, their widths are not known here.
    guard !layout.placesCellByCell, sections.indices.allSatisfy({ isWidthDeclared($0) }) else { return nil }
    let room = environment.container.inset(by: layout.contentInsets)
    for index in sections.indices {
      let own = Size(width: place(index).width, height: room.height)
      children.append(solver(inner.layOut(index, in: own, scale: environment.scale), in: own))
      tellOuter(index)
    }
  }

  private static func cell(_ index: Int) -> LayoutElement.Key { .item(ElementPath(section: 0, item: index)) }

  private func isWidthDeclared(_ index: Int) -> Bool {
    index >= outer.itemCount(inSection: 0) || outer.proposedSize(for: Self.cell(index)).width != nil
  }

  /// Returns the frame of a subsection; zero if the layout does not place it.
  func place(_ index: Int) -> Rect {
    index < outer.itemCount(inSection: 0) ? outer.frame(for: Self.cell(index)) ?? .zero : .zero
  }

  private mutating func tellOuter(_ index: Int) {
    guard index < outer.itemCount(inSection: 0) else { return }
    _ = outer.setMeasured(children[index].contentSize, for: Self.cell(index))
  }

  /// Returns the key that an element of a section has when the section is a subsection.
  func key(_ key: LayoutElement.Key, of index: Int) -> LayoutElement.Key { inner.key(key, of: index) }

  /// Converts the key of an element of the outer layout: badges of cells become badges of subsections.
  func key(ofOuter key: LayoutElement.Key) -> LayoutElement.Key {
    guard key.kind == .badge else { return key }
    return .init(kind: .boundary, section: 0, item: key.item + 1, slot: key.slot + (1 << 16))
  }

  /// Returns the visible part of an element inside a subsection.
  func seen(_ frame: Rect, of key: LayoutElement.Key, in index: Int) -> Rect {
    inner.seen(frame, of: key, in: index, from: place(index).minX, width: place(index).width)
  }

  mutating func scrollAnything(_ generator: inout SeededGenerator) {
    let index = generator.below(inner.sections.count + 1)
    if index == inner.sections.count {
      guard let info = outer.crossScroll(0) else { return }
      #expect(nested.crossScroll(0)?.limits == info.limits && nested.crossScroll(0)?.groupCount == info.groupCount)
      let offset = Double.random(in: -50...info.contentWidth + 50, using: &generator)
      _ = (
        outer.setCrossOffset(offset, of: ScrollContainerID(section: 0)),
        nested.setCrossOffset(offset, of: ScrollContainerID(section: 0))
      )
    } else if let info = children[index].crossScroll(0) {
      let offset = Double.random(in: -50...info.contentWidth + 50, using: &generator)
      _ = children[index].setCrossOffset(offset, of: ScrollContainerID(section: 0))
      _ = nested.setCrossOffset(offset, of: ScrollContainerID(section: 0, subsection: index + 1))
    }
  }

  mutating func measureAnything(_ generator: inout SeededGenerator) {
    let index = generator.below(inner.sections.count)
    let cell: LayoutElement.Key
    switch generator.below(5) {
    case 0 where inner.sections[index].hasHeader: cell = .header(0)
    case 1 where inner.sections[index].hasFooter: cell = .footer(0)
    case 2:
      guard let beside = children[index].anythingBeside(&generator) else { return }
      cell = beside
    default:
      let count = children[index].itemCount(inSection: 0)
      guard count > 0 else { return }
      cell = Self.cell(generator.below(count))
    }
    let size = InnerSections.size(&generator)
    _ = children[index].setMeasured(size, for: cell)
    tellOuter(index)
    _ = nested.setMeasured(size, for: key(cell, of: index))
  }
}

private let everything = rect(-1e6, -1e6, 2e6, 2e6)

private func isNear(_ a: Rect, _ b: Rect) -> Bool {
  abs(a.minX - b.minX) < 1e-6 && abs(a.minY - b.minY) < 1e-6 && abs(a.width - b.width) < 1e-6
    && abs(a.height - b.height) < 1e-6
}

/// Returns whether the visible part of a frame is larger than rounding errors.
private func isSeen(_ frame: Rect, in seen: Rect) -> Bool {
  let part = frame.intersection(seen)
  return part.width > 1e-6 && part.height > 1e-6
}

@Test(arguments: 0..<rounds)
func `subsections have the frames and supplementaries of cells in the outer layout`(seed: UInt64) throws {
  var random = RandomSections(seed: seed)
  guard var all = Sections(&random) else { return }
  for _ in 0..<5 {
    for _ in 0..<random.generator.below(4) { all.measureAnything(&random.generator) }
    for _ in 0..<random.generator.below(4) { all.scrollAnything(&random.generator) }
    let y = Double.random(in: -20...max(1, all.nested.contentSize.height), using: &random.generator)
    let seen = rect(-2_000, y, 9_000, Double(random.generator.below(300)) + 1)
    let elements = all.nested.elements(in: seen)
    let shown = Set(elements.map(\.key))
    for element in elements { try #require(all.nested.clip(of: element.key) == element.clip, "\(element.key)") }
    try #require(abs(all.nested.contentSize.height - all.outer.contentSize.height) < 1e-6)
    for element in all.outer.elements(in: everything) where element.key.kind != .item {
      let key = all.key(ofOuter: element.key)
      // A subsection for which the groups have no place has no badges.
      let own = try #require(all.nested.frame(for: key), "\(element.key)")
      try #require(isNear(own, try #require(all.outer.frame(for: element.key))), "\(element.key)")
      let pinned = try #require(all.outer.frame(for: element.key, pinnedIn: seen))
      let other = try #require(all.nested.frame(for: key, pinnedIn: seen))
      try #require(isNear(other, pinned), "\(element.key)")
      if isSeen(pinned, in: seen) { try #require(shown.contains(key), "\(key)") }
    }
    for (index, child) in all.children.enumerated() {
      let origin = all.place(index).origin
      for element in child.elements(in: everything) {
        let key = all.key(element.key, of: index)
        let expected = try #require(child.frame(for: element.key)).offset(by: origin)
        try #require(isNear(try #require(all.nested.frame(for: key)), expected), "\(index) \(element.key)")
        // Other elements may be pinned elsewhere.
        guard [.item, .badge, .decoration].contains(element.key.kind) else { continue }
        let part = all.seen(expected, of: element.key, in: index)
        if isSeen(part, in: seen) { try #require(shown.contains(key), "\(key)") }
        if !isSeen(part, in: seen.inset(by: Insets(-1e-5))) { try #require(!shown.contains(key), "\(key)") }
      }
    }
  }
}
