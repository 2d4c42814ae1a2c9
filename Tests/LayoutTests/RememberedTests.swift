import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private let environment = LayoutEnvironment(container: Size(width: 320, height: 480))

/// Returns a provider that returns the same layout for every section; by default, rows that are as tall as their
/// content.
private func provider(_ key: Int = 0, _ layout: @escaping @Sendable () -> SectionLayout) -> SectionProvider {
  SectionProvider(key: key) { _ in layout() }
}

private func sections(
  _ count: Int, items: Int = 3, header: Bool = false, _ provider: SectionProvider
) -> [LayoutSolver.SectionInput] {
  Array(
    repeating: .init(layout: .vertical(), provider: provider, itemCount: items, hasHeader: header), count: count)
}

/// Returns a solver of 1,000 sections with measured sizes in section 500. `update` can insert a cell before and after
/// its two cells, whose measured heights are 72 and 73.
private func measured(_ layout: @escaping @Sendable () -> SectionLayout) -> LayoutSolver {
  var solver = LayoutSolver.many(sections(1_000, header: true, provider(0, layout)), environment)
  _ = solver.resolve(500)
  _ = solver.setMeasured(Size(width: 90, height: 71), for: .header(500))
  _ = solver.setMeasured(Size(width: 90, height: 72), for: .item(ElementPath(section: 500, item: 0)))
  _ = solver.setMeasured(Size(width: 90, height: 73), for: .item(ElementPath(section: 500, item: 1)))
  return solver
}

extension LayoutSolver {
  /// Updates the 1,000 sections to another provider. If `inserts` is true, section 500 gets a new cell before and one
  /// after its cells.
  fileprivate mutating func update(_ provider: SectionProvider, from count: Int, inserts: Bool = false) {
    var elements = Array(repeating: PositionMapping?.some(.identity(count: 3)), count: 1_000)
    var new = sections(1_000, header: true, provider)
    new[500].itemCount = count + (inserts ? 2 : 0)
    let oldOfNew = inserts ? [-1] + (0..<Int32(count)) + [-1] : Array(0..<Int32(count))
    elements[500] = PositionMapping(
      oldCount: count, newCount: new[500].itemCount, commonPrefix: 0, commonSuffix: 0, oldOfNew: oldOfNew)
    update(.init(new), mapping: ListMapping(sections: .identity(count: 1_000), elements: elements))
    checkInvariants()
  }

  fileprivate func height(_ item: Int) -> Double { frame(of: ElementPath(section: 500, item: item)).height }
}

private let layouts: [@Sendable () -> SectionLayout] = [
  { .vertical() },
  { SectionLayout(FlowLayout(), sizes: .estimated(Size(width: 30, height: 20))) },
  { SectionLayout(WaterfallLayout(columns: 2), sizes: .estimated(Size(width: 30, height: 20))) },
]

@Test(arguments: layouts.indices)
func `sections that left the viewport have their measured sizes when they return`(index: Int) {
  let layout = layouts[index]
  var solver = measured(layout)
  solver.update(provider(1, layout), from: 3, inserts: true)
  #expect(!solver.isResolved(section: 500))
  solver.update(provider(2, layout), from: 5)
  _ = solver.forgetMeasured(.item(ElementPath(section: 500, item: 1)))
  solver.checkInvariants()
  #expect(!solver.isResolved(section: 500))
  _ = solver.resolve(500)
  solver.checkInvariants()
  #expect(solver.frame(for: .header(500))?.height == 71)
  #expect(solver.height(2) == 73)
  #expect(
    (0..<5).map { solver.isEstimated(.item(ElementPath(section: 500, item: $0))) } == [true, true, false, true, true])
}

@Test func `measured sizes count in the extents of sections outside the viewport`() {
  var solver = measured { .vertical() }
  while solver.pendingCount > 0 { _ = solver.resolvePending(work: 3_000) }
  let length = solver.contentSize.height
  solver.update(provider(1) { .vertical() }, from: 3)
  #expect(solver.contentSize.height == length)
  while solver.pendingCount > 0 { _ = solver.resolvePending(work: 3_000) }
  solver.checkInvariants()
  #expect(solver.contentSize.height == length && solver.height(0) == 72)
}

