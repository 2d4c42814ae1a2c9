import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns a section whose layout places subsections in place of cells.
private func solver(
  _ layout: SectionLayout, _ parts: [NestedLayout.Child], width: Double = 320, header: Bool = false,
  footer: Bool = false
) -> LayoutSolver {
  .one(
    layout.placing(parts), count: parts.reduce(0) { $0 + $1.count }, width: width, header: header, footer: footer)
}

private func rows(_ count: Int, height: Double = 40) -> NestedLayout.Child {
  .init(ChildSection(.list(rowHeight: height)), count: count)
}

private func key(_ kind: LayoutElement.Key.Kind, _ item: Int = 0, slot: Int32 = 0) -> LayoutElement.Key {
  .init(kind: kind, section: 0, item: item, slot: slot)
}

@Test func `subsections have the section's insets around them and its spacing between them`() {
  let solver = solver(.vertical(spacing: 10).insets(Insets(6)), [rows(2), rows(0), rows(1)])
  #expect(solver.frames(3) == [rect(6, 6, 308, 40), rect(6, 46, 308, 40), rect(6, 106, 308, 40)])
  #expect(solver.contentSize.height == 152)
}

@Test func `a section with subsections has its own background, boundary items and pinned header`() {
  let corner = LayoutBoundaryItem(kind: "corner", size: .square(8), alignment: .topTrailing, extendsBoundary: false)
  let layout = SectionLayout.vertical(spacing: 4).insets(Insets(10)).background("card", insets: Insets(2))
    .headerSize(size(.fractionalWidth(1), .absolute(20))).headerPinToVisibleBounds().boundaryItem(corner)
  let part = ChildSection(
    SectionLayout.list(rowHeight: 40).background("inner").headerSize(size(.fractionalWidth(1), .absolute(16)))
      .headerPinToVisibleBounds(), hasHeader: true)
  let solver = solver(layout, [.init(part, count: 3), .init(part, count: 3)], header: true)
  #expect(solver.frames(6).map(\.minY) == [30, 46, 86, 130, 146, 186])
  #expect(solver.contentSize.height == 236)
  #expect(solver.frame(for: key(.decoration)) == rect(2, 2, 316, 232))
  #expect(solver.frame(for: key(.decoration, 1)) == rect(10, 30, 300, 96))
  #expect(solver.frame(for: key(.boundary, slot: 2)) == rect(302, 20, 8, 8))
  #expect(solver.frame(for: .header(0)) == rect(10, 0, 300, 20))
  // The header of the section is above those of its subsections.
  let seen = rect(0, 60, 320, 100)
  #expect(solver.frame(for: .header(0), pinnedIn: seen)?.minY == 60)
  #expect(solver.frame(for: key(.item), pinnedIn: seen)?.minY == 80)
}

@Test func `subsections in the columns of a grid are laid out in their width`() {
  let part = NestedLayout.Child(ChildSection(.verticalGrid(numberOfItemsInRow: 2)), count: 3)
  var solver = solver(.verticalGrid(numberOfItemsInRow: 2, itemSpacing: 20, lineSpacing: 5), [part, rows(1), rows(3)])
  for item in 0..<3 { _ = solver.measure(item, height: Double(30 + item * 10)) }
  #expect(solver.frames(3) == [rect(0, 0, 75, 30), rect(75, 0, 75, 40), rect(0, 40, 75, 50)])
  #expect(solver.frames(7).suffix(4).map(\.minX) == [170, 0, 0, 0])
  // A row is as tall as the taller of its subsections.
  #expect(solver.frames(7).suffix(4).map(\.minY) == [0, 95, 135, 175])
  #expect(solver.frame(3) == rect(170, 0, 150, 40))
  _ = solver.measure(2, height: 10)
  #expect(solver.frame(4).minY == 55 && solver.contentSize.height == 175)
}

@Test func `cells outside of their subsection's frame are found by their own frames`() {
  let layout = SectionLayout.grid(minimumItemWidth: 160, itemHeight: 50)
  let tiles = solver(layout, [rows(4), rows(1), rows(1)])
  #expect(tiles.frames(6).map(\.minY) == [0, 40, 80, 120, 0, 50])
  #expect(tiles.contentSize.height == 100)
  #expect(tiles.elements(in: rect(0, 95, 320, 5)).map(\.key.item) == [2])
  let closure = ClosureLayout(key: 0) { part, _ in rect(Double(part) * 100, 0, 100, 20) }
  let free = solver(SectionLayout(closure, sizes: .estimated(.zero)), [rows(3), rows(1)])
  #expect(free.elements(in: rect(0, 60, 320, 5)).map(\.key.item) == [1])
}

@Test func `subsections with a fractional width of a half are laid out in that width`() {
  let flow = SectionLayout.flow(
    sizes: .uniform(size(.fractionalWidth(0.5), .estimated(0))), lineSpacing: 6, interitemSpacing: 0)
  let solver = solver(flow, [rows(1), rows(3), rows(2)])
  #expect(
    solver.frames(6) == [
      rect(0, 0, 160, 40), rect(160, 0, 160, 40), rect(160, 40, 160, 40), rect(160, 80, 160, 40),
      rect(0, 126, 160, 40), rect(0, 166, 160, 40),
    ])
}

