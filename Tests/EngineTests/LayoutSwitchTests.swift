import Scrollwork
import ScrollworkTesting
import Synchronization
import Testing

private let rows = SectionLayout.list(rowHeight: 40)
private let tiles = SectionLayout.grid(minimumItemWidth: 90, itemHeight: 90, spacing: 10)

/// The layouts that a list is switched to.
private let others: [SectionLayout] = [
  tiles, .list(rowHeight: 60), Part.cards(.continuous), Part.cards(.groupPagingCentered),
  .waterfall(columns: 3, spacing: 4, sizes: .uniform(LayoutSize(width: .absolute(50), height: .absolute(70)))),
  .flow(sizes: .uniform(LayoutSize(width: .absolute(70), height: .absolute(30))), lineSpacing: 5),
  .list(rowHeight: .absolute(44), separator: LayoutSeparator()),
]

@MainActor @Test(arguments: others.indices)
func `another layout moves every visible cell from its old frame to its new one`(_ index: Int) throws {
  let stage = MixedStage([Part("row", 60, rows)])
  let before = Dictionary(uniqueKeysWithValues: stage.nodes.map { ($0.text, $0.bounds) })
  stage.apply([Part("row", 60, others[index])])
  for node in stage.nodes where node.role == .cell {
    if let start = before[node.text] { #expect(node.bounds.origin == start.origin && node.bounds.size == start.size) }
  }
  #expect(stage.nodes.contains { $0.bounds != $0.target })
  let moving = stage.nodes.filter { before[$0.text] != nil && $0.bounds.origin != $0.target.origin }
  stage.harness.advance(by: .milliseconds(80))
  for traveller in moving {
    guard let now = stage.frame(traveller.text) else { continue }
    #expect(now.origin.distance(to: traveller.target.origin) < now.origin.distance(to: traveller.bounds.origin) * 20)
    #expect(now.origin != traveller.bounds.origin)
  }
  stage.harness.settle()
  #expect(stage.nodes.allSatisfy { $0.bounds == $0.target })
}

@MainActor @Test func `switching layouts, resizing and scaling keep the first visible row in place`() {
  let stage = MixedStage([Part("row", 600, rows)])
  stage.list.scroll(to: .offset(8_000), animated: false)
  stage.harness.showIfNeeded()
  #expect(stage.frame("row 200")?.minY == 0)
  stage.apply([Part("row", 600, tiles)])
  stage.harness.settle()
  #expect(stage.frame("row 200")?.minY == 0)
  stage.harness.resize(to: Size(width: 300, height: 300))
  #expect(stage.frame("row 200")?.minY == 0)
  stage.harness.changeEnvironment { $0.scale = 1.5 }
  #expect(abs((stage.frame("row 200")?.minY ?? 9)) < 0.5)
  // Three tiles lie side by side by now, and row 198 is the first of its line. Row 200 is still the anchor, because the
  // user did not scroll.
  #expect(stage.nodes.first { $0.role == .cell && $0.bounds.minY > -0.5 }?.text == "row 198")
  stage.apply([Part("row", 600, rows)])
  stage.harness.settle()
  #expect(abs((stage.frame("row 200")?.minY ?? 9)) < 0.5)
}

@MainActor @Test(arguments: [1_000, 1_003, 1_030, 1_077, 13_900, 14_000])
func `switching to another layout and back restores the position`(_ offset: Double) {
  let stage = MixedStage([Part("row", 600, tiles)])
  stage.list.scroll(to: .offset(offset), animated: false)
  stage.harness.settle()
  let (before, visible) = (stage.list.contentOffset, stage.visibleTexts)
  for other in [rows, .list(rowHeight: 24), .list(estimatedRowHeight: 24), .grid(minimumItemWidth: 60, itemHeight: 50)]
  {
    for layout in [other, tiles] {
      stage.apply([Part("row", 600, layout)])
      stage.harness.settle()
    }
    #expect(stage.list.contentOffset == before && stage.visibleTexts == visible)
  }
  // A scroll in between changes the position.
  stage.apply([Part("row", 600, rows)])
  stage.harness.settle()
  stage.wheel(y: 1, at: Point(x: 100, y: 100))
  stage.harness.settle()
  let first = stage.nodes.first { $0.role == .cell && $0.bounds.minY >= 0 }
  stage.apply([Part("row", 600, tiles)])
  stage.harness.settle()
  #expect(first.map { stage.frame($0.text)?.minY == $0.bounds.minY } == true)
}

@MainActor @Test func `a cell bound for the first time starts at its frame in the old layout`() throws {
  let stage = MixedStage([Part("row", 60, rows)])
  stage.apply([Part("row", 60, tiles)])
  // The item belongs to the third line of tiles, which is visible. As a row it was at 400, below the window.
  let eleventh = try #require(stage.frame("row 10"))
  #expect(eleventh.minY == 400)
  stage.harness.settle()
  #expect(stage.frame("row 10")?.minY == 200)
}

@MainActor @Test func `rows fade out and in where rows that become tiles pass them, and where tiles become rows`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 320, height: 400))
  func section(_ id: String, _ numbers: [Int], _ layout: SectionLayout, _ highlight: CellHighlight) -> Section {
    Section(id: id, data: numbers, id: \.self) { Plate(text: "row \($0)") }
      .withSectionLayout(layout).withHighlight(highlight)
  }
  let (evens, odds) = ([0, 2, 4, 6], [1, 3, 5])
  let asRows = { List(sections: [section("all", Array(0..<7), rows, .row)]) }
  let asTiles = { List(sections: [section("tiles", evens, tiles, .tile), section("all", odds, rows, .row)]) }
  func nodes(_ numbers: [Int]) -> [SemanticsNode] {
    harness.semantics.filter { node in node.role == .cell && numbers.contains { node.text == "row \($0)" } }
  }
  list.apply(asRows())
  harness.settle()
  for change in [asTiles, asRows] {
    list.apply(change())
    harness.show()
    #expect(nodes(evens).contains { $0.bounds != $0.target })
    #expect(nodes(odds).allSatisfy { $0.bounds == $0.target })
    harness.advance(by: .milliseconds(170))
    #expect(nodes(odds).allSatisfy { $0.alpha == 0 })
    harness.settle()
    #expect(nodes(odds).count == 3 && nodes(odds).allSatisfy { $0.alpha == 1 })
  }
}

