import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Items that leave a list and return, as when the user filters the list and clears the filter.
@MainActor
struct AbsenceTests {
  @Test(arguments: [AnchorPolicy.item, .start, .end])
  func `a filter that matches nothing and is cleared leaves the view where it was`(policy: AnchorPolicy) {
    let stage = Stage(Stage.items(0..<1000), policy: policy)
    stage.scroll(to: 4010)
    stage.apply([Item]())
    stage.harness.settle()
    #expect(stage.visible.isEmpty)
    stage.apply(Stage.items(0..<1000))
    stage.harness.settle()
    #expect(stage.y(101) == 30)
    #expect(stage.offset == 4010)
  }

  @Test func `a view that follows the end follows it after an empty filter too, and only such a view`() {
    for (offset, y) in [(1e9, 260.0), (4010, 30)] {
      let stage = Stage(Stage.items(0..<1000), policy: .end)
      stage.scroll(to: offset)
      stage.apply([Item]())
      stage.apply(Stage.items(0..<1001))
      stage.harness.settle()
      #expect(stage.y(offset > 1e6 ? 1000 : 101) == y)
    }
  }

  @Test func `a view at the end only because few rows matched does not follow the end`() {
    let stage = Stage(Stage.items(0..<1000), policy: .end)
    stage.scroll(to: 4010)
    stage.apply(Stage.items([101, 103]))
    stage.harness.settle()
    stage.apply(Stage.items(0..<1000))
    stage.harness.settle()
    #expect(stage.y(101).map { $0 >= 0 && $0 < 100 } == true)
  }

  enum UserScroll: CaseIterable {
    case none, wheel, trackpad, finger, thumb

    @MainActor
    func perform(in harness: ViewHarness) {
      let point = Point(x: 50, y: 150)
      switch self {
      case .none: break
      case .wheel: harness.wheel(-2, at: point)
      case .trackpad: harness.send(.wheel(WheelDelta(x: 0, y: -2, isPrecise: true), at: point, []))
      case .finger:
        harness.touch(.began, at: point)
        harness.touch(.moved, at: Point(x: 50, y: 70))
        harness.touch(.ended, at: Point(x: 50, y: 70))
      case .thumb: harness.drag(from: Point(x: 390, y: 10), to: Point(x: 390, y: 60))
      }
    }
  }

  @Test(arguments: UserScroll.allCases, [false, true])
  func `the lost position returns after other lists without its items, unless the user scrolls`(
    scroll: UserScroll, settles: Bool
  ) {
    let stage = Stage(Stage.items(0..<1000))
    stage.scroll(to: 4010)
    stage.apply(Stage.items(500..<560))
    stage.harness.settle()
    stage.apply(Stage.items(520..<570))
    stage.harness.settle()
    scroll.perform(in: stage.harness)
    // A wheel that turned just before the update has not moved the content yet.
    if settles || scroll == .wheel { stage.harness.settle() }
    stage.apply(Stage.items(0..<1000))
    stage.harness.settle()
    #expect((stage.y(101) == 30) == (scroll == .none))
  }

  @Test(arguments: [[], Array(0..<3), Array(0..<30)], [0, 40, 1_000])
  func `items that leave, return and leave again in one animation bring the view back`(rest: [Int], pause: Int) {
    let stage = Stage(Stage.items(0..<1000))
    stage.scroll(to: 4010)
    for _ in 0..<3 {
      for items in [Stage.items(rest), Stage.items(0..<1000)] {
        stage.apply(items)
        stage.harness.advance(by: .milliseconds(pause))
      }
      #expect(stage.targetY(101) == 30)
    }
    stage.harness.settle()
    #expect(stage.y(101) == 30)
    #expect(stage.list.takeMetrics().blank == 0)
  }

  @Test func `items of any visible section bring the view back`() {
    let stage = Stage()
    func show(_ sections: some Sequence<Int>) {
      let sections = sections.map { number in
        Section(id: number, data: Stage.items([2 * number, 2 * number + 1])) { Plate(text: $0.text) }
          .withSectionLayout(.list(rowHeight: 40))
      }
      stage.list.apply(List(sections: sections))
      stage.harness.settle()
    }
    show(0..<200)
    stage.scroll(to: 4010)
    show(0..<5)
    // Sections before them return, and then some of the visible ones, but not the first.
    show(0..<50)
    #expect(stage.offset == 100)
    show(Array(0..<50) + Array(52..<200))
    #expect(stage.y(104) == 150)
  }

