import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns cards of size 100 by 40 side by side, with a spacing of 10.
private func cards(_ behavior: OrthogonalScrolling) -> SectionLayout {
  let card = size(.absolute(100), .absolute(40))
  return SectionLayout(group: .horizontal(card, once: [fill]), interGroupSpacing: 10).orthogonalScrolling(behavior)
}

private func part(_ layout: SectionLayout, _ count: Int, header: Bool = false) -> NestedLayout.Child {
  .init(ChildSection(layout, hasHeader: header), count: count + (header ? 1 : 0))
}

private func rows(_ count: Int) -> NestedLayout.Child { part(.list(rowHeight: 40), count) }

private func solver(
  _ layout: SectionLayout, _ parts: [NestedLayout.Child], width: Double = 320, scroll axis: Axis = .vertical,
  isRightToLeft: Bool = false
) -> LayoutSolver {
  var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: axis))
  let container = axis == .vertical ? Size(width: width, height: 480) : Size(width: 480, height: width)
  solver.reload(
    [.init(layout: layout.placing(parts), itemCount: parts.reduce(0) { $0 + $1.count })],
    environment: LayoutEnvironment(container: container, isRightToLeft: isRightToLeft))
  return solver
}

private func site(_ part: Int) -> ScrollContainerID { ScrollContainerID(section: 0, subsection: part) }

/// Returns a waterfall of two columns, each 150 wide: three rows, and beside them six cards that scroll on the cross
/// axis.
private func columns(_ behavior: OrthogonalScrolling = .continuous) -> LayoutSolver {
  solver(.waterfall(columns: 2, spacing: 20, sizes: .estimated(.zero)), [rows(3), part(cards(behavior), 6)])
}

@Test func `a subsection scrolls between the edges of its frame`() throws {
  var solver = columns()
  #expect(solver.hasScrollingChildren && !solver.hasOrthogonalSections && solver.hasOwnScrolling)
  #expect(solver.frames(9).suffix(6).map(\.minX) == [170, 280, 390, 500, 610, 720])
  #expect(solver.contentSize.height == 120)
  #expect(solver.scrollFrame(of: site(2)) == rect(170, 0, 150, 40) && solver.scrollFrame(of: site(1)) == nil)
  let isMoved = solver.setCrossOffset(130, of: site(2))
  #expect(isMoved && solver.isScrolled(site(2)) && !solver.isScrolled(site(1)))
  #expect(solver.frames(9).suffix(6).map(\.minX) == [40, 150, 260, 370, 480, 590])
  // The first card is hidden under the rows and the second one partly; the fourth is outside the viewport.
  let seen = solver.elements(in: rect(0, 0, 320, 480))
  #expect(seen.map(\.key.item) == [0, 1, 2, 4, 5])
  let clips = seen.map { $0.clip.map { [$0.minX, $0.maxX] } }
  #expect(clips == [nil, nil, nil, [170, 320], [170, 320]])
  #expect(seen.last?.clip.map { $0.minY < -1e9 && $0.maxY > 1e9 } == true)
  #expect(solver.clip(of: .item(ElementPath(section: 0, item: 8))) == seen.last?.clip)
  #expect(solver.clip(of: .item(ElementPath(section: 0, item: 1))) == nil)
  let info = try #require(solver.crossScroll(site(2)))
  #expect(info.viewport == 150 && info.contentWidth == 650 && info.limits == 0...500 && info.groupCount == 6)
}

@Test(arguments: OrthogonalScrolling.allCases)
func `a subsection has the snap points of a section of the same width`(_ behavior: OrthogonalScrolling) throws {
  let (inner, alone) = (columns(behavior), LayoutSolver.one(cards(behavior), count: 6, width: 150))
  #expect(inner.crossScroll(site(2))?.limits == alone.crossScroll(0)?.limits)
  guard behavior != .none else {
    #expect(inner.frames(9).suffix(6).map(\.minX) == Array(repeating: 170, count: 6))
    return
  }
  let info = try #require(inner.crossScroll(site(2)))
  for offset in stride(from: -40.0, through: 560, by: 30) {
    for velocity in [-1.0, 0, 1] {
      #expect(
        info.restingOffset(projected: offset, velocity: velocity, start: 100)
          == alone.restingOffset(ofSection: 0, projected: offset, velocity: velocity, start: 100))
    }
    #expect(
      info.offset(after: 1, distance: 96, from: offset)
        == alone.offset(after: 1, distance: 96, inSection: 0, from: offset))
    #expect(
      inner.offset(showing: ElementPath(section: 0, item: 7), of: site(2), from: offset)
        == alone.offset(showing: 4, inSection: 0, from: offset))
  }
  #expect(inner.offset(showing: ElementPath(section: 0, item: 1), of: site(2)) == nil)
}