@MainActor @Test func `rows that only make room for rows that become tiles move`() {
  let stage = MixedStage([Part("first", 4, rows), Part("row", 6, rows)])
  stage.apply([Part("first", 4, tiles), Part("row", 6, rows)])
  #expect(stage.frame("row 0").map { $0.minY == 160 } == true)
  stage.harness.settle()
  #expect(stage.frame("row 0").map { $0.minY < 160 } == true)
}

@MainActor @Test func `measured cells set the mean estimate, and visible cells stay in place`() throws {
  let items = (0..<400).map { Item($0, height: 60) }
  let stage = Stage(items, layout: .list(estimatedRowHeight: 20))
  #expect(stage.list.contentSize.height < 15_000)
  stage.list.scroll(to: .offset(3_000), animated: false)
  stage.harness.settle()
  let first = try #require(stage.visible.first { $0.bounds.minY >= 0 })
  stage.harness.wheel(-3, at: Point(x: 100, y: 100))
  stage.harness.settle()
  #expect(stage.y(try #require(Int(first.id))).map { $0 == first.bounds.minY - 288 } ?? true)
  stage.harness.wheel(-6, at: Point(x: 100, y: 100))
  stage.harness.settle()
  #expect(stage.list.contentSize.height == 24_000)
}

/// A record of the sections for which a provider was called.
private final class Asked: Sendable {
  private let sections = Mutex<[Int]>([])
  var all: [Int] { sections.withLock { $0 } }
  func record(_ section: Int) { sections.withLock { $0.append(section) } }
}

private func rowHeight(_ section: Int) -> Double { 20 + Double(section % 997) / 16 }

@MainActor
private func provided(_ count: Int, _ asked: Asked) -> List {
  List(
    sections: (0..<count).map { section in
      Section(id: section, data: [section * 2, section * 2 + 1], id: \.self) { Plate(text: "row \($0)") }
        .withSectionLayout { context in
          asked.record(context.section)
          return .list(rowHeight: rowHeight(context.section))
        }
    })
}

@MainActor @Test func `a layout provider is called when its section comes near, and the others at rest`() {
  let asked = Asked()
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  list.apply(provided(2_000, asked))
  harness.showIfNeeded()
  let atFirst = asked.all.count
  #expect(atFirst < 400)
  var last = atFirst
  while harness.frame.wake != nil, harness.framesMade < 200 {
    harness.show()
    #expect(asked.all.count - last <= 140)
    last = asked.all.count
  }
  #expect(Set(asked.all).count == 2_000)
  let exact = (0..<2_000).reduce(0) { $0 + 2 * (rowHeight($1) * 64).rounded() / 64 }
  #expect(abs(list.contentSize.height - exact) < 1)
  #expect(harness.frame.wake == nil)
}

