import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private let grid = SectionLayout.grid(minimumItemWidth: 90, itemHeight: 40, spacing: 10, insets: Insets(5))
private let estimates = LayoutItemSizes.uniform(size(.fractionalWidth(1), .estimated(44)))

private func solver(_ layout: NestedLayout, width: Double = 320, scroll axis: Axis = .vertical) -> LayoutSolver {
  var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: axis))
  solver.reload(
    [.init(layout: SectionLayout(layout, sizes: estimates), itemCount: layout.subsections.reduce(0) { $0 + $1.count })],
    environment: LayoutEnvironment(
      container: axis == .vertical ? Size(width: width, height: 480) : Size(width: 480, height: width)))
  return solver
}

private func page(_ outer: some CollectionLayout, rows: Int, tiles: Int) -> NestedLayout {
  NestedLayout(
    outer,
    subsections: [.init(ChildSection(.vertical(spacing: 2)), count: rows), .init(ChildSection(grid), count: tiles)])
}

@Test func `a subsection has the frames of the same section in a list`() {
  let nested = solver(page(RowLayout().transposed(), rows: 3, tiles: 7))
  let (rows, tiles) = (LayoutSolver.one(.vertical(spacing: 2), count: 3), LayoutSolver.one(grid, count: 7))
  let expected = rows.frames(3) + tiles.frames(7).map { $0.offset(x: 0, y: rows.contentSize.height) }
  #expect(nested.frames(10) == expected)
  #expect(nested.contentSize.height == rows.contentSize.height + tiles.contentSize.height)
  let seen = nested.elements(in: rect(0, 100, 320, 60)).map(\.key.item)
  #expect(seen == expected.indices.filter { expected[$0].intersects(rect(0, 100, 320, 60)) })
}

@Test func `a subsection in a column is laid out in the column's width`() {
  let nested = solver(page(WaterfallLayout(columns: 2, spacing: 20), rows: 3, tiles: 5))
  let (rows, tiles) = (
    LayoutSolver.one(.vertical(spacing: 2), count: 3, width: 150), LayoutSolver.one(grid, count: 5, width: 150)
  )
  #expect(nested.frames(8) == rows.frames(3) + tiles.frames(5).map { $0.offset(x: 170, y: 0) })
}

@Test func `subsections of a horizontal list swap their axes`() {
  let nested = solver(page(RowLayout().transposed(), rows: 3, tiles: 7), scroll: .horizontal)
  var lone = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: .horizontal))
  lone.reload(
    [.init(layout: .vertical(spacing: 2), itemCount: 3), .init(layout: grid, itemCount: 7)],
    environment: LayoutEnvironment(container: Size(width: 480, height: 320)))
  let paths = (0..<3).map { ElementPath(section: 0, item: $0) } + (0..<7).map { ElementPath(section: 1, item: $0) }
  #expect(nested.frames(10) == paths.map { lone.frame(of: $0) })
}

