import Scrollwork
import ScrollworkTesting
import Testing

/// Calls that wait for the same frame take effect in order: the last one counts, also after a waiting list.
@MainActor
struct CallOrderTests {
  private static func path(_ item: Int, in section: Int = 0) -> ElementPath {
    ElementPath(section: section, item: item)
  }

  /// Scrolls the list of a stage to 400, then makes calls to it: inside a frame or between frames.
  private func call(
    _ stage: MomentStage, inside: Bool, _ calls: @escaping @MainActor (CollectionView) -> Void
  ) {
    stage.list.scroll(to: .offset(400), animated: false)
    stage.harness.settle()
    if inside {
      stage.atNext(.render, calls)
      stage.list.setNeedsReload()
    } else {
      calls(stage.list)
    }
    stage.harness.settle()
  }

  // MARK: Scrolling to the top

  @Test(arguments: [false, true])
  func `a scroll to the top counts after a list and a scroll of the same moment`(inside: Bool) {
    let stage = MomentStage()
    call(stage, inside: inside) { list in
      list.apply(stage.make(0..<100), updateStrategy: .nonanimatedBatchUpdates)
      list.scroll(to: .item(Self.path(50)), at: .start, animated: false)
      list.scrollToTop(animated: false)
    }
    #expect(stage.list.contentOffset.y == 0)
  }

  @Test(arguments: [false, true])
  func `a scroll to the top arrives at the start of the list applied before`(inside: Bool) {
    let stage = MomentStage()
    call(stage, inside: inside) { list in
      list.apply(stage.make((-20)..<100), updateStrategy: .nonanimatedBatchUpdates)
      list.scrollToTop(animated: false)
    }
    #expect(stage.list.contentOffset.y == 0 && stage.texts.first == "row -20")
  }

  @Test(arguments: [false, true])
  func `a scroll to the top counts after a restored position`(inside: Bool) {
    let stage = MomentStage()
    stage.list.scroll(to: .offset(1000), animated: false)
    stage.harness.settle()
    let saved = stage.list.scrollPosition
    call(stage, inside: inside) { list in
      list.restore(saved)
      list.scrollToTop(animated: false)
    }
    #expect(stage.list.contentOffset.y == 0)
  }

  @Test func `a list that refuses to scroll to the top keeps an earlier scroll`() {
    let stage = MomentStage()
    stage.list.apply(stage.make(0..<100).shouldScrollToTop { _ in false })
    stage.harness.settle()
    call(stage, inside: false) { list in
      list.apply(list.snapshot(), updateStrategy: .nonanimatedBatchUpdates)
      list.scroll(to: .offset(800), animated: false)
      list.scrollToTop(animated: false)
    }
    #expect(stage.list.contentOffset.y == 800)
  }

  @Test func `the end of a scroll to the top that waited for its list is reported once`() {
    let stage = MomentStage()
    var count = 0
    call(stage, inside: false) { list in
      list.apply(stage.make(0..<100).didScrollToTop { _ in count += 1 })
      list.scrollToTop()
    }
    stage.list.scroll(to: .offset(80))
    stage.harness.settle()
    #expect(count == 1)
  }

  // MARK: Nested scroll containers

  private static func cards(_ id: Int = 0) -> Section {
    let group = LayoutGroup.horizontal(
      LayoutSize(width: .absolute(150), height: .absolute(80)), once: [LayoutItem(size: .full)])
    return Section(id: id, data: 0..<20, id: \.self) { Plate(text: "card \($0)") }
      .withSectionLayout(SectionLayout(group: group, interGroupSpacing: 10).orthogonalScrolling(.continuous))
  }

  private static func rows(_ id: Int) -> Section {
    Section(id: id, data: 0..<2, id: \.self) { Plate(text: "row \($0)") }.withSectionLayout(.list(rowHeight: 40))
  }

  private func showCards() -> (list: CollectionView, harness: ViewHarness) {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    list.apply(List(sections: [Self.cards()]))
    harness.settle()
    return (list, harness)
  }