@Test func `a section that returns with another layout does not keep its measured sizes`() {
  var solver = measured { .vertical() }
  solver.update(provider(1) { .list(rowHeight: 20) }, from: 3)
  _ = solver.resolve(500)
  solver.checkInvariants()
  #expect(solver.height(0) == 20)
}

/// Two solvers of the same list of many sections. One resolves all layouts at each update, the other only those of the
/// sections in which something is measured.
private struct Twins {
  var random: RandomSections
  var sections: [NaiveSection]
  var (eager, lazy) = (LayoutSolver(), LayoutSolver())

  init(seed: UInt64) {
    var random = RandomSections(seed: seed)
    random.usesProviders = true
    sections = (0..<LayoutSolver.eagerLayouts + 30).map { _ in random.section() }
    self.random = random
    eager.reload(sections.map(\.input), environment: environment)
    for section in sections.indices { _ = eager.resolve(section) }
    lazy.reload(sections.map(\.input), environment: environment)
  }

  mutating func measureSome() {
    for _ in 0..<20 {
      let section = random.generator.below(sections.count)
      guard eager.itemCount(inSection: section) > 0 else { continue }
      _ = lazy.resolve(section)
      let item = random.generator.below(eager.itemCount(inSection: section))
      let key =
        random.generator.chance(10) ? .header(section) : LayoutElement.Key.item(.init(section: section, item: item))
      let size = Size(width: Double(random.generator.below(200)), height: Double(random.generator.below(200)))
      _ = eager.setMeasured(size, for: key)
      _ = lazy.setMeasured(size, for: key)
    }
  }

  mutating func forgetSome() {
    for _ in 0..<20 {
      let section = random.generator.below(sections.count)
      guard eager.itemCount(inSection: section) > 0 else { continue }
      let item = random.generator.below(eager.itemCount(inSection: section))
      let key =
        random.generator.chance(10) ? .header(section) : LayoutElement.Key.item(.init(section: section, item: item))
      _ = eager.forgetMeasured(key)
      _ = lazy.forgetMeasured(key)
    }
  }

  mutating func update() {
    var next = sections
    for _ in 0..<20 {
      let section = random.generator.below(next.count)
      let count = next[section].cells.count
      switch random.generator.below(4) {
      case 0: next[section].cells.insert(.init(id: random.id()), at: random.generator.below(count + 1))
      case 1: if count > 0 { next[section].cells.remove(at: random.generator.below(count)) }
      case 2: next.swapAt(section, random.generator.below(next.count))
      default: if random.generator.chance(20) { next[section].layout = random.section().layout }
      }
    }
    let mapping = SolverModel.mapping(from: sections, to: next)
    eager.update(.init(next.map(\.input)), mapping: mapping, seen: Set(sections.indices))
    for section in next.indices { _ = eager.resolve(section) }
    lazy.update(.init(next.map(\.input)), mapping: mapping)
    sections = next
    eager.checkInvariants()
    lazy.checkInvariants()
  }
}

@Test(arguments: 0..<max(3, rounds / 20))
func `measured items have the frames that resolving all layouts at each update gives them`(seed: UInt64) throws {
  var twins = Twins(seed: seed)
  for _ in 0..<4 {
    twins.measureSome()
    twins.update()
    if twins.random.generator.chance(30) { twins.update() }
    if twins.random.generator.chance(50) { twins.forgetSome() }
    if twins.random.generator.chance(30) { _ = twins.lazy.resolvePending(work: twins.random.generator.below(1_000)) }
  }
  for section in twins.sections.indices { _ = twins.lazy.resolve(section) }
  twins.lazy.checkInvariants()
  for section in twins.sections.indices {
    try #require(twins.lazy.sectionFrame(section) == twins.eager.sectionFrame(section), "section \(section)")
    for item in 0..<twins.eager.itemCount(inSection: section) {
      let path = ElementPath(section: section, item: item)
      try #require(twins.lazy.frame(of: path) == twins.eager.frame(of: path), "\(path)")
    }
  }
}
