import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private let environment = LayoutEnvironment(container: Size(width: 320, height: 480), scale: 1.5)

/// Sections of rows of which no two are alike.
private func sections(_ count: Int, seed: UInt64) -> [LayoutSolver.SectionInput] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { index in
    let height = 10 + Double(index) / 7
    let layout: SectionLayout = random.chance(50) ? .list(rowHeight: height) : .list(estimatedRowHeight: height)
    return .init(
      layout: layout.interGroupSpacing(random.pick([0, 2.3, -4]))
        .insets(Insets(top: random.pick([0, 7.1]), leading: 3, bottom: random.pick([0, -2, 5]), trailing: 0))
        .headerSize(size(.fractionalWidth(1), random.pick([.absolute(20.2), .estimated(31), .fractionalWidth(0.1)])))
        .headerPinToVisibleBounds(random.chance(50)),
      itemCount: random.pick([-1, 0, 1, 2, 30]), hasHeader: random.chance(50), hasFooter: random.chance(30))
  }
}

@Test(arguments: 0..<20 as Range<UInt64>)
func `the length of sections of plain rows is exact before anybody has come near them`(seed: UInt64) {
  var solver = LayoutSolver(configuration: LayoutConfiguration(interSectionSpacing: 6.3))
  solver.reload(sections(400, seed: seed), environment: environment)
  #expect(solver.pendingCount == 0 && solver.needsPreparation)
  solver.checkInvariants()
  let (length, last) = (solver.contentSize.height, solver.sectionFrame(399))
  let isMoved = solver.prepare(in: rect(0, 0, 320, length))
  #expect(!isMoved)
  solver.checkInvariants()
  #expect(!solver.needsPreparation && solver.contentSize.height == length && solver.sectionFrame(399) == last)
}

@Test func `a section that comes in leaves the others as long as they are`() {
  let all = sections(400, seed: 1)
  var solver = LayoutSolver()
  solver.reload(Array(all.dropFirst()), environment: environment)
  let length = solver.contentSize.height
  let mapping = PositionMapping(
    oldCount: 399, newCount: 400, commonPrefix: 0, commonSuffix: 399, oldOfNew: [-1])
  var elements: [PositionMapping?] = [nil]
  for section in all.dropFirst() { elements.append(.identity(count: max(0, section.itemCount))) }
  solver.update(all, mapping: ListMapping(sections: mapping, elements: elements))
  solver.checkInvariants()
  #expect(abs(solver.contentSize.height - length - solver.sectionFrame(0).height) <= 1)
}

@Test func `of what is more than plain rows the length is found out near what is seen`() {
  let plain = SectionLayout.list(rowHeight: 10)
  let others: [SectionLayout] = [
    plain.orthogonalScrolling(.paging), .grid(minimumItemWidth: 50, itemHeight: 10),
    plain.contentInsetsReference(.none),
    plain.boundaryItem(LayoutBoundaryItem(kind: "more", alignment: .top)),
    .list(rowHeight: .absolute(10), separator: LayoutSeparator()), .verticalGrid(numberOfItemsInRow: 2),
    SectionLayout(group: .vertical(size(.fractionalWidth(1), .fractionalHeight(0.5)), repeating: fill, count: 1)),
  ]
  for other in others {
    let inputs = (0..<300).map {
      LayoutSolver.SectionInput(layout: other.insets(Insets(top: Double($0))), itemCount: 3, hasHeader: true)
    }
    var solver = LayoutSolver()
    solver.reload(inputs, environment: environment)
    #expect(solver.pendingCount == 300 - LayoutSolver.eagerLayouts)
    while solver.pendingCount > 0 { _ = solver.resolvePending(limit: 50) }
    solver.checkInvariants()
  }
}

@Test func `lists of all integers are cut but not fatal, however many layouts there are`() {
  var solver = LayoutSolver()
  solver.reload(
    (0..<300).map { .init(layout: .list(rowHeight: 10 + Double($0)), itemCount: .max) }, environment: environment)
  solver.checkInvariants()
  #expect(solver.contentSize.height > 1e13 && solver.sectionFrame(299).maxY == solver.contentSize.height)
}
