import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns the frames of cells after they were measured with the given heights.
private func measured(_ layout: SectionLayout, _ heights: [Double], width: Double = 320) -> [Rect] {
  var solver = LayoutSolver.one(layout, count: heights.count, width: width)
  for (item, height) in heights.enumerated() { _ = solver.measure(item, height: height) }
  return solver.frames(heights.count)
}

/// KarrotListKit declares one group that contains every cell with its measured height.
@Test func `a vertical layout has the frames of one group of all cells`() {
  let heights = [44.0, 60, 12, 100]
  let items: [any LayoutSubitem] = heights.map { LayoutItem(width: .fractionalWidth(1), height: .absolute($0)) }
  let whole = SectionLayout(
    group: LayoutGroup(
      axis: .vertical, size: size(.fractionalWidth(1), .estimated(300)), arrangement: .once(items.map(\.node)),
      interItemSpacing: .fixed(8)))
  #expect(measured(.vertical(spacing: 8), heights) == LayoutSolver.one(whole, count: 4).frames(4))
}

@Test func `a vertical grid has the frames of rows in one group`() {
  let heights = [40.0, 70, 20, 30, 90]
  let frames = measured(.verticalGrid(numberOfItemsInRow: 2, itemSpacing: 10, lineSpacing: 5), heights, width: 310)
  #expect(
    frames == [
      rect(0, 0, 150, 40), rect(160, 0, 150, 70), rect(0, 75, 150, 20), rect(160, 75, 150, 30),
      rect(0, 110, 150, 90),
    ])
}

@Test func `a horizontal layout is one scroll container, as tall as its tallest cell`() {
  var solver = LayoutSolver.one(.horizontal(spacing: 8, scrollingBehavior: .groupPaging), count: 3)
  for (item, size) in [(100.0, 30.0), (50, 60), (70, 20)].enumerated() {
    _ = solver.setMeasured(Size(width: size.0, height: size.1), for: .item(.init(section: 0, item: item)))
  }
  #expect(solver.frames(3) == [rect(0, 0, 100, 30), rect(108, 0, 50, 60), rect(166, 0, 70, 20)])
  #expect(solver.crossScroll(0)?.behavior == .groupPaging)
  #expect(solver.contentSize.height == 60)
}

@Test func `insets and pinning are modifiers`() {
  let layout = SectionLayout.vertical(spacing: 5).insets(Insets(top: 1, leading: 2, bottom: 3, trailing: 4))
    .headerPinToVisibleBounds().footerPinToVisibleBounds()
  #expect(layout.contentInsets == Insets(top: 1, leading: 2, bottom: 3, trailing: 4))
  #expect(layout.header.pinToVisibleBounds && layout.footer.pinToVisibleBounds)
  #expect(!layout.headerPinToVisibleBounds(false).header.pinToVisibleBounds)
}

@Test func `a list draws a line below each row and takes no room for it`() {
  let layout = SectionLayout.list(rowHeight: .absolute(44), separator: LayoutSeparator(thickness: 2, leadingInset: 16))
  let solver = LayoutSolver.one(layout, count: 1_000_000)
  #expect(solver.contentSize.height == 44_000_000)
  let elements = solver.elements(in: rect(0, 100, 320, 60))
  #expect(elements.map(\.key.kind) == [.item, .badge, .item])
  #expect(elements[1].frame == rect(16, 130, 304, 2))
  #expect(solver.kind(of: elements[1].key) == .separator)
}

@Test func `a table shares its width among its columns`() {
  let table = LayoutTable(
    columns: [.fixed(50), .flexible(minimum: 20, weight: 1), .flexible(weight: 3)], rowHeight: .absolute(30),
    spacing: 10)
  #expect(table.widths(in: 310) == [50, 75, 165])
  #expect(table.widths(in: 60) == [50, 20, 0])
  var solver = LayoutSolver.one(
    .table(columns: table.columns, rowHeight: .estimated(30), columnSpacing: 10, rowSpacing: 4), count: 7, width: 310)
  #expect(solver.frame(4) == rect(60, 34, 75, 30))
  _ = solver.measure(1, height: 50)
  #expect(solver.frames(4).map(\.minY) == [0, 0, 0, 54])
  #expect(solver.frame(0).height == 30 && solver.frame(1).height == 50)
}

@Test func `siblings are as tall as the tallest of them`() {
  let item = LayoutItem(width: .fractionalWidth(0.5), height: .uniformAcrossSiblings(estimate: 50))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .estimated(50)), subitems: [item])
  #expect(
    measured(SectionLayout(group: row, interGroupSpacing: 5), [40, 70, 20]) == [
      rect(0, 0, 160, 70), rect(160, 0, 160, 70), rect(0, 75, 160, 20),
    ])
  let all = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .uniformAcrossSiblings(estimate: 50)),
    subitems: [LayoutItem(width: .fractionalWidth(0.5), height: .estimated(50))])
  #expect(measured(SectionLayout(group: all), [40, 70, 20]).map(\.minY) == [0, 0, 70])
}

@Test func `cells with an estimated width form lines of tags`() {
  let tag = LayoutItem(width: .estimated(60), height: .estimated(20))
  let line = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .estimated(20)), subitems: [tag], interItemSpacing: .fixed(8))
  var solver = LayoutSolver.one(SectionLayout(group: line, interGroupSpacing: 4), count: 4, width: 200)
  for (item, width) in [120.0, 70, 90, 200].enumerated() {
    _ = solver.setMeasured(Size(width: width, height: 20), for: .item(.init(section: 0, item: item)))
  }
  #expect(
    solver.frames(4) == [rect(0, 0, 120, 20), rect(128, 0, 70, 20), rect(0, 24, 90, 20), rect(0, 48, 200, 20)])
}

