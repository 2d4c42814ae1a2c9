import Scrollwork
import ScrollworkTesting
import Testing

/// Content insets: a part of the view that something else covers.
@MainActor
struct ContentInsetTests {
  /// Returns a stage with 100 rows of 40 in a view of 400 x 300, with insets of 50 at the top and 30 at the bottom.
  private func stage(
    _ insets: Insets = Insets(top: 50, bottom: 30), count: Int = 100, policy: AnchorPolicy = .item
  ) -> Stage {
    let stage = Stage(Stage.items(0..<count), policy: policy)
    stage.list.contentInsets = insets
    stage.harness.settle()
    return stage
  }

  @Test func `the content begins below the upper inset and ends above the lower one`() {
    let stage = stage()
    #expect(stage.y(0) == 50 && stage.offset == 0 && stage.list.isAtStart)
    #expect(stage.list.contentSize.height == 4_080)
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    #expect(stage.y(99) == 230 && stage.list.isAtEnd)
  }

  @Test func `rows are visible under the insets while the list scrolls`() {
    let stage = stage()
    stage.scroll(to: 200)
    #expect(stage.y(4) == 10 && stage.y(10) == 250)
  }

  @Test(arguments: [
    (ScrollAlignment.start, 50.0), (.center, 140), (.end, 230),
  ])
  func `a scroll to an item aligns it inside the insets`(alignment: ScrollAlignment, y: Double) {
    let stage = stage()
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 40)), at: alignment, animated: false)
    stage.harness.settle()
    #expect(stage.y(40) == y)
  }

  @Test func `keys bring an item out from under an inset`() {
    let stage = stage()
    stage.scroll(to: 200)
    stage.click(6)
    stage.harness.key(.up)
    stage.harness.settle()
    #expect(stage.focused == 5 && stage.y(5) == 50)
    for _ in 0..<6 { stage.harness.key(.down) }
    stage.harness.settle()
    #expect(stage.focused == 11 && stage.y(11) == 230)
  }

  @Test func `a pinned header stays below the upper inset`() {
    let stage = Stage()
    let rows = Stage.items(0..<100)
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: rows) { Plate(text: $0.text) }
          .withSectionLayout(.list(rowHeight: 40).headerPinToVisibleBounds())
          .withHeader(Plate(text: "header", height: 30))
      ]))
    stage.list.contentInsets = Insets(top: 50)
    stage.harness.settle()
    stage.scroll(to: 400)
    #expect(stage.harness.bounds(of: "header")?.minY == 50)
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 40)), at: .start, animated: false)
    stage.harness.settle()
    #expect(stage.harness.bounds(of: "item 40")?.minY == 80)
  }

  @Test func `a list at its start shows the start when the insets change`() {
    let stage = stage(.zero)
    stage.list.contentInsets = Insets(top: 64)
    stage.harness.settle()
    #expect(stage.y(0) == 64 && stage.offset == 0)
    stage.list.contentInsets = .zero
    stage.harness.settle()
    #expect(stage.y(0) == 0)
  }

  @Test func `elsewhere the first uncovered row stays where it is when the insets change`() {
    let stage = stage()
    stage.scroll(to: 220)
    let before = stage.y(6)
    stage.list.contentInsets = Insets(top: 60, bottom: 10)
    stage.harness.settle()
    #expect(before == 70 && stage.y(6) == 70)
    stage.list.contentInsets = Insets(top: 90, bottom: 10)
    stage.harness.settle()
    #expect(stage.y(6) == 90, "a row that was wholly visible still is")
  }

  @Test func `a focused row stays wholly visible while an inset grows over it, and returns when the inset shrinks`() {
    let stage = stage(.zero)
    stage.scroll(to: 400)
    for (row, insets, y) in [(16, Insets(bottom: 100), 160.0), (10, Insets(top: 64), 64)] {
      stage.click(row)
      let before = stage.y(row)
      stage.list.contentInsets = insets
      stage.harness.settle()
      #expect(stage.y(row) == y)
      stage.list.contentInsets = .zero
      stage.harness.settle()
      #expect(stage.y(row) == before)
    }
  }

  @Test func `a row that only an inset covers is not the anchor, even with the focus`() {
    let stage = stage(Insets(top: 80))
    stage.scroll(to: 400)
    stage.click(12)
    // Row 12 is under the inset now, and row 15 is the first below it.
    stage.scroll(to: 520)
    var items = Stage.items(0..<100)
    items[14] = Item(14, height: 40)
    items.insert(contentsOf: Stage.items(200..<203), at: 13)
    let before = (stage.y(12), stage.y(15))
    stage.apply(items)
    stage.harness.settle()
    #expect(before == (40, 160) && stage.y(15) == 160 && stage.y(12).map { $0 < 0 } != false)
  }

  @Test func `the focused row stays above the lower inset of a window that becomes lower`() {
    let stage = stage()
    stage.scroll(to: 400)
    stage.click(14)
    #expect(stage.y(14) == 210)
    stage.harness.resize(to: Size(width: 400, height: 200))
    stage.harness.settle()
    #expect(stage.y(14) == 130)
    stage.harness.resize(to: Size(width: 400, height: 300))
    stage.harness.settle()
    #expect(stage.y(14) == 210)
  }

  @Test(arguments: [Insets(top: 50, leading: 120), Insets(top: 50, trailing: 240)])
  func `a list that begins to scroll horizontally keeps its row inside the insets`(insets: Insets) throws {
    let stage = stage(insets)
    stage.scroll(to: 400)
    stage.click(insets.leading > 0 ? 10 : 14)
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(0..<100)) { Plate(text: $0.text) }
          .withSectionLayout(.grid(minimumItemWidth: 80, itemHeight: 100))
      ]
      ).withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)))
    stage.harness.settle()
    let frame = try #require(stage.node(insets.leading > 0 ? 10 : 14)?.target)
    #expect(frame.minX >= insets.leading && frame.maxX <= 400 - insets.trailing, "\(frame)")
  }

  @Test func `rows inserted above keep the first uncovered row in place`() {
    let stage = stage()
    stage.scroll(to: 210)
    let before = stage.y(5)
    // Row 4 is under the inset; row 5 is the first that begins below it.
    var items = Stage.items(0..<100)
    items.remove(at: 4)
    items.insert(contentsOf: Stage.items(200..<207), at: 2)
    stage.apply(items)
    stage.harness.settle()
    #expect(before == 40 || before == 60)
    #expect(stage.y(6) == 80 && stage.y(5) == 40)
  }

  @Test func `insets change by animation, and the start follows`() {
    let stage = stage(.zero)
    stage.list.setContentInsets(Insets(top: 100))
    stage.harness.advance(by: .milliseconds(80))
    let middle = stage.y(0) ?? 0
    #expect(middle > 0 && middle < 100)
    stage.harness.settle()
    #expect(stage.y(0) == 100 && stage.list.contentInsets.top == 100)
  }

  @Test func `without motion the insets change at once`() {
    let stage = Stage(Stage.items(0..<20), motion: .off)
    stage.list.setContentInsets(Insets(top: 100), animated: true)
    stage.harness.show()
    #expect(stage.y(0) == 100)
  }

  @Test func `a view that follows its end still does when the lower inset grows`() {
    let stage = stage(.zero, policy: .end)
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    stage.list.setContentInsets(Insets(bottom: 120))
    stage.harness.settle()
    #expect(stage.y(99) == 140 && stage.list.isAtEnd)
    stage.apply(Stage.items(0..<101))
    stage.harness.settle()
    #expect(stage.y(100) == 140)
  }

  @Test func `a row that is only under the lower inset is not at the end`() {
    let stage = stage(policy: .end)
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    stage.scroll(to: stage.maximum - 20)
    #expect(!stage.list.isAtEnd && stage.y(99) == 250)
  }

  @Test func `the end of content counts the lower inset`() {
    var calls = 0
    let list = CollectionView()
    list.contentInsets = Insets(bottom: 100)
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 100))
    list.apply(
      List(sections: [
        Section(id: 0, data: Array(0..<10), id: \.self) { Plate(text: "\($0)") }
          .withSectionLayout(.list(rowHeight: 40))
      ]
      ).onReachEnd(offsetFromEnd: .absolute(50)) { _ in calls += 1 })
    harness.settle()
    list.scroll(to: .offset(340), animated: false)
    harness.settle()
    #expect(calls == 0)
    list.scroll(to: .offset(350), animated: false)
    harness.settle()
    #expect(calls == 1)
  }

  @Test func `content that is pulled beyond its start returns below the inset`() {
    let stage = stage()
    stage.harness.touch(.began, at: Point(x: 50, y: 100))
    stage.harness.touch(.moved, at: Point(x: 50, y: 200))
    stage.harness.show()
    #expect((stage.y(0) ?? 0) > 60)
    stage.harness.touch(.ended, at: Point(x: 50, y: 200))
    stage.harness.settle()
    #expect(stage.y(0) == 50)
  }

  @Test func `insets on the cross axis narrow the sections`() {
    let stage = stage(Insets(leading: 20, trailing: 60))
    #expect(stage.node(0)?.target == Rect(x: 20, y: 0, width: 320, height: 40))
    stage.harness.changeEnvironment { $0.direction = .rightToLeft }
    stage.harness.settle()
    #expect(stage.node(0)?.target == Rect(x: 60, y: 0, width: 320, height: 40))
  }

  @Test func `the scroll bar keeps inside the insets`() {
    let stage = stage()
    let bar = { stage.harness.host.hitTest(Point(x: 395, y: $0)).map { $0 !== stage.list } ?? false }
    #expect(!bar(20) && bar(60) && bar(260) && !bar(290))
  }

  @Test func `a page of keys is as long as the room between the insets`() {
    let stage = stage(Insets(top: 100, bottom: 100), count: 100)
    stage.list.selectionMode = .none
    stage.harness.settle()
    stage.click(0)
    stage.harness.key(.pageDown)
    stage.harness.settle()
    #expect(stage.offset == 90)
  }

  @Test func `a horizontal list has its insets at its start and its end in both directions`() {
    let list = CollectionView()
    list.contentInsets = Insets(top: 10, leading: 50, bottom: 20, trailing: 30)
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 100))
    list.apply(
      List(sections: [
        Section(id: 0, data: Array(0..<20), id: \.self) { Plate(text: "\($0)") }
          .withSectionLayout(.grid(minimumItemWidth: 80, itemHeight: 100))
      ]
      ).withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)))
    harness.settle()
    let first = harness.bounds(of: "0") ?? .zero
    #expect(first.minX == 50 && first.minY == 10)
    harness.changeEnvironment { $0.direction = .rightToLeft }
    harness.settle()
    #expect(harness.bounds(of: "0")?.maxX == 350)
    list.scroll(to: .end, animated: false)
    harness.settle()
    #expect(harness.bounds(of: "19")?.minX == 30)
  }

  @Test func `a placeholder is centred between the insets`() {
    let list = CollectionView()
    list.contentInsets = Insets(top: 100)
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.apply(List(sections: []).withState(.empty))
    harness.settle()
    let texts = harness.semantics.filter { !$0.text.isEmpty && $0.role != .list }
    #expect(!texts.isEmpty && texts.allSatisfy { $0.bounds.minY >= 100 })
  }

  @Test(arguments: [
    Insets(top: -20, leading: .nan, bottom: .infinity, trailing: -.infinity), Insets(.nan), Insets(-1),
  ])
  func `insets that make no sense count as zero`(insets: Insets) {
    let stage = stage(insets)
    #expect(stage.list.contentInsets == .zero && stage.y(0) == 0 && stage.node(0)?.target.width == 400)
  }

  @Test func `insets larger than the view leave a list that still scrolls`() {
    let stage = stage(Insets(top: 500, bottom: 500))
    #expect(stage.list.contentSize.height == 5_000)
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    stage.apply(Stage.items(5..<80))
    stage.harness.settle()
    stage.list.contentInsets = .zero
    stage.harness.settle()
    #expect(stage.offset <= stage.maximum && !stage.visible.isEmpty)
  }

  @Test func `measured sizes survive a change of the insets along the list`() {
    let stage = Stage((0..<50).map { Item($0, height: Double(30 + $0 % 7 * 10)) }, layout: .vertical())
    stage.harness.settle()
    stage.scroll(to: 600)
    stage.harness.settle()
    let size = stage.list.contentSize.height
    stage.list.contentInsets = Insets(top: 40)
    stage.harness.settle()
    #expect(stage.list.contentSize.height == size + 40)
  }
}
