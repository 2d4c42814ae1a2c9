import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns sizes that the program provides.
private func sizes(_ list: [(Double, Double)]) -> LayoutItemSizes {
  .provided(key: list.map { "\($0)" }) { index, _ in Size(width: list[index].0, height: list[index].1) }
}

private func squares(_ widths: Double...) -> LayoutItemSizes { sizes(widths.map { ($0, 20) }) }

private func frames(
  _ layout: some CollectionLayout, _ sizes: LayoutItemSizes, count: Int, width: Double = 310, height: Double = 480
) -> [Rect] {
  LayoutSolver.one(SectionLayout(layout, sizes: sizes), count: count, width: width, height: height).frames(count)
}

@Test func `a waterfall gives each cell to the shortest column`() {
  let heights: [Double] = [100, 50, 80, 60, 30]
  let layout = SectionLayout.waterfall(columns: 3, spacing: 5, sizes: sizes(heights.map { (0, $0) }))
  let solver = LayoutSolver.one(layout, count: 5, width: 310)
  #expect(
    solver.frames(5) == [
      rect(0, 0, 100, 100), rect(105, 0, 100, 50), rect(210, 0, 100, 80), rect(105, 55, 100, 60),
      rect(210, 85, 100, 30),
    ])
  #expect(solver.contentSize.height == 115)
}

@Test(arguments: [10.0, 45]) func `a waterfall has its spacing between all cells, in one column and in three`(
  spacing: Double
) {
  let list = sizes([100, 50, 80, 60, 30].map { (0, $0) })
  let single = LayoutSolver.one(.waterfall(columns: 1, spacing: spacing, sizes: list), count: 5, width: 300)
  let tops = [0, 100, 150, 230, 290].enumerated().map { Double($1) + Double($0) * spacing }
  #expect(single.frames(5) == zip(tops, [100, 50, 80, 60, 30]).map { rect(0, $0, 300, $1) })
  #expect(single.contentSize.height == 320 + 4 * spacing)
  // The second row of a column is visible alone, and a view between two cells shows none.
  let second = 100 + spacing
  #expect(single.elements(in: rect(0, second, 300, 50)).map(\.key.item) == [1])
  #expect(single.elements(in: rect(0, 100, 300, spacing)).isEmpty)

  let width = 210 + 2 * spacing
  let three = LayoutSolver.one(.waterfall(columns: 3, spacing: spacing, sizes: list), count: 5, width: width)
  let columns = (0..<3).map { Double($0) * (70 + spacing) }
  #expect(
    three.frames(5) == [
      rect(0, 0, 70, 100), rect(columns[1], 0, 70, 50), rect(columns[2], 0, 70, 80),
      rect(columns[1], 50 + spacing, 70, 60), rect(columns[2], 80 + spacing, 70, 30),
    ])
  #expect(three.contentSize.height == 110 + spacing)
  #expect(three.elements(in: rect(0, 0, width, 50)).map(\.key.item).sorted() == [0, 1, 2])
  #expect(three.elements(in: rect(0, 101, width, 9 + spacing)).map(\.key.item).sorted() == [3, 4])
}

@Test func `a cell that was measured keeps its column`() {
  var solver = LayoutSolver.one(
    .waterfall(columns: 2, sizes: .estimated(Size(width: 1, height: 50))), count: 6, width: 200)
  for item in 0..<4 { _ = solver.measure(item, height: 50) }
  #expect(solver.frame(2).minX == 0 && solver.frame(3).minX == 100)
  _ = solver.measure(0, height: 500)
  #expect(solver.frame(2) == rect(0, 500, 100, 50))
  #expect(solver.frame(3) == rect(100, 50, 100, 50))
  // Items that were not visible before go to the shortest column.
  #expect(solver.frame(4) == rect(100, 100, 100, 50))
}

@Test func `a flow breaks its lines where the next cell does not fit`() {
  let frames = frames(
    FlowLayout(lineSpacing: 5, interitemSpacing: 10), sizes([(100, 20), (100, 40), (100, 10), (400, 30), (50, 20)]),
    count: 5)
  #expect(
    frames == [
      rect(0, 0, 100, 20), rect(110, 0, 100, 40), rect(0, 45, 100, 10), rect(0, 60, 400, 30), rect(0, 95, 50, 20),
    ])
}

@Test(arguments: LayoutJustification.allCases)
func `a full line has nothing to distribute`(justify: LayoutJustification) {
  let frames = frames(
    FlowLayout(interitemSpacing: 10, justifyContent: justify), squares(100, 100, 100), count: 3, width: 320)
  #expect(frames.map(\.minX) == [0, 110, 220])
}

private let distributions: [(LayoutJustification, [Double])] = [
  (.start, [0, 60]), (.center, [95, 155]), (.end, [190, 250]), (.spaceBetween, [0, 250]), (.spaceAround, [50, 200]),
  (.spaceEvenly, [67, 183]),
]