@Test func `the header of a scrolling subsection does not scroll and is not clipped`() {
  var solver = solver(
    .vertical(), [part(cards(.continuous).headerSize(size(.fractionalWidth(1), .absolute(16))), 6, header: true)])
  _ = solver.setCrossOffset(50, of: site(1))
  #expect(solver.frames(3) == [rect(0, 0, 320, 16), rect(-50, 16, 100, 40), rect(60, 16, 100, 40)])
  #expect(solver.elements(in: rect(0, 0, 320, 480)).map { $0.clip != nil } == [false, true, true, true, true])
}

@Test func `a subsection scrolls on the cross axis in right-to-left and horizontal lists`() {
  var mirrored = solver(.vertical(), [part(cards(.continuous), 6)], isRightToLeft: true)
  _ = mirrored.setCrossOffset(30, of: site(1))
  #expect(mirrored.frames(2) == [rect(250, 0, 100, 40), rect(140, 0, 100, 40)])
  let tall = SectionLayout(
    group: .vertical(size(.absolute(40), .absolute(100)), subitems: [fill]), interGroupSpacing: 10
  ).orthogonalScrolling(.paging)
  var sideways = solver(.horizontal(), [part(tall, 6)], scroll: .horizontal)
  _ = sideways.setCrossOffset(30, of: site(1))
  #expect(sideways.scrollFrame(of: site(1))?.height == 320)
  let clip = sideways.elements(in: rect(0, 0, 480, 320)).first?.clip
  #expect(clip?.minY == 0 && clip?.maxY == 320 && clip.map { $0.width > 1e9 } == true)
}

@Test func `a subsection scrolls in modified layouts`() {
  func solver(_ layout: some CollectionLayout) -> LayoutSolver {
    let nested = NestedLayout(layout, subsections: [part(cards(.continuous), 6)])
    return .one(SectionLayout(nested, sizes: .estimated(.zero)), count: 6)
  }
  var inset = solver(RowLayout().transposed().inset(by: Insets(20)).sticky(key: 0) { _ in false })
  _ = inset.setCrossOffset(30, of: site(1))
  #expect(inset.scrollFrame(of: site(1)) == rect(20, 20, 280, 40) && inset.frame(0).minX == -10)
  #expect(inset.clip(of: .item(ElementPath(section: 0, item: 0)))?.minX == 20)
  #expect(solver(RowLayout().transposed().transposed().transposed()).crossScroll(site(1))?.contentWidth == 650)
}

@Test func `the content of a scrolling subsection moves with it and is clipped to its frame`() {
  let card = SectionLayout.list(rowHeight: 40).background("back", insets: Insets(2))
  // Three subsections side by side, each 200 wide, in a subsection that scrolls. The middle one contains cards that
  // scroll too.
  let inner = SectionLayout(
    group: .horizontal(size(.absolute(200), .estimated(40)), once: [fill]), interGroupSpacing: 10
  ).orthogonalScrolling(.groupPaging).placing([part(card, 1), part(cards(.continuous), 6), part(card, 1)])
  var solver = solver(.vertical(), [rows(1), part(inner, 8)])
  #expect(solver.crossScroll(site(2))?.contentWidth == 620 && solver.crossScroll(site(2))?.groupCount == 3)
  #expect(solver.crossScroll(site(4))?.viewport == 200 && solver.crossScroll(site(3)) == nil)
  _ = solver.setCrossOffset(150, of: site(2))
  _ = solver.setCrossOffset(60, of: site(4))
  #expect(solver.frame(1) == rect(-150, 40, 200, 40) && solver.frame(2) == rect(0, 40, 100, 40))
  #expect(solver.scrollFrame(of: site(4)) == rect(60, 40, 200, 40))
  let seen = solver.elements(in: rect(0, 0, 320, 480))
  #expect(seen.map(\.key.kind) == [.decoration, .decoration] + Array(repeating: .item, count: 6))
  #expect(seen.filter { $0.key.kind == .item }.map(\.key.item) == [0, 1, 2, 3, 4, 8])
  #expect(seen.allSatisfy { solver.clip(of: $0.key) == $0.clip })
  let clips = seen.map { $0.clip.map { [$0.minX, $0.maxX] } }
  #expect(clips == [[0, 320], [0, 320], nil, [0, 320], [60, 260], [60, 260], [60, 260], [0, 320]])
  #expect(solver.scrollContainers(inSection: 0, at: Point(x: 100, y: 60)) == [site(4), site(2)])
  #expect(solver.scrollContainers(inSection: 0, at: Point(x: 20, y: 60)) == [site(2)])
  #expect(solver.scrollContainers(inSection: 0, at: Point(x: 20, y: 20)).isEmpty)
  // To reveal a card further on, both containers must scroll.
  #expect(solver.offset(showing: ElementPath(section: 0, item: 6), of: site(4)) == 340)
  #expect(solver.offset(showing: ElementPath(section: 0, item: 6), of: site(2), from: 420) == 210)
}

