import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private func row(_ items: [LayoutItem], width: Double, height: Double = 100) -> [Rect] {
  let group = LayoutGroup.horizontal(size(.absolute(width), .absolute(height)), once: items)
  return LayoutSolver.one(SectionLayout(group: group), count: items.count, width: width).frames(items.count)
}

private func item(_ edges: LayoutEdgeSpacing) -> LayoutItem {
  LayoutItem(size: size(.absolute(80), .absolute(40)), edgeSpacing: edges)
}

@Test func `fixed edges along the row add to the item's width`() {
  let spaced = item(LayoutEdgeSpacing(leading: .fixed(10), trailing: .fixed(20)))
  func row(_ width: Double) -> [Double] {
    let group = LayoutGroup.horizontal(size(.absolute(width), .absolute(100)), subitems: [spaced])
    return LayoutSolver.one(SectionLayout(group: group), count: 2).frames(2).map(\.minX)
  }
  #expect(row(220) == [10, 120])
  // The second item does not fit, because its edge spacing counts too.
  #expect(row(219) == [10, 10])
}

@Test func `flexible edges share the remaining space`() {
  let spaced = item(LayoutEdgeSpacing(leading: .flexible(0), trailing: .flexible(0)))
  #expect(row([spaced, spaced], width: 300).map(\.minX) == [35, 185])
}

@Test func `flexible edges and gaps share alike, and none is below its minimum`() {
  let spaced = item(LayoutEdgeSpacing(leading: .flexible(0)))
  let group = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .absolute(100)), subitems: [spaced], interItemSpacing: .flexible(70))
  // 300 - 160 = 140: 70 for the gap, the other 70 for the two flexible edges.
  let frames = LayoutSolver.one(SectionLayout(group: group), count: 2, width: 300).frames(2)
  #expect(frames.map(\.minX) == [35, 220])
}

@Test func `flexible edges on the cross axis align an item in its row`() {
  func y(_ edges: LayoutEdgeSpacing) -> Double { row([item(edges)], width: 100)[0].minY }
  #expect(y(LayoutEdgeSpacing(top: .flexible(0), bottom: .flexible(0))) == 30)
  #expect(y(LayoutEdgeSpacing(top: .flexible(0))) == 60)
  #expect(y(LayoutEdgeSpacing(bottom: .flexible(0))) == 0)
  #expect(y(LayoutEdgeSpacing(top: .fixed(7))) == 7)
}

@Test func `edges of a section's group belong to every instance`() {
  let group = LayoutGroup.vertical(size(.absolute(200), .absolute(50)), subitems: [fill])
    .edgeSpacing(LayoutEdgeSpacing(leading: .fixed(24), top: .fixed(5), bottom: .fixed(3)))
  let solver = LayoutSolver.one(SectionLayout(group: group, interGroupSpacing: 2), count: 3)
  #expect(solver.frames(3) == [rect(24, 5, 200, 50), rect(24, 65, 200, 50), rect(24, 125, 200, 50)])
  #expect(solver.contentSize.height == 178)
}

/// Returns the frame of a badge whose host is a cell with the size 200 by 80 at (100, 100).
private func badge(_ supplementary: LayoutSupplementary) -> Rect? {
  let host = LayoutItem(size: size(.absolute(200), .absolute(80)), supplementaries: [supplementary])
  let layout = SectionLayout(
    group: .vertical(size(.absolute(200), .absolute(80)), subitems: [host]),
    contentInsets: Insets(top: 100, leading: 100))
  let solver = LayoutSolver.one(layout, count: 1, width: 400)
  return solver.frame(for: .init(kind: .badge, section: 0, item: 0, slot: 0))
}

@Test func `negative edge spacing moves an item and the next one nearer`() {
  func item(_ height: Double, top: LayoutSpacing? = nil, bottom: LayoutSpacing? = nil) -> LayoutItem {
    LayoutItem(
      size: size(.fractionalWidth(1), .absolute(height)), edgeSpacing: LayoutEdgeSpacing(top: top, bottom: bottom))
  }
  let group = LayoutGroup.vertical(
    size(.fractionalWidth(1), .absolute(100)),
    subitems: [item(60, top: .fixed(24)), item(40, bottom: .fixed(-24)), item(10, top: .fixed(-4))])
  let solver = LayoutSolver.one(SectionLayout(group: group), count: 4)
  let frames = (0..<4).map { solver.frame(of: ElementPath(section: 0, item: $0)) }
  // The third item does not fit: 24 + 60 + 40 - 24 is the height of the group.
  #expect(frames == [rect(0, 24, 320, 60), rect(0, 84, 320, 40), rect(0, 124, 320, 60), rect(0, 184, 320, 40)])
  let short = LayoutGroup.vertical(
    size(.fractionalWidth(1), .absolute(50)), subitems: [item(20, top: .fixed(-500), bottom: .fixed(-500))])
  let shortest = LayoutSolver.one(SectionLayout(group: short), count: 2)
  #expect(shortest.frame(of: ElementPath(section: 0, item: 1)) == rect(0, 30, 320, 20))
  let free = LayoutItem(
    size: size(.fractionalWidth(1), .estimated(30)), edgeSpacing: LayoutEdgeSpacing(bottom: .fixed(-10)))
  let rows = LayoutSolver.one(
    SectionLayout(group: .vertical(size(.fractionalWidth(1), .estimated(30)), subitems: [free])), count: 2)
  #expect(rows.frame(of: ElementPath(section: 0, item: 1)) == rect(0, 30, 320, 30))
}

