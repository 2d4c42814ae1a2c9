import Scrollwork
import ScrollworkTesting
import Testing

private let onCards = Point(x: 100, y: 60)

/// Returns rows above and below a section of twelve cards that scrolls horizontally. The cards are 1,910 wide together,
/// so they scroll by 1,510.
private func parts(_ behavior: OrthogonalScrolling) -> [Part] {
  [
    Part("top", 1, .list(rowHeight: 40)), Part("cards", 12, Part.cards(behavior)),
    Part("row", 40, .list(rowHeight: 40)),
  ]
}

@MainActor @Test(arguments: OrthogonalScrolling.allCases)
func `a horizontal notch ends at a snap point`(_ behavior: OrthogonalScrolling) {
  let stage = MixedStage(parts(behavior))
  let used = stage.wheel(x: -1, at: onCards)
  stage.harness.settle()
  let offset = stage.list.sectionOffset(1)
  switch behavior {
  case .none: #expect(!used && offset == 0)
  case .continuous: #expect(offset == 96)
  case .continuousGroupLeadingBoundary: #expect(offset == 160)
  case .paging: #expect(offset == 400)
  case .groupPaging: #expect(offset == 160)
  case .groupPagingCentered: #expect(offset == 160 - 125)
  }
  guard behavior != .none else { return }
  #expect(stage.list.contentOffset.y == 0)
  #expect(stage.frame("cards 2")?.minX == 320 - offset)
}

@MainActor @Test func `Shift turns a vertical notch horizontal over a nested scroll container`() {
  let stage = MixedStage(parts(.continuous))
  #expect(stage.wheel(y: -2, at: onCards, modifiers: .shift))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 192)
  #expect(stage.list.contentOffset.y == 0)
  #expect(stage.wheel(y: -1, at: onCards))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 192)
  #expect(stage.list.contentOffset.y == 96)
}

@MainActor @Test func `an animated scroll of a section shows no item twice`() throws {
  let stage = MixedStage(parts(.paging))
  stage.wheel(x: -1, at: onCards)
  var last = 0.0
  for _ in 0..<60 {
    stage.harness.advance(by: .milliseconds(10), framesPerSecond: 100)
    let offset = stage.list.sectionOffset(1)
    #expect(offset >= last)
    last = offset
    let x = try #require(stage.frame("cards \(Int(offset / 160) + 1)")).minX
    #expect(x == Double(Int(offset / 160) + 1) * 160 - offset)
  }
  #expect(last == 400)
}

@MainActor @Test func `a section at its end passes the rest of a gesture to the container around it`() {
  let stage = MixedStage(parts(.continuous))
  stage.list.scrollSection(1, to: 10_000, animated: false)
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 1_510)
  #expect(!stage.wheel(x: -1, at: onCards))
  #expect(stage.wheel(x: 1, at: onCards))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 1_510 - 96)
}

@MainActor @Test func `a touchpad scrolls a section at once, and the section snaps after a pause`() {
  let stage = MixedStage(parts(.groupPaging))
  for _ in 0..<4 { stage.wheel(x: -0.25, at: onCards, precise: true) }
  #expect(stage.list.sectionOffset(1) == 96)
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 160)
}

@MainActor @Test func `a touch drags the section along the cross axis and the list along the main axis`() {
  let stage = MixedStage(parts(.continuous))
  stage.harness.touch(.began, at: onCards)
  for step in 1...10 {
    stage.harness.advance(by: .milliseconds(16))
    stage.harness.touch(.moved, at: Point(x: 100 - Double(step) * 5, y: 60 - Double(step)))
  }
  #expect(stage.list.sectionOffset(1) == 50)
  #expect(stage.list.contentOffset.y == 0)
  stage.harness.advance(by: .milliseconds(200))
  stage.harness.touch(.ended, at: Point(x: 50, y: 50))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 50)

  stage.harness.touch(.began, at: onCards)
  for step in 1...10 {
    stage.harness.advance(by: .milliseconds(16))
    stage.harness.touch(.moved, at: Point(x: 100 - Double(step), y: 60 - Double(step) * 5))
  }
  #expect(stage.list.sectionOffset(1) == 50)
  #expect(stage.list.contentOffset.y == 50)
}

