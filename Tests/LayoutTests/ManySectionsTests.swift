import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

private let environment = LayoutEnvironment(container: Size(width: 320, height: 480))

/// Returns random sections of all kinds.
private func manySections(_ count: Int, _ random: inout RandomSections) -> [NaiveSection] {
  (0..<count).map { _ in random.section() }
}

/// Returns sections of rows or tiles, all of them different.
private func different(_ count: Int, isRows: Bool = true) -> [LayoutSolver.SectionInput] {
  (0..<count).map { index in
    let height = 10 + Double(index) / 64
    return .init(
      layout: isRows ? .list(rowHeight: height) : .grid(minimumItemWidth: 100, itemHeight: height),
      itemCount: 1 + index % 5)
  }
}

extension LayoutSolver {
  /// Resolves all sections with estimated extents, a few at a time.
  /// - Returns: The number of calls that this took.
  @discardableResult
  fileprivate mutating func resolveAll(work: Int = 400) -> Int {
    var rounds = 0
    while pendingCount > 0 {
      let before = pendingCount
      _ = resolvePending(work: work)
      #expect(pendingCount < before)
      rounds += 1
    }
    return rounds
  }
}

@Test(arguments: 0..<max(3, rounds / 20))
func `many sections have the frames of the naive layout once all are resolved`(seed: UInt64) throws {
  var random = RandomSections(seed: seed)
  let sections = manySections(LayoutSolver.eagerSections + 700, &random)
  let configuration = LayoutConfiguration(interSectionSpacing: random.generator.pick([0, 3.4]))
  var solver = LayoutSolver(configuration: configuration)
  solver.reload(sections.map(\.input), environment: environment)
  #expect(solver.pendingCount > 0)
  solver.checkInvariants()
  _ = solver.prepare(in: rect(0, solver.contentSize.height * 0.7, 320, 480))
  _ = solver.resolvePending(work: 500)
  solver.checkInvariants()
  solver.resolveAll()
  solver.checkInvariants()
  let naive = NaiveLayout(sections, environment, configuration)
  try #require(solver.contentSize.height == Double(naive.extent) / 64)
  for element in naive.natural where element.key.section % 7 == 0 {
    try #require(solver.frame(for: element.key) == naive.presented(element), "\(element.key)")
  }
}

@Test(arguments: 0..<max(3, rounds / 20))
func `many sections that change end with the frames of a list declared in that state`(seed: UInt64) throws {
  var random = RandomSections(seed: seed)
  var sections = manySections(LayoutSolver.eagerSections + 400, &random)
  var (solver, environment) = (LayoutSolver(), environment)
  solver.reload(sections.map(\.input), environment: environment)
  for step in 0..<5 {
    if random.generator.chance(50) { _ = solver.resolvePending(work: random.generator.below(9_000)) }
    _ = solver.prepare(in: rect(0, solver.contentSize.height * Double(step) / 5, 320, 480))
    solver.checkInvariants()
    if random.generator.chance(30) {
      environment = random.environment()
      solver.setEnvironment(environment)
    }
    var next = sections
    let range = random.generator.below(next.count - 300)
    if random.generator.chance(50) { next.removeSubrange(range..<range + random.generator.below(300)) }
    next.insert(contentsOf: manySections(random.generator.below(30), &random), at: random.generator.below(next.count))
    next[random.generator.below(next.count)].cells = []
    next.swapAt(0, next.count - 1)
    let ids = SolverModel.positions(sections.map(\.id), next.map(\.id))
    let elements = next.indices.map { index in
      ids.oldPosition(ofNew: index).map {
        SolverModel.positions(sections[$0].cells.map(\.id), next[index].cells.map(\.id))
      }
    }
    solver.update(next.map(\.input), mapping: ListMapping(sections: ids, elements: elements))
    sections = next
    solver.checkInvariants()
  }
  solver.resolveAll()
  solver.checkInvariants()
  var fresh = LayoutSolver()
  fresh.reload(sections.map(\.input), environment: environment)
  fresh.resolveAll(work: .max / 2)
  #expect(solver.contentSize == fresh.contentSize)
  for section in sections.indices { try #require(solver.sectionFrame(section) == fresh.sectionFrame(section)) }
}

@Test func `an update keeps resolved extents`() {
  let inputs = different(20_000)
  var solver = LayoutSolver.many(inputs, environment)
  solver.resolveAll()
  let length = solver.contentSize.height
  var next = inputs
  next[15_000].itemCount += 1
  let elements = next.indices.map { index in
    PositionMapping(
      oldCount: inputs[index].itemCount, newCount: next[index].itemCount, commonPrefix: inputs[index].itemCount,
      commonSuffix: 0, oldOfNew: Array(repeating: -1, count: next[index].itemCount - inputs[index].itemCount))
  }
  solver.update(next, mapping: ListMapping(sections: .identity(count: next.count), elements: elements))
  #expect(solver.contentSize.height == length)
  solver.resolveAll()
  #expect(solver.contentSize.height == length + 10 + 15_000.0 / 64)
}

@Test func `measured sizes are kept when providers run again, at once for visible sections`() {
  let inputs = (0..<200).map { index in
    let provider = SectionProvider(key: index) { _ in .list(estimatedRowHeight: 20 + Double(index)) }
    return LayoutSolver.SectionInput(layout: .vertical(), provider: provider, itemCount: 3)
  }
  var solver = LayoutSolver.many(inputs, environment)
  func height(_ section: Int) -> Double { solver.frame(of: ElementPath(section: section, item: 1)).height }
  for section in [150, 160] {
    _ = solver.resolve(section)
    _ = solver.measure(1, section: section, height: 77)
    #expect(height(section) == 77)
  }
  let same = ListMapping(
    sections: .identity(count: 200), elements: Array(repeating: .identity(count: 3), count: 200))
  solver.update(.init(inputs), mapping: same, seen: [150])
  #expect(solver.isResolved(section: 150) && !solver.isResolved(section: 160))
  #expect(height(150) == 77 && height(160) == 77)
  solver.checkInvariants()
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 300, height: 480)), seen: [150])
  #expect(solver.isResolved(section: 150) && !solver.isResolved(section: 160) && height(150) == 170)
  solver.checkInvariants()
  let spaced = solver.configured(LayoutConfiguration(interSectionSpacing: 5), seen: [160])
  #expect(spaced.isResolved(section: 160) && !spaced.isResolved(section: 150))
  spaced.checkInvariants()
}

