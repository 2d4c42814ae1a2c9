import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// A model of a row, or of items on top of each other, that computes all frames at once.
private struct SlowCells: SimpleCollectionLayout {
  var row: RowLayout?

  func frames(of items: LayoutItems) -> [Rect] {
    guard let row else { return (0..<items.count).map { Rect(origin: .zero, size: items.size(of: $0)) } }
    return row.frames(of: items)
  }
}

private let everySize: [LayoutItemSizes] = [
  .uniform(size(.absolute(20.5), .absolute(10))), .estimated(Size(width: 30, height: 20)),
  .uniform(size(.estimated(15), .fractionalHeight(0.3))), .uniform(size(.absolute(0), .estimated(12))),
  .provided(key: 0) { item, room in Size(width: Double(item * 37 % 50), height: room.height / Double(1 + item % 4)) },
]

private func solver(_ layout: some CollectionLayout, _ sizes: LayoutItemSizes, count: Int) -> LayoutSolver {
  .one(SectionLayout(layout, sizes: sizes), count: count)
}

@Test(arguments: 0..<rounds)
func `cells of a row have the frames that computing all of them at once gives`(seed: UInt64) throws {
  var generator = SeededGenerator(seed: seed)
  let row = RowLayout(
    spacing: generator.pick([0, 3, 7.3]), justifyContent: generator.pick(LayoutJustification.allCases),
    alignItems: generator.pick(LayoutItemAlignment.allCases))
  let (sizes, isOverlay) = (generator.pick(everySize), generator.chance(30))
  var count = generator.below(generator.chance(50) ? 12 : 200)
  let slow = SectionLayout(SlowCells(row: isOverlay ? nil : row), sizes: sizes)
  let fast = SectionLayout(
    isOverlay ? AnyCollectionLayout(OverlayLayout()) : AnyCollectionLayout(row), sizes: sizes)
  var (model, solver) = (LayoutSolver.one(slow, count: count), LayoutSolver.one(fast, count: count))
  for _ in 0..<6 {
    for _ in 0..<generator.below(10) where count > 0 {
      let key = LayoutElement.Key.item(ElementPath(section: 0, item: generator.below(count)))
      let size = Size(width: Double(generator.below(90)), height: Double(generator.below(90)))
      if generator.chance(15) {
        _ = (model.forgetMeasured(key), solver.forgetMeasured(key))
      } else {
        _ = (model.setMeasured(size, for: key), solver.setMeasured(size, for: key))
      }
    }
    // An insertion changes positions, and with them the sizes that depend on positions.
    if generator.chance(40), sizes != everySize[4] {
      let (position, new) = (generator.below(count + 1), generator.below(4))
      let mapping = PositionMapping(
        oldCount: count, newCount: count + new, commonPrefix: position, commonSuffix: count - position,
        oldOfNew: Array(repeating: -1, count: new))
      count += new
      let lists = ListMapping(sections: .identity(count: 1), elements: [mapping])
      model.update([.init(layout: slow, itemCount: count)], mapping: lists)
      solver.update([.init(layout: fast, itemCount: count)], mapping: lists)
    }
    solver.checkInvariants()
    try #require(solver.contentSize == model.contentSize)
    try #require(solver.frames(count) == model.frames(count))
    let seen = Rect(
      x: Double(generator.below(4_000)) - 20, y: Double(generator.below(60)) - 20, width: Double(generator.below(300)),
      height: Double(generator.below(200)))
    try #require(solver.elements(in: seen) == model.elements(in: seen))
  }
}

@Test func `unmeasured cells of a row take the mean size of the measured ones`() {
  var solver = solver(RowLayout(), .estimated(Size(width: 30, height: 20)), count: 1_000)
  for item in 0..<20 { _ = solver.setMeasured(Size(width: 50, height: 40), for: .item(.init(section: 0, item: item))) }
  let isMoved = solver.adoptMeanEstimate(0)
  #expect(isMoved && solver.frame(999) == rect(999 * 50, 0, 50, 40))
}

@Test func `sizes of many cells that the program provides are requested near the viewport only`() {
  let sizes = LayoutItemSizes.provided(key: 0) { item, _ in Size(width: Double(10 + item % 2), height: 20) }
  var solver = solver(RowLayout(), sizes, count: 10_000)
  #expect(solver.frame(9_999).minX == 99_990)
  while solver.prepare(in: rect(0, 0, 320, 480)) {}
  #expect(solver.frame(10).minX == 105)
  #expect(solver.frame(9_999).minX < 100_100)
}

@Test(arguments: [AnyCollectionLayout(RowLayout(spacing: 4)), AnyCollectionLayout(OverlayLayout())])
func `a query of a row of a million cells examines only the visible ones`(layout: AnyCollectionLayout) {
  for sizes in [everySize[0], everySize[1], .uniform(size(.absolute(0), .absolute(10)))] {
    var solver = LayoutSolver()
    let section = SectionLayout(layout, sizes: sizes)
    // Items on top of each other are all visible at once, so the rectangle lies below them, where none is.
    let seen = layout.base is RowLayout ? rect(9e6, 0, 320, 480) : rect(0, 25, 320, 480)
    let steps = OperationCounter.steps {
      solver.reload([.init(layout: section, itemCount: 1_000_000)], environment: .init(container: seen.size))
      _ = solver.elements(in: seen)
      _ = solver.setMeasured(Size(width: 44, height: 22), for: .item(.init(section: 0, item: 500_000)))
      _ = solver.elements(in: seen)
    }
    #expect(steps > 0 && steps < 3_000)
  }
}
