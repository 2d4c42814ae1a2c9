import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// A list of sections with several layouts, so long that a solver examines only the first of them when the list is set.
private let sections: [LayoutSolver.SectionInput] = (0..<6_000).map { index in
  let layout: SectionLayout =
    switch index % 4 {
    case 0: .list(rowHeight: Double(20 + index % 7))
    case 1: .grid(minimumItemWidth: 90, itemHeight: 50, spacing: Double(index % 5))
    case 2: .waterfall(columns: 2, spacing: 4, sizes: .estimated(Size(width: 50, height: 30)))
    default: .list(estimatedRowHeight: 44)
    }
  return LayoutSolver.SectionInput(layout: layout, itemCount: index % 6, hasHeader: index % 3 == 0)
}

private let environment = LayoutEnvironment(container: Size(width: 400, height: 300), scale: 2)

private func whole(_ solver: LayoutSolver) -> Rect {
  Rect(x: 0, y: 0, width: solver.contentSize.width, height: solver.contentSize.height)
}

@Test func `a solver used alone gives every item one exact frame once all sections are resolved`() throws {
  var solver = LayoutSolver(sections, environment: environment)
  let wasResolved = solver.isResolved
  solver.resolveAll()
  let isResolved = solver.isResolved
  #expect(!wasResolved && isResolved)
  let elements = solver.elements(visibleIn: whole(solver))
  #expect(elements.count { $0.key.kind == .item } == sections.reduce(0) { $0 + $1.itemCount })
  #expect(elements.count { $0.key.kind == .header } == 2_000)
  for element in elements {
    guard let path = element.key.path, path.section % 20 < 4 else { continue }
    let (frame, hit) = (solver.frame(ofItem: path), solver.element(at: element.frame.center, in: element.frame))
    #expect(frame == element.frame && hit?.key == element.key)
  }
  #expect(try #require(elements.map(\.frame.maxY).max()) == solver.contentSize.height)
}

@Test func `a frame asked for before its section is resolved has its exact size`() {
  var (solver, resolved) = (
    LayoutSolver(sections, environment: environment), LayoutSolver(sections, environment: environment)
  )
  resolved.resolveAll()
  let path = ElementPath(section: 5_999, item: 2)
  let (early, exact) = (solver.frame(ofItem: path), resolved.frame(ofItem: path))
  #expect(early != nil && early?.size == exact?.size)
}

@Test func `measured sizes move what follows and stay with their items in an update`() {
  var solver = LayoutSolver(
    [.init(layout: .list(estimatedRowHeight: 40), itemCount: 10)], environment: environment)
  let key = LayoutElement.Key.item(ElementPath(section: 0, item: 2))
  #expect(solver.isEstimated(key))
  #expect(solver.proposedSize(for: key) == ProposedSize(width: 400, height: nil))
  let hasMoved = solver.setMeasured(Size(width: 400, height: 90), for: key)
  #expect(hasMoved && !solver.isEstimated(key))
  let next = solver.frame(ofItem: ElementPath(section: 0, item: 3))
  #expect(next?.minY == 170)
  let mapping = ListMapping(
    sections: .identity(count: 1), elements: [PositionMapping.between(Array(0..<10), and: Array(1..<10))])
  solver.update([.init(layout: .list(estimatedRowHeight: 40), itemCount: 9)], mapping: mapping)
  let kept = solver.frame(ofItem: ElementPath(section: 0, item: 1))
  #expect(kept?.height == 90)
  #expect(solver.contentSize.height == 90 + 8 * 40)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 200, height: 300), scale: 2))
  let narrow = solver.frame(ofItem: ElementPath(section: 0, item: 1))
  #expect(narrow == Rect(x: 0, y: 40, width: 200, height: 40))
}

@Test func `a solver used alone has no frame for items and sections that do not exist`() {
  var solver = LayoutSolver(sections, environment: environment)
  for path in [(-1, 0), (6_000, 0), (5, 5), (5, -1), (0, 0)] {
    let frame = solver.frame(ofItem: ElementPath(section: path.0, item: path.1))
    #expect(frame == nil)
  }
  let (none, outside) = (solver.elements(visibleIn: .zero), solver.element(at: Point(x: -5, y: -5), in: whole(solver)))
  #expect(none.isEmpty && outside == nil)
}

@Test func `resolving all layouts also resolves subsections that it discovers`() {
  let sizes = LayoutItemSizes.uniform(LayoutSize(width: .fractionalWidth(1), height: .estimated(44)))
  let part = NestedLayout.Child(ChildSection(.waterfall(columns: 2, sizes: sizes)), count: 2)
  let composed = SectionLayout(
    NestedLayout(RowLayout(), subsections: Array(repeating: part, count: 100)), sizes: sizes)
  var solver = LayoutSolver(
    (0..<6_000).map { .init(layout: $0 == 5_990 ? composed : .list(rowHeight: 20), itemCount: $0 == 5_990 ? 200 : 1) },
    environment: environment)
  solver.resolveAll()
  let isResolved = solver.isResolved
  #expect(isResolved)
}

@Test func `content of items that do not exist has no size of its own`() {
  for layout in [SectionLayout.list(estimatedRowHeight: 40), .flow(sizes: .estimated(Size(width: 50, height: 20)))] {
    var solver = LayoutSolver([.init(layout: layout, itemCount: 3)], environment: environment)
    for item in [-1, 3] {
      let key = LayoutElement.Key.item(ElementPath(section: 0, item: item))
      let hasMoved = solver.setMeasured(Size(width: 9, height: 9), for: key)
      #expect(!solver.isEstimated(key) && !hasMoved)
    }
  }
}