@Test func `sections are estimated at their old extents in another width`() {
  var solver = LayoutSolver.many(different(20_000, isRows: false), environment)
  solver.resolveAll()
  let length = solver.contentSize.height
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 330, height: 480)))
  #expect(solver.pendingCount == 20_000 - LayoutSolver.eagerFirstLayouts && solver.contentSize.height == length)
  solver.setEnvironment(LayoutEnvironment(container: Size(width: 3_300, height: 480)))
  solver.resolveAll()
  #expect(solver.contentSize.height < length * 0.8)
}

@Test func `unresolved sections are estimated at the mean extent of the resolved ones`() {
  var solver = LayoutSolver.many(different(100_000), environment)
  // At the start, section i is on average 10 + i / 64 pixels tall for each of three cells; later sections are taller.
  let first = solver.contentSize.height
  for _ in 0..<20 * LayoutSolver.workOfLayout { _ = solver.resolvePending(work: 2_048) }
  let later = solver.contentSize.height
  solver.resolveAll(work: 2_048)
  let all = solver.contentSize.height
  #expect(first < later && later < all && all - later < (all - first) * 0.7)
}

@Test(arguments: [true, false])
func `the first frame resolves a few of a hundred thousand different sections`(isRows: Bool) {
  let inputs = different(100_000, isRows: isRows)
  var solver = LayoutSolver()
  var found: [LayoutElement] = []
  let seen = rect(0, 0, 320, 800)
  let steps = OperationCounter.steps {
    solver.reload(inputs, environment: environment)
    _ = solver.prepare(in: seen)
    solver.elements(in: seen, pinnedIn: seen, into: &found)
  }
  #expect(found.count > 10)
  // Each of the first sections is made, asked for its layout and added up. Each visible one, more than sixty in the
  // case of tiles, gets an extent, which takes a walk down two trees.
  #expect(steps > 0 && steps < 3 * LayoutSolver.eagerFirstSections + 2_000)
  let slice = OperationCounter.steps { _ = solver.resolvePending(work: 1_024) }
  #expect(slice > 0 && slice < 1_024 + 1_000)
  #expect(solver.resolveAll(work: 1_024) < 100_000 * LayoutSolver.workOfLayout / 1_024 + 1)
}

@Test func `the length of a hundred thousand equal sections is exact after a hundred frames at rest`() {
  let inputs = (0..<100_000).map { LayoutSolver.SectionInput(layout: .list(rowHeight: 10), itemCount: $0 % 7) }
  var solver = LayoutSolver.many(inputs, environment)
  #expect(solver.pendingCount == 100_000 - LayoutSolver.eagerFirstSections)
  let steps = OperationCounter.steps { #expect(solver.resolveAll(work: 1_024) < 100) }
  // One for each section, and a walk down two trees for each stretch of 64.
  #expect(steps > 0 && steps < 150_000)
  #expect(solver.contentSize.height == inputs.reduce(0) { $0 + 10 * Double($1.itemCount) })
}

@Test func `jumping to the end of a hundred thousand different sections resolves only the last ones`() {
  var solver = LayoutSolver.many(different(100_000), environment)
  let steps = OperationCounter.steps {
    for _ in 0..<3 { _ = solver.prepare(in: rect(0, solver.contentSize.height - 480, 320, 480)) }
  }
  #expect(steps > 0 && steps < 4_000)
  #expect(solver.elements(in: rect(0, solver.contentSize.height - 480, 320, 480)).last?.key.section == 99_999)
}
