import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private func item(_ item: Int, section: Int = 0) -> LayoutElement.Key {
  .item(ElementPath(section: section, item: item))
}

@Test func `a row gets the width and asks for its height`() {
  let solver = LayoutSolver.one(.vertical().insets(Insets(leading: 10, trailing: 30)), count: 3, header: true)
  #expect(solver.proposedSize(for: item(1)) == ProposedSize(width: 280, height: nil))
  #expect(solver.proposedSize(for: .header(0)) == ProposedSize(width: 280, height: nil))
  #expect(LayoutSolver.one(.list(rowHeight: 20), count: 3).proposedSize(for: item(1)).height == 20)
}

@Test func `measuring a row moves the following rows and no others`() {
  var solver = LayoutSolver.one(.vertical(spacing: 12), count: 3, header: true, footer: true)
  #expect(solver.isEstimated(item(1)))
  let hasMoved = solver.measure(1, height: 60)
  #expect(hasMoved && !solver.isEstimated(item(1)) && solver.isEstimated(item(0)))
  #expect(solver.frames(3) == [rect(0, 36, 320, 44), rect(0, 92, 320, 60), rect(0, 164, 320, 44)])
  #expect(solver.frame(for: .footer(0))?.minY == 208)
  let hasMovedAgain = solver.measure(1, height: 60)
  #expect(!hasMovedAgain)
}

@Test func `a size equal to the estimate moves nothing and is stored`() {
  var solver = LayoutSolver.one(.vertical(), count: 3)
  let hasMoved = solver.measure(1, height: 44)
  #expect(!hasMoved && !solver.isEstimated(item(1)))
}

@Test func `a size equal to the estimate grows siblings that are as tall as the tallest`() {
  let row = LayoutGroup.vertical(
    size(.fractionalWidth(1), .uniformAcrossSiblings(estimate: 50)),
    subitems: [LayoutItem(width: .fractionalWidth(1), height: .estimated(50))])
  var solver = LayoutSolver.one(SectionLayout(group: row), count: 3)
  let hasShrunk = solver.measure(0, height: 10)
  #expect(hasShrunk && solver.frame(2).minY == 20)
  let hasMoved = solver.measure(1, height: 50)
  #expect(hasMoved && solver.frame(2).minY == 100)
  let hasMovedAgain = solver.measure(2, height: 50)
  #expect(!hasMovedAgain && solver.frame(2).minY == 100)
}

@Test func `a size equal to the estimate moves the footer if its group becomes the tallest measured one`() {
  let item = LayoutItem(width: .absolute(40), height: .estimated(50))
  var layout = SectionLayout(group: .horizontal(size(.absolute(40), .estimated(50)), subitems: [item]))
  layout = layout.orthogonalScrolling(.continuous)
  var solver = LayoutSolver.one(layout, count: 3, footer: true)
  let hasShrunk = solver.measure(0, height: 10)
  #expect(hasShrunk && solver.frame(for: .footer(0))?.minY == 10)
  let hasMoved = solver.measure(1, height: 50)
  #expect(hasMoved && solver.frame(for: .footer(0))?.minY == 50)
  let hasMovedAgain = solver.measure(2, height: 50)
  #expect(!hasMovedAgain && solver.frame(for: .footer(0))?.minY == 50)
}

@Test func `measuring a sibling below the largest size moves nothing`() {
  let item = LayoutItem(width: .uniformAcrossSiblings(estimate: 50), height: .uniformAcrossSiblings(estimate: 50))
  let row = LayoutGroup.horizontal(size(.estimated(100), .estimated(50)), repeating: item, count: 2)
  var solver = LayoutSolver.one(SectionLayout(group: row), count: 2)
  func measure(_ item: Int, _ width: Double, _ height: Double) -> Bool {
    solver.setMeasured(Size(width: width, height: height), for: .item(ElementPath(section: 0, item: item)))
  }
  let hasGrown = measure(0, 80, 70)
  #expect(hasGrown && solver.frames(2) == [rect(0, 0, 80, 70), rect(80, 0, 80, 70)])
  let hasMoved = measure(1, 30, 20)
  #expect(!hasMoved && solver.frames(2) == [rect(0, 0, 80, 70), rect(80, 0, 80, 70)])
  let hasShrunk = measure(0, 60, 40)
  #expect(hasShrunk && solver.frames(2) == [rect(0, 0, 60, 40), rect(60, 0, 60, 40)])
}

@Test func `groups as tall as the tallest measured one ignore unmeasured groups`() {
  let row = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .uniformAcrossSiblings(estimate: 50)),
    repeating: LayoutItem(width: .fractionalWidth(0.5), height: .estimated(50)), count: 2)
  var solver = LayoutSolver.one(SectionLayout(group: row), count: 5)
  for item in 0..<2 { _ = solver.measure(item, height: 30) }
  #expect(solver.frame(4).minY == 60)
  for item in 0..<2 { _ = solver.forgetMeasured(.item(ElementPath(section: 0, item: item))) }
  _ = solver.measure(2, height: 20)
  _ = solver.measure(3, height: 20)
  #expect(solver.frame(4).minY == 40)
}

@Test func `measured sizes are rounded up to device pixels`() {
  var solver = LayoutSolver.one(.vertical(), count: 2, scale: 2)
  _ = solver.measure(0, height: 40.2)
  #expect(solver.frame(1).minY == 40.5)
}