@Test func `the anchor of a badge is placed on the anchor of its host`() {
  let anchored = LayoutSupplementary(
    kind: "badge", size: size(.absolute(40), .absolute(20)),
    containerAnchor: LayoutAnchor([.top, .trailing], absoluteOffset: Point(x: 10, y: -10)),
    itemAnchor: LayoutAnchor([.bottom, .leading]))
  #expect(badge(anchored) == rect(310, 70, 40, 20))
}

@Test func `a badge without an anchor takes that of its host, and offsets are fractions of the badge`() {
  let corner = LayoutSupplementary(
    kind: "badge", size: .square(20),
    containerAnchor: LayoutAnchor([.top, .trailing], fractionalOffset: Point(x: 0.3, y: -0.3)))
  #expect(badge(corner) == rect(286, 94, 20, 20))
  let middle = LayoutSupplementary(kind: "badge", size: .square(20), containerAnchor: LayoutAnchor([]))
  #expect(badge(middle) == rect(190, 130, 20, 20))
}

@Test func `a badge outside of its host is found by a query and does not extend the content`() {
  let below = LayoutSupplementary(
    kind: "badge", size: .square(20), containerAnchor: LayoutAnchor([.bottom]), itemAnchor: LayoutAnchor([.top]))
  let host = LayoutItem(size: size(.fractionalWidth(1), .absolute(30)), supplementaries: [below])
  let layout = SectionLayout(group: .vertical(size(.fractionalWidth(1), .absolute(30)), subitems: [host]))
  let solver = LayoutSolver.one(layout, count: 10)
  #expect(solver.contentSize.height == 300)
  #expect(solver.elements(in: rect(0, 315, 320, 10)).map(\.key) == [.init(kind: .badge, section: 0, item: 9, slot: 0)])
}

@Test func `a background covers its section with header and footer`() {
  let layout = SectionLayout.list(rowHeight: 44).insets(Insets(10)).interGroupSpacing(5)
    .background("back", insets: Insets(5)).headerSize(size(.fractionalWidth(1), .absolute(44)))
  let key = LayoutElement.Key(kind: .decoration, section: 0)
  #expect(LayoutSolver.one(layout, count: 3).frame(for: key) == rect(5, 5, 310, 152))
  #expect(LayoutSolver.one(layout, count: 3, header: true).frame(for: key) == rect(5, 5, 310, 196))
  let empty = LayoutSolver.one(layout, count: 0, header: true)
  #expect(empty.elements(in: rect(0, 0, 320, 400)).map(\.key) == [key, .header(0)])
}

@Test func `elements of a section with a background are drawn above it`() {
  let layout = SectionLayout.list(rowHeight: 44).background("back")
  let elements = LayoutSolver.one(layout, count: 2, header: true).elements(in: rect(0, 0, 320, 400))
  #expect(elements.map(\.zIndex) == [0, 1, 1, 1])
  #expect(elements.sorted { $0.isDrawnBefore($1) }.map(\.key.kind) == [.decoration, .item, .item, .header])
}

@Test func `a boundary item is placed by its alignment, inside or outside of the section`() {
  func place(_ alignment: LayoutAlignment, extends: Bool) -> Rect? {
    let layout = SectionLayout.list(rowHeight: 100).boundaryItem(
      LayoutBoundaryItem(
        kind: "corner", size: size(.absolute(40), .absolute(20)), alignment: alignment, extendsBoundary: extends))
    return LayoutSolver.one(layout, count: 1).frame(for: .init(kind: .boundary, section: 0, slot: 2))
  }
  let outside = LayoutAlignment.allCases.compactMap { place($0, extends: true)?.origin }
  #expect(
    outside == [
      Point(x: 0, y: 0), Point(x: 140, y: 0), Point(x: 280, y: 0), Point(x: 0, y: 40), Point(x: 140, y: 40),
      Point(x: 280, y: 40), Point(x: 0, y: 100), Point(x: 140, y: 100), Point(x: 280, y: 100),
    ])
  let inside = LayoutAlignment.allCases.compactMap { place($0, extends: false)?.minY }
  #expect(inside == [0, 0, 0, 40, 40, 40, 80, 80, 80])
}

@Test func `boundary items at one edge share one strip, as tall as the tallest`() {
  let layout = SectionLayout.list(rowHeight: 100)
    .boundaryItem(.init(kind: "a", size: .square(20), alignment: .topLeading))
    .boundaryItem(.init(kind: "b", size: .square(30), alignment: .topTrailing))
    .boundaryItem(.init(kind: "c", size: .square(50), alignment: .top, extendsBoundary: false))
  let solver = LayoutSolver.one(layout, count: 1)
  #expect(solver.frame(0).minY == 30)
  #expect(solver.frame(for: .init(kind: .boundary, section: 0, slot: 4)) == rect(135, 30, 50, 50))
}

@Test func `an offset moves the finished frame and reserves nothing`() {
  let corner = LayoutBoundaryItem(
    kind: "corner", size: .square(20), alignment: .topLeading, absoluteOffset: Point(x: 5, y: -30))
  let solver = LayoutSolver.one(SectionLayout.list(rowHeight: 100).boundaryItem(corner), count: 1)
  #expect(solver.frame(for: .init(kind: .boundary, section: 0, slot: 2)) == rect(5, -30, 20, 20))
  #expect(solver.frame(0).minY == 20)
}
