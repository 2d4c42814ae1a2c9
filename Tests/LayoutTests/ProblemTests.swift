import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

private func problems(_ layout: SectionLayout) -> Set<LayoutProblem> {
  var solver = LayoutSolver.one(layout, count: 3)
  return Set(solver.takeProblems().map(\.problem))
}

@Test(arguments: [-1, Double.nan, .infinity, -.infinity])
func `a negative or non-finite length is reported`(length: Double) {
  #expect(problems(.list(rowHeight: length)) == [.invalidLength])
  #expect(problems(.list(estimatedRowHeight: length)) == [.invalidLength])
  #expect(problems(.vertical(spacing: length)) == [.invalidLength])
  #expect(problems(.vertical().insets(Insets(top: length))) == [.invalidLength])
  #expect(problems(.vertical().headerSize(size(.absolute(length), .absolute(3)))) == [.invalidLength])
  #expect(problems(.vertical().background("back", insets: Insets(leading: length))) == [.invalidLength])
  #expect(problems(.grid(minimumItemWidth: 90, itemHeight: length)) == [.invalidLength])
  #expect(problems(.table(columns: [.fixed(length)], rowHeight: .absolute(2))) == [.invalidLength])
  #expect(
    problems(.waterfall(columns: 2, sizes: .estimated(Size(width: 9, height: length)))) == [.invalidLength])
  let row = size(.fractionalWidth(1), .absolute(20))
  let gap = LayoutGroup.horizontal(row, subitems: [fill], interItemSpacing: .flexible(length))
  #expect(problems(SectionLayout(group: gap)) == [.invalidLength])
}

@Test func `a group without a place for any cell is reported`() {
  let row = size(.fractionalWidth(1), .absolute(20))
  let nowhere = LayoutCustomArrangement(key: 0) { _ in [] }
  #expect(problems(SectionLayout(group: .custom(row, nowhere))) == [.emptyGroup])
  #expect(problems(SectionLayout(group: .horizontal(row, subitems: []))) == [.emptyGroup])
  let inner = LayoutGroup.horizontal(row, once: [fill, LayoutGroup.custom(row, nowhere)])
  #expect(problems(SectionLayout(group: inner)) == [.emptyGroup])
}

@Test func `a fraction of an estimated length is reported`() {
  func group(_ item: LayoutItem, _ width: LayoutDimension, _ height: LayoutDimension) -> SectionLayout {
    SectionLayout(group: .horizontal(size(width, height), repeating: item, count: 2))
  }
  let tall = LayoutItem(width: .absolute(9), height: .fractionalHeight(0.5))
  let square = LayoutItem(width: .fractionalWidth(0.5), height: .fractionalWidth(0.5))
  #expect(problems(group(tall, .absolute(99), .estimated(44))) == [.fractionOfEstimate])
  #expect(problems(group(square, .estimated(99), .absolute(44))) == [.fractionOfEstimate])
  #expect(problems(group(square, .absolute(99), .estimated(44))).isEmpty)
  #expect(problems(group(tall, .absolute(99), .absolute(44))).isEmpty)
  // Subitems that share the width equally do not depend on the estimated width of their group.
  let columns = LayoutGroup.horizontal(size(.estimated(99), .absolute(44)), equally: fill, count: 2)
  #expect(problems(SectionLayout(group: columns)).isEmpty)
}

@Test func `valid layouts are not reported`() {
  let layouts: [SectionLayout] = [
    .vertical(spacing: 3), .list(rowHeight: 0), .verticalGrid(numberOfItemsInRow: 3), .horizontal(),
    .grid(minimumItemWidth: 90, aspectRatio: 1.5),
    .waterfall(columns: 2, sizes: .estimated(Size(width: 9, height: 9))),
    .table(columns: [.fixed(20), .flexible()], rowHeight: .estimated(30)),
    .list(rowHeight: .estimated(44), separator: LayoutSeparator()),
  ]
  for layout in layouts { #expect(problems(layout).isEmpty, "\(layout)") }
  let outside = LayoutItem(size: .full, edgeSpacing: LayoutEdgeSpacing(top: .fixed(-6)))
  #expect(problems(SectionLayout(group: .horizontal(size(.absolute(9), .absolute(9)), subitems: [outside]))).isEmpty)
}

@Test func `a problem is reported once for each section, also after updates and moves`() {
  let bad = SectionLayout.list(rowHeight: -4)
  let nothing = SectionProvider(key: 0) { _ in nil }
  func input(_ layout: SectionLayout, _ provider: SectionProvider? = nil) -> LayoutSolver.SectionInput {
    .init(layout: layout, provider: provider, itemCount: 2)
  }
  var solver = LayoutSolver(configuration: LayoutConfiguration(interSectionSpacing: -1))
  solver.reload(
    [input(bad), input(.vertical()), input(.vertical(), nothing)],
    environment: LayoutEnvironment(container: Size(width: 100, height: 100)))
  let told = solver.takeProblems()
  #expect(told.map(\.section) == [nil, 0, 2])
  #expect(told.map(\.problem) == [.invalidLength, .invalidLength, .noLayout])
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 200, height: 100)))
  #expect(!solver.hasProblems)
  #expect(!solver.configured(LayoutConfiguration(interSectionSpacing: -2)).hasProblems)
  let same = PositionMapping(oldCount: 2, newCount: 2, commonPrefix: 2, commonSuffix: 0, oldOfNew: [])
  let mapping = PositionMapping(oldCount: 3, newCount: 3, commonPrefix: 0, commonSuffix: 1, oldOfNew: [1, 0])
  solver.update(
    [input(.vertical()), input(bad), input(.vertical(), nothing)],
    mapping: ListMapping(sections: mapping, elements: [same, same, same], crossings: []))
  #expect(!solver.hasProblems)
  let other = PositionMapping(oldCount: 3, newCount: 3, commonPrefix: 0, commonSuffix: 2, oldOfNew: [-1])
  solver.update(
    [input(bad), input(bad), input(.vertical(), nothing)],
    mapping: ListMapping(sections: other, elements: [nil, same, same], crossings: []))
  #expect(solver.takeProblems().map(\.section) == [0])
}

@Test func `a problem in a subsection is reported for its section once the viewport comes near`() {
  let good = NestedLayout.Child(ChildSection(.list(rowHeight: 40)), count: 10)
  let bad = NestedLayout.Child(
    ChildSection(
      SectionLayout.vertical().placing([
        .init(ChildSection(.list(rowHeight: 20).interGroupSpacing(-3)), count: 10)
      ])), count: 10)
  let row = size(.fractionalWidth(1), .absolute(20))
  let around = SectionLayout(group: .horizontal(row, subitems: [fill])).insets(Insets(top: -1))
  var solver = LayoutSolver()
  solver.reload(
    [
      .init(layout: .vertical(), itemCount: 1),
      .init(layout: SectionLayout.vertical().placing([good, bad]), itemCount: 20),
      .init(layout: around.placing([good]), itemCount: 10),
    ], environment: LayoutEnvironment(container: Size(width: 100, height: 100)))
  #expect(solver.takeProblems().map(\.section) == [2])
  _ = solver.prepare(in: rect(0, 0, 100, 100))
  #expect(!solver.hasProblems)
  for _ in 0..<3 { _ = solver.prepare(in: rect(0, 420, 100, 100)) }
  let told = solver.takeProblems()
  #expect(told.map(\.problem) == [.invalidLength] && told.map(\.section) == [1])
  _ = solver.prepare(in: rect(0, 400, 100, 100))
  #expect(!solver.hasProblems)
}