@Test func `cells keep their measured sizes through insertions and deletions of subsections`() {
  var solver = solver(page(RowLayout().transposed(), rows: 4, tiles: 3))
  for item in 0..<4 { _ = solver.measure(item, height: Double(50 + item * 10)) }
  #expect(solver.frames(4).map(\.height) == [50, 60, 70, 80])
  // The second row is removed, and a subsection of one row is inserted before all others.
  let new = NestedLayout(
    RowLayout().transposed(),
    subsections: [.init(ChildSection(.list(rowHeight: 20)), count: 1)]
      + page(OverlayLayout(), rows: 3, tiles: 3).subsections)
  let mapping = PositionMapping(
    oldCount: 7, newCount: 7, commonPrefix: 0, commonSuffix: 0, oldOfNew: [-1, 0, 2, 3, 4, 5, 6])
  solver.update(
    [.init(layout: SectionLayout(new, sizes: estimates), itemCount: 7)],
    mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
  #expect(solver.frames(4).map(\.height) == [20, 50, 70, 80])
  #expect(solver.frames(4).map(\.minY) == [0, 20, 72, 144])
  #expect(!solver.isEstimated(.item(ElementPath(section: 0, item: 3))))
}

@Test func `identifiers select cells in subsections of subsections too`() {
  let inner = NestedLayout(
    RowLayout().transposed(),
    subsections: [
      .init(
        ChildSection(SectionLayout(RowLayout(fillIdentifiers: ["4"]), sizes: .estimated(Size(width: 30, height: 30)))),
        count: 3)
    ])
  let nested = NestedLayout(
    RowLayout().transposed(),
    subsections: [
      .init(ChildSection(.list(rowHeight: 20)), count: 2),
      .init(ChildSection(SectionLayout(inner, sizes: estimates)), count: 3),
    ])
  var solver = LayoutSolver()
  let input = LayoutSolver.SectionInput(
    layout: SectionLayout(nested, sizes: estimates), itemCount: 5, identify: { "\($0 + 1)" })
  solver.reload([input], environment: LayoutEnvironment(container: Size(width: 320, height: 480)))
  #expect(solver.frame(3) == rect(30, 40, 260, 30))
}

@Test func `cells with some identifiers are pinned to the top`() {
  let layout = FlowLayout().sticky(identifiers: ["0", "10"])
  var solver = LayoutSolver()
  solver.reload(
    [
      .init(
        layout: SectionLayout(layout, sizes: .uniform(size(.fractionalWidth(1), .absolute(10)))), itemCount: 40,
        identify: { "\($0)" })
    ], environment: LayoutEnvironment(container: Size(width: 300, height: 100)))
  #expect(solver.elements(in: rect(0, 55, 300, 30)).filter(\.isPinned).map(\.key.item) == [0])
  #expect(solver.elements(in: rect(0, 155, 300, 30)).filter(\.isPinned).map(\.key.item) == [10])
}

/// Rows with a badge each and a background, below a pinned header.
private let dressed: SectionLayout = {
  let row = size(.fractionalWidth(1), .absolute(40))
  let badge = LayoutSupplementary(
    kind: "badge", size: .square(10),
    containerAnchor: LayoutAnchor([.top, .trailing], absoluteOffset: Point(x: 0, y: -5)))
  let corner = LayoutBoundaryItem(kind: "edge", size: .square(8), alignment: .topTrailing, extendsBoundary: false)
  let group = LayoutGroup.vertical(row, repeating: LayoutItem(size: row, supplementaries: [badge]), count: 1)
  return SectionLayout(group: group).background("back", insets: Insets(5))
    .headerSize(size(.fractionalWidth(1), .absolute(20))).headerPinToVisibleBounds().boundaryItem(corner)
}()

@Test func `a subsection has its own badges, background, boundary items and pinned header`() {
  let inner = NestedLayout(
    RowLayout().transposed(), subsections: [.init(ChildSection(dressed, hasHeader: true), count: 3)])
  let nested = NestedLayout(
    WaterfallLayout(columns: 2, spacing: 20),
    subsections: [
      .init(ChildSection(.list(rowHeight: 50)), count: 1),
      .init(ChildSection(SectionLayout(inner, sizes: estimates)), count: 3),
    ])
  let solver = solver(nested)
  func frame(_ kind: LayoutElement.Key.Kind, _ item: Int, _ y: Double? = nil) -> Rect? {
    let key = LayoutElement.Key(kind: kind, section: 0, item: item, slot: kind == .boundary ? 2 : 0)
    return y.map { solver.frame(for: key, pinnedIn: rect(0, $0, 320, 60)) } ?? solver.frame(for: key)
  }
  // The second column is 150 wide and starts at 170. It is the second subsection, and the decorated one is inside it.
  #expect(frame(.decoration, 3) == rect(175, 5, 140, 90))
  #expect(frame(.decoration, 2) == nil && frame(.decoration, 0) == nil && frame(.decoration, 4) == nil)
  #expect(frame(.item, 1) == rect(170, 0, 150, 20) && frame(.item, 3) == rect(170, 60, 150, 40))
  #expect(frame(.badge, 2) == rect(310, 15, 10, 10) && frame(.badge, 3) == rect(310, 55, 10, 10))
  #expect(frame(.boundary, 3) == rect(312, 20, 8, 8))
  #expect(frame(.item, 1, 30) == rect(170, 30, 150, 20) && frame(.item, 1, 90) == rect(170, 80, 150, 20))
  // The badge of the second row overflows into the first, and is found there.
  let seen: [LayoutElement.Key] = [
    .init(kind: .decoration, section: 0, item: 3), .item(ElementPath(section: 0, item: 0)),
    .item(ElementPath(section: 0, item: 1)), .item(ElementPath(section: 0, item: 2)),
    .init(kind: .badge, section: 0, item: 3),
  ]
  #expect(solver.elements(in: rect(0, 30, 320, 27)).map(\.key) == seen)
  #expect(solver.kind(of: .init(kind: .decoration, section: 0, item: 3)) == "back")
  #expect(solver.key(.badge, of: "badge", section: 0, item: 3) == .init(kind: .badge, section: 0, item: 3))
  #expect(
    solver.key(.boundary, of: "edge", section: 0, item: 3) == .init(kind: .boundary, section: 0, item: 3, slot: 2))
}

