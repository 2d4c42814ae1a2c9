import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// A waterfall as one would write it down: from the first cell to the last, each time.
private struct SlowWaterfall {
  let columns: Int
  var guess = 50.0
  var heights: [Double?]
  /// The columns that measured cells keep.
  var kept: [Int?]

  init(_ count: Int, columns: Int) {
    self.columns = columns
    heights = Array(repeating: nil, count: count)
    kept = Array(repeating: nil, count: count)
  }

  var places: [(column: Int, top: Double)] {
    var levels = Array(repeating: 0.0, count: columns)
    return heights.indices.map { cell in
      let column = kept[cell] ?? levels.indices.min { levels[$0] < levels[$1] } ?? 0
      let top = levels[column]
      levels[column] += heights[cell] ?? guess
      return (column, top)
    }
  }

  mutating func measure(_ cell: Int, _ height: Double?) {
    if height == nil {
      kept[cell] = nil
    } else if kept[cell] == nil {
      kept[cell] = places[cell].column
    }
    heights[cell] = height
  }
}

private func solver(_ count: Int, columns: Int) -> LayoutSolver {
  LayoutSolver.one(
    .waterfall(columns: columns, sizes: .estimated(Size(width: 1, height: 50))), count: count, width: 300)
}

@Test(arguments: 0..<rounds / 4)
func `a waterfall in which cells are measured and forgotten stands as if it were added up anew`(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let (count, columns) = (random.below(400) + 1, random.below(4) + 1)
  var (model, solver) = (SlowWaterfall(count, columns: columns), solver(count, columns: columns))
  solver.snapsFrames = false
  var next = random.below(count)
  for _ in 0..<random.below(300) {
    // Mostly one after the other, up or down, as who scrolls does it.
    switch random.below(8) {
    case 0: next = random.below(count)
    case 1...4: next = min(count - 1, next + 1)
    default: next = max(0, next - 1)
    }
    if random.chance(2), solver.adoptMeanEstimate(0) {
      let measured = model.heights.compactMap { $0.map { Int64($0 * 64) } }
      model.guess = Double((measured.reduce(0, +) + Int64(measured.count / 2)) / Int64(measured.count)) / 64
      solver.checkInvariants()
    }
    let height = random.chance(10) ? nil : Double(random.below(120) + 1)
    model.measure(next, height)
    let item = LayoutElement.Key.item(ElementPath(section: 0, item: next))
    _ = height.map { solver.setMeasured(Size(width: 1, height: $0), for: item) } ?? solver.forgetMeasured(item)
  }
  solver.checkInvariants()
  let width = 300 / Double(columns)
  for (cell, place) in model.places.enumerated() {
    try #require(
      solver.frame(cell) == rect(Double(place.column) * width, place.top, width, model.heights[cell] ?? model.guess),
      "\(cell)")
  }
}

@Test func `what is not measured in lines or in sections in a section is as large as the mean of what is`() {
  let flow = { LayoutSolver.one(.flow(sizes: .estimated($0)), count: 200, width: 300) }
  var (adopted, expected) = (flow(Size(width: 50, height: 30)), flow(Size(width: 64, height: 22)))
  for item in 0..<20 {
    let size = Size(width: Double(item % 5) * 4 + 56, height: Double(item % 5) + 20)
    let key = LayoutElement.Key.item(ElementPath(section: 0, item: item * 7))
    _ = adopted.setMeasured(size, for: key)
    _ = expected.setMeasured(size, for: key)
  }
  #expect(!adopted.adoptMeanEstimate(0, minimumCount: 21) && !adopted.adoptMeanEstimate(0, tolerance: 0.5))
  let (hasMoved, hasMovedAgain) = (adopted.adoptMeanEstimate(0), adopted.adoptMeanEstimate(0))
  #expect(hasMoved && !hasMovedAgain)
  #expect(adopted.frames(200) == expected.frames(200) && adopted.contentSize == expected.contentSize)
  adopted.checkInvariants()

  let part = NestedLayout.Part(SectionPart(.vertical()), count: 50)
  for layout in [SectionLayout.vertical(), .flow(sizes: .estimated(.zero))] {
    var nested = LayoutSolver.one(layout.placing([part, part]), count: 100)
    for item in 0..<4 { _ = nested.measure(50 + item, height: Double(item * 10) + 60) }
    #expect(nested.contentSize.height == 50 * 44 + 300 + 46 * 44)
    let hasMoved = nested.adoptMeanEstimate(0)
    #expect(hasMoved && nested.contentSize.height == 50 * 44 + 300 + 46 * 75)
  }
}

#if DEBUG
  @Test func `a cell above a hundred thousand measured ones is measured without walking along them`() {
    var solver = solver(200_000, columns: 3)
    for item in 100_000..<180_000 { _ = solver.measure(item, height: Double(item % 40) + 20) }
    var most = 0
    for item in (99_000..<100_000).reversed() {
      most = max(most, Effort.steps { _ = solver.measure(item, height: Double(item % 30) + 25) })
    }
    // One in 64 of them is looked at.
    #expect(most > 0 && most < 80_000 / 64 * 2 + 600, "\(most)")
    solver.checkInvariants()
  }
#endif
