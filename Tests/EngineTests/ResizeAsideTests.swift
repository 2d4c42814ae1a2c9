import Scrollwork
import ScrollworkTesting
import Testing

private let behaviors = Array(OrthogonalScrolling.allCases.dropFirst())

/// Nested scroll containers in windows whose width changes.
@MainActor
struct ResizeAsideTests {
  /// Returns a section of twelve cards, 1,910 wide together, above a section of rows.
  private static func parts(_ behavior: OrthogonalScrolling = .continuous) -> [Part] {
    [Part("card", 12, Part.cards(behavior)), Part("row", 30, .list(rowHeight: 40))]
  }

  private func stage(_ behavior: OrthogonalScrolling = .continuous, at offset: Double = 1_280) -> MixedStage {
    let stage = MixedStage(Self.parts(behavior))
    stage.list.scrollSection(0, to: offset, animated: false)
    stage.harness.settle()
    return stage
  }

  private func resize(_ harness: ViewHarness, _ width: Double) {
    harness.resize(to: Size(width: width, height: 300))
    harness.settle()
  }

  @Test(arguments: behaviors)
  func `cards keep their offset when a window becomes wide and narrow again`(_ behavior: OrthogonalScrolling) {
    for widths in [[1_000.0], [600, 1_000, 2_500, 700], [170, 1_300]] {
      let stage = stage(behavior)
      let (before, visible) = (stage.list.sectionOffset(0), stage.visibleTexts)
      for width in widths + [400] { resize(stage.harness, width) }
      #expect(stage.list.sectionOffset(0) == before, "\(widths)")
      #expect(stage.visibleTexts == visible, "\(widths)")
    }
  }

  @Test(arguments: behaviors)
  func `cards in a subsection do as well`(_ behavior: OrthogonalScrolling) {
    for widths in [[1_800.0], [700, 1_800, 4_500, 900], [360, 2_000]] {
      let stage = InnerScrollStage(behavior)
      stage.scroll(to: 1_600)
      let before = stage.offset()
      for width in widths + [400] { resize(stage.harness, width) }
      #expect(stage.offset() == before, "\(widths)")
    }
  }

  @Test func `cards from right to left return as well`() {
    let stage = MixedStage(Self.parts(), direction: .rightToLeft)
    stage.list.scrollSection(0, to: 1_280, animated: false)
    stage.harness.settle()
    let visible = stage.visibleTexts
    for width in [1_000.0, 2_500, 400] { resize(stage.harness, width) }
    #expect(stage.list.sectionOffset(0) == 1_280)
    #expect(stage.visibleTexts == visible)
  }

  @Test func `cards scrolled in the wide window keep that offset`() {
    let stage = stage()
    resize(stage.harness, 1_000)
    stage.list.scrollSection(0, to: 320, animated: false)
    stage.harness.settle()
    resize(stage.harness, 400)
    #expect(stage.list.sectionOffset(0) == 320)
  }

  @Test func `applying a list with the same cards in between changes nothing`() {
    let stage = stage()
    resize(stage.harness, 1_000)
    stage.apply(Self.parts())
    stage.harness.settle()
    resize(stage.harness, 400)
    #expect(stage.list.sectionOffset(0) == 1_280)
  }

  @Test func `after cards change their width in between, the visible ones stay`() throws {
    let stage = stage()
    resize(stage.harness, 1_000)
    let card = LayoutSize(width: .absolute(300), height: .absolute(80))
    let wider = SectionLayout(group: .horizontal(card, once: [LayoutItem(size: .full)]), interGroupSpacing: 10)
    stage.apply([
      Part("card", 12, wider.orthogonalScrolling(.continuous)), Part("row", 30, .list(rowHeight: 40)),
    ])
    stage.harness.settle()
    let first = try #require(stage.nodes.first { $0.role == .cell && $0.bounds.minX >= 0 })
    resize(stage.harness, 400)
    #expect(stage.frame(first.text)?.minX == first.bounds.minX)
  }

  @Test func `a fully visible focused card stays visible at every width, and the cards return`() throws {
    let stage = stage()
    stage.harness.click(at: Point(x: 200, y: 40))
    stage.harness.settle()
    #expect(stage.list.focusedItem == ElementPath(section: 0, item: 9))
    for width in [300.0, 170, 1_000, 250, 2_500, 400] {
      resize(stage.harness, width)
      let frame = try #require(stage.frame("card 9"))
      #expect(frame.minX >= 0 && frame.maxX <= width, "\(width)")
    }
    #expect(stage.list.sectionOffset(0) == 1_280)
  }

  /// Returns a stage with `count` sections of different layouts, a grid that needs more lines in a narrow window, cards
  /// of half the width of the list, and rows.
  private func longStage(sectionsBefore count: Int) -> MixedStage {
    let card = LayoutSize(width: .fractionalWidth(0.5), height: .absolute(80))
    let cards = SectionLayout(group: .horizontal(card, once: [LayoutItem(size: .full)]))
    let before = (0..<count).map { Part("before \($0)", 1, .list(rowHeight: 40 + Double($0) / 4)) }
    return MixedStage(
      before + [
        Part("tile", 12, .grid(minimumItemWidth: 100, itemHeight: 60, spacing: 0)),
        Part("card", 30, cards.orthogonalScrolling(.continuous)), Part("row", 40, .list(rowHeight: 44)),
      ])
  }

  @Test(arguments: [3, 100])
  func `cards that were out of view in a narrow window keep their leader, however many layouts come before them`(
    count: Int
  ) {
    let stage = longStage(sectionsBefore: count)
    stage.list.scroll(to: .item(ElementPath(section: count, item: 0)), at: .start, animated: false)
    stage.harness.settle()
    stage.list.scrollSection(count + 1, to: 2_000, animated: false)
    stage.harness.settle()
    #expect(stage.frame("card 10")?.minX == 0)
    resize(stage.harness, 150)
    #expect(!stage.visibleTexts.contains { $0.hasPrefix("card") } && stage.list.sectionOffset(count + 1) == 750)
    resize(stage.harness, 400)
    #expect(stage.list.sectionOffset(count + 1) == 2_000)
    #expect(stage.frame("card 10")?.minX == 0)
  }
}
