import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private func path(_ item: Int, _ section: Int = 0) -> ElementPath { ElementPath(section: section, item: item) }

/// Returns a grid of three columns of width 100: sections of 8, 0 and 4 cells.
private func grid(rightToLeft: Bool = false) -> LayoutSolver {
  let layout = SectionLayout.grid(minimumItemWidth: 100, itemHeight: 50)
  return .many(
    [.init(layout: layout, itemCount: 8), .init(layout: layout, itemCount: 0), .init(layout: layout, itemCount: 4)],
    LayoutEnvironment(container: Size(width: 300, height: 400), isRightToLeft: rightToLeft))
}

@Test func `up and down stay in the column`() {
  #expect(grid().neighbour(of: path(1), direction: .down) == path(4))
  #expect(grid().neighbour(of: path(4), direction: .up) == path(1))
  #expect(grid().neighbour(of: path(1), direction: .up) == nil)
}

@Test func `Down into a short row reaches its last cell, and Up returns to the column of the start`() {
  #expect(grid().neighbour(of: path(5), direction: .down) == path(7))
  #expect(grid().neighbour(of: path(7), direction: .down, goalX: 250) == path(2, 2))
  #expect(grid().neighbour(of: path(2, 2), direction: .up, goalX: 250) == path(7))
  #expect(grid().neighbour(of: path(7), direction: .up, goalX: 250) == path(5))
  #expect(grid().neighbour(of: path(3, 2), direction: .down) == nil)
}

@Test func `excluded cells and rows are skipped`() {
  let solver = grid()
  #expect(solver.neighbour(of: path(1), direction: .down, goalX: 110) { $0 == path(4) } == path(3))
  #expect(solver.neighbour(of: path(1), direction: .down) { (3..<6).map { path($0) }.contains($0) } == path(7))
  #expect(solver.neighbour(of: path(1), direction: .down) { $0.section == 0 } == path(1, 2))
  #expect(solver.neighbour(of: path(1, 2), direction: .up) { $0.section == 0 && $0.item > 2 } == path(1))
  #expect(solver.neighbour(of: path(1), direction: .down) { _ in true } == nil)
}

@Test func `Left and Right continue in the next and the previous row`() {
  #expect(grid().neighbour(of: path(2), direction: .right) == path(3))
  #expect(grid().neighbour(of: path(3), direction: .left) == path(2))
  #expect(grid().neighbour(of: path(7), direction: .right) == path(0, 2))
  #expect(grid().neighbour(of: path(0, 2), direction: .left) == path(7))
  #expect(grid().neighbour(of: path(0), direction: .left) == nil)
}

@Test func `Left and Right swap in a right-to-left layout`() {
  #expect(grid(rightToLeft: true).neighbour(of: path(2), direction: .left) == path(3))
  #expect(grid(rightToLeft: true).neighbour(of: path(1), direction: .down) == path(4))
}

@Test func `Left and Right have no target in a single column`() {
  let solver = LayoutSolver.one(.list(rowHeight: 20), count: 3)
  #expect(solver.neighbour(of: path(1), direction: .left) == nil)
  #expect(solver.neighbour(of: path(1), direction: .right) == nil)
  #expect(solver.neighbour(of: path(1), direction: .down) == path(2))
}

@Test func `Down from any cell of a row with unequal heights reaches the next row`() {
  var solver = LayoutSolver.one(.verticalGrid(numberOfItemsInRow: 2), count: 4)
  _ = solver.measure(0, height: 20)
  _ = solver.measure(1, height: 90)
  #expect(solver.neighbour(of: path(0), direction: .down) == path(2))
  #expect(solver.neighbour(of: path(1), direction: .down) == path(3))
  #expect(solver.neighbour(of: path(2), direction: .up) == path(0))
}

@Test func `Down walks through a column inside a group before it enters the next group`() {
  let small = LayoutItem(width: .fractionalWidth(1), height: .fractionalHeight(0.5))
  let pair = LayoutGroup.vertical(size(.fractionalWidth(0.5), .fractionalHeight(1)), subitems: [small])
  let big = LayoutItem(width: .fractionalWidth(0.5), height: .fractionalHeight(1))
  let row = LayoutGroup.horizontal(size(.fractionalWidth(1), .absolute(100)), subitems: [big, pair])
  let solver = LayoutSolver.one(SectionLayout(group: row), count: 6)
  #expect(solver.neighbour(of: path(1), direction: .down) == path(2))
  #expect(solver.neighbour(of: path(2), direction: .down) == path(4))
  #expect(solver.neighbour(of: path(0), direction: .down) == path(3))
  #expect(solver.neighbour(of: path(4), direction: .up) == path(2))
}