@MainActor @Test func `a flick goes one group further, and the bounds give way only to a touch`() {
  let stage = MixedStage(parts(.groupPaging))
  stage.harness.touch(.began, at: onCards)
  for step in 1...4 {
    stage.harness.advance(by: .milliseconds(10), framesPerSecond: 100)
    stage.harness.touch(.moved, at: Point(x: 100 - Double(step) * 8, y: 60))
  }
  stage.harness.touch(.ended, at: Point(x: 68, y: 60))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 160)

  stage.list.scrollSection(1, to: 0, animated: false)
  stage.harness.settle()
  stage.harness.touch(.began, at: onCards)
  stage.harness.touch(.moved, at: Point(x: 200, y: 60))
  #expect(stage.list.sectionOffset(1) < 0)
  stage.harness.touch(.ended, at: Point(x: 200, y: 60))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 0)
}

@MainActor @Test func `a pointer drag scrolls a section and does not select the pressed cell`() {
  let stage = MixedStage(parts(.continuous))
  stage.harness.drag(from: onCards, to: Point(x: 20, y: 62), over: .milliseconds(800))
  #expect(stage.list.sectionOffset(1) >= 80)
  let before = stage.list.contentOffset
  stage.harness.drag(from: Point(x: 100, y: 200), to: Point(x: 20, y: 202))
  #expect(stage.list.contentOffset == before)
}

@MainActor @Test func `the arrow keys move the focus through a section and reveal its cells`() throws {
  let stage = MixedStage(parts(.continuous))
  stage.harness.click(at: Point(x: 20, y: 20))
  stage.harness.key(.down)
  #expect(stage.list.focusedItem?.section == 1)
  stage.harness.key(.right, count: 4)
  stage.harness.settle()
  let focus = try #require(stage.list.focusedItem)
  let frame = try #require(stage.frame("cards \(focus.item)"))
  #expect(focus.item >= 4)
  #expect(frame.minX >= 0 && frame.maxX <= 400)
  stage.harness.key(.left, count: focus.item)
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 0)
  stage.harness.key(.left)
  #expect(stage.list.focusedItem?.section == 0)
}

@MainActor @Test func `a cell revealed by a key keeps the section's insets beside it`() {
  let layout = Part.cards(.continuous).insets(Insets(leading: 20, trailing: 30))
  let stage = MixedStage([Part("cards", 12, layout)])
  stage.harness.click(at: Point(x: 30, y: 20))
  stage.harness.key(.right, count: 5)
  stage.harness.settle()
  #expect(stage.frame("cards 5")?.maxX == 370)
  stage.harness.key(.left, count: 4)
  stage.harness.settle()
  #expect(stage.frame("cards 1")?.minX == 20)
  stage.list.scroll(to: .item(7, in: "cards"))
  stage.harness.settle()
  #expect(stage.frame("cards 7")?.maxX == 370)
}

@MainActor @Test func `Home, End and the page keys reveal their cell in a scrolled section`() {
  let cards = Part("cards", 12, Part.cards(.continuous))
  let stage = MixedStage([cards, Part("row", 40, .list(rowHeight: 40)), Part("more", 12, Part.cards(.continuous))])
  stage.harness.click(at: Point(x: 20, y: 200))
  for section in [0, 2] { stage.list.scrollSection(section, to: 700, animated: false) }
  stage.harness.settle()
  stage.harness.key(.home)
  stage.harness.settle()
  #expect(stage.list.focusedItem == ElementPath(section: 0, item: 0) && stage.frame("cards 0")?.minX == 0)
  stage.harness.key(.end)
  stage.harness.settle()
  #expect(stage.list.focusedItem == ElementPath(section: 2, item: 11) && stage.frame("more 11")?.maxX == 400)
  stage.list.scrollSection(0, to: 700, animated: false)
  stage.harness.settle()
  stage.harness.key(.pageUp, count: 10)
  stage.harness.settle()
  let focus = stage.list.focusedItem
  #expect(focus?.section == 0)
  #expect(focus.flatMap { stage.frame("cards \($0.item)") }.map { $0.minX >= 0 && $0.maxX <= 400 } == true)
  stage.list.scrollSection(2, to: 0, animated: false)
  stage.harness.settle()
  stage.harness.key(.pageDown, count: 10)
  stage.harness.settle()
  let last = stage.list.focusedItem
  #expect(last?.section == 2)
  #expect(last.flatMap { stage.frame("more \($0.item)") }.map { $0.minX >= 0 && $0.maxX <= 400 } == true)
}