  @Test(arguments: 0..<40)
  func `items that come back in parts return to their places, also if the content is too short at first`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stage = Stage(Stage.items(0..<300))
    stage.scroll(to: 4010)
    // The visible items are 100 to 107. Some of the others stay.
    let rest = (0..<300).filter { !(90..<120).contains($0) && Int.random(in: 0..<300, using: &random) < $0 }
    stage.apply(Stage.items(rest))
    stage.harness.settle()
    var (shown, missing) = (Set(rest), (0..<300).filter { !rest.contains($0) })
    if seed % 2 == 1 { missing.shuffle(using: &random) }
    while !missing.isEmpty {
      let part = missing.prefix(Int.random(in: 1...40, using: &random))
      shown.formUnion(part)
      missing.removeFirst(part.count)
      stage.apply(Stage.items(shown.sorted()))
      if Bool.random(using: &random) { stage.harness.settle() } else { stage.harness.advance(by: .milliseconds(16)) }
    }
    stage.harness.settle()
    #expect(stage.offset == 4010)
    #expect(stage.y(101) == 30)
  }

  @Test func `items that come back in another section are others`() {
    let stage = Stage()
    stage.apply(sections: [Stage.items(0..<200), Stage.items(300..<302)])
    stage.scroll(to: 4010)
    stage.apply(sections: [Stage.items(0..<3), Stage.items(300..<302)])
    stage.apply(sections: [Stage.items(0..<3), Stage.items(Array(100..<110) + [300, 301])])
    stage.harness.settle()
    #expect(stage.offset == 0)
    stage.apply(sections: [Stage.items(0..<200), Stage.items(300..<302)])
    stage.harness.settle()
    #expect(stage.y(101) == 30)
  }

  @Test func `absent items are selected and focused again when they return`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(2)
    stage.click(4, modifiers: .control)
    var reports = 0
    stage.list.onSelectionChange = { _ in reports += 1 }
    stage.apply([Item]())
    #expect(stage.list.selectedCount == 0 && stage.list.focusedItem == nil)
    #expect(reports == 1)
    stage.apply(Stage.items(-1..<100))
    #expect(stage.selected() == [3, 5])
    #expect(stage.focused == 5)
    #expect(reports == 2)
  }

  @Test func `part of a selection leaves and returns, also when all of a long list is selected`() {
    let stage = Stage(Stage.items(0..<1000))
    stage.click(0)
    stage.harness.key("A", modifiers: .control)
    stage.apply(Stage.items((0..<1000).filter { $0 % 3 == 0 }))
    #expect(stage.list.selectedCount == 334)
    stage.apply(Stage.items((0..<1000).filter { $0 % 2 == 0 }))
    #expect(stage.list.selectedCount == 500)
    stage.apply(Stage.items(0..<1001))
    #expect(stage.list.selectedRanges(inSection: 0) == [0..<1000])
  }

  @Test func `a new selection replaces that of absent items`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(2)
    stage.click(4, modifiers: .control)
    stage.apply(Stage.items(10..<20))
    stage.click(12)
    stage.apply(Stage.items(0..<100))
    #expect(stage.selected() == [12])
    #expect(stage.focused == 12)
  }

  @Test func `adding to a selection keeps absent items selected`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(2)
    stage.apply(Stage.items(10..<20))
    stage.click(12, modifiers: .control)
    stage.apply(Stage.items(0..<100))
    #expect(stage.selected() == [2, 12])
    #expect(stage.focused == 12)
  }

  @Test func `the next item has the focus only while the focused one is absent`() {
    let stage = Stage(Stage.items(0..<10))
    stage.click(3)
    stage.apply(Stage.items([0, 1, 5, 6]))
    #expect(stage.focused == 2)
    stage.apply(Stage.items([0, 6]))
    #expect(stage.focused == 1)
    stage.apply(Stage.items(0..<10))
    #expect(stage.focused == 3)
  }

  @Test func `identities of other types return as well`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    func show(_ names: [String]) {
      list.apply(List(sections: [Section(id: 0, data: names, id: \.self) { Plate(text: $0) }]))
      harness.showIfNeeded()
    }
    show((0..<500).map { "row \($0)" })
    list.select(ElementPath(section: 0, item: 7))
    show([])
    show((0..<600).map { "row \($0)" })
    #expect(list.selectedRanges(inSection: 0) == [7..<8])
    #expect(list.focusedItem == ElementPath(section: 0, item: 7))
  }
}
