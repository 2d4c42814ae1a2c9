import Scrollwork
import ScrollworkTesting
import Testing

private typealias Inner = InnerScrollStage

@MainActor @Test(arguments: OrthogonalScrolling.allCases)
func `one notch over a nested subsection ends at a snap point`(_ behavior: OrthogonalScrolling) {
  let stage = Inner(behavior)
  let used = stage.wheel(x: -1)
  stage.harness.settle()
  switch behavior {
  case .none: #expect(!used && stage.offset() == 0)
  case .continuous: #expect(stage.offset() == 96)
  case .continuousGroupLeadingBoundary, .groupPaging: #expect(stage.offset() == 160)
  case .paging: #expect(stage.offset() == 190)
  case .groupPagingCentered: #expect(stage.offset() == 140)
  }
  guard behavior != .none else { return }
  #expect(stage.list.contentOffset.y == 0 && stage.list.sectionOffset(1) == 0)
  #expect(stage.frame("cards 1")?.minX == 370 - (stage.offset() ?? 0))
}

@MainActor @Test func `Shift turns the wheel horizontal over it, and without Shift the list scrolls`() {
  let stage = Inner()
  #expect(stage.wheel(y: -2, modifiers: .shift))
  stage.harness.settle()
  #expect(stage.offset() == 192 && stage.list.contentOffset.y == 0)
  #expect(stage.wheel(y: -1))
  stage.harness.settle()
  #expect(stage.offset() == 192 && stage.list.contentOffset.y == 96)
  // Outside the cards nothing scrolls horizontally.
  #expect(!stage.wheel(x: -1, at: Point(x: 100, y: 10)))
}

@MainActor @Test func `its cells are clipped at its sides and hit where they are visible`() throws {
  let stage = Inner()
  stage.scroll(to: 96)
  #expect(stage.frame("cards 0") == Rect(x: 114, y: 40, width: 150, height: 80))
  let clip = try #require(stage.clip(of: "cards 0"))
  #expect(clip.minX == 210 && clip.maxX == 400 && clip.minY == 0 && clip.maxY == 300)
  #expect(stage.clip(of: "row 0") == Rect(x: 0, y: 0, width: 400, height: 300))
  #expect(!stage.visibleTexts.contains("cards 2"))
  stage.harness.click(at: Point(x: 150, y: 60))
  #expect(stage.list.focusedItem == stage.path(of: "row/0"))
  stage.harness.click(at: Point(x: 200, y: 60))
  #expect(stage.list.selectedCount == 0)
  stage.harness.click(at: Point(x: 220, y: 60))
  #expect(stage.list.focusedItem == stage.path(of: "cards/0"))
  // A card wholly covered by the rows is not bound.
  stage.scroll(to: 180)
  #expect(!stage.visibleTexts.contains("cards 0") && stage.visibleTexts.contains("cards 1"))
}

@MainActor @Test func `a touchpad scrolls it at once, and it snaps after a pause`() {
  let stage = Inner(.groupPaging)
  for _ in 0..<4 { stage.wheel(x: -0.25, precise: true) }
  #expect(stage.offset() == 96)
  stage.harness.settle()
  #expect(stage.offset() == 160)
}

@MainActor @Test func `a touch drags it along the cross axis and the list along the main axis`() {
  let stage = Inner()
  stage.touch(from: Inner.onCards, by: -5, steps: 10)
  #expect(stage.offset() == 50 && stage.list.contentOffset.y == 0)
  stage.harness.advance(by: .milliseconds(200))
  stage.harness.touch(.ended, at: Point(x: 250, y: 80))
  stage.harness.settle()
  #expect(stage.offset() == 50)
  stage.harness.touch(.began, at: Inner.onCards)
  stage.harness.touch(.moved, at: Point(x: 299, y: 40))
  #expect(stage.offset() == 50 && stage.list.contentOffset.y == 40)
  stage.harness.touch(.ended, at: Point(x: 299, y: 40))
}

@MainActor @Test func `a flick goes one group further, and its ends give way to a touch`() {
  let stage = Inner(.groupPaging)
  stage.touch(from: Inner.onCards, by: -8, steps: 4)
  stage.harness.touch(.ended, at: Point(x: 268, y: 80))
  stage.harness.settle()
  #expect(stage.offset() == 160)
  stage.scroll(to: 0)
  stage.touch(from: Inner.onCards, by: 20, steps: 3)
  #expect(stage.offset().map { $0 < 0 } == true)
  stage.harness.touch(.ended, at: Point(x: 360, y: 80))
  stage.harness.settle()
  #expect(stage.offset() == 0)
}

