import Scrollwork
import ScrollworkTesting
import Testing

private let sideways = LayoutConfiguration(scrollDirection: .horizontal)

/// Columns that are 100 wide and as tall as the list.
private let columns = SectionLayout(
  group: .horizontal(
    LayoutSize(width: .absolute(100), height: .fractionalHeight(1)), once: [LayoutItem(size: .full)]))

private let middle = Point(x: 200, y: 150)

@MainActor @Test func `a horizontal list scrolls by wheel, keys and the bar below`() {
  let stage = MixedStage([Part("col", 50, columns)], configuration: sideways)
  #expect(stage.frame("col 1") == Rect(x: 100, y: 0, width: 100, height: 300))
  #expect(stage.list.contentSize == Size(width: 5_000, height: 300))
  #expect(stage.wheel(y: -1, at: middle))
  stage.harness.settle()
  #expect(stage.list.contentOffset == Point(x: 96, y: 0))
  #expect(stage.wheel(x: -1, at: middle))
  stage.harness.settle()
  #expect(stage.list.contentOffset.x == 192)
  stage.harness.click(at: Point(x: 50, y: 100))
  stage.harness.key(.right, count: 6)
  stage.harness.settle()
  #expect(stage.list.focusedItem?.item == 8)
  #expect(stage.list.contentOffset.x == 500)
  stage.harness.key(.end)
  stage.harness.settle()
  #expect(stage.list.contentOffset.x == 4_600)
  stage.harness.drag(from: Point(x: 380, y: 295), to: Point(x: 10, y: 295))
  stage.harness.settle()
  #expect(stage.list.contentOffset.x == 0)
}

@MainActor @Test func `insertions before the viewport move nothing in a horizontal list`() throws {
  let stage = MixedStage([Part("col", 50, columns)], configuration: sideways)
  stage.list.scroll(to: .offset(1_230), animated: false)
  stage.harness.showIfNeeded()
  let before = try #require(stage.frame("col 13"))
  stage.apply([Part("new", 7, columns), Part("col", 50, columns)], configuration: sideways)
  #expect(stage.frame("col 13") == before)
  #expect(stage.list.contentOffset.x == 1_930)
  stage.harness.settle()
  #expect(stage.frame("col 13") == before)
}

@MainActor @Test func `a right-to-left horizontal list starts at the right and grows to the left`() throws {
  let stage = MixedStage([Part("col", 50, columns)], direction: .rightToLeft, configuration: sideways)
  #expect(stage.frame("col 0") == Rect(x: 300, y: 0, width: 100, height: 300))
  #expect(stage.wheel(y: -1, at: middle))
  stage.harness.settle()
  #expect(stage.list.contentOffset.x == 96)
  #expect(stage.frame("col 0")?.minX == 396)
  let before = try #require(stage.frame("col 3"))
  stage.apply([Part("col", 500, columns)], configuration: sideways)
  #expect(stage.frame("col 3") == before)
  stage.apply([Part("new", 2, columns), Part("col", 500, columns)], configuration: sideways)
  stage.harness.settle()
  #expect(stage.frame("col 3") == before)
  stage.harness.touch(.began, at: middle)
  stage.harness.touch(.moved, at: Point(x: 240, y: 150))
  #expect(stage.frame("col 3")?.minX == before.minX + 40)
  stage.harness.touch(.ended, at: Point(x: 240, y: 150))
  stage.harness.settle()
  stage.harness.click(at: Point(x: 200, y: 100))
  let focus = try #require(stage.list.focusedItem)
  stage.harness.key(.left)
  #expect(stage.list.focusedItem == ElementPath(section: focus.section, item: focus.item + 1))
}