@Test func `a group that a closure arranges is repeated`() {
  let pair = LayoutCustomArrangement(key: "pair") { room in
    [
      .init(Rect(x: 0, y: 0, width: room.width / 2, height: room.height)),
      .init(Rect(x: room.width / 2, y: 10, width: 30, height: 30), zIndex: 7),
    ]
  }
  let group = LayoutGroup.custom(size(.fractionalWidth(1), .absolute(100)), pair)
  let solver = LayoutSolver.one(SectionLayout(group: group, interGroupSpacing: 5), count: 4)
  #expect(
    solver.frames(4) == [
      rect(0, 0, 160, 100), rect(160, 10, 30, 30), rect(0, 105, 160, 100), rect(160, 115, 30, 30),
    ])
  #expect(solver.elements(in: rect(0, 0, 320, 90)).map(\.zIndex) == [0, 7])
  let nowhere = LayoutGroup.custom(size(.fractionalWidth(1), .absolute(100)), .init(key: 0) { _ in [] })
  #expect(LayoutSolver.one(SectionLayout(group: nowhere), count: 4).contentSize.height == 0)
}

@Test func `groups of all kinds take insets`() {
  let inside = Insets(top: 1, leading: 10, bottom: 2, trailing: 20)
  let frame = size(.fractionalWidth(1), .absolute(103))
  let item = LayoutItem(width: .fractionalWidth(0.5), height: .fractionalHeight(0.5))
  let places = LayoutCustomArrangement(key: "whole") { room in [.init(Rect(origin: .zero, size: room))] }
  func frames(_ group: LayoutGroup) -> [Rect] { LayoutSolver.one(SectionLayout(group: group), count: 2).frames(2) }
  let row = LayoutGroup.horizontal(frame, once: [item, item], interItemSpacing: .fixed(4), contentInsets: inside)
  #expect(frames(row) == [rect(10, 1, 145, 50), rect(159, 1, 145, 50)])
  let column = LayoutGroup.vertical(frame, once: [item, item], interItemSpacing: .fixed(4), contentInsets: inside)
  #expect(frames(column) == [rect(10, 1, 145, 50), rect(10, 55, 145, 50)])
  let custom = LayoutGroup.custom(frame, places, contentInsets: inside)
  #expect(frames(custom) == [rect(10, 1, 290, 100), rect(10, 104, 290, 100)])
}

@Test func `rows stay rows in a horizontal list, and other layouts swap their axes`() {
  func frames(_ layout: SectionLayout) -> [Rect] {
    var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: .horizontal))
    solver.reload(
      [.init(layout: layout, itemCount: 3)],
      environment: LayoutEnvironment(container: Size(width: 300, height: 200)))
    return solver.frames(3)
  }
  func tall(_ height: Double) -> [Rect] { (0..<3).map { rect(Double($0) * 300, 0, 300, height) } }
  #expect(frames(.list(rowHeight: 20)) == tall(20))
  #expect(frames(.list(estimatedRowHeight: 30)) == tall(30))
  #expect(frames(.list(rowHeight: .absolute(20), separator: LayoutSeparator())) == tall(20))
  #expect(frames(.vertical()) == tall(44))
  #expect(
    frames(.verticalGrid(numberOfItemsInRow: 2)) == [
      rect(0, 0, 150, 44), rect(150, 0, 150, 44), rect(300, 0, 150, 44),
    ])
  let turned = [rect(0, 0, 40, 100), rect(0, 100, 40, 100), rect(40, 0, 40, 100)]
  let sizes = LayoutItemSizes.uniform(size(.absolute(40), .absolute(100)))
  #expect(frames(.grid(minimumItemWidth: 90, itemHeight: 40)) == turned)
  #expect(frames(.grid(minimumItemWidth: 90, aspectRatio: 2.5)) == turned)
  #expect(frames(.table(columns: [.fixed(100), .flexible()], rowHeight: .absolute(40))) == turned)
  #expect(frames(.flow(sizes: sizes)) == turned)
  #expect(frames(.waterfall(columns: 2, sizes: sizes)) == turned)
}

/// Returns the widths of the only two cells of a section, whose contents are 30 and 80 wide.
private func widths(
  _ group: LayoutGroup, _ scrolling: OrthogonalScrolling = .none, scroll axis: Axis = .vertical
) -> [Double] {
  var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: axis))
  solver.reload(
    [.init(layout: SectionLayout(group: group).orthogonalScrolling(scrolling), itemCount: 2)],
    environment: LayoutEnvironment(container: Size(width: 300, height: 200)))
  for (item, width) in [30.0, 80].enumerated() {
    _ = solver.setMeasured(Size(width: width, height: 20), for: .item(.init(section: 0, item: item)))
  }
  return solver.frames(2).map(\.width)
}

@Test func `siblings are as wide as the widest of them in vertical and horizontal lists`() {
  let item = LayoutItem(width: .uniformAcrossSiblings(estimate: 50), height: .absolute(20))
  let own = size(.estimated(50), .absolute(40))
  for group in [LayoutGroup.vertical(own, repeating: item, count: 2), .horizontal(own, repeating: item, count: 2)] {
    #expect(widths(group) == [80, 80])
    #expect(widths(group, .continuous) == [80, 80])
    #expect(widths(group, scroll: .horizontal) == [80, 80])
  }
  // Cells in lines that take as many as fit are no siblings: the number of cells in a row follows from their estimates.
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .estimated(20)), subitems: [item])
  #expect(widths(row) == [80, 80])
}