@Test func `a section with subsections scrolls and snaps to its subsections`() throws {
  let tall = LayoutItem(size: size(.fractionalWidth(1), .estimated(40)))
  let layout = SectionLayout(
    group: .horizontal(size(.absolute(200), .estimated(40)), once: [tall]), interGroupSpacing: 10
  ).orthogonalScrolling(.groupPagingCentered).insets(Insets(leading: 15, trailing: 25))
  var solver = solver(layout, [rows(2), part(cards(.paging), 6), rows(1)])
  let info = try #require(solver.crossScroll(0))
  #expect(info.contentWidth == 660 && info.groupCount == 3 && info.limits == -45...375)
  #expect(info.restingOffset(projected: 180, velocity: 0, start: 0) == 165)
  #expect(solver.frames(3).map(\.minX) == [15, 15, 225] && solver.contentSize.height == 80)
  _ = solver.setCrossOffset(165, of: ScrollContainerID(section: 0))
  _ = solver.setCrossOffset(200, of: site(2))
  #expect(solver.frames(3).map(\.minX) == [-150, -150, -140])
  #expect(solver.elements(in: rect(0, 0, 320, 480)).map(\.key.item) == [0, 1, 3, 4, 5, 8])
  #expect(solver.scrollContainers(inSection: 0, at: Point(x: 100, y: 10)) == [site(2), site(0)])
}

@Test func `group paging of a layout without groups moves by pages`() {
  let flow = SectionLayout(RowLayout(), sizes: .uniform(size(.absolute(200), .absolute(40))))
  let solver = LayoutSolver.one(flow.orthogonalScrolling(.groupPaging), count: 6)
  #expect(solver.crossScroll(0)?.behavior == .paging && solver.crossScroll(0)?.limits == 0...880)
  #expect(solver.offset(after: 1, distance: 96, inSection: 0) == 320)
}

@Test func `a subsection keeps its scroll offset when it moves`() {
  var solver = columns()
  _ = solver.setCrossOffset(130, of: site(2))
  let parts = [rows(2), rows(3), part(cards(.continuous), 6)]
  let layout = SectionLayout.waterfall(columns: 2, spacing: 20, sizes: .estimated(.zero)).placing(parts)
  let mapping = PositionMapping(
    oldCount: 9, newCount: 11, commonPrefix: 0, commonSuffix: 9, oldOfNew: [-1, -1])
  solver.update(
    LayoutSolver.SectionInputs([
      .init(layout: .list(rowHeight: 10), itemCount: 1), .init(layout: layout, itemCount: 11),
    ]),
    mapping: ListMapping(
      sections: PositionMapping(oldCount: 1, newCount: 2, commonPrefix: 0, commonSuffix: 1, oldOfNew: [-1]),
      elements: [nil, mapping])
  ) { part, _, _ in part + 1 }
  let moved = ScrollContainerID(section: 1, subsection: 3)
  #expect(solver.crossScroll(moved)?.offset == 130 && solver.crossOffset(moved) == 130)
  #expect(solver.offsets(in: 1).map(\.container) == [moved] && solver.offsets(in: 0).isEmpty)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 200, height: 480)))
  #expect(solver.crossScroll(moved)?.offset == 130 && solver.crossScroll(moved)?.viewport == 90)
  let other = solver.configured(LayoutConfiguration(interSectionSpacing: 9))
  #expect(other.crossScroll(moved)?.offset == 130)
}

