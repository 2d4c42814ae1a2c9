import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Synchronization
import Testing

/// The positions of the subsections whose providers were called.
private final class AskedParts: Sendable {
  private let parts = Mutex<[Int]>([])

  var all: [Int] { parts.withLock { $0 } }
  func note(_ part: Int) { parts.withLock { $0.append(part) } }
  func clear() { parts.withLock { $0 = [] } }
}

private func height(_ part: Int) -> Double { Double(part % 50) + 10 }

/// Returns subsections of three rows each, whose layouts come from a provider.
private func provided(_ count: Int, by layout: SectionLayout, noting asked: AskedParts) -> LayoutSolver {
  let provider = SectionProvider(key: 0) { context in
    asked.note(context.section)
    return .list(rowHeight: height(context.section))
  }
  let part = NestedLayout.Child(ChildSection(.vertical(), provider: provider), count: 3)
  var solver = LayoutSolver()
  solver.reload(
    [.init(layout: layout.placing(Array(repeating: part, count: count)), itemCount: 3 * count)],
    environment: LayoutEnvironment(container: Size(width: 320, height: 480)))
  return solver
}

private let layouts: [SectionLayout] = [
  .vertical(), .flow(sizes: .estimated(.zero)), .waterfall(columns: 1, sizes: .estimated(.zero)),
  SectionLayout(RowLayout().transposed(), sizes: .estimated(.zero)),
]

@Test(arguments: layouts)
func `providers of subsections are called near the viewport first, then a few at a time`(
  layout: SectionLayout
) {
  let asked = AskedParts()
  var solver = provided(1_000, by: layout, noting: asked)
  #expect(asked.all.count <= LayoutSolver.eagerLayouts)
  #expect(solver.pendingCount == 1_000 - LayoutSolver.eagerLayouts)
  asked.clear()
  let middle = rect(0, solver.contentSize.height / 2, 320, 480)
  while solver.prepare(in: middle) {}
  #expect(asked.all.count > 3 && asked.all.count < 60)
  let seen = Set(solver.elements(in: middle).map(\.key.item).map { $0 / 3 })
  #expect(seen.isSubset(of: asked.all))
  asked.clear()
  _ = solver.resolvePending(work: 20 * LayoutSolver.workOfLayout)
  #expect(asked.all.count == 20)
  #expect(asked.all.allSatisfy { part in seen.contains { abs($0 - part) < 60 } })
  while solver.pendingCount > 0 {
    let before = solver.pendingCount
    _ = solver.resolvePending(work: 400)
    #expect(solver.pendingCount < before)
  }
  #expect(solver.contentSize.height == (0..<1_000).reduce(0) { $0 + 3 * height($1) })
}

@Test func `providers of subsections get their indices`() {
  let asked = AskedParts()
  let solver = provided(5, by: .vertical(), noting: asked)
  #expect(Set(asked.all) == [0, 1, 2, 3, 4])
  #expect(solver.frames(15).map(\.height) == [10, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14])
}

/// A random number of subsections, mostly more than a nested layout resolves at once, below each other or in columns.
private struct ManyParts {
  let parts: [NestedLayout.Child]
  let cells: Int
  var solver: LayoutSolver

  init(_ random: inout RandomSections, in layout: SectionLayout) {
    var parts: [NestedLayout.Child] = []
    for index in 0..<random.generator.below(200) + 1 {
      if random.generator.chance(20), let last = parts.last {
        parts.append(last)
        continue
      }
      let section = random.section()
      let extras = (section.hasHeader ? 1 : 0) + (section.hasFooter ? 1 : 0)
      var provider: SectionProvider?
      if random.generator.chance(40) { provider = SectionProvider(key: index) { _ in section.layout } }
      parts.append(
        .init(
          ChildSection(
            section.layout, provider: provider, hasHeader: section.hasHeader, hasFooter: section.hasFooter),
          count: section.cells.count + extras))
    }
    self.parts = parts
    cells = parts.reduce(0) { $0 + $1.count }
    let environment = LayoutEnvironment(
      container: Size(width: Double(random.generator.below(400)) + 80, height: 300),
      scale: random.generator.pick([1, 1.5, 2]))
    solver = LayoutSolver.many([.init(layout: layout.placing(parts), itemCount: cells)], environment)
  }
}