@Test(arguments: distributions)
func `a line distributes its remaining width`(justify: LayoutJustification, x: [Double]) {
  let flow = frames(
    FlowLayout(interitemSpacing: 10, justifyContent: justify), squares(50, 50), count: 2, width: 300)
  #expect(flow.map(\.minX) == x)
  let row = frames(RowLayout(spacing: 10, justifyContent: justify), squares(50, 50), count: 2, width: 300)
  #expect(row.map(\.minX) == flow.map(\.minX))
}

@Test func `a single cell with space between stays at the start`() {
  #expect(frames(FlowLayout(justifyContent: .spaceBetween), squares(50), count: 1)[0].minX == 0)
}

@Test func `cells are aligned in their line as declared`() {
  func flow(_ alignment: LayoutItemAlignment) -> Rect {
    frames(FlowLayout(alignItems: alignment), sizes([(50, 20), (50, 60)]), count: 2)[0]
  }
  #expect(flow(.start) == rect(0, 0, 50, 20))
  #expect(flow(.end) == rect(0, 40, 50, 20))
  #expect(flow(.center) == rect(0, 20, 50, 20))
  #expect(flow(.stretch) == rect(0, 0, 50, 60))
}

@Test func `lines share the remaining height`() {
  func tops(_ alignment: LayoutJustification) -> [Double] {
    frames(
      FlowLayout(alignContent: alignment), sizes([(300, 20), (300, 20)]), count: 2, width: 300, height: 100
    ).map(\.minY)
  }
  #expect(tops(.start) == [0, 20])
  #expect(tops(.center) == [30, 50])
  #expect(tops(.end) == [60, 80])
  #expect(tops(.spaceBetween) == [0, 80])
  #expect(tops(.spaceAround) == [15, 65])
}

@Test func `filling cells share the width that fixed cells leave in a row`() {
  func widths(_ row: RowLayout) -> [Double] {
    var solver = LayoutSolver()
    solver.reload(
      [
        .init(
          layout: SectionLayout(row, sizes: squares(50, 20, 30)), itemCount: 3, identify: { ["a", "fill", "fill"][$0] })
      ], environment: LayoutEnvironment(container: Size(width: 300, height: 100)))
    return solver.frames(3).map(\.width)
  }
  #expect(widths(RowLayout(fillIdentifiers: ["fill"], spacing: 10)) == [50, 115, 115])
  #expect(widths(RowLayout(fillIdentifiers: ["fill"], spacing: 10, alwaysFillEmptySpaces: false)) == [50, 20, 30])
}

@Test func `an overlay puts all cells in one corner`() {
  #expect(
    frames(OverlayLayout(), sizes([(50, 20), (70, 10)]), count: 2) == [rect(0, 0, 50, 20), rect(0, 0, 70, 10)])
}

@Test func `a closure places cells`() {
  let circle = ClosureLayout(key: "steps") { index, room in
    Rect(x: room.width / 10 * Double(index), y: Double(index * index), width: 10, height: 10)
  }
  let solver = LayoutSolver.one(SectionLayout(circle, sizes: squares()), count: 5, width: 300)
  #expect(solver.frame(4) == rect(120, 16, 10, 10))
  #expect(solver.contentSize.height == 26)
}

@Test func `an indexed layout takes no memory for a million cells`() {
  let diagonal = IndexedLayout(
    key: 0, size: { count, room in Size(width: room.width, height: Double(count) * 10) },
    frame: { index, _ in Rect(x: Double(index % 7), y: Double(index) * 10, width: 50, height: 10) },
    items: { rect, _, _ in max(0, Int(rect.minY / 10))..<max(0, Int(rect.maxY / 10) + 1) })
  let solver = LayoutSolver.one(SectionLayout(diagonal, sizes: squares()), count: 1_000_000)
  #expect(solver.contentSize.height == 10_000_000)
  #expect(solver.elements(in: rect(0, 9_999_975, 320, 100)).map(\.key.item) == [999_997, 999_998, 999_999])
}

@Test func `an inset layout is moved, and its content size includes the insets`() {
  let inset = FlowLayout(interitemSpacing: 10).inset(by: Insets(top: 5, leading: 20, bottom: 7, trailing: 30))
  let solver = LayoutSolver.one(SectionLayout(inset, sizes: squares(100, 100, 100)), count: 3, width: 270)
  #expect(solver.frames(3) == [rect(20, 5, 100, 20), rect(130, 5, 100, 20), rect(20, 25, 100, 20)])
  #expect(solver.contentSize.height == 52)
  let half = FlowLayout().inset(key: 0) { room in Insets(leading: room.width / 2) }
  #expect(frames(half, squares(100), count: 1, width: 270)[0].minX == 135)
}

@Test func `a transposed row is a column`() {
  let column = RowLayout(spacing: 5).transposed()
  #expect(
    frames(column, sizes([(30, 20), (10, 40)]), count: 2) == [rect(0, 0, 30, 20), rect(0, 25, 10, 40)])
}