@Test func `a subsection with a layout from a provider scrolls too`() {
  let provider = SectionProvider(key: 1) { _ in cards(.paging) }
  let part = NestedLayout.Child(ChildSection(.vertical(), provider: provider), count: 6)
  #expect(solver(.vertical(), [part]).crossScroll(site(1))?.behavior == .paging)
}

@Test func `a handler of visible items gets the scroll offset of its own subsection`() {
  let handled = cards(.continuous).visibleItemsHandler(key: "x") { items, offset, _ in
    for index in items.indices { items[index].scale = offset.x }
  }
  var solver = solver(.vertical(), [rows(1), part(handled, 6)])
  _ = solver.setCrossOffset(70, of: site(2))
  var (items, scales): ([LayoutVisibleItem], [Double]) = ([], [])
  solver.handleVisibleItems(solver.elements(in: rect(0, 0, 320, 480)), scroll: Point(x: 0, y: 9), items: &items) {
    scales.append($1.scale)
  }
  #expect(scales == [70, 70, 70, 70])
}

@Test func `arrow keys reach visible cells of a scrolled subsection`() {
  var solver = solver(.vertical(), [rows(1), part(cards(.continuous), 1_000), rows(1)])
  _ = solver.setCrossOffset(500 * 110, of: site(2))
  func next(_ item: Int, _ direction: LayoutSolver.Direction) -> Int? {
    solver.neighbour(of: ElementPath(section: 0, item: item), direction: direction, goalX: 150)?.item
  }
  #expect(next(0, .down) == 502 && next(1_001, .up) == 502 && next(502, .down) == 1_001 && next(502, .right) == 503)
}

/// Returns layouts side by side in a section that scrolls on the cross axis, each 200 wide, with a spacing of 10.
private func sideBySide(_ layouts: [SectionLayout], counts: [Int]) -> (
  layout: SectionLayout, parts: [NestedLayout.Child]
) {
  let tall = LayoutItem(size: size(.fractionalWidth(1), .estimated(40)))
  let layout = SectionLayout(
    group: .horizontal(size(.absolute(200), .estimated(40)), once: [tall]), interGroupSpacing: 10
  ).orthogonalScrolling(.continuous)
  return (layout, zip(layouts, counts).map { part($0, $1) })
}

@Test func `sizes that a layout requests late are requested at the scrolled position`() {
  let fall = SectionLayout.waterfall(
    columns: 1, spacing: 0,
    sizes: .provided(key: 0) { item, _ in Size(width: 200, height: item == 0 ? 10 : 30) })
  let (layout, parts) = sideBySide([.list(rowHeight: 40), .list(rowHeight: 40), fall], counts: [1, 1, 3_000])
  var alone = solver(layout, parts)
  #expect(alone.frame(2).minX == 420 && alone.frame(4).minY == 20)
  _ = alone.setCrossOffset(300, of: ScrollContainerID(section: 0))
  #expect(alone.prepare(in: rect(0, 0, 320, 480)) && alone.frame(4) == rect(120, 40, 200, 30))
  var within = solver(.vertical(), [part(layout.placing(parts), 3_002)])
  _ = within.setCrossOffset(300, of: site(1))
  #expect(within.prepare(in: rect(0, 0, 320, 480)) && within.frame(4) == rect(120, 40, 200, 30))
}

@Test func `a query beside a scroll container finds the cells that scroll in next, and no others`() {
  let rows = SectionLayout.list(rowHeight: 40)
  let (layout, parts) = sideBySide([rows, rows, rows, rows], counts: [100, 100, 100, 100])
  var solver = solver(.vertical(), [part(.list(rowHeight: 20), 1), part(layout.placing(parts), 400)])
  func aside(_ distance: Double) -> [Int] {
    var found: [LayoutElement] = []
    solver.appendCells(aside: distance, in: rect(-distance, 800, 320 + 2 * distance, 480), to: &found)
    #expect(found.allSatisfy { $0.frame == solver.frame(of: $0.key.path ?? .init(section: 0, item: 0)) })
    return found.map(\.key.item).sorted()
  }
  // Rows 19 to 31 are visible, the first and the last partly.
  #expect(aside(90).isEmpty)
  #expect(aside(120) == Array(220..<233))
  _ = solver.setCrossOffset(220, of: site(2))
  #expect(aside(120) == Array(20..<33) + Array(320..<333))
}