@MainActor @Test func `focusing a cell by key reveals it in a scrolled section`() {
  let stage = MixedStage(parts(.continuous))
  stage.harness.click(at: onCards)
  #expect(stage.list.focusedItem == ElementPath(section: 1, item: 0))
  stage.list.scrollSection(1, to: 900, animated: false)
  stage.harness.settle()
  #expect(!stage.visibleTexts.contains("cards 0") && stage.visibleTexts.contains("top 0"))
  // The view loses the keyboard focus, and Tab returns it.
  stage.harness.host.focus(nil)
  stage.harness.key(.tab)
  stage.harness.settle()
  #expect(stage.frame("cards 0")?.minX == 0 && stage.list.sectionOffset(1) == 0)
}

@MainActor @Test func `scroll(to:) reveals a cell far along the cross axis`() throws {
  let stage = MixedStage(parts(.paging))
  stage.list.scroll(to: .item(10, in: "cards"))
  stage.harness.settle()
  let frame = try #require(stage.frame("cards 10"))
  #expect(frame.minX >= 0 && frame.maxX <= 400)
  #expect(stage.list.sectionOffset(1) == 1_510)
}

@MainActor @Test func `a section's offset survives updates, reloads and its own absence`() {
  let stage = MixedStage(parts(.continuous))
  stage.list.scrollSection(1, to: 300, animated: false)
  stage.harness.settle()
  stage.apply([Part("first", 2, .list(rowHeight: 40))] + parts(.continuous))
  #expect(stage.list.sectionOffset(2) == 300)
  stage.list.reloadData()
  stage.harness.showIfNeeded()
  #expect(stage.list.sectionOffset(2) == 300)
  stage.apply([Part("first", 2, .list(rowHeight: 40))])
  stage.harness.settle()
  stage.apply(parts(.continuous), strategy: .reloadData)
  #expect(stage.list.sectionOffset(1) == 300)
}

@MainActor @Test func `an animated scroll of a section continues through an update that moves the section`() {
  let stage = MixedStage(parts(.paging))
  stage.wheel(x: -1, at: onCards)
  stage.harness.advance(by: .milliseconds(60))
  let before = stage.list.sectionOffset(1)
  #expect(before > 0 && before < 400)
  stage.apply([Part("first", 1, .list(rowHeight: 40))] + parts(.paging))
  #expect(abs(stage.list.sectionOffset(2) - before) < 80)
  stage.harness.settle()
  #expect(stage.list.sectionOffset(2) == 400)
}