@MainActor @Test func `visible items stay in place while the extents of sections above are corrected`() throws {
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  list.apply(provided(2_000, Asked()))
  list.scroll(to: .item(ElementPath(section: 1_200, item: 1)), at: .start, animated: false)
  harness.showIfNeeded()
  let frame = try #require(harness.semantics.first { $0.text == "row 2401" }).bounds
  #expect(frame.minY == 0)
  for _ in 0..<40 {
    harness.advance(by: .milliseconds(17))
    #expect(harness.semantics.first { $0.text == "row 2401" }?.bounds.minY == 0)
  }
}

@MainActor @Test func `a layout provider is asked again for another theme, contrast or motion`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  func section(_ id: Int) -> Section {
    Section(id: id, data: [0, 1], id: \.self) { Plate(text: "row \(id) \($0)") }.withSectionLayout { context in
      let environment = context.environment
      let traits = environment.traits
      return .list(
        rowHeight: 20 + (traits.isDark ? 1 : 0) + (traits.hasHighContrast ? 2 : 0) + (traits.reducesMotion ? 4 : 0)
          + (environment.isRightToLeft ? 8 : 0))
    }
  }
  list.apply(
    List(sections: [section(0), Section(id: 1, layout: FlowLayout(), sections: [section(2), section(3)])]))
  harness.showIfNeeded()
  func expect(_ height: Double) {
    harness.settle()
    for name in ["row 0 0", "row 2 0", "row 3 1"] {
      #expect(harness.semantics.first { $0.text == name }?.bounds.height == height, "\(name)")
    }
  }
  expect(20)
  harness.changeEnvironment { $0.theme = .dark }
  expect(21)
  harness.changeEnvironment { $0.theme = .highContrastLight }
  expect(22)
  harness.changeEnvironment { $0.motion = .reduced }
  expect(26)
  harness.changeEnvironment { $0.direction = .rightToLeft }
  expect(34)
}

@MainActor @Test func `a layout provider may return nil, and may depend on the width`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  list.apply(
    List(sections: [
      Section(id: 0, data: [0, 1], id: \.self) { Plate(text: "none \($0)") }.withSectionLayout { _ in nil },
      Section(id: 1, data: [0, 1], id: \.self) { Plate(text: "row \($0)") }.withSectionLayout { context in
        context.environment.container.width > 300 ? .verticalGrid(numberOfItemsInRow: 2) : .list(rowHeight: 25)
      },
    ]))
  harness.showIfNeeded()
  func frame(_ text: String) -> Rect? { harness.semantics.first { $0.text == text }?.bounds }
  #expect(frame("none 0") == nil)
  #expect(frame("row 1")?.origin == Point(x: 200, y: 0))
  harness.resize(to: Size(width: 250, height: 300))
  #expect(frame("row 1") == Rect(x: 0, y: 25, width: 250, height: 25))
}

@MainActor @Test func `without motion the old copy of a cell fades out at its old size`() {
  let stage = MixedStage([Part("row", 60, rows)], motion: .reduced)
  let before = Dictionary(uniqueKeysWithValues: stage.nodes.map { ($0.text, $0.bounds) })
  stage.apply([Part("row", 60, tiles)])
  let copies = stage.list.exitingNodes(at: stage.harness.now)
  #expect(copies.count >= 7)
  for copy in copies { #expect(copy.bounds == before[copy.text], "\(copy.text)") }
  stage.harness.settle()
  #expect(stage.list.exitingNodes(at: stage.harness.now).isEmpty)
}

@MainActor @Test func `the nested containers around a cell are known before its section is resolved`() {
  let parts = (0..<400).map {
    Part("\($0)", 12, $0 == 390 ? Part.cards(.continuous) : .list(rowHeight: 20 + Double($0)))
  }
  var layout = LayoutState()
  layout.resize(to: Size(width: 400, height: 300))
  _ = layout.reload(
    List(sections: parts.map(\.section)), environment: LayoutEnvironment(container: Size(width: 400, height: 300)))
  let path = ElementPath(section: 390, item: 11)
  #expect(!layout.solver.isResolved(section: 390))
  #expect(layout.containers(around: path) == [ScrollContainerID(section: 390)])
  #expect(layout.containers(around: ElementPath(section: 389, item: 1)).isEmpty)
}

@MainActor @Test func `a spacing that is not a number does not configure the layout anew each time`() {
  func list(_ spacing: Double) -> List {
    List(sections: [Part("row", 60, rows).section])
      .withLayoutConfiguration(LayoutConfiguration(interSectionSpacing: spacing))
  }
  let environment = LayoutEnvironment(container: Size(width: 400, height: 300))
  var layout = LayoutState()
  let changes = [Double.nan, .nan, 8, 8].map { layout.reload(list($0), environment: environment) }
  #expect(changes == [true, false, true, false])
}