  /// Returns a position with the cards at offset 500, and scrolls them back to 0.
  private func savedPosition(of list: CollectionView, _ harness: ViewHarness) -> ScrollPosition {
    list.scrollSection(0, to: 500, animated: false)
    harness.settle()
    let saved = list.scrollPosition
    list.scrollSection(0, to: 0, animated: false)
    harness.settle()
    return saved
  }

  @Test(arguments: [false, true])
  func `the later one of a scroll inside a section and a restored position wins`(waits: Bool) {
    for restoresLast in [false, true] {
      let (list, harness) = showCards()
      let saved = savedPosition(of: list, harness)
      let offset = { list.scrollSection(0, to: 160, animated: false) }
      if waits { list.apply(List(sections: [Self.cards()])) }
      if restoresLast { offset() }
      list.restore(saved)
      if !restoresLast { offset() }
      harness.settle()
      #expect(list.sectionOffset(0) == (restoresLast ? 500 : 160))
    }
  }

  @Test func `a scroll to a card counts after a restored position`() {
    let (list, harness) = showCards()
    let saved = savedPosition(of: list, harness)
    list.restore(saved)
    list.scroll(to: .item(Self.path(0)), animated: false)
    harness.settle()
    #expect(list.sectionOffset(0) == 0)
  }

  @Test(arguments: [false, true])
  func `a scroll inside a section means the section of the list applied last`(holding: Bool) {
    let (list, harness) = showCards()
    list.apply(List(sections: [Self.rows(9), Self.cards()]), updateStrategy: .nonanimatedBatchUpdates)
    if holding {
      list.scrollSection(holding: Self.path(3, in: 1), to: 160, animated: false)
    } else {
      list.scrollSection(1, to: 160, animated: false)
    }
    // Another list may come before the frame: the section stays the one that was meant.
    list.apply(
      List(sections: [Self.rows(8), Self.rows(9), Self.cards()]), updateStrategy: .nonanimatedBatchUpdates)
    harness.settle()
    #expect(list.sectionOffset(2) == 160)
  }

  @Test func `the last of several waiting scrolls inside a section wins`() {
    let (list, harness) = showCards()
    list.apply(List(sections: [Self.cards(), Self.cards(1)]))
    list.scrollSection(0, to: 320, animated: false)
    list.scrollSection(1, to: 480, animated: false)
    list.scrollSection(0, to: 160, animated: false)
    list.scrollSection(7, to: 160, animated: false)
    harness.settle()
    #expect(list.sectionOffset(0) == 160 && list.sectionOffset(1) == 480)
  }

  // MARK: Outcomes

  @Test func `a list that no frame shows is superseded, also after a reload`() {
    let stage = MomentStage()
    var outcomes: [String] = []
    stage.list.apply(stage.make(0..<5)) { outcomes.append("5 \($0)") }
    stage.list.reloadData()
    stage.list.apply(stage.make(0..<9)) { outcomes.append("9 \($0)") }
    stage.harness.settle()
    #expect(outcomes == ["5 superseded", "9 applied"])
  }

  @Test func `a list that is reloaded twice before its frame is applied`() {
    let stage = MomentStage()
    var outcomes: [UpdateOutcome] = []
    stage.list.apply(stage.make(0..<5)) { outcomes.append($0) }
    stage.list.reloadData()
    stage.list.reloadData()
    stage.list.setNeedsReload()
    stage.harness.settle()
    #expect(outcomes == [.applied] && stage.list.itemCount == 5)
  }

  // MARK: Many calls

  // Were each call to look at all that wait, this test would take minutes.
  @Test func `a handler may make very many calls`() {
    let count = 20_000
    let stage = MomentStage(0..<count)
    stage.list.selectAll()
    stage.harness.settle()
    stage.atNext(.didScroll) { list in
      for item in 0..<count - 1 { list.deselect(Self.path(item)) }
      #expect(list.selectedCount == count && list.snapshot().sections[0].count == count)
    }
    stage.list.scroll(to: .offset(80), animated: false)
    stage.harness.settle()
    #expect(stage.list.selectedCount == 1 && stage.list.isSelected(Self.path(count - 1)))
  }
}