@Test func `a layout can shrink or enlarge its query rect`() {
  func seen(_ insets: Insets) -> [Int] {
    let layout = SectionLayout(
      FlowLayout().insetVisibleFrame(by: insets), sizes: sizes(Array(repeating: (300, 10), count: 20)))
    return LayoutSolver.one(layout, count: 20, width: 300).elements(in: rect(0, 53, 300, 14)).map(\.key.item)
  }
  #expect(seen(.zero) == [5, 6])
  #expect(seen(Insets(top: -20, bottom: -10)) == [3, 4, 5, 6, 7])
  #expect(seen(Insets(top: 10)) == [6])
}

@Test func `a sticky cell stays at the top until the next one comes`() {
  let layout = FlowLayout().sticky(key: "tens") { $0 % 10 == 0 }
  let solver = LayoutSolver.one(
    SectionLayout(layout, sizes: sizes(Array(repeating: (300, 10), count: 40))), count: 40, width: 300)
  func sticky(_ y: Double) -> [LayoutElement] { solver.elements(in: rect(0, y, 300, 30)).filter(\.isPinned) }
  #expect(sticky(0).isEmpty)
  #expect(sticky(55).map(\.key.item) == [0])
  #expect(sticky(55).map(\.frame.minY) == [55])
  #expect(sticky(95).map(\.frame.minY) == [90])
  #expect(sticky(130).map(\.key.item) == [10])
}

@Test func `any layout can place subsections`() {
  func part(_ layout: some CollectionLayout, _ list: (Double, Double)...) -> NestedLayout.Child {
    .init(ChildSection(SectionLayout(layout, sizes: sizes(list))), count: list.count)
  }
  let nested = NestedLayout(
    FlowLayout(lineSpacing: 10, interitemSpacing: 10),
    subsections: [
      part(OverlayLayout(), (100, 50)), part(RowLayout(spacing: 5), (60, 20), (60, 20)), part(RowLayout(), (250, 30)),
    ])
  #expect(
    frames(nested, sizes([]), count: 4)
      == [rect(0, 0, 100, 50), rect(110, 0, 60, 20), rect(175, 0, 60, 20), rect(0, 60, 250, 30)])
  let twice = NestedLayout(
    RowLayout().transposed(),
    subsections: [
      .init(ChildSection(SectionLayout(nested, sizes: sizes([]))), count: 4), part(RowLayout(), (10, 10)),
    ])
  #expect(frames(twice, sizes([]), count: 5).last == rect(0, 90, 10, 10))
}

@Test func `a custom layout needs frames and nothing else`() {
  struct Stairs: SimpleCollectionLayout {
    func frames(of items: LayoutItems) -> [Rect] {
      (0..<items.count).map {
        Rect(x: Double($0) * 5, y: Double($0) * 20, width: 50, height: items.size(of: $0).height)
      }
    }
  }
  var solver = LayoutSolver.one(
    SectionLayout(Stairs(), sizes: .estimated(Size(width: 50, height: 20))).headerPinToVisibleBounds(), count: 1_000,
    header: true)
  #expect(solver.frame(999).origin == Point(x: 4_995, y: 20_016))
  let isMoved = solver.setMeasured(Size(width: 50, height: 4_000), for: .item(.init(section: 0, item: 3)))
  #expect(isMoved)
  // A very tall item is found wherever it is visible, and no other item is returned with it.
  #expect(solver.elements(in: rect(0, 2_000, 40, 100)).map(\.key) == [.header(0), .item(.init(section: 0, item: 3))])
}

@Test func `sizes of very many cells are requested near the viewport only`() {
  let asked = Asked()
  let sizes = LayoutItemSizes.provided(key: 0) { index, _ in
    asked.note(index)
    return Size(width: 100, height: Double(index % 7) + 10)
  }
  for layout in [SectionLayout.flow(sizes: sizes), .waterfall(columns: 3, sizes: sizes)] {
    asked.clear()
    var solver = LayoutSolver.one(layout, count: 1_000_000)
    _ = solver.prepare(in: rect(0, 0, 320, 480))
    #expect(asked.count < 500)
    #expect(solver.frame(8).height == 11)
  }
}

/// The items whose sizes were asked for. It is `Sendable` without checks, because only the test's own thread uses it.
private final class Asked: @unchecked Sendable {
  private var items: Set<Int> = []
  var count: Int { items.count }
  func note(_ item: Int) { items.insert(item) }
  func clear() { items = [] }
}

@Test func `a cell taller than the view in a transposed flow is found to its end`() {
  let sizes = LayoutItemSizes.provided(key: 0) { item, _ in Size(width: 40, height: item == 1 ? 900 : 100) }
  let solver = LayoutSolver.one(SectionLayout(FlowLayout().transposed(), sizes: sizes), count: 3)
  #expect(solver.contentSize.height == 900)
  #expect(solver.elements(in: rect(0, 850, 320, 10)).map(\.key.item) == [1])
}
