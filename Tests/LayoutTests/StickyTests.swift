import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// Returns forty items of extent 10, every tenth of which is sticky.
private func solver(_ layout: some CollectionLayout, scroll axis: Axis = .vertical) -> LayoutSolver {
  let isVertical = axis == .vertical
  let size = size(.absolute(isVertical ? 300 : 10), .absolute(isVertical ? 10 : 300))
  var solver = LayoutSolver(configuration: LayoutConfiguration(scrollDirection: axis))
  solver.reload(
    [.init(layout: SectionLayout(layout, sizes: .uniform(size)), itemCount: 40)],
    environment: LayoutEnvironment(container: Size(width: 300, height: 300)))
  return solver
}

private func sticky(_ base: some CollectionLayout = FlowLayout()) -> some CollectionLayout {
  base.sticky(key: "tens") { $0 % 10 == 0 }
}

private let insets = [
  Insets(top: -20), Insets(top: -100), Insets(bottom: -100), Insets(top: -20, bottom: -10), Insets(top: 10),
]

@Test(arguments: insets)
func `a sticky cell is pinned to the top of the viewport, whatever the query adds to it`(insets: Insets) {
  let layouts = [
    AnyCollectionLayout(sticky().insetVisibleFrame(by: insets)),
    AnyCollectionLayout(sticky(FlowLayout().insetVisibleFrame(by: insets))),
    AnyCollectionLayout(sticky().insetVisibleFrame(by: insets).transposed().transposed()),
  ]
  for layout in layouts {
    let solver = solver(layout)
    func pinned(_ y: Double) -> [LayoutElement] { solver.elements(in: rect(0, y, 300, 30)).filter(\.isPinned) }
    #expect(pinned(0).isEmpty)
    #expect(pinned(55).map(\.key.item) == [0])
    #expect(pinned(55).map(\.frame.minY) == [55])
    #expect(pinned(95).map(\.frame.minY) == [90])
    #expect(pinned(130).map(\.key.item) == [10])
    #expect(pinned(130).map(\.frame.minY) == [130])
  }
}

@Test(arguments: [Insets(leading: -20), Insets(leading: -100, trailing: -5)])
func `a sticky cell is pinned to the leading edge of the viewport in a horizontal list`(insets: Insets) {
  let layouts = [
    AnyCollectionLayout(sticky().insetVisibleFrame(by: insets.swapped)),
    AnyCollectionLayout(sticky().insetVisibleFrame(by: insets.swapped).transposed().transposed()),
  ]
  for layout in layouts {
    let solver = solver(layout, scroll: .horizontal)
    func pinned(_ x: Double) -> [LayoutElement] { solver.elements(in: rect(x, 0, 30, 300)).filter(\.isPinned) }
    #expect(pinned(55).map(\.key.item) == [0])
    #expect(pinned(55).map(\.frame.minX) == [55])
    #expect(pinned(95).map(\.frame.minX) == [90])
  }
}

@Test func `pinned headers and boundary items of a subsection stay in the viewport`() {
  let bar = LayoutBoundaryItem(kind: "bar", size: size(.fractionalWidth(1), .absolute(15)), alignment: .top)
  let inner = SectionLayout.list(rowHeight: 10).headerPinToVisibleBounds().headerSize(
    size(.fractionalWidth(1), .absolute(12))
  ).boundaryItem(bar.pinned())
  let nested = NestedLayout(
    RowLayout().transposed(), subsections: [.init(ChildSection(inner, hasHeader: true), count: 40)])
  var extended = nested
  extended.layout = AnyCollectionLayout(
    RowLayout().transposed().insetVisibleFrame(by: Insets(top: -100, bottom: -100)))
  let (plain, more) = (solver(nested), solver(extended))
  let seen = rect(0, 155, 300, 30)
  let pinned = plain.elements(in: seen).filter(\.isPinned)
  #expect(pinned.map(\.frame.minY) == [155, 155])
  #expect(more.elements(in: seen).filter(\.isPinned).map(\.frame) == pinned.map(\.frame))
  for element in pinned { #expect(more.frame(for: element.key, pinnedIn: seen) == element.frame) }
}

extension Insets {
  /// These insets with swapped axes.
  fileprivate var swapped: Insets { Insets(top: leading, leading: top, bottom: trailing, trailing: bottom) }
}

@Test(arguments: 0..<rounds)
func `the pinned cell does not depend on earlier queries`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed)
  let (count, chance) = (generator.below(200) + 1, generator.pick([2, 10, 50]))
  var stays = Set((0..<count).filter { _ in generator.chance(chance) })
  let sizes = LayoutItemSizes.uniform(size(.absolute(generator.pick([150, 300])), .estimated(30)))
  func layout(_ stays: Set<Int>) -> SectionLayout {
    SectionLayout(FlowLayout().sticky(key: stays) { stays.contains($0) }, sizes: sizes)
  }
  var solver = LayoutSolver.one(layout(stays), count: count, width: 300)
  for _ in 0..<10 {
    let seen = rect(0, Double(generator.below(2_000)), 300, Double(generator.below(300) + 1))
    if generator.chance(60) { _ = solver.prepare(in: seen) }
    if generator.chance(30) { _ = solver.measure(generator.below(count), height: Double(generator.below(400))) }
    if generator.chance(10) {
      stays = Set((0..<count).filter { _ in generator.chance(chance) })
      solver.update(
        [.init(layout: layout(stays), itemCount: count)],
        mapping: ListMapping(sections: .identity(count: 1), elements: [.identity(count: count)]))
    }
    let frames = solver.frames(count)
    let kept = stays.filter { frames[$0].minY < seen.minY }.max()
    let next = stays.filter { frames[$0].minY >= seen.minY }.min()
    guard let kept else {
      try #require(solver.elements(in: seen).allSatisfy { !$0.isPinned })
      continue
    }
    let y = min(seen.minY, (next.map { frames[$0].minY } ?? seen.maxY) - frames[kept].height)
    let key = LayoutElement.Key.item(ElementPath(section: 0, item: kept))
    try #require(solver.frame(for: key, pinnedIn: seen)?.minY == (y + 0.5).rounded(.down), "\(kept) in \(seen)")
  }
}

@Test func `only cells near the viewport are checked for stickiness, of a million cells`() {
  let cells = FlowLayout().sticky(key: 0) { $0 % 500 == 0 }
  var solver = LayoutSolver()
  let steps = OperationCounter.steps {
    solver.reload(
      [
        .init(
          layout: SectionLayout(cells, sizes: .uniform(size(.absolute(300), .absolute(10)))), itemCount: 1_000_000)
      ],
      environment: LayoutEnvironment(container: Size(width: 300, height: 300)))
    _ = solver.prepare(in: rect(0, 5_000_330, 300, 300))
  }
  #expect(steps > 0 && steps < 3_000)
  let again = OperationCounter.steps {
    #expect(solver.elements(in: rect(0, 5_000_330, 300, 300)).contains { $0.key.item == 500_000 && $0.isPinned })
  }
  #expect(again < 600)
}