@Test func `headers and footers pinned by subsections are between those of the enclosing sections`() {
  let row = SectionLayout.list(rowHeight: 40).headerPinToVisibleBounds().footerPinToVisibleBounds()
    .headerSize(size(.fractionalWidth(1), .absolute(20))).footerSize(size(.fractionalWidth(1), .absolute(10)))
  let part = NestedLayout.Child(ChildSection(row, hasHeader: true, hasFooter: true), count: 22)
  let middle = SectionLayout(NestedLayout(RowLayout().transposed(), subsections: [part, part]), sizes: estimates)
    .headerPinToVisibleBounds().headerSize(size(.fractionalWidth(1), .absolute(30)))
  let outer = SectionLayout(
    NestedLayout(RowLayout().transposed(), subsections: [.init(ChildSection(middle, hasHeader: true), count: 45)]),
    sizes: estimates
  ).headerPinToVisibleBounds().headerSize(size(.fractionalWidth(1), .absolute(50)))
  var global = LayoutBoundaryItem(kind: "bar", size: size(.fractionalWidth(1), .absolute(5)), alignment: .top)
  global.pinToVisibleBounds = true
  var solver = LayoutSolver(configuration: LayoutConfiguration(boundaryItems: [global]))
  solver.reload(
    [.init(layout: outer, itemCount: 45, hasHeader: true)],
    environment: LayoutEnvironment(container: Size(width: 320, height: 480)))
  func top(_ key: LayoutElement.Key, _ y: Double) -> Double? {
    solver.frame(for: key, pinnedIn: rect(0, y, 320, 300))?.minY
  }
  func item(_ item: Int) -> LayoutElement.Key { .item(ElementPath(section: 0, item: item)) }
  #expect(solver.frames(3).map(\.minY) == [55, 85, 105])
  #expect([top(.header(0), 200), top(item(0), 200), top(item(1), 200), top(item(22), 200)] == [205, 255, 285, 490])
  // The first subsection ends at 915; the header of the second follows its footer.
  #expect([top(item(1), 800), top(item(22), 800), top(item(23), 800)] == [885, 905, 915])
  // Nothing is pinned for a subsection that is wholly covered.
  #expect([top(item(1), 850), top(item(22), 850), top(item(23), 850)] == [85, 905, 935])
  let covered = solver.pinnedExtents(inSection: 0, item: 5)
  #expect(covered.start == 105 && covered.end == 10)
  let (ofHeader, ofAll) = (solver.pinnedExtents(inSection: 0, item: 1), solver.pinnedExtents(inSection: 0))
  #expect(ofHeader.start == 85 && ofHeader.end == 0 && ofAll.start == 55 && ofAll.end == 0)
}

@Test func `empty subsections keep their backgrounds and insets`() {
  let back = SectionLayout.list(rowHeight: 40).insets(Insets(7)).background("back")
  let nested = NestedLayout(RowLayout().transposed(), subsections: [.init(ChildSection(back), count: 0)])
  let solver = solver(nested)
  #expect(solver.contentSize.height == 14)
  #expect(solver.elements(in: rect(0, 0, 320, 480)).map(\.frame) == [rect(0, 0, 320, 14)])
}

@Test func `a handler of visible items in a subsection gets the elements of that subsection`() {
  let handled = dressed.visibleItemsHandler(key: "inner") { items, offset, _ in
    for index in items.indices {
      items[index].alpha = Double(items[index].item) / 10
      items[index].scale = offset.y
    }
  }
  let part = NestedLayout.Child(ChildSection(handled, hasHeader: true), count: 3)
  let list = NestedLayout.Child(ChildSection(.list(rowHeight: 50)), count: 1)
  let inner = NestedLayout(RowLayout().transposed().inset(by: Insets(1)), subsections: [list, part])
  let layout = NestedLayout(
    RowLayout().transposed(),
    subsections: [list, .init(ChildSection(SectionLayout(inner, sizes: estimates)), count: 4)])
  var solver = solver(layout)
  #expect(solver.hasVisibleItemsHandlers)
  var items: [LayoutVisibleItem] = []
  func run() -> [LayoutElement.Key: LayoutVisibleItem] {
    var seen: [LayoutElement.Key: LayoutVisibleItem] = [:]
    _ = solver.prepare(in: rect(0, 0, 320, 480))
    solver.handleVisibleItems(solver.elements(in: rect(0, 0, 320, 480)), scroll: Point(x: 0, y: 9), items: &items) {
      seen[$0.key] = $1
    }
    return seen
  }
  func cell(_ item: Int) -> LayoutElement.Key { .item(ElementPath(section: 0, item: item)) }
  var seen = run()
  #expect(seen.count == 7)
  #expect(seen[cell(2)]?.category == .supplementary && seen[cell(2)]?.kind == .header && seen[cell(2)]?.alpha == 0)
  #expect(seen[cell(4)]?.category == .cell && seen[cell(4)]?.item == 1 && seen[cell(4)]?.alpha == 0.1)
  #expect(seen[.init(kind: .badge, section: 0, item: 4)]?.kind == "badge")
  #expect(seen[.init(kind: .decoration, section: 0, item: 4)]?.category == .decoration)
  #expect(seen.values.allSatisfy { $0.scale == 9 })
  // The handler of the section is called first, with all elements; the changes of the inner one prevail.
  let outer = SectionLayout(layout, sizes: estimates).visibleItemsHandler(key: "outer") { items, _, _ in
    for index in items.indices { items[index].alpha = 0.7 }
  }
  solver.reload([.init(layout: outer, itemCount: 5)], environment: solver.environment)
  seen = run()
  #expect(seen.count == 9 && seen[cell(0)]?.alpha == 0.7 && seen[cell(4)]?.alpha == 0.1)
}