@Test func `a query beside a scrolling subsection takes the same steps however tall it is`() {
  func steps(_ count: Int) -> Int {
    let rows = SectionLayout.list(rowHeight: 40)
    let (layout, parts) = sideBySide([rows, rows, rows], counts: [count, count, count])
    let solver = solver(.vertical(), [part(layout.placing(parts), 3 * count)])
    var found: [LayoutElement] = []
    let steps = OperationCounter.steps {
      solver.appendCells(aside: 200, in: rect(-200, 2_000, 720, 480), to: &found)
    }
    #expect(found.count >= 12 && found.count <= 14)
    return steps
  }
  let few = steps(100)
  #expect(few > 0 && steps(100_000) <= few + 8)
}

@Test func `a query beside a scrolling subsection takes the same steps however much of it is visible`() {
  func steps(_ width: Double) -> Int {
    let (layout, parts) = sideBySide(
      Array(repeating: .list(rowHeight: 40), count: 40), counts: Array(repeating: 100, count: 40))
    var solver = solver(.vertical(), [part(layout.placing(parts), 4_000)], width: width)
    _ = solver.setCrossOffset(2_100, of: site(1))
    var found: [LayoutElement] = []
    let steps = OperationCounter.steps {
      solver.appendCells(aside: 100, in: rect(-100, 2_000, width + 200, 480), to: &found)
    }
    #expect(found.count >= 24 && found.count <= 28)
    return steps
  }
  let few = steps(420)
  #expect(few > 0 && steps(4_200) <= few + 40)
}

@Test func `a query beside the visible part takes few steps if nothing is there`() {
  let (layout, parts) = sideBySide([.list(rowHeight: 40)], counts: [10_000])
  let solver = solver(.vertical(), [part(layout.placing(parts), 10_000)])
  var found: [LayoutElement] = []
  let steps = OperationCounter.steps {
    solver.appendCells(aside: 400, in: rect(-400, 0, 1_120, 300_000), to: &found)
  }
  #expect(found.isEmpty && steps < 40)
}

@Test func `a query of a million cards in a subsection takes the same steps at any offset`() {
  func steps(_ count: Int, at offset: Double, _ body: (LayoutSolver) -> Void) -> Int {
    var solver = solver(.vertical(), [rows(2), part(cards(.groupPaging), count), rows(2)])
    _ = solver.setCrossOffset(offset, of: site(2))
    return OperationCounter.steps { body(solver) }
  }
  func look(_ solver: LayoutSolver) {
    _ = solver.elements(in: rect(0, 0, 320, 480))
    _ = solver.neighbour(of: ElementPath(section: 0, item: 0), direction: .down)
    _ = solver.crossScroll(site(2))?.restingOffset(projected: 7e7, velocity: 0, start: 7e7)
  }
  let few = steps(100, at: 1_000, look)
  #expect(few > 0)
  for offset in [0, 5e7, 1e8] { #expect(steps(1_000_000, at: offset, look) <= few + 8) }
}

@Test func `an arrow key selects a card by its visible part, not by the part under its neighbours`() {
  let parts = [rows(3), part(cards(.continuous), 6), rows(1)]
  var solver = solver(.waterfall(columns: 2, spacing: 20, sizes: .estimated(.zero)), parts)
  func up(at goal: Double) -> Int? {
    solver.neighbour(of: ElementPath(section: 0, item: 9), direction: .up, goalX: goal)?.item
  }
  #expect(solver.frames(10).last == rect(170, 60, 150, 40))
  _ = solver.setCrossOffset(130, of: site(2))
  // The second card extends from 150 to 250 and is visible from 170 on; the first row ends at 150.
  #expect(up(at: 155) == 0 && up(at: 165) == 4 && up(at: 200) == 4)
  _ = solver.setCrossOffset(300, of: site(2))
  #expect(up(at: 120) == 0 && up(at: 180) == 5)
}
