import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private let widths = [120.0, 70, 90, 200]

/// Returns four cells in lines of width 200, where the content decides the width of each cell.
private func solver(
  _ item: LayoutItem, height: LayoutDimension = .estimated(20), _ change: (inout LayoutGroup) -> Void = { _ in }
) -> LayoutSolver {
  solver([item], height: height, change)
}

private func solver(
  _ items: [LayoutItem], height: LayoutDimension = .estimated(20), _ change: (inout LayoutGroup) -> Void = { _ in }
) -> LayoutSolver {
  var line = LayoutGroup.horizontal(
    size(.fractionalWidth(1), height), subitems: items, interItemSpacing: .fixed(8))
  change(&line)
  var solver = LayoutSolver.one(SectionLayout(group: line, interGroupSpacing: 4), count: 4, width: 200)
  for (item, width) in widths.enumerated() {
    _ = solver.setMeasured(Size(width: width, height: 20), for: .item(.init(section: 0, item: item)))
  }
  solver.checkInvariants()
  return solver
}

private let tag = LayoutItem(width: .estimated(60), height: .estimated(20))

@Test func `lines of one height break where the next cell does not fit`() {
  let solver = solver(LayoutItem(width: .estimated(60), height: .fractionalHeight(1)), height: .absolute(32))
  #expect(
    solver.frames(4) == [rect(0, 0, 120, 32), rect(128, 0, 70, 32), rect(0, 36, 90, 32), rect(0, 72, 200, 32)])
  #expect(solver.contentSize.height == 104)
}

@Test func `cells with badges are arranged in lines too`() {
  var item = tag
  item.supplementaries = [
    LayoutSupplementary(kind: "badge", size: .square(10), containerAnchor: LayoutAnchor([.top, .trailing]))
  ]
  let solver = solver(item)
  #expect(
    solver.frames(4) == [rect(0, 0, 120, 20), rect(128, 0, 70, 20), rect(0, 24, 90, 20), rect(0, 48, 200, 20)])
  let badges = (0..<4).map { solver.frame(for: .init(kind: .badge, section: 0, item: $0)) }
  #expect(badges == [rect(110, 0, 10, 10), rect(188, 0, 10, 10), rect(80, 24, 10, 10), rect(190, 48, 10, 10)])
}

@Test func `insets of a line take room from its cells`() {
  let solver = solver(tag) { $0.contentInsets = Insets(leading: 6, trailing: 6) }
  #expect(
    solver.frames(4) == [rect(6, 0, 120, 20), rect(6, 24, 70, 20), rect(84, 24, 90, 20), rect(6, 48, 200, 20)])
}

@Test func `edge spacing of cells takes room from their line`() {
  var item = tag
  item.edgeSpacing = LayoutEdgeSpacing(leading: .fixed(2), top: .fixed(3))
  let solver = solver(item)
  #expect(
    solver.frames(4) == [rect(2, 3, 120, 20), rect(2, 30, 70, 20), rect(82, 30, 90, 20), rect(2, 57, 200, 20)])
}

@Test func `every line begins with the first of several subitems`() {
  var other = tag
  other.edgeSpacing = LayoutEdgeSpacing(top: .fixed(5))
  let solver = solver([tag, other])
  #expect(
    solver.frames(4) == [rect(0, 0, 120, 20), rect(128, 5, 70, 20), rect(0, 29, 90, 20), rect(0, 53, 200, 20)])
}

@Test func `a cell measured at its estimate may move into the line before`() {
  let wide = LayoutItem(width: .estimated(150), height: .estimated(20))
  let line = LayoutGroup.horizontal(
    size(.fractionalWidth(1), .estimated(20)), subitems: [tag, wide], interItemSpacing: .fixed(8))
  var solver = LayoutSolver.one(SectionLayout(group: line), count: 3, width: 200)
  #expect(solver.frames(3) == [rect(0, 0, 60, 20), rect(0, 20, 60, 20), rect(0, 40, 60, 20)])
  let hasMoved = solver.setMeasured(Size(width: 60, height: 20), for: .item(.init(section: 0, item: 1)))
  #expect(hasMoved)
  #expect(solver.frames(3) == [rect(0, 0, 60, 20), rect(68, 0, 60, 20), rect(136, 0, 60, 20)])
}

@Test func `flexible spacing shares the remaining width of a line`() {
  let solver = solver(tag) { $0.interItemSpacing = .flexible(8) }
  #expect(
    solver.frames(4) == [rect(0, 0, 120, 20), rect(130, 0, 70, 20), rect(0, 24, 90, 20), rect(0, 48, 200, 20)])
}

@Test func `cells without width form a finite number of lines`() {
  var solver = solver(tag)
  for item in 0..<4 { _ = solver.setMeasured(.zero, for: .item(.init(section: 0, item: item))) }
  solver.checkInvariants()
  #expect(solver.frames(4).map(\.width) == [0, 0, 0, 0])
}