@MainActor @Test func `a pointer drag scrolls it and does not select the pressed cell`() {
  let stage = Inner()
  stage.harness.drag(from: Inner.onCards, to: Point(x: 220, y: 82), over: .milliseconds(800))
  #expect(stage.offset().map { $0 >= 80 } == true)
  #expect(stage.list.contentOffset.y == 0)
}

@MainActor @Test func `the arrow keys move the focus through it and reveal its cells`() throws {
  let stage = Inner(.groupPaging)
  stage.harness.click(at: Inner.onCards)
  stage.harness.key(.right, count: 5)
  stage.harness.settle()
  #expect(stage.list.focusedItem == stage.path(of: "cards/5"))
  #expect(stage.frame("cards 5")?.minX == 210 && stage.offset() == 800)
  stage.harness.key(.left, count: 5)
  stage.harness.settle()
  #expect(stage.frame("cards 0")?.minX == 210 && stage.offset() == 0)
  // End and Home leave the cards, and their offset stays.
  stage.scroll(to: 960)
  stage.harness.key(.end)
  stage.harness.key(.home)
  stage.harness.settle()
  #expect(stage.list.focusedItem == stage.path(of: "0") && stage.offset() == 960)
}

@MainActor @Test func `scroll(to:) reveals a cell far along the cross axis, also when the list is far down`() throws {
  let stage = Inner(.groupPaging)
  stage.list.scroll(to: .end, animated: false)
  stage.harness.settle()
  #expect(!stage.visibleTexts.contains { $0.hasPrefix("cards") })
  let path = try #require(stage.path(of: "cards/10"))
  stage.list.scroll(to: ScrollTarget.item(path))
  stage.harness.settle()
  let frame = stage.frame("cards 10")
  #expect(frame.map { $0.minX >= 210 && $0.maxX <= 400 && $0.minY >= 0 } == true)
}

@MainActor @Test func `its offset survives updates, reloads, recycling and its own absence`() {
  let stage = Inner()
  stage.scroll(to: 300)
  stage.show([Inner.cards(.continuous)], before: [Inner.rows("first", 2)])
  stage.harness.settle()
  #expect(stage.offset() == 300 && stage.frame("cards 2")?.minX == 230)
  // Another container is inserted before this one. Its offset starts at zero.
  stage.show([Inner.cards(.continuous, id: "other"), Inner.cards(.continuous)])
  stage.harness.settle()
  #expect(stage.offset() == 300 && stage.offset(of: "other/0") == 0)
  stage.list.reloadData()
  stage.harness.settle()
  #expect(stage.offset() == 300)
  stage.list.scroll(to: .end, animated: false)
  stage.harness.settle()
  stage.list.scroll(to: .start, animated: false)
  stage.harness.settle()
  #expect(stage.offset() == 300)
  stage.show([Inner.cards(.continuous, id: "other")])
  stage.harness.settle()
  #expect(stage.offset() == nil)
  stage.show([Inner.cards(.continuous)])
  stage.harness.settle()
  #expect(stage.offset() == 300)
  // A list without the cards is shown for a while.
  stage.list.apply(List(sections: [Inner.rows("top", 1)]), updateStrategy: .reloadData)
  stage.harness.settle()
  stage.show([Inner.cards(.continuous)])
  stage.harness.settle()
  #expect(stage.offset() == 300)
}

@MainActor @Test func `an animated scroll continues through an update that moves it`() throws {
  let stage = Inner(.paging)
  stage.wheel(x: -1)
  stage.harness.advance(by: .milliseconds(60))
  let before = try #require(stage.offset())
  #expect(before > 0 && before < 190)
  stage.show([Inner.cards(.continuous, id: "other"), Inner.cards(.paging)], before: [Inner.rows("first", 1)])
  #expect(abs(try #require(stage.offset()) - before) < 60)
  stage.harness.settle()
  #expect(stage.offset() == 190 && stage.offset(of: "other/0") == 0)
}

@MainActor @Test func `a saved position includes its offset`() {
  let stage = Inner()
  stage.scroll(to: 300)
  let position = stage.list.scrollPosition
  let other = Inner()
  other.show([Inner.cards(.continuous, id: "other"), Inner.cards(.continuous)])
  other.list.restore(position)
  other.harness.settle()
  #expect(other.offset() == 300 && other.offset(of: "other/0") == 0)
}

