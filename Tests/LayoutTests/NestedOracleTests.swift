import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// The same sections twice: alone, and as subsections that follow each other in one section.
private struct Twins {
  private var inner: InnerSections
  var alone: LayoutSolver
  var nested: LayoutSolver

  init(_ random: inout RandomSections) {
    inner = InnerSections(&random, atMost: 4)
    let environment = Self.environment(&random.generator)
    inner.follow(environment)
    alone = LayoutSolver.many(inner.sections.map(\.input), environment)
    let layout = SectionLayout(
      NestedLayout(RowLayout().transposed(), subsections: inner.parts),
      sizes: .uniform(size(.fractionalWidth(1), .estimated(44))))
    nested = LayoutSolver.many([.init(layout: layout, itemCount: inner.cellCount)], environment)
  }

  private static func environment(_ generator: inout SeededGenerator) -> LayoutEnvironment {
    LayoutEnvironment(
      container: Size(width: Double(generator.below(400)) + 80, height: generator.pick([300, 412])),
      scale: generator.pick([1, 1.5, 2]))
  }

  /// Changes the environment, in which some providers return other layouts.
  mutating func resize(_ generator: inout SeededGenerator) {
    var environment = Self.environment(&generator)
    if generator.chance(30) { environment.container.width = alone.environment.container.width }
    inner.follow(environment)
    alone.setEnvironment(environment)
    nested.setEnvironment(environment)
  }

  /// Returns the key that an element of a section has when the section is a subsection.
  func key(_ key: LayoutElement.Key) -> LayoutElement.Key { inner.key(key, of: key.section) }

  /// Returns the part of an element that is visible when its section is a subsection.
  func seen(_ element: LayoutElement) -> Rect {
    inner.seen(
      element.frame, of: element.key, in: element.key.section, from: 0, width: alone.environment.container.width)
  }

  mutating func scrollAnything(_ generator: inout SeededGenerator) {
    let section = generator.below(inner.sections.count)
    guard let info = alone.crossScroll(section) else { return }
    let offset = Double.random(in: -50...info.contentWidth + 50, using: &generator)
    let site = ScrollContainerID(section: 0, subsection: section + 1)
    #expect(nested.crossScroll(site)?.limits == info.limits && nested.crossScroll(site)?.behavior == info.behavior)
    #expect(
      alone.setCrossOffset(offset, of: ScrollContainerID(section: section))
        == nested.setCrossOffset(offset, of: site))
    let velocity = generator.pick([-1.0, 0, 1])
    #expect(
      nested.crossScroll(site)?.restingOffset(projected: offset, velocity: velocity, start: info.offset)
        == alone.restingOffset(ofSection: section, projected: offset, velocity: velocity, start: info.offset))
  }

  mutating func measureAnything(_ generator: inout SeededGenerator) {
    let section = generator.below(inner.sections.count)
    let key: LayoutElement.Key
    switch generator.below(5) {
    case 0 where inner.sections[section].hasHeader: key = .header(section)
    case 1 where inner.sections[section].hasFooter: key = .footer(section)
    case 2:
      guard let beside = alone.anythingBeside(&generator) else { return }
      key = beside
    default:
      let count = alone.itemCount(inSection: section)
      guard count > 0 else { return }
      key = .item(ElementPath(section: section, item: generator.below(count)))
    }
    let size = InnerSections.size(&generator)
    #expect(alone.proposedSize(for: key).height == nil || nested.proposedSize(for: self.key(key)).height != nil)
    _ = alone.setMeasured(size, for: key)
    _ = nested.setMeasured(size, for: self.key(key))
  }
}

@Test(arguments: 0..<rounds)
func `subsections have the frames and supplementaries of these sections in a list`(seed: UInt64) throws {
  var random = RandomSections(seed: seed)
  var twins = Twins(&random)
  for _ in 0..<6 {
    for _ in 0..<random.generator.below(4) { twins.measureAnything(&random.generator) }
    for _ in 0..<random.generator.below(4) { twins.scrollAnything(&random.generator) }
    if random.generator.chance(20) { twins.resize(&random.generator) }
    let (alone, nested) = (twins.alone, twins.nested)
    let y = Double.random(in: -20...max(1, alone.contentSize.height), using: &random.generator)
    let seen = rect(-50, y, 700, Double(random.generator.below(400)) + 1)
    let expected = alone.elements(in: seen)
    let found = Dictionary(nested.elements(in: seen).map { ($0.key, $0) }) { first, _ in first }
    for element in expected {
      let key = twins.key(element.key)
      let own = try #require(nested.frame(for: key), "\(element.key)")
      try #require(own == alone.frame(for: element.key), "\(element.key)")
      try #require(alone.kind(of: element.key) == nested.kind(of: key) || key.kind == .item)
      guard !twins.seen(element).intersection(seen).isEmpty else {
        try #require(found[key] == nil, "\(key)")
        continue
      }
      guard let other = found[key] else {
        try #require(hides(element, from: seen), "\(element.key)")
        continue
      }
      try #require(other.frame.size == element.frame.size, "\(key)")
      try #require(isNear(other.frame.origin, element.frame.origin), "\(key)")
      try #require(nested.frame(for: key, pinnedIn: seen) == other.frame, "\(key)")
      try #require(nested.clip(of: key) == other.clip, "\(key)")
    }
    let names = Set(expected.map { twins.key($0.key) })
    for (key, other) in found where !names.contains(key) { try #require(hides(other, from: seen), "\(key)") }
  }
}

/// Returns whether two positions are equal up to rounding: the frames of pinned elements come from different sums.
private func isNear(_ a: Point, _ b: Point) -> Bool { a.x == b.x && abs(a.y - b.y) < 1e-6 }

/// Returns whether the visible part of a pinned element is so small that snapping to pixels may hide it.
private func hides(_ element: LayoutElement, from seen: Rect) -> Bool {
  element.isPinned && element.frame.intersection(seen).height < 0.5
}