@MainActor @Test func `an update that moves the scroll target far along the cross axis causes no jump`() throws {
  let stage = MixedStage([])
  func show(_ numbers: [Int]) {
    let cards = Section(id: "cards", data: numbers, id: \.self) { Plate(text: "\($0)") }
    let rows = Part("row", 20, .list(rowHeight: 40)).section
    let last = Part("more", 20, .list(rowHeight: 40)).section
    stage.list.apply(List(sections: [rows, cards.withSectionLayout(Part.cards(.continuous)), last]))
    stage.harness.showIfNeeded()
  }
  show(Array(0..<200))
  stage.list.scroll(to: .offset(600), animated: false)
  stage.harness.settle()
  stage.list.scroll(to: .item(2, in: "cards"), at: .start)
  stage.harness.advance(by: .milliseconds(30))
  let before = Dictionary(uniqueKeysWithValues: stage.nodes.map { ($0.text, $0.bounds.minX) })
  stage.harness.advance(by: .milliseconds(1), framesPerSecond: 1_000)
  show(Array(0..<200).filter { $0 != 2 } + [2])
  for number in 0...2 {
    let (old, new) = try (#require(before["\(number)"]), #require(stage.frame("\(number)")).minX)
    #expect(abs(new - old) < 4, "\(number) went from \(old) to \(new)")
  }
  stage.harness.settle()
  #expect(stage.frame("2")?.maxX == 400)
}

@MainActor @Test func `a section that leaves the viewport and returns keeps its offset`() {
  let stage = MixedStage(parts(.groupPaging))
  stage.wheel(x: -2, at: onCards)
  stage.harness.settle()
  stage.list.scroll(to: .end, animated: false)
  stage.harness.settle()
  #expect(!stage.visibleTexts.contains { $0.hasPrefix("cards") })
  stage.list.scroll(to: .start, animated: false)
  stage.harness.settle()
  #expect(stage.frame("cards 2")?.minX == 0)
}

@MainActor @Test func `a page stays the current page when the window's width changes`() {
  let cards = SectionLayout(
    group: .horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(80)), once: [LayoutItem(size: .full)])
  ).orthogonalScrolling(.paging)
  let stage = MixedStage([Part("page", 5, cards)])
  stage.wheel(x: -2, at: Point(x: 100, y: 30))
  stage.harness.settle()
  #expect(stage.frame("page 2")?.minX == 0)
  stage.harness.resize(to: Size(width: 290, height: 300))
  #expect(stage.frame("page 2") == Rect(x: 0, y: 0, width: 290, height: 80))
  #expect(stage.list.sectionOffset(0) == 580)
}

@MainActor @Test func `centred groups start and end in the middle`() {
  let stage = MixedStage(parts(.groupPagingCentered))
  #expect(stage.frame("cards 0")?.midX == 200)
  stage.list.scrollSection(1, to: 5_000)
  stage.harness.settle()
  #expect(stage.frame("cards 11")?.midX == 200)
}

@MainActor @Test func `a right-to-left section starts at the right, and a touch drags it`() {
  let stage = MixedStage(parts(.continuous), direction: .rightToLeft)
  #expect(stage.frame("cards 0")?.maxX == 400)
  #expect(stage.wheel(x: 1, at: onCards))
  stage.harness.settle()
  #expect(stage.list.sectionOffset(1) == 96)
  #expect(stage.frame("cards 0")?.maxX == 496)
  stage.harness.touch(.began, at: onCards)
  stage.harness.touch(.moved, at: Point(x: 140, y: 60))
  #expect(stage.list.sectionOffset(1) == 136)
}

@MainActor @Test func `cells as wide as their contents are measured, and visible ones stay in place`() {
  let stage = MixedStage([Part("chip", 200, .horizontal(spacing: 4))])
  stage.list.apply(
    List(sections: [
      Section(id: "chip", data: Array(0..<200), id: \.self) { Chip(number: $0, width: 40 + Double($0 % 7) * 10) }
        .withSectionLayout(.horizontal(spacing: 4))
    ]), updateStrategy: .reloadData)
  stage.harness.settle()
  let widths = stage.nodes.filter { $0.role == .cell }.map(\.bounds.width)
  #expect(widths == [40, 50, 60, 70, 80, 90])
  stage.list.scrollSection(0, to: 8_000, animated: false)
  stage.harness.settle()
  let first = stage.nodes.first { $0.bounds.minX >= 0 && $0.role == .cell }
  stage.wheel(x: 1, at: Point(x: 100, y: 10), precise: true)
  let moved = stage.nodes.first { $0.text == first?.text }
  #expect(abs((moved?.bounds.minX ?? 0) - (first?.bounds.minX ?? 0) - 96) < 1)
}

/// A component whose content has a width of its own.
private struct Chip: Component, Equatable {
  var number: Int
  var width: Double
  var layoutMode: ContentLayoutMode { .fitContent(estimatedSize: Size(width: 50, height: 24)) }

  func renderContent() -> ChipView { ChipView() }
  func render(in content: ChipView) {
    content.text = "\(number)"
    content.wanted = Size(width: width, height: 24)
  }
}

private final class ChipView: View {
  var text = ""
  var wanted = Size.zero
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { wanted }
  override var semanticsText: String { text }
}
