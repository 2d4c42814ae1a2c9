import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

/// Returns a list of estimated rows, 5,000 of which are measured at regular distances.
private func measuredList(_ count: Int) -> LayoutSolver {
  var solver = LayoutSolver.one(.vertical(), count: count)
  for index in 0..<5_000 { _ = solver.measure(index * (count / 5_000), height: Double(index % 40) + 20) }
  return solver
}

private func effort(_ solver: LayoutSolver, at y: Double) -> Int {
  var found: [LayoutElement] = []
  let steps = OperationCounter.steps {
    solver.elements(in: rect(0, y, 320, 2_400), pinnedIn: rect(0, y, 320, 2_400), into: &found)
  }
  #expect(found.count > 50)
  return steps
}

@Test(arguments: [SectionLayout.list(rowHeight: 44), .vertical(), .horizontal(spacing: 4)])
func `a query takes as many steps anywhere in a million rows as in a hundred`(layout: SectionLayout) {
  let (few, many) = (LayoutSolver.one(layout, count: 100), LayoutSolver.one(layout, count: 1_000_000))
  func steps(_ solver: LayoutSolver, _ y: Double) -> Int {
    var found: [LayoutElement] = []
    return OperationCounter.steps {
      solver.elements(in: rect(0, y, 320, 800), pinnedIn: rect(0, y, 320, 800), into: &found)
    }
  }
  let base = steps(few, 0)
  #expect(base > 0)
  for y in [0, many.contentSize.height / 2, many.contentSize.height - 800] { #expect(steps(many, y) <= base + 8) }
}

@Test func `a query of measured rows takes a few more walks down a tree`() {
  let solver = measuredList(1_000_000)
  for part in [0.0, 0.3, 0.7, 1] {
    // The visible rows, plus some walks down a tree of at least 5,000 / 32 chunks. The depth of the tree is at most
    // four times the logarithm of that number.
    #expect(effort(solver, at: (solver.contentSize.height - 2_400) * part) < 120 + 6 * 40)
  }
}

@Test func `measuring a row takes a few walks down a tree`() {
  var solver = measuredList(1_000_000)
  var most = 0
  for index in 0..<300 {
    let position = index * 3_331 % 1_000_000
    most = max(most, OperationCounter.steps { _ = solver.measure(position, height: Double(index % 30) + 15) })
  }
  #expect(most > 0 && most < 300)
}

@Test func `finding one of a hundred thousand sections takes a logarithmic number of steps`() {
  let sections = (0..<100_000).map { LayoutSolver.SectionInput(layout: .list(rowHeight: 20), itemCount: $0 % 3) }
  let solver = LayoutSolver.many(sections, LayoutEnvironment(container: Size(width: 320, height: 480)))
  let steps = OperationCounter.steps { _ = solver.frame(of: ElementPath(section: 99_998, item: 0)) }
  #expect(steps > 0 && steps < 40)
}

@Test func `a query takes few steps among any number of rows without extent`() {
  let solver = LayoutSolver.one(.list(rowHeight: 0), count: 100_000_000_000)
  #expect(solver.elements(in: rect(0, -10, 320, 400)).isEmpty)
  #expect(OperationCounter.steps { _ = solver.elements(in: rect(0, -10, 320, 400)) } < 50)
  var measured = LayoutSolver.one(.vertical(), count: 20_000)
  for item in 0..<20_000 { _ = measured.measure(item, height: item == 19_999 ? 30 : 0) }
  #expect(measured.elements(in: rect(0, 0, 320, 400)).map(\.key.item) == [19_999])
  #expect(OperationCounter.steps { _ = measured.elements(in: rect(0, 0, 320, 400)) } < 50)
}

@Test func `one very tall cell does not make a query of a custom layout examine all others`() {
  let layout = ClosureLayout(key: 0) { index, _ in
    Rect(x: 0, y: Double(index) * 10, width: 50, height: index == 0 ? 1_000_000 : 10)
  }
  let solver = LayoutSolver.one(
    SectionLayout(layout, sizes: .estimated(Size(width: 1, height: 1))), count: 100_000)
  #expect(solver.elements(in: rect(0, 900_000, 320, 95)).count == 11)
  let steps = OperationCounter.steps { _ = solver.elements(in: rect(0, 900_000, 320, 95)) }
  #expect(steps > 0 && steps < 400)
}

@Test func `measuring a tag breaks only the lines around it again`() {
  let line = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .absolute(20)), subitems: [LayoutItem(width: .estimated(50), height: .absolute(20))])
  var solver = LayoutSolver.one(SectionLayout(group: line), count: 1_000_000, width: 200)
  #expect(solver.frame(999_999).minY == 249_999 * 20)
  for item in 500_000..<500_010 {
    let steps = OperationCounter.steps {
      _ = solver.setMeasured(Size(width: 45, height: 20), for: .item(.init(section: 0, item: item)))
    }
    #expect(steps < 600)
  }
  solver.checkInvariants()
}

