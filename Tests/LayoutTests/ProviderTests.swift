import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private let environment = LayoutEnvironment(container: Size(width: 320, height: 480))

private func provided(_ count: Int, items: Int = 3, _ provider: SectionProvider) -> LayoutSolver {
  .many(Array(repeating: .init(layout: .vertical(), provider: provider, itemCount: items), count: count), environment)
}

@Test func `a provider gives each section the layout that it asks for`() {
  let provider = SectionProvider(key: 0) { context in
    .list(rowHeight: Double(context.section + 1) * 10 + Double(context.itemCount))
  }
  let solver = provided(3, provider)
  #expect(solver.frame(of: ElementPath(section: 0, item: 0)).height == 13)
  #expect(solver.frame(of: ElementPath(section: 2, item: 0)) == rect(0, 39 + 69, 320, 33))
}

@Test func `a provider follows the width`() {
  let provider = SectionProvider(key: 0) { context in
    let columns = context.environment.effectiveContentSize.width > 800 ? 5 : 3
    let item = LayoutItem(width: .fractionalWidth(0.2), height: .fractionalHeight(1))
    return SectionLayout(
      group: .horizontal(size(.fractionalWidth(1), .absolute(44)), equally: item, count: columns))
  }
  var solver = provided(1, provider)
  #expect(solver.frame(2).maxX == 320)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 1_000, height: 480)))
  #expect(solver.frame(2) == rect(400, 0, 200, 44))
}

@Test func `a section that gets no layout is empty but has its header`() {
  var solver = LayoutSolver()
  solver.reload(
    [
      .init(layout: .vertical(), provider: SectionProvider(key: 0) { _ in nil }, itemCount: 5, hasHeader: true),
      .init(layout: .list(rowHeight: 10), itemCount: 1),
    ], environment: environment)
  #expect(solver.itemCount(inSection: 0) == 0)
  #expect(solver.frame(for: .header(0)) == rect(0, 0, 320, 36))
  #expect(solver.frame(of: ElementPath(section: 1, item: 0)).minY == 36)
}

@Test func `a provider is called for sections near the viewport only`() {
  let asked = AskedSections()
  let provider = SectionProvider(key: 0) { context in
    asked.note(context.section)
    return .list(rowHeight: Double(context.section % 50) + 10)
  }
  var solver = provided(100_000, provider)
  #expect(asked.count <= LayoutSolver.eagerFirstLayouts)
  #expect(solver.pendingCount == 100_000 - LayoutSolver.eagerFirstLayouts)
  asked.clear()
  let middle = rect(0, solver.contentSize.height / 2, 320, 480)
  while solver.prepare(in: middle) {}
  #expect(asked.count > 0 && asked.count < 60)
  let seen = Set(solver.elements(in: middle).map(\.key.section))
  #expect(seen.isSubset(of: asked.sections))
  asked.clear()
  _ = solver.resolvePending(work: 20 * LayoutSolver.workOfLayout)
  // A few sections at a time, starting near the visible ones.
  #expect(asked.count == 20)
  #expect(asked.sections.allSatisfy { section in seen.contains { abs($0 - section) < 60 } })
  solver.checkInvariants()
}

@Test func `the extent is exact once the provider was called for every section`() {
  let provider = SectionProvider(key: 0) { context in .list(rowHeight: Double(context.section % 7) + 10) }
  var solver = provided(1_000, provider)
  _ = solver.prepare(in: rect(0, 5_000, 320, 480))
  while solver.pendingCount > 0 { _ = solver.resolvePending(work: 64 * LayoutSolver.workOfLayout) }
  solver.checkInvariants()
  let expected: Double = (0..<1_000).reduce(0) { sum, section in sum + 3 * (Double(section % 7) + 10) }
  #expect(solver.contentSize.height == expected)
}

/// The sections for which a provider was called. It is `Sendable` without checks, because only the test's own thread
/// uses it.
private final class AskedSections: @unchecked Sendable {
  private(set) var sections: Set<Int> = []
  var count: Int { sections.count }
  func note(_ section: Int) { sections.insert(section) }
  func clear() { sections = [] }
}

@Test func `a handler gets the visible elements of its section and does not change the layout`() {
  let layout = SectionLayout.list(rowHeight: 50).background("back").visibleItemsHandler(key: 0) { items, offset, _ in
    for index in items.indices {
      items[index].alpha = offset.y / 100
      items[index].center.x += 5
    }
  }
  let solver = LayoutSolver.many(
    [.init(layout: .list(rowHeight: 30), itemCount: 1), .init(layout: layout, itemCount: 9, hasHeader: true)],
    environment)
  #expect(solver.hasVisibleItemsHandlers)
  let elements = solver.elements(in: rect(0, 0, 320, 120))
  var items: [LayoutVisibleItem] = []
  var (keys, seen) = ([LayoutElement.Key](), [LayoutVisibleItem]())
  solver.handleVisibleItems(elements, scroll: Point(x: 0, y: 25), items: &items) { element, item in
    keys.append(element.key)
    seen.append(item)
  }
  #expect(keys == elements.map(\.key).filter { $0.section == 1 })
  #expect(seen.map(\.category) == [.decoration, .supplementary, .cell, .cell])
  #expect(seen.map(\.kind) == ["back", .header, nil, nil])
  #expect(seen.allSatisfy { $0.alpha == 0.25 && $0.center.x == 165 })
  #expect(solver.elements(in: rect(0, 0, 320, 120)) == elements)
}

@Test func `a handler of a scroll container gets that container's offset`() {
  let layout = SectionLayout.horizontal().visibleItemsHandler(key: 0) { items, offset, _ in
    for index in items.indices { items[index].zIndex = Int(offset.x) }
  }
  var solver = LayoutSolver.one(layout, count: 20)
  _ = solver.setCrossOffset(30, of: ScrollContainerID(section: 0))
  var (items, seen) = ([LayoutVisibleItem](), [Int]())
  solver.handleVisibleItems(solver.elements(in: rect(0, 0, 320, 480)), scroll: Point(x: 0, y: 9), items: &items) {
    seen.append($1.zIndex)
  }
  #expect(seen == Array(repeating: 30, count: 4))
}