@MainActor @Test func `a nested container in a horizontal list scrolls by the plain wheel, and then the list does`() {
  let tiles = SectionLayout(
    group: .vertical(
      LayoutSize(width: .absolute(200), height: .absolute(100)), repeating: LayoutItem(size: .full), count: 1)
  ).orthogonalScrolling(.continuous)
  let stage = MixedStage([Part("tile", 8, tiles), Part("col", 50, columns)], configuration: sideways)
  #expect(stage.frame("tile 1") == Rect(x: 0, y: 100, width: 200, height: 100))
  for _ in 0..<6 { stage.wheel(y: -1, at: Point(x: 100, y: 100)) }
  stage.harness.settle()
  #expect(stage.list.sectionOffset(0) == 500)
  #expect(stage.list.contentOffset.x == 0)
  #expect(stage.wheel(y: -1, at: Point(x: 100, y: 100)))
  stage.harness.settle()
  #expect(stage.list.contentOffset.x == 96)
}

@MainActor @Test func `a list that changes its scroll direction keeps its anchor and moves its cells`() throws {
  let rows = SectionLayout.list(rowHeight: 40)
  let stage = MixedStage([Part("row", 200, rows)])
  stage.list.scroll(to: .offset(4_000), animated: false)
  stage.harness.showIfNeeded()
  #expect(stage.frame("row 100")?.minY == 0)
  stage.apply([Part("row", 200, columns)], configuration: sideways)
  #expect(stage.list.contentOffset == Point(x: 10_000, y: 0))
  let start = try #require(stage.frame("row 103"))
  #expect(abs(start.minY - 120) < 1 && abs(start.minX) < 1)
  stage.harness.settle()
  #expect(stage.frame("row 103") == Rect(x: 300, y: 0, width: 100, height: 300))
  stage.apply([Part("row", 200, rows)])
  stage.harness.settle()
  #expect(stage.frame("row 100")?.minY == 0)
}

@MainActor @Test func `sections are spaced apart, and pinned list boundaries narrow the viewport`() throws {
  let rows = SectionLayout.list(rowHeight: 40)
  let configuration = LayoutConfiguration(
    interSectionSpacing: 20,
    boundaryItems: [
      LayoutBoundaryItem(
        kind: "title", size: LayoutSize(width: .fractionalWidth(1), height: .absolute(50)), alignment: .top
      ).pinned(),
      LayoutBoundaryItem(
        kind: "total", size: LayoutSize(width: .fractionalWidth(1), height: .absolute(30)), alignment: .bottom
      ).pinned(),
    ])
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  list.apply(
    List(sections: [Part("a", 50, rows).section, Part("b", 50, rows).section])
      .withLayoutConfiguration(configuration)
      .withSupplementary("title", Plate(text: "title")).withSupplementary("total", Plate(text: "total")))
  harness.showIfNeeded()
  func frame(_ text: String) -> Rect? { harness.semantics.first { $0.text == text }?.bounds }
  #expect(list.contentSize.height == 50 + 2_000 + 20 + 2_000 + 30)
  #expect(frame("title") == Rect(x: 0, y: 0, width: 400, height: 50))
  #expect(frame("total") == Rect(x: 0, y: 270, width: 400, height: 30))
  list.scroll(to: .item(ElementPath(section: 0, item: 30)), at: .start, animated: false)
  harness.showIfNeeded()
  #expect(frame("a 30")?.minY == 50)
  #expect(frame("title")?.minY == 0)
  list.scroll(to: .item(ElementPath(section: 0, item: 40)), at: .end, animated: false)
  harness.showIfNeeded()
  #expect(frame("a 40")?.maxY == 270)
  harness.click(at: Point(x: 50, y: 60))
  let focus = try #require(list.focusedItem)
  harness.key(.up, count: 3)
  harness.settle()
  #expect(try #require(frame("a \(focus.item - 3)")).minY >= 50)
  harness.key(.pageDown)
  harness.settle()
  let row = try #require(list.focusedItem.flatMap { frame("a \($0.item)") })
  #expect(row.minY >= 50 && row.maxY <= 270)
  #expect(frame("b 0") == nil)
}