@Test(arguments: 0..<rounds / 8)
func `many subsections end with the same frames in whatever order they are resolved`(
  seed: UInt64
) throws {
  var random = RandomSections(seed: seed)
  let layout = random.generator.pick(layouts)
  let many = ManyParts(&random, in: layout)
  let keys = (0..<many.cells).map { LayoutElement.Key.item(ElementPath(section: 0, item: $0)) }
  var (straight, wandering) = (many.solver, many.solver)
  while straight.pendingCount > 0 { _ = straight.resolvePending(work: 1 << 20) }
  var measured: [(LayoutElement.Key, Size)] = []
  for _ in 0..<random.generator.below(12) {
    let y = Double.random(in: -20...max(1, wandering.contentSize.height), using: &random.generator)
    let seen = rect(0, y, many.solver.environment.container.width, 300)
    switch random.generator.below(3) {
    case 0: while wandering.prepare(in: seen) {}
    case 1: _ = wandering.resolvePending(work: random.generator.below(400))
    default:
      while wandering.prepare(in: seen) {}
      for element in wandering.elements(in: seen) where wandering.isEstimated(element.key) {
        measured.append((element.key, InnerSections.size(&random.generator)))
        _ = wandering.setMeasured(measured[measured.count - 1].1, for: element.key)
      }
    }
    let found = wandering.elements(in: seen)
    for element in found where element.key.kind == .item && !element.isPinned {
      try #require(wandering.frame(for: element.key) == element.frame, "\(element.key)")
    }
  }
  while wandering.pendingCount > 0 { _ = wandering.resolvePending(work: random.generator.below(3_000) + 1) }
  for (key, size) in measured { _ = straight.setMeasured(size, for: key) }
  try #require(straight.contentSize == wandering.contentSize)
  for key in keys { try #require(straight.frame(for: key) == wandering.frame(for: key), "\(key)") }
}

@Test(arguments: layouts.prefix(1))
func `measuring a row takes as many steps in one of thousands of subsections as in one of a few`(
  layout: SectionLayout
) {
  func steps(_ count: Int) -> Int {
    let part = NestedLayout.Child(ChildSection(.vertical()), count: 5)
    var solver = LayoutSolver.many(
      [.init(layout: layout.placing(Array(repeating: part, count: count)), itemCount: 5 * count)],
      LayoutEnvironment(container: Size(width: 320, height: 480)))
    let middle = rect(0, solver.contentSize.height / 2, 320, 480)
    while solver.prepare(in: middle) {}
    let item = solver.elements(in: middle)[3].key
    return OperationCounter.steps {
      _ = solver.setMeasured(Size(width: 320, height: 71), for: item)
      _ = solver.elements(in: middle)
    }
  }
  let (some, many) = (steps(100), steps(20_000))
  #expect(some > 0 && many < 2 * some + 40)
}

@Test func `only the visible ones of thousands of subsections are laid out`() {
  let part = NestedLayout.Child(ChildSection(.list(rowHeight: 20)), count: 5)
  let other = NestedLayout.Child(ChildSection(.list(rowHeight: 30).headerPinToVisibleBounds()), count: 5)
  let parts = (0..<10_000).map { $0 % 2 == 0 ? part : other }
  var solver = LayoutSolver()
  let come = OperationCounter.steps {
    solver.reload(
      [.init(layout: SectionLayout.vertical().placing(parts), itemCount: 50_000)],
      environment: LayoutEnvironment(container: Size(width: 320, height: 480)))
  }
  // Adding up the positions takes some steps for each subsection; laying one out takes one more.
  #expect(solver.contentSize.height == 5_000 * 250 && solver.pendingCount == 0)
  let middle = rect(0, 600_000, 320, 480)
  let near = OperationCounter.steps { while solver.prepare(in: middle) {} }
  #expect(come > 0 && near > 0 && near < 400)
  let elements = solver.elements(in: middle)
  #expect(elements.map(\.key.item) == (24_000..<24_020).map { $0 })
}