@Test func `a header is measured too`() {
  var solver = LayoutSolver.one(.vertical(), count: 1, header: true)
  let hasMoved = solver.setMeasured(Size(width: 0, height: 50), for: .header(0))
  #expect(hasMoved && !solver.isEstimated(.header(0)))
  #expect(solver.frame(0).minY == 50)
  let isForgotten = solver.forgetMeasured(.header(0))
  #expect(isForgotten && solver.frame(0).minY == 36)
}

@Test func `elements with a declared height ignore measured sizes`() {
  var solver = LayoutSolver.one(.list(rowHeight: 20), count: 3)
  let results = [
    solver.measure(1, height: 60), solver.measure(9, height: 60), solver.measure(0, section: 4, height: 60),
    solver.setMeasured(Size(width: 1, height: 1), for: .header(0)),
  ]
  #expect(results == [false, false, false, false])
  #expect(solver.frame(2).minY == 40)
}

@Test func `rows with an estimated height of zero are found by queries`() {
  let solver = LayoutSolver.one(.list(estimatedRowHeight: 0), count: 3)
  #expect(solver.elements(in: rect(0, 0, 320, 480)).count == 3)
}

@Test(arguments: 0..<rounds)
func `the order of measuring does not matter`(seed: UInt64) {
  var random = RandomSections(seed: seed)
  let section = random.section()
  // The items of a waterfall keep the column in which they were first visible.
  if case .layout(let layout, _) = section.layout.content, layout.base is WaterfallLayout { return }
  let environment = random.environment()
  let heights = section.cells.indices.map { ($0, Double(random.generator.below(300)) / 3) }
  func solved(_ order: [(Int, Double)]) -> LayoutSolver {
    var solver = LayoutSolver.many([section.input], environment)
    for (item, height) in order { _ = solver.measure(item, height: height) }
    return solver
  }
  let (one, other) = (solved(heights), solved(heights.shuffled(using: &random.generator)))
  #expect(one.frames(heights.count) == other.frames(heights.count))
  #expect(one.contentSize == other.contentSize)
}

@Test(arguments: 0..<rounds / 4)
func `all orders of four measures end in the same frames`(seed: UInt64) {
  var random = RandomSections(seed: seed)
  let section = random.section()
  // The items of a waterfall keep the column in which they were first visible.
  if case .layout(let layout, _) = section.layout.content, layout.base is WaterfallLayout { return }
  let environment = random.environment()
  let heights = section.cells.indices.suffix(4).map { ($0, Double(random.generator.below(300)) / 3) }
  var frames: [[Rect]] = []
  for order in permutations(heights.indices) {
    var solver = LayoutSolver.many([section.input], environment)
    for index in order { _ = solver.measure(heights[index].0, height: heights[index].1) }
    frames.append(solver.frames(section.cells.count))
  }
  #expect(frames.allSatisfy { $0 == frames[0] })
}

private func permutations(_ indices: Range<Int>) -> [[Int]] {
  indices.reduce([[]]) { orders, index in
    orders.flatMap { order in
      (0...order.count).map { place in Array(order[..<place]) + [index] + Array(order[place...]) }
    }
  }
}

@Test func `unmeasured rows take the mean height once it is adopted`() {
  var solver = LayoutSolver.one(.vertical(), count: 1_000)
  _ = solver.measure(0, height: 60)
  _ = solver.measure(1, height: 80)
  #expect(solver.contentSize.height == 140 + 998 * 44)
  let hasMoved = solver.adoptMeanEstimate(0)
  #expect(hasMoved && solver.contentSize.height == 1_000 * 70)
  let hasMovedAgain = solver.adoptMeanEstimate(0)
  #expect(!hasMovedAgain)
}

@Test func `a new width discards measured heights and a new height keeps them`() {
  var solver = LayoutSolver.one(.vertical(), count: 3, header: true)
  _ = solver.measure(1, height: 60)
  _ = solver.setMeasured(Size(width: 0, height: 50), for: .header(0))
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 320, height: 900)))
  #expect(solver.frame(1) == rect(0, 94, 320, 60))
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 321, height: 900)))
  #expect(solver.frame(1) == rect(0, 80, 321, 44) && solver.isEstimated(item(1)) && solver.isEstimated(.header(0)))
  solver.checkInvariants()
}

@Test(arguments: 0..<rounds / 5)
func `many measured rows keep their exact positions through many updates`(seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  var (ids, nextID) = (Array(0..<3_000), 3_000)
  var heights: [Int: Double] = [:]
  var solver = LayoutSolver.one(.vertical(spacing: 1), count: ids.count)
  for _ in 0..<12 {
    for _ in 0..<200 {
      let position = random.below(ids.count)
      heights[ids[position]] = Double(random.below(90))
      _ = solver.measure(position, height: heights[ids[position]] ?? 0)
    }
    var next = ids
    let start = random.below(next.count)
    switch random.below(4) {
    case 0: next.removeSubrange(start..<min(next.count, start + random.below(300)))
    case 1: next.insert(contentsOf: nextID..<nextID + 50, at: start)
    case 2: next.append(contentsOf: nextID..<nextID + 20)
    default: next[start..<min(next.count, start + 100)].shuffle(using: &random)
    }
    nextID += 50
    let mapping = SolverModel.positions(ids, next)
    solver.update(
      [.init(layout: .vertical(spacing: 1), itemCount: next.count)],
      mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
    ids = next
    solver.checkInvariants()
    var y = 0.0
    for (position, id) in ids.enumerated() {
      let height = heights[id] ?? 44
      if position % 7 == 0 { #expect(solver.frame(position) == rect(0, y, 320, height)) }
      y += height + 1
    }
    #expect(solver.contentSize.height == y - 1)
  }
}