@Test(arguments: 0..<rounds)
func `Down reaches a new cell at each step and ends at the last section with cells`(seed: UInt64) {
  let model = SolverModel(seed: seed)
  guard var current = model.solver.item(atOrAfter: -1) else { return }
  if model.axis == .horizontal, model.environment.isRightToLeft {
    current = model.solver.lastItem(before: .infinity) ?? current
  }
  var visited: Set<ElementPath> = [current]
  let onwards: LayoutSolver.Direction =
    model.axis == .vertical ? .down : model.environment.isRightToLeft ? .left : .right
  while let next = model.solver.neighbour(of: current, direction: onwards) {
    guard next.section == current.section || next.section > current.section else {
      Issue.record("\(next) is before \(current)")
      return
    }
    guard visited.insert(next).inserted else {
      Issue.record("\(next) is reached twice")
      return
    }
    current = next
  }
  let last = model.sections.lastIndex { !$0.cells.isEmpty }
  #expect(current.section == last)
}

@Test(arguments: [
  AnyCollectionLayout(RowLayout().transposed()),
  AnyCollectionLayout(FlowLayout().inset(by: Insets(leading: 0, bottom: 9))),
])
func `a short row of a subsection is entered like a short row of a section`(outer: AnyCollectionLayout) {
  let part = NestedLayout.Child(ChildSection(.grid(minimumItemWidth: 100, itemHeight: 50), hasHeader: true), count: 9)
  let layout = SectionLayout(
    NestedLayout(outer, subsections: [part, part]), sizes: .uniform(size(.fractionalWidth(1), .estimated(44))))
  let solver = LayoutSolver.one(layout, count: 18, width: 300)
  #expect(solver.neighbour(of: path(6), direction: .down) == path(8))
  #expect(solver.neighbour(of: path(8), direction: .up, goalX: 250) == path(6))
  #expect(solver.neighbour(of: path(8), direction: .down, goalX: 250) { $0.item % 9 == 0 } == path(12))
}

@Test func `a short row of a subsection is entered from above and from below`() {
  let grid = NestedLayout.Child(ChildSection(.grid(minimumItemWidth: 100, itemHeight: 50)), count: 4)
  let one = NestedLayout.Child(ChildSection(.grid(minimumItemWidth: 100, itemHeight: 50), hasHeader: true), count: 2)
  let rows = NestedLayout.Child(ChildSection(.list(rowHeight: 30)), count: 2)
  func layout(_ parts: [NestedLayout.Child]) -> SectionLayout {
    SectionLayout(
      NestedLayout(RowLayout().transposed(), subsections: parts),
      sizes: .uniform(size(.fractionalWidth(1), .estimated(44))))
  }
  var solver = LayoutSolver.one(layout([grid, rows]), count: 6, width: 300)
  #expect(solver.neighbour(of: path(4), direction: .up, goalX: 150) == path(3))
  #expect(solver.neighbour(of: path(3), direction: .up, goalX: 150) == path(1))
  // Straight above there is only an incomplete section with its header.
  solver = LayoutSolver.one(layout([rows, one, rows]), count: 6, width: 300)
  let isHeader = { (path: ElementPath) in path.item == 2 }
  #expect(solver.neighbour(of: path(4), direction: .up, goalX: 250, passingOver: isHeader) == path(3))
  #expect(solver.neighbour(of: path(1), direction: .down, goalX: 250, passingOver: isHeader) == path(3))
  // The movement starts in a section above.
  solver = LayoutSolver()
  solver.reload(
    [.init(layout: .list(rowHeight: 20), itemCount: 1), .init(layout: layout([one, rows]), itemCount: 4)],
    environment: LayoutEnvironment(container: Size(width: 300, height: 300)))
  let first = ElementPath(section: 0, item: 0)
  let entered = solver.neighbour(of: first, direction: .down, goalX: 250) { $0 == ElementPath(section: 1, item: 0) }
  #expect(entered == ElementPath(section: 1, item: 1))
}