@MainActor @Test func `its current page stays when the window's width changes`() {
  let page = SectionLayout(
    group: .horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(80)), once: [LayoutItem(size: .full)])
  ).orthogonalScrolling(.paging)
  let stage = Inner()
  stage.show([Part("page", 5, page).section])
  stage.wheel(x: -2)
  stage.harness.settle()
  #expect(stage.frame("page 2") == Rect(x: 210, y: 40, width: 190, height: 80))
  stage.harness.resize(to: Size(width: 300, height: 300))
  stage.harness.settle()
  #expect(stage.frame("page 2") == Rect(x: 160, y: 40, width: 140, height: 80))
}

@MainActor @Test func `a right-to-left container starts at the right, and a touch drags it`() {
  let stage = Inner(direction: .rightToLeft)
  #expect(stage.frame("cards 0")?.maxX == 190)
  let onCards = Point(x: 100, y: 80)
  #expect(stage.wheel(x: 1, at: onCards))
  stage.harness.settle()
  #expect(stage.offset() == 96 && stage.frame("cards 0")?.maxX == 286)
  #expect(stage.clip(of: "cards 0").map { $0.minX == 0 && $0.maxX == 190 } == true)
  stage.harness.touch(.began, at: onCards)
  stage.harness.touch(.moved, at: Point(x: 140, y: 80))
  #expect(stage.offset() == 136)
}

@MainActor @Test
func `items that move within it stay clipped, and items from outside are visible all the way`() {
  let stage = Inner()
  stage.scroll(to: 320)
  stage.show([Inner.cards(.continuous, [-1] + Array(0..<12))])
  stage.harness.advance(by: .milliseconds(80))
  for text in stage.visibleTexts where text.hasPrefix("cards") {
    #expect(stage.clip(of: text).map { $0.minX >= 210 } ?? true, "\(text)")
  }
  stage.harness.settle()
  stage.show([Inner.cards(.continuous, Array(3..<12))])
  stage.harness.advance(by: .milliseconds(80))
  #expect(stage.harness.frame.groups.contains { $0.clip.minX == 210 && $0.alpha < 1 })
  stage.harness.settle()
}

@MainActor @Test func `a visible focused card stays visible in a narrower window`() throws {
  let stage = Inner(size: Size(width: 600, height: 300))
  stage.scroll(to: 40)
  #expect(stage.frame("cards 1") == Rect(x: 430, y: 40, width: 150, height: 80))
  stage.harness.click(at: Point(x: 500, y: 80))
  #expect(stage.list.focusedItem == stage.path(of: "cards/1"))
  for width in [500.0, 400, 380] {
    stage.harness.resize(to: Size(width: width, height: 300))
    stage.harness.settle()
    let frame = try #require(stage.frame("cards 1"))
    #expect(frame.minX >= (width - 20) / 2 + 20 && frame.maxX <= width, "in a window \(width) wide at \(frame)")
  }
  // A resize does not reveal a focused card that the user scrolled out of view.
  stage.scroll(to: 900)
  stage.harness.resize(to: Size(width: 500, height: 300))
  stage.harness.settle()
  #expect(stage.offset().map { $0 > 600 } == true)
}

@MainActor @Test func `its offset survives two reloads between which it is not visible`() {
  let stage = Inner()
  stage.scroll(to: 300)
  let many = (0..<5_000).map { Inner.rows("many \($0)", 1) }
  stage.show([Inner.cards(.continuous)], before: many, strategy: .reloadData)
  for _ in 0..<3 { stage.list.reloadData() }
  let position = stage.list.scrollPosition
  stage.show([Inner.cards(.continuous)], strategy: .reloadData)
  stage.harness.settle()
  #expect(stage.offset() == 300)
  let other = Inner()
  other.list.restore(position)
  other.harness.settle()
  #expect(other.offset() == 300)
}

@MainActor @Test func `its offset survives a change of the list's configuration and a reload`() {
  let stage = Inner()
  stage.scroll(to: 300)
  stage.list.apply(
    stage.list.snapshot().withLayoutConfiguration(LayoutConfiguration(interSectionSpacing: 5)))
  stage.harness.settle()
  #expect(stage.offset() == 300)
  stage.list.reloadData()
  stage.harness.settle()
  #expect(stage.offset() == 300)
}
