import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private let columns = NestedLayout.Child(
  ChildSection(.waterfall(columns: 3, sizes: .estimated(Size(width: 50, height: 40)))), count: 60)

private func input(_ parts: [NestedLayout.Child]) -> LayoutSolver.SectionInput {
  .init(layout: SectionLayout.vertical().placing(parts), itemCount: parts.reduce(0) { $0 + $1.count })
}

private func update(
  _ solver: inout LayoutSolver, to parts: [NestedLayout.Child], from oldCount: Int, commonPrefix: Int
) {
  let input = input(parts)
  solver.update(
    [input],
    mapping: ListMapping(
      sections: .identity(count: 1),
      elements: [
        PositionMapping(
          oldCount: oldCount, newCount: input.itemCount, commonPrefix: commonPrefix,
          commonSuffix: oldCount - commonPrefix,
          oldOfNew: Array(repeating: -1, count: input.itemCount - oldCount))
      ]))
}

@Test(arguments: 0..<rounds / 4)
func `items of a subsection keep their columns while other subsections change`(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let rows = NestedLayout.Child(ChildSection(.list(rowHeight: 20)), count: 2)
  var solver = LayoutSolver.many([input([columns, rows])], LayoutEnvironment(container: Size(width: 320, height: 480)))
  for item in (0..<60).shuffled(using: &generator).prefix(40) {
    _ = solver.measure(item, height: Double(generator.below(100)))
  }
  if generator.chance(50) { _ = solver.adoptMeanEstimate(0) }
  let before = solver.frames(60)
  update(&solver, to: [columns, rows, rows], from: 62, commonPrefix: 62)
  #expect(solver.frames(60) == before)
  update(&solver, to: [rows, columns, rows, rows], from: 64, commonPrefix: 0)
  #expect((2..<62).map { solver.frame($0).offset(x: 0, y: -40) } == before)
  let isMoved = solver.measure(7, height: 500)
  #expect(isMoved && solver.frame(7).height == 500 && solver.frame(0) == rect(0, 0, 320, 20))
}

@Test(arguments: [false, true])
func `items of a subsection keep their columns in another height and when its provider runs again`(
  isProvided: Bool
) {
  let waterfall = SectionLayout.waterfall(columns: 3, sizes: .estimated(Size(width: 50, height: 40)))
  let provider = SectionProvider(key: 0) { _ in waterfall }
  let part = NestedLayout.Child(
    ChildSection(isProvided ? .vertical() : waterfall, provider: isProvided ? provider : nil, hasHeader: true),
    count: 61
  )
  let rows = NestedLayout.Child(ChildSection(.list(rowHeight: 20)), count: 2)
  var solver = LayoutSolver.many([input([part, rows])], LayoutEnvironment(container: Size(width: 320, height: 480)))
  // From the last to the first, so that measuring again in another order would lead to other columns.
  for item in (1...60).reversed() { _ = solver.measure(item, height: Double(item * 37 % 100)) }
  let before = solver.frames(61)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 320, height: 400)))
  #expect(solver.frames(61) == before)
  update(&solver, to: [part, rows, rows], from: 63, commonPrefix: 63)
  #expect(solver.frames(61) == before)
}

@Test func `an update calls the providers of only those of thousands of subsections with measured items`() {
  let provider = SectionProvider(key: 0) { _ in .list(estimatedRowHeight: 30) }
  let part = NestedLayout.Child(ChildSection(.vertical(), provider: provider), count: 3)
  let parts = Array(repeating: part, count: 3_000)
  var solver = LayoutSolver.many([input(parts)], LayoutEnvironment(container: Size(width: 320, height: 480)))
  while solver.pendingCount > 0 { _ = solver.resolvePending(work: 100_000) }
  for item in 0..<30 { _ = solver.measure(item, height: 50) }
  let steps = OperationCounter.steps { update(&solver, to: parts + [part], from: 9_000, commonPrefix: 9_000) }
  #expect(steps < 6_000)
  #expect(solver.frame(29) == rect(0, 29 * 50, 320, 50))
}