/// Returns a section that scrolls on the cross axis and contains a column of cells with the size 100 by 40.
private func column(_ item: LayoutItem, count: Int) -> SectionLayout {
  SectionLayout(
    group: .vertical(size(.absolute(100), .absolute(Double(count) * 40)), repeating: item, count: count)
  ).orthogonalScrolling(.continuous)
}

@Test(arguments: [10_000, 9_000])
func `a query of a tall column that scrolls on the cross axis takes steps for its visible part only`(count: Int) {
  let item = LayoutItem(width: .fractionalWidth(1), height: .absolute(40))
  let solver = LayoutSolver.one(column(item, count: 10_000), count: count)
  for first in [0, 1, 4_000, 8_000, count - 20] {
    var found: [LayoutElement] = []
    let visible = rect(0, Double(first) * 40, 320, 800)
    let steps = OperationCounter.steps { solver.elements(in: visible, pinnedIn: visible, into: &found) }
    #expect(found.map(\.key.item) == Array(first..<first + 20))
    #expect(found.first?.frame == rect(0, Double(first) * 40, 100, 40))
    #expect(steps > 20 && steps < 40)
  }
}

@Test func `cells with insets or negative edge spacing in a tall column are all found`() {
  var moved = LayoutItem(width: .fractionalWidth(1), height: .absolute(40))
  moved.edgeSpacing = LayoutEdgeSpacing(leading: nil, top: .fixed(-30), trailing: nil, bottom: .fixed(5))
  var narrowed = LayoutItem(width: .fractionalWidth(1), height: .absolute(40))
  narrowed.contentInsets = Insets(top: 30, leading: 0, bottom: 5, trailing: 0)
  for item in [moved, narrowed] {
    let solver = LayoutSolver.one(column(item, count: 200), count: 150)
    for y in stride(from: -50.0, to: 7_000, by: 130) {
      let visible = rect(0, y, 320, 100)
      let expected = (0..<150).filter { solver.frame($0).intersection(visible).height > 0 }
      #expect(solver.elements(in: visible).map(\.key.item) == expected)
    }
  }
}

@Test func `only sections whose layouts place cell by cell are prepared again`() {
  let rows = measuredList(10_000)
  #expect(!rows.needsPreparation(in: rect(0, 0, 320, 480)))
  var copy = rows
  #expect(OperationCounter.steps { for y in 0..<100 { _ = copy.prepare(in: rect(0, Double(y) * 50, 320, 480)) } } == 0)
  let sections: [SectionLayout] = [
    .list(rowHeight: 40), .waterfall(columns: 2, spacing: 0, sizes: .uniform(size(.absolute(50), .absolute(40)))),
    .list(rowHeight: 40),
  ]
  var mixed = LayoutSolver.many(
    sections.map { LayoutSolver.SectionInput(layout: $0, itemCount: 100) },
    LayoutEnvironment(container: Size(width: 320, height: 480)))
  _ = mixed.measure(0, height: 40)
  #expect(!mixed.needsPreparation(in: rect(0, 0, 320, 480)))
  #expect(mixed.needsPreparation(in: rect(0, 3_800, 320, 480)))
  #expect(!mixed.needsPreparation(in: rect(0, 6_100, 320, 480)))
}
