import Scrollwork
import ScrollworkTesting
import Testing

private let behaviors = Array(OrthogonalScrolling.allCases.dropFirst())

/// Layouts that an update replaces by a layout which scrolls along the cross axis.
@MainActor
struct SwitchAsideTests {
  private static let rows = SectionLayout.list(rowHeight: 40)
  private static let tiles = SectionLayout.grid(minimumItemWidth: 90, itemHeight: 90, spacing: 10)

  private func parts(_ layout: SectionLayout) -> [Part] {
    [Part("top", 10, Self.rows), Part("row", 200, layout), Part("z", 60, Self.rows)]
  }

  /// Returns a stage with 200 rows, scrolled so that row 100 is at the top of the window.
  private func stage(_ layout: SectionLayout = rows) -> MixedStage {
    let stage = MixedStage(parts(layout))
    stage.list.scroll(to: .item(ElementPath(section: 1, item: 100)), at: .start, animated: false)
    stage.harness.settle()
    return stage
  }

  private func show(_ layout: SectionLayout, in stage: MixedStage) {
    stage.apply(parts(layout))
    stage.harness.settle()
  }

  @Test(arguments: behaviors)
  func `the anchor determines the visible cards and stays in place in a third layout`(
    _ behavior: OrthogonalScrolling
  ) throws {
    for layout in [Self.rows, Self.tiles] {
      let stage = stage(layout)
      #expect(stage.frame("row 100")?.minY == 0)
      show(Part.cards(behavior), in: stage)
      let frame = try #require(stage.frame("row 100"))
      #expect(frame.minY == 0)
      #expect(behavior == .groupPagingCentered ? frame.midX == 200 : frame.minX == 0)
      show(.list(rowHeight: 60), in: stage)
      #expect(stage.frame("row 100")?.minY == 0)
    }
  }

  @Test(arguments: behaviors)
  func `a visible focused item is visible among the cards`(_ behavior: OrthogonalScrolling) throws {
    let stage = stage()
    stage.harness.click(at: Point(x: 50, y: 60))
    stage.harness.settle()
    #expect(stage.list.focusedItem?.item == 101)
    show(Part.cards(behavior), in: stage)
    let frame = try #require(stage.frame("row 101"))
    #expect(frame.minX >= 0 && frame.maxX <= 400 || behavior == .paging && frame.maxX > 0 && frame.minX < 400)
    #expect(frame.minY == 40)
  }

  @Test func `after scrolling the cards, the next layout keeps the card that is visible by then`() throws {
    let stage = stage()
    show(Part.cards(.continuous), in: stage)
    stage.list.scrollSection(1, to: 24_000, animated: false)
    stage.harness.settle()
    show(.list(rowHeight: 60), in: stage)
    #expect(stage.frame("row 150")?.minY == 0)
  }

  @Test func `cards that already show the anchor keep their offset`() throws {
    let stage = stage()
    show(Part.cards(.continuous), in: stage)
    stage.list.scrollSection(1, to: 24_000, animated: false)
    stage.harness.settle()
    show(Self.rows, in: stage)
    #expect(stage.frame("row 150")?.minY == 0)
    stage.list.scroll(to: .item(ElementPath(section: 1, item: 151)), at: .start, animated: false)
    stage.harness.settle()
    show(Part.cards(.continuous), in: stage)
    #expect(stage.list.sectionOffset(1) == 24_000)
    show(Self.rows, in: stage)
    stage.list.scroll(to: .item(ElementPath(section: 1, item: 20)), at: .start, animated: false)
    stage.harness.settle()
    show(Part.cards(.continuous), in: stage)
    #expect(stage.list.sectionOffset(1) == 3_200)
  }

  @Test func `at the start of a list the first card leads`() {
    let stage = MixedStage([Part("row", 200, Self.rows)])
    stage.apply([Part("row", 200, Part.cards(.continuous))])
    stage.harness.settle()
    #expect(stage.list.sectionOffset(0) == 0)
    #expect(stage.frame("row 0")?.minX == 0)
  }

  @Test func `cards that measure their width start with the anchor`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    func show(_ layout: SectionLayout) {
      let texts = Section(id: "row", data: Array(0..<200), id: \.self) { Card(text: "row \($0)") }
      list.apply(List(sections: [Part("top", 10, Self.rows).section, texts.withSectionLayout(layout)]))
      harness.settle()
    }
    show(Self.rows)
    list.scroll(to: .item(ElementPath(section: 1, item: 100)), at: .start, animated: false)
    harness.settle()
    let size = LayoutSize(width: .estimated(200), height: .absolute(80))
    let group = LayoutGroup.horizontal(size, once: [LayoutItem(size: size)])
    show(SectionLayout(group: group, interGroupSpacing: 10).orthogonalScrolling(.continuous))
    let frame = harness.bounds(of: "row 100")
    #expect(frame?.minX == 0)
    #expect(frame.map { $0.width < 200 } == true, "\(String(describing: frame))")
  }

  @Test(arguments: behaviors)
  func `an anchor in a subsection determines the visible cards`(_ behavior: OrthogonalScrolling) throws {
    let stage = InnerScrollStage()
    func show(_ layout: SectionLayout) {
      stage.show([Part("cards", 60, layout).section])
      stage.harness.settle()
    }
    show(Self.rows)
    let path = try #require(stage.path(of: "cards/30"))
    stage.list.scroll(to: .item(path), at: .start, animated: false)
    stage.harness.settle()
    #expect(stage.frame("cards 30")?.minY == 0)
    show(Part.cards(behavior))
    let frame = try #require(stage.frame("cards 30"))
    #expect(frame.minY == 0)
    #expect(frame.minX < 400 && frame.maxX > 210)
    if behavior != .groupPagingCentered, behavior != .paging { #expect(frame.minX == 210) }
    show(.list(rowHeight: 60))
    #expect(stage.frame("cards 30")?.minY == 0)
  }
}