@Test func `badges of the outer layout belong to the subsections`() {
  let badge = LayoutSupplementary(
    kind: "new", size: .square(10),
    containerAnchor: LayoutAnchor([.top, .trailing], absoluteOffset: Point(x: 0, y: -5)))
  let row = size(.fractionalWidth(1), .estimated(44))
  let item = LayoutItem(size: row, supplementaries: [badge])
  let layout = SectionLayout(group: .vertical(row, repeating: item, count: 1), interGroupSpacing: 20)
  let inner = ChildSection(SectionLayout.vertical().placing([rows(1), rows(1)]), hasHeader: true)
  let solver = solver(layout, [rows(2), .init(inner, count: 3), rows(1)])
  // The second subsection is number 2, and those inside it are 3 and 4.
  let first = solver.key(.boundary, of: "new", section: 0, item: 1)
  let second = solver.key(.boundary, of: "new", section: 0, item: 2)
  let last = solver.key(.boundary, of: "new", section: 0, item: 5)
  #expect(first.flatMap { solver.frame(for: $0) } == rect(310, -5, 10, 10))
  #expect(second.flatMap { solver.frame(for: $0) } == rect(310, 95, 10, 10))
  #expect(last.flatMap { solver.frame(for: $0) } == rect(310, 231, 10, 10))
  #expect(solver.key(.boundary, of: "new", section: 0, item: 3) == nil)
  #expect(second.flatMap { solver.kind(of: $0) } == "new")
  let seen = solver.elements(in: rect(0, 90, 320, 8)).map(\.key)
  #expect(seen == [second].compactMap(\.self))
}

@Test func `thousands of subsections have exact frames, although the first of them differ in height`() {
  let parts = (0..<3_000).map { rows(1, height: Double(10 + $0 % 3)) }
  for layout in [
    SectionLayout.flow(sizes: .estimated(.zero)), .waterfall(columns: 1, sizes: .estimated(.zero)), .vertical(),
  ] {
    let solver = solver(layout, parts)
    #expect(solver.contentSize.height == 33_000 && solver.frame(2_999) == rect(0, 32_988, 320, 12))
  }
}

@Test func `subsections keep their measured sizes in another outer layout`() {
  let parts = [NestedLayout.Child(ChildSection(.vertical()), count: 3), rows(1)]
  var solver = solver(.vertical(), parts)
  for item in 0..<3 { _ = solver.measure(item, height: Double(50 + item * 10)) }
  let other = SectionLayout.vertical(spacing: 8).insets(Insets(top: 5)).placing(parts)
  solver.update(
    [.init(layout: other, itemCount: 4)],
    mapping: ListMapping(sections: .identity(count: 1), elements: [.identity(count: 4)]))
  #expect(solver.frames(4).map(\.minY) == [5, 55, 115, 193])
}

@Test func `subsections in an inset layout have the remaining room, whatever else modifies the layout`() {
  let insets = Insets(top: 5, leading: 20, bottom: 6, trailing: 40)
  let parts = [rows(1), NestedLayout.Child(ChildSection(.list(rowHeight: 10)), count: 2)]
  func frames(_ layout: some CollectionLayout, sizes: LayoutItemSizes = .estimated(.zero)) -> [Rect] {
    solver(SectionLayout(layout, sizes: sizes), parts).frames(3)
  }
  let below = [rect(20, 5, 260, 40), rect(20, 45, 260, 10), rect(20, 55, 260, 10)]
  #expect(frames(FlowLayout().inset(by: insets)) == below)
  #expect(frames(RowLayout().transposed().inset(by: insets).insetVisibleFrame(by: Insets(-9))) == below)
  #expect(frames(FlowLayout().inset(key: 0) { _ in insets }.sticky(key: 0) { _ in false }) == below)
  let halves = LayoutItemSizes.uniform(size(.fractionalWidth(0.5), .estimated(0)))
  #expect(
    frames(FlowLayout().inset(by: insets), sizes: halves)
      == [rect(20, 5, 130, 40), rect(150, 5, 130, 10), rect(150, 15, 130, 10)])
}

@Test func `a subsection with cells of half its width is laid out in the width of its column`() {
  let half = LayoutGroup.vertical(
    size(.fractionalWidth(0.5), .absolute(30)), subitems: [LayoutItem(size: size(.fractionalWidth(1), .absolute(30)))])
  let part = NestedLayout.Child(ChildSection(SectionLayout(group: half)), count: 1)
  let solver = solver(.waterfall(columns: 2, sizes: .estimated(.zero)), [part, part])
  #expect(solver.frames(2) == [rect(0, 0, 80, 30), rect(160, 0, 80, 30)])
}

@Test(arguments: [1, 1.25, 1.5, 2]) func `subsections have no gap between them at any scale`(
  scale: Double
) {
  let part = NestedLayout.Child(ChildSection(.list(rowHeight: 50.3)), count: 3)
  let solver = LayoutSolver.one(
    SectionLayout.vertical().placing(Array(repeating: part, count: 40)), count: 120, scale: scale)
  let frames = solver.frames(120)
  for item in 1..<120 { #expect(abs(frames[item].minY - frames[item - 1].maxY) < 1e-9, "\(item)") }
  #expect(solver.contentSize.height == 120 * (50.3 * 64).rounded() / 64)
}

/// The width of a column is the difference of two positions, so the widths of equal columns may differ a little.
@Test(arguments: [31.0, 38, 44, 50, 85]) func `grids in equal columns have tiles of equal size`(pixels: Double) {
  let part = NestedLayout.Child(ChildSection(.grid(minimumItemWidth: 1_000, aspectRatio: 1)), count: 1)
  let columns = SectionLayout.verticalGrid(numberOfItemsInRow: 3, itemSpacing: 8)
  let width = 3 * pixels / 1.5 + 2 * 8
  let solver = LayoutSolver.one(
    columns.placing([part, part, part]), count: 3, width: width, scale: 1.5)
  for frame in solver.frames(3) {
    #expect((frame.width * 1.5).rounded() == pixels && (frame.height * 1.5).rounded() == pixels)
  }
}
