import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private func layout(_ columns: Int) -> SectionLayout {
  .waterfall(columns: columns, sizes: .estimated(Size(width: 1, height: 50)))
}

private func solver(_ count: Int, columns: Int) -> LayoutSolver {
  LayoutSolver.one(layout(columns), count: count, width: 300)
}

/// A solver, and a model of the items' frames.
private struct Pair {
  var random: SeededGenerator
  var model: WaterfallModel
  var solver: LayoutSolver
  private var ids: [Int]
  private var nextID: Int
  private var next = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let (count, columns) = (random.below(400) + 1, random.below(4) + 1)
    model = WaterfallModel(count, columns: columns)
    solver = LayoutSolver.one(layout(columns), count: count, width: 300)
    solver.snapsFrames = false
    ids = Array(0..<count)
    nextID = count
  }

  mutating func step() {
    switch random.below(40) {
    case 0: adopt()
    case 1...3: update()
    default: measure()
    }
  }

  /// Measures random items, mostly one after the other, as if the user scrolled up or down.
  private mutating func measure() {
    let count = model.cells.count
    guard count > 0 else { return }
    switch random.below(8) {
    case 0: next = random.below(count)
    case 1...4: next = min(count - 1, next + 1)
    default: next = max(0, min(count, next) - 1)
    }
    let height = random.chance(10) ? nil : Double(random.below(120) + 1)
    model.measure(next, height.map { Int64($0 * 64) })
    let item = LayoutElement.Key.item(ElementPath(section: 0, item: next))
    _ = height.map { solver.setMeasured(Size(width: 1, height: $0), for: item) } ?? solver.forgetMeasured(item)
  }

  private mutating func adopt() {
    guard solver.adoptMeanEstimate(0) else { return }
    let measured = model.cells.compactMap(\.height)
    model.guess = (measured.reduce(0, +) + Int64(measured.count / 2)) / Int64(measured.count)
  }

  private mutating func update() {
    var new = ids
    let start = random.below(ids.count + 1)
    switch random.below(6) {
    case 0: new.insert(nextID, at: 0)
    case 1: new.insert(contentsOf: nextID..<nextID + random.below(4) + 1, at: start)
    case 2: new.insert(contentsOf: nextID..<nextID + random.below(200), at: start)
    case 3: new.removeSubrange(start..<min(ids.count, start + random.below(10)))
    case 4: new.removeSubrange(start..<min(ids.count, start + random.below(200)))
    default: new[start..<min(ids.count, start + random.below(150))].shuffle(using: &random)
    }
    nextID += 200
    guard !new.isEmpty, new != ids else { return }
    let mapping = SolverModel.positions(ids, new)
    let (prefix, suffix) = (mapping.commonPrefix, mapping.commonSuffix)
    model.replace(
      prefix..<mapping.oldCount - suffix,
      with: (prefix..<mapping.newCount - suffix).map { mapping.oldPosition(ofNew: $0) })
    solver.update(
      [.init(layout: layout(model.columns), itemCount: new.count)],
      mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
    ids = new
  }

  /// Compares all frames, and the items that a query between two heights finds.
  mutating func check() throws {
    solver.checkInvariants()
    let (places, width) = (model.places, 300 / Double(model.columns))
    let frames = zip(model.cells, places).map { cell, place in
      rect(
        Double(place.column) * width, Double(place.top) / 64, width, Double(cell.height ?? model.guess) / 64)
    }
    for (cell, frame) in frames.enumerated() { try #require(solver.frame(cell) == frame, "\(cell)") }
    #expect(solver.contentSize.height == Double(model.extent) / 64)
    let seen = rect(0, Double(random.below(Int(model.extent / 64) + 1)), 300, Double(random.below(600) + 1))
    let found = solver.elements(in: seen).compactMap { $0.key.kind == .item ? $0.key.item : nil }
    let expected = frames.indices.filter { frames[$0].minY < seen.maxY && frames[$0].maxY > seen.minY }
    #expect(Set(expected).isSubset(of: found))
  }
}

@Test(arguments: 0..<rounds / 4)
func `a waterfall matches the model through insertions, deletions and measurements`(
  seed: UInt64
) throws {
  var pair = Pair(seed: seed)
  for step in 0..<pair.random.below(300) {
    pair.step()
    if step % 50 == 0 { try pair.check() }
  }
  try pair.check()
}

/// Returns the largest difference between the ends of two columns after a number of items, in logical pixels.
private func difference(_ solver: LayoutSolver, behind count: Int, columns: Int) -> Double {
  var ends = Array(repeating: 0.0, count: columns)
  for item in max(0, count - 300)..<count {
    let frame = solver.frame(item)
    let column = Int((frame.minX / 300 * Double(columns)).rounded())
    ends[column] = max(ends[column], frame.maxY)
  }
  return (ends.max() ?? 0) - (ends.min() ?? 0)
}

extension LayoutSolver {
  /// Inserts or deletes one item.
  fileprivate mutating func change(_ count: inout Int, inserts: Bool, at position: Int, columns: Int) {
    let new = count + (inserts ? 1 : -1)
    let mapping = PositionMapping(
      oldCount: count, newCount: new, commonPrefix: position, commonSuffix: min(count, new) - position,
      oldOfNew: inserts ? [-1] : [])
    update(
      [.init(layout: layout(columns), itemCount: new)],
      mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
    count = new
  }
}

@Test func `columns end close together after thousands of changes at any position`() {
  var (random, count, solver) = (SeededGenerator(seed: 7), 20_000, solver(20_000, columns: 3))
  solver.snapsFrames = false
  for _ in 0..<10_000 {
    let item = random.below(count)
    switch random.below(10) {
    case 0: solver.change(&count, inserts: true, at: item, columns: 3)
    case 1: solver.change(&count, inserts: false, at: item, columns: 3)
    case 2: _ = solver.forgetMeasured(.item(ElementPath(section: 0, item: item)))
    default: _ = solver.measure(item, height: Double(random.below(120) + 10))
    }
  }
  solver.checkInvariants()
  #expect(difference(solver, behind: count, columns: 3) < 500)
  for end in 1...40 { #expect(difference(solver, behind: count / 40 * end, columns: 3) < 1_500) }
}

@Test(arguments: [false, true])
func `columns end close together while cells are inserted at the front one by one`(areMeasured: Bool) {
  var (random, count, solver) = (SeededGenerator(seed: 3), 2_000, solver(2_000, columns: 3))
  solver.snapsFrames = false
  if areMeasured { for item in 0..<count { _ = solver.measure(item, height: Double(random.below(120) + 10)) } }
  for _ in 0..<1_000 {
    solver.change(&count, inserts: true, at: 0, columns: 3)
    if areMeasured { _ = solver.measure(0, height: Double(random.below(120) + 10)) }
  }
  solver.checkInvariants()
  for end in 1...15 { #expect(difference(solver, behind: 200 * end, columns: 3) < 300) }
}

@Test func `items after measured ones go to the shortest column`() {
  var solver = solver(10_000, columns: 3)
  var levels = [0.0, 0, 0]
  for item in 0..<40 {
    let height = Double(item * 37 % 150 + 20)
    _ = solver.measure(item, height: height)
    let column = Int(solver.frame(item).minX / 100)
    #expect(column == levels.indices.min { levels[$0] < levels[$1] })
    levels[column] += height
  }
  // The item has the expected frame, and a query finds it there.
  let found = solver.elements(in: rect(0, levels.min() ?? 0, 300, 800)).map(\.key.item)
  for item in 40..<10_000 {
    let column = levels.indices.min { levels[$0] < levels[$1] } ?? 0
    #expect(solver.frame(item) == rect(Double(column) * 100, levels[column], 100, 50))
    if levels[column] < (levels.min() ?? 0) { #expect(found.contains(item)) }
    levels[column] += 50
  }
  #expect(Set(40..<60).isSubset(of: found))
}

@Test func `unmeasured cells in lines and in subsections take the mean size of the measured ones`() {
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

  let part = NestedLayout.Child(ChildSection(.vertical()), count: 50)
  for layout in [SectionLayout.vertical(), .flow(sizes: .estimated(.zero))] {
    var nested = LayoutSolver.one(layout.placing([part, part]), count: 100)
    for item in 0..<4 { _ = nested.measure(50 + item, height: Double(item * 10) + 60) }
    let known: Double = 50 * 44 + 300
    #expect(nested.contentSize.height == known + 46 * 44)
    let hasMoved = nested.adoptMeanEstimate(0)
    #expect(hasMoved && nested.contentSize.height == known + 46 * 75)
  }
}

@Test func `a cell anywhere among a hundred thousand is measured in a few steps`() {
  var (random, solver) = (SeededGenerator(seed: 1), solver(100_000, columns: 3))
  var most = 0
  for _ in 0..<3_000 {
    let (item, height) = (random.below(100_000), Double(random.below(90) + 10))
    most = max(most, OperationCounter.steps { _ = solver.measure(item, height: height) })
  }
  // The items that are placed again and their neighbours, and the walks down the tree.
  #expect(most > 0 && most < 1_000, "\(most)")
  solver.checkInvariants()
}
