import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// Layouts with several cells in each line. Unmeasured cells have the size 50 by 20, lines the width 200.
private enum LineKind: CaseIterable {
  case flow, tags, threes, groups

  var layout: SectionLayout {
    let cell = LayoutItem(width: .fractionalWidth(1), height: .estimated(20))
    let tag = LayoutItem(width: .estimated(50), height: .estimated(20))
    switch self {
    case .flow:
      return .flow(sizes: .estimated(Size(width: 50, height: 20)), lineSpacing: 4, interitemSpacing: 8)
    case .tags:
      return SectionLayout(
        group: .horizontal(across(.estimated(20)), subitems: [tag], interItemSpacing: .fixed(8)), interGroupSpacing: 4)
    case .threes:
      return SectionLayout(group: .horizontal(across(.estimated(20)), equally: cell, count: 3), interGroupSpacing: 4)
    case .groups:
      // All cells are equally wide, so that a measured height stays valid when its cell moves.
      let half = LayoutItem(width: .fractionalWidth(0.5), height: .estimated(20))
      let pair = LayoutGroup.horizontal(across(.estimated(20)), once: [half, half])
      return SectionLayout(group: .vertical(across(.estimated(40)), once: [pair, half]), interGroupSpacing: 4)
    }
  }

  /// The smallest width of a cell. It is not zero in lines of tags, because a first cell without width ends its line.
  var least: Int { self == .tags ? 1 : 0 }
}

/// A model of cells and their lines. It computes every answer anew, from the first cell on.
private struct SlowLines {
  let kind: LineKind
  var cells: [(id: Int, size: Size?)]

  private func size(_ cell: Int) -> Size { cells[cell].size ?? Size(width: 50, height: 20) }

  /// Returns the number of cells in the line that starts with a given cell.
  private func line(from start: Int) -> Int {
    guard kind == .flow || kind == .tags else { return min(3, cells.count - start) }
    var (used, end) = (0.0, start)
    while end < cells.count, end == start || used + size(end).width <= 200 {
      used += size(end).width + 8
      end += 1
    }
    return end - start
  }

  /// The top and the height of each cell, and its leading edge if the widths of the cells decide it.
  var places: [(x: Double?, y: Double, height: Double)] {
    var (result, y, start) = ([(x: Double?, y: Double, height: Double)](), 0.0, 0)
    while start < cells.count {
      let line = start..<start + line(from: start)
      let heights = line.map { size($0).height }
      let isGroups = kind == .groups
      let first = isGroups ? heights.prefix(2).max() ?? 0 : heights.max() ?? 0
      var x = 0.0
      for (index, height) in heights.enumerated() {
        result.append(
          (kind == .flow || kind == .tags ? x : nil, isGroups && index == 2 ? y + first : y, height))
        x += size(start + index).width + 8
      }
      y += first + (isGroups && heights.count == 3 ? heights[2] : 0) + 4
      start = line.upperBound
    }
    return result
  }
}

private func check(_ solver: LayoutSolver, _ model: SlowLines) {
  solver.checkInvariants()
  let places = model.places
  for (item, place) in places.enumerated() {
    let frame = solver.frame(item)
    let isRight = frame.minY == place.y && frame.height == place.height && frame.minX == place.x ?? frame.minX
    // An expectation for each of many millions of cells would take longer than the layout.
    if !isRight { Issue.record("cell \(item) of \(places.count), \(model.kind): \(frame), expected \(place)") }
  }
  for element in solver.elements(in: rect(0, (places.last?.y ?? 0) / 2, 200, 100)) {
    #expect(element.frame == solver.frame(element.key.item))
  }
}

extension SlowLines {
  /// Inserts, deletes or moves random cells.
  fileprivate mutating func edit(_ random: inout SeededGenerator, nextID: inout Int) {
    let start = random.below(cells.count + 1)
    let end = min(cells.count, start + random.below(40))
    switch random.below(4) {
    case 0: cells.removeSubrange(start..<end)
    case 1, 2:
      let new = (0..<random.pick([1, 2, 90])).map { (id: nextID + $0, size: Size?.none) }
      cells.insert(contentsOf: new, at: random.pick([0, start, cells.count]))
      nextID += 90
    default: cells[start..<end].shuffle(using: &random)
    }
  }
}

@Test(arguments: 0..<rounds)
func `lines of measured cells equal lines broken again from the first cell`(seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  let kind = random.pick(LineKind.allCases)
  var nextID = random.pick([1, 2, 7, 60, 700])
  var model = SlowLines(kind: kind, cells: (0..<nextID).map { ($0, nil) })
  var solver = LayoutSolver.one(kind.layout, count: nextID, width: 200)
  for _ in 0..<random.below(12) {
    for _ in 0..<random.below(60) where !model.cells.isEmpty {
      let item = random.below(model.cells.count)
      let key = LayoutElement.Key.item(ElementPath(section: 0, item: item))
      if random.chance(15) {
        model.cells[item].size = nil
        _ = solver.forgetMeasured(key)
      } else {
        let width = random.pick([kind.least, 3, 50, 250, random.below(110) + 1])
        let size = Size(width: Double(width), height: Double(random.below(60)))
        model.cells[item].size = size
        _ = solver.setMeasured(size, for: key)
      }
    }
    check(solver, model)
    guard random.chance(60) else { continue }
    let old = model.cells.map(\.id)
    model.edit(&random, nextID: &nextID)
    solver.update(
      [.init(layout: kind.layout, itemCount: model.cells.count)],
      mapping: ListMapping(
        sections: .identity(count: 1), elements: [SolverModel.positions(old, model.cells.map(\.id))]))
    check(solver, model)
  }
}

