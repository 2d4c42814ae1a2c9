import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import Testing

@Test func `the last of ten million rows is exact`() {
  let solver = LayoutSolver.one(.list(rowHeight: 44), count: 10_000_000)
  #expect(solver.frame(9_999_999) == rect(0, 439_999_956, 320, 44))
  let elements = solver.elements(in: rect(0, 439_999_520, 320, 480))
  #expect(elements.map(\.key.item) == Array(9_999_989...9_999_999))
  #expect(elements.last?.frame.maxY == solver.contentSize.height)
  #expect(solver.item(atOrAfter: 439_999_956)?.item == 9_999_999)
  #expect(solver.item(atOrAfter: 440_000_000) == nil)
  #expect(solver.lastItem(before: 44)?.item == 0)
}

@Test func `a hundred thousand million rows are exact`() {
  let solver = LayoutSolver.one(.list(rowHeight: 44), count: 100_000_000_000)
  let height = 4.4e12
  #expect(solver.contentSize.height == height)
  let last: [Double] = [height - 88, height - 44]
  #expect(solver.elements(in: rect(0, height - 50, 320, 480)).map(\.frame.minY) == last)
}

@Test func `rows that are odd fractions of a pixel add up far beyond single precision`() {
  let solver = LayoutSolver.one(.list(rowHeight: 44.015625), count: 3_000_000, scale: 2)
  #expect(solver.frame(2_999_999).maxY == 132_046_875)
  #expect(solver.contentSize.height == 132_046_875)
}

@Test func `unmeasured rows take no memory and measured ones a little`() {
  var solver = LayoutSolver.one(.vertical(), count: 10_000_000)
  #expect(solver.storedChunks == 0)
  for position in 0..<1_000 { _ = solver.measure(position * 9_973, height: Double(position % 50) + 10) }
  #expect(solver.storedChunks > 0 && solver.storedChunks < 200)
  #expect(solver.frame(9_999_999).maxY == solver.contentSize.height)
  solver.checkInvariants()
}

@Test func `rows with equal measured heights share one run`() {
  var solver = LayoutSolver.one(.vertical(), count: 5_000)
  for position in 0..<5_000 { _ = solver.measure(position, height: 50) }
  #expect(solver.storedChunks < 10)
}

@Test func `appending to measured rows keeps them`() {
  var solver = LayoutSolver.one(.vertical(), count: 1_000_000)
  _ = solver.measure(999_999, height: 100)
  let mapping = PositionMapping(
    oldCount: 1_000_000, newCount: 1_000_020, commonPrefix: 1_000_000, commonSuffix: 0,
    oldOfNew: Array(repeating: -1, count: 20))
  solver.update(
    [.init(layout: .vertical(), itemCount: 1_000_020)],
    mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
  #expect(solver.frame(999_999).height == 100)
  #expect(solver.contentSize.height == 1_000_019 * 44 + 100)
}

@Test func `deleting any neighbouring rows keeps the heights of the others`() {
  for start in 0..<140 {
    for number in [1, 31, 61, 62, 63, 64, 128] {
      var (solver, heights) = (LayoutSolver.one(.vertical(), count: 300), (0..<300).map { Double($0 % 89 + 10) })
      for (position, height) in heights.enumerated() { _ = solver.measure(position, height: height) }
      // The same place is edited twice, so that the second edit applies to the result of the first.
      for _ in 0..<2 {
        let mapping = PositionMapping(
          oldCount: heights.count, newCount: heights.count - number, commonPrefix: start,
          commonSuffix: heights.count - number - start, oldOfNew: [])
        heights.removeSubrange(start..<start + number)
        solver.update(
          [.init(layout: .vertical(), itemCount: heights.count)],
          mapping: ListMapping(sections: .identity(count: 1), elements: [mapping]))
        solver.checkInvariants()
        if heights.count < start + number { break }
      }
      #expect((0..<heights.count).map { solver.frame($0).height } == heights, "\(number) from \(start)")
    }
  }
}

@Test func `each of a hundred thousand sections is found by its position`() {
  let sections = (0..<100_000).map { index in
    LayoutSolver.SectionInput(
      layout: index % 2 == 0 ? .list(rowHeight: 20) : .vertical(), itemCount: index % 3, hasHeader: true)
  }
  var solver = LayoutSolver.many(sections, LayoutEnvironment(container: Size(width: 320, height: 480)))
  while solver.pendingCount > 0 { _ = solver.resolvePending(work: 10_000) }
  let last = solver.elements(in: rect(0, solver.contentSize.height - 300, 320, 300))
  #expect(last.count > 5 && last.last?.key.section == 99_999)
  #expect(solver.frame(for: .header(99_999))?.minY == solver.contentSize.height - 36)
  solver.checkInvariants()
}

@Test func `thousands of empty sections are skipped quickly and hide no other section`() {
  var sections = Array(
    repeating: LayoutSolver.SectionInput(layout: .list(rowHeight: 20), itemCount: 0), count: 10_000)
  sections[0].itemCount = 1
  sections[9_999].itemCount = 1
  var solver = LayoutSolver.many(sections, LayoutEnvironment(container: Size(width: 320, height: 480)))
  while solver.pendingCount > 0 { _ = solver.resolvePending(work: 10_000) }
  #expect(solver.elements(in: rect(0, 0, 320, 480)).map(\.key.section) == [0, 9_999])
  #expect(solver.neighbour(of: ElementPath(section: 0, item: 0), direction: .down)?.section == 9_999)
}