@Test(arguments: LineKind.allCases)
private func `a cell inserted inside a run of unmeasured cells beside many measured ones keeps all lines`(
  kind: LineKind
) {
  var solver = LayoutSolver.one(kind.layout, count: 240, width: 200)
  var model = SlowLines(kind: kind, cells: (0..<240).map { ($0, nil) })
  for item in 0..<240 where !(100..<130).contains(item) {
    model.cells[item].size = Size(width: Double(30 + item % 7 * 10), height: Double(10 + item % 11))
    _ = solver.setMeasured(model.cells[item].size!, for: .item(ElementPath(section: 0, item: item)))
  }
  for position in 90..<140 {
    var (solver, model) = (solver, model)
    let old = model.cells.map(\.id)
    model.cells.insert((id: 240, size: nil), at: position)
    solver.update(
      [.init(layout: kind.layout, itemCount: 241)],
      mapping: ListMapping(
        sections: .identity(count: 1), elements: [SolverModel.positions(old, model.cells.map(\.id))]))
    check(solver, model)
  }
}

/// Returns the number of lines of items that are one pixel wide, except for those in `wide`, in a width of 1,000.
private func lineCount(_ count: Int, wide: [Int: Double]) -> Int {
  var (lines, used) = (0, Double.infinity)
  for item in 0..<count {
    let width = wide[item] ?? 1
    if used + width > 1_000 { (lines, used) = (lines + 1, 0) }
    used += width
  }
  return lines
}

@Test(arguments: [999, 1_000, 1_001, 1_005, 1_300, 2_500])
func `lines of a thousand items follow deletions and measured items`(count: Int) {
  let layout = SectionLayout.flow(sizes: .estimated(Size(width: 1, height: 10)))
  let full = LayoutSolver.one(layout, count: count, width: 1_000)
  #expect(full.contentSize.height == Double(lineCount(count, wide: [:])) * 10)
  for item in [0, 1, 5, 6, 250, 255, 256, 257, 600, 750, 990, 998] {
    var solver = full
    _ = solver.setMeasured(Size(width: 1_000, height: 10), for: .item(ElementPath(section: 0, item: item)))
    solver.checkInvariants()
    #expect(solver.contentSize.height == Double(lineCount(count, wide: [item: 1_000])) * 10, "item \(item)")
  }
  for rest in [1, 5, 6, 256, 257, 600, 900, 998] {
    var solver = full
    let old = Array(0..<count)
    solver.update(
      [.init(layout: layout, itemCount: rest)],
      mapping: ListMapping(
        sections: .identity(count: 1), elements: [SolverModel.positions(old, Array(old.prefix(rest)))]))
    solver.checkInvariants()
    #expect(solver.contentSize.height == 10 && solver.frame(0).height == 10, "\(rest) items")
  }
}

@Test func `lines are computed again near measured items only`() {
  let layout = SectionLayout.flow(sizes: .estimated(Size(width: 50, height: 20)))
  var solver = LayoutSolver.one(layout, count: 1_000_000, width: 200)
  _ = solver.setMeasured(Size(width: 50, height: 60), for: .item(ElementPath(section: 0, item: 0)))
  let steps = OperationCounter.steps { _ = solver.adoptMeanEstimate(0) }
  #expect(steps > 0 && steps < 1_000)
}

@Test(arguments: [
  LineKind.flow.layout, LineKind.tags.layout, LineKind.threes.layout, LineKind.groups.layout, .vertical(),
  SectionLayout(RowLayout(spacing: 4), sizes: .estimated(Size(width: 50, height: 20))),
])
func `measuring any of a million cells takes a few walks down a tree`(layout: SectionLayout) {
  var random = SeededGenerator(seed: 1)
  var solver = LayoutSolver.one(layout, count: 1_000_000, width: 200)
  var most = 0
  for round in 0..<1_500 {
    let size = Size(width: Double(random.below(60) + 30), height: Double(random.below(40) + 10))
    let key = LayoutElement.Key.item(ElementPath(section: 0, item: random.below(1_000_000)))
    let steps = OperationCounter.steps { _ = solver.setMeasured(size, for: key) }
    // The first rounds widen the tables for longer lines, so they do not count.
    if round > 500 { most = max(most, steps) }
  }
  #expect(most > 0 && most < 800)
}

@Test(arguments: LineKind.allCases)
private func `inserting a cell before many measured ones takes a few walks down a tree`(kind: LineKind) {
  var random = SeededGenerator(seed: 2)
  var count = 3_000
  var solver = LayoutSolver.one(kind.layout, count: count, width: 200)
  for item in 0..<count {
    let size = Size(width: Double(random.below(60) + 30), height: Double(random.below(40) + 10))
    _ = solver.setMeasured(size, for: .item(ElementPath(section: 0, item: item)))
  }
  for _ in 0..<20 {
    let mapping = PositionMapping(
      oldCount: count, newCount: count + 1, commonPrefix: 0, commonSuffix: count, oldOfNew: [-1])
    count += 1
    let steps = OperationCounter.steps {
      solver.update(
        [.init(layout: kind.layout, itemCount: count)],
        mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
    }
    #expect(steps < 600)
  }
  solver.checkInvariants()
}
