import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct AnchorTests {
  @Test func `insertions and deletions above keep visible items in place`() {
    let stage = Stage(Stage.items(0..<1000))
    stage.scroll(to: 4010)
    stage.apply(Stage.items(-50..<1000))
    #expect(stage.y(101) == 30)
    #expect(stage.offset == 6010)
    stage.apply(Stage.items(90..<1000))
    #expect(stage.y(101) == 30)
    #expect(stage.list.report.animating == 0)
  }

  @Test func `at the very start insertions are visible`() {
    let stage = Stage(Stage.items(0..<100))
    stage.apply(Stage.items(-2..<100))
    stage.harness.settle()
    #expect(stage.y(-2) == 0)
  }

  @Test func `at the start a focused item is the anchor, unless the policy is start`() {
    for (policy, y) in [(AnchorPolicy.item, 80.0), (.start, 160)] {
      let stage = Stage(Stage.items(0..<100), policy: policy)
      stage.click(2)
      stage.apply(Stage.items(-2..<100))
      stage.harness.settle()
      #expect(stage.y(2) == y)
    }
  }

  @Test func `the focused item is preferred as anchor`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 400)
    stage.click(14)
    // The new rows are above the focused row but below the first visible one.
    stage.apply(Stage.items(Array(0..<12) + [200, 201] + Array(12..<100)))
    stage.harness.settle()
    #expect(stage.y(14) == 160)
    #expect(stage.y(12) == 80)
    #expect(stage.y(11) == -40 || stage.y(11) == nil)
  }

  @Test func `without an anchor the distance from the start stays`() {
    let stage = Stage(Stage.items(0..<100), policy: .none)
    stage.scroll(to: 400)
    stage.apply(Stage.items(-5..<100))
    stage.harness.settle()
    #expect(stage.offset == 400)
    #expect(stage.y(5) == 0)
  }

  @Test func `only a view at the end follows the end`() {
    let stage = Stage(Stage.items(0..<100), policy: .end)
    #expect(stage.list.isAtEnd)
    stage.apply(Stage.items(0..<103))
    #expect(stage.y(99) == 260)
    stage.harness.settle()
    #expect(stage.y(102) == 260)
    stage.harness.wheel(3, at: Point(x: 50, y: 50))
    stage.harness.settle()
    let offset = stage.offset
    stage.apply(Stage.items(0..<110))
    stage.harness.settle()
    #expect(stage.offset == offset)
    stage.list.scroll(to: .end)
    stage.harness.advance(by: .milliseconds(30))
    stage.apply(Stage.items(0..<120))
    stage.harness.settle()
    #expect(stage.y(119) == 260)
  }

  @Test func `a log that drops its oldest lines while it grows only scrolls`() {
    let stage = Stage(Stage.items(0..<100), policy: .end)
    stage.apply(Stage.items(10..<110))
    #expect(stage.y(99) == 260)
    #expect(stage.list.report.animating == 0)
    stage.harness.settle()
    #expect(stage.y(109) == 260)
  }

  @Test func `pages inserted at the start keep the anchor if the policy is end`() {
    let stage = Stage(Stage.items(0..<100), policy: .end)
    stage.scroll(to: 0)
    stage.apply(Stage.items(-100..<100))
    #expect(stage.y(0) == 0)
    #expect(stage.offset == 4000)
  }

  @Test func `rows measured above the viewport do not move visible items`() {
    let items = (0..<500).map { Item($0, height: Double(20 + $0 * 37 % 90)) }
    let stage = Stage(items, layout: .list(estimatedRowHeight: 44))
    stage.scroll(to: 9000)
    stage.harness.settle()
    for _ in 0..<40 {
      let before = Dictionary(stage.visible.map { ($0.id, $0.bounds.minY) }) { first, _ in first }
      stage.harness.send(.wheel(WheelDelta(x: 0, y: 0.3, isPrecise: true), at: Point(x: 50, y: 50), []))
      let moved = Set(stage.visible.compactMap { node in before[node.id].map { node.bounds.minY - $0 } })
      #expect(moved.allSatisfy { $0 >= 28 && $0 <= 30 })
      #expect(moved.count == 1)
    }
  }

  @Test func `deleting everything or most items scrolls smoothly to the start`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 2000)
    stage.apply(Stage.items([50, 51, 52]))
    #expect(stage.y(50) == 0)
    stage.harness.settle()
    #expect(stage.offset == 0)
    stage.apply(Stage.items([]))
    stage.harness.settle()
    #expect(stage.cells.isEmpty)
    #expect(stage.list.report.contents == 0)
    stage.apply(Stage.items(0..<10))
    stage.harness.settle()
    #expect(stage.visible.count == 8)
  }

  @Test func `rows move smoothly to the bound if the end leaves no room`() {
    let stage = Stage(Stage.items(0..<20))
    stage.scroll(to: 500)
    stage.apply(Stage.items(0..<16))
    #expect(stage.y(14) == 60)
    stage.harness.settle()
    #expect(stage.y(15) == 260)
    #expect(stage.offset == 340)
  }

  @Test func `an update does not stop an animated scroll, and a deletion above does not shorten it`() {
    let stage = Stage(Stage.items(0..<200))
    stage.scroll(to: 7000)
    stage.harness.wheel(-4, at: Point(x: 50, y: 50))
    stage.harness.advance(by: .milliseconds(50))
    let y = stage.y(180) ?? 0
    stage.apply(Stage.items(150..<200))
    #expect(abs((stage.y(180) ?? 0) - y) <= 0.5)
    stage.harness.settle()
    // 7000, plus 4 notches of 96, less the 150 deleted rows of 40.
    #expect(stage.offset == 1384)
  }

  @Test func `a touch keeps dragging the same content though rows are inserted above`() {
    let stage = Stage(Stage.items(0..<200))
    stage.scroll(to: 2000)
    stage.harness.touch(.began, at: Point(x: 50, y: 100))
    stage.harness.touch(.moved, at: Point(x: 50, y: 80))
    #expect(stage.y(52) == 60)
    stage.apply(Stage.items(-10..<200))
    #expect(stage.y(52) == 60)
    stage.harness.touch(.moved, at: Point(x: 50, y: 70))
    #expect(stage.y(52) == 50)
  }

  @Test func `content that ends above the viewport's end is not moved before the touch ends`() {
    let stage = Stage(Stage.items(0..<200))
    stage.scroll(to: 7000)
    stage.harness.touch(.began, at: Point(x: 50, y: 100))
    stage.harness.touch(.moved, at: Point(x: 50, y: 80))
    #expect(stage.offset == 7020 && stage.y(176) == 20)
    stage.apply(Stage.items(0..<179))
    #expect(stage.offset == 7020 && stage.y(176) == 20 && stage.maximum == 6860)
    stage.harness.advance(by: .seconds(1))
    #expect(stage.offset == 7020)
    stage.harness.touch(.ended, at: Point(x: 50, y: 80))
    stage.harness.settle()
    #expect(stage.offset == 6860)
  }

  @Test func `a drag continues from the offset to which the program scrolled meanwhile`() {
    let stage = Stage(Stage.items(0..<200))
    stage.scroll(to: 2000)
    stage.harness.touch(.began, at: Point(x: 50, y: 100))
    stage.harness.touch(.moved, at: Point(x: 50, y: 80))
    stage.scroll(to: 100)
    stage.harness.touch(.moved, at: Point(x: 50, y: 90))
    #expect(stage.offset == 100)
    stage.harness.touch(.moved, at: Point(x: 50, y: 110))
    #expect(stage.offset == 80)
  }

  @Test func `a change of scale or theme keeps the anchor`() {
    let stage = Stage(Stage.items(0..<200))
    stage.scroll(to: 2010)
    stage.harness.changeEnvironment { $0.scale = 2 }
    #expect(stage.y(51) == 30)
    stage.harness.changeEnvironment { $0.theme = .dark }
    #expect(stage.y(51) == 30)
  }

  @Test func `the anchor stays in place also when a new neighbour is taller than estimated`() {
    let stage = Stage(Stage.items(0..<100), layout: .list(estimatedRowHeight: 20))
    stage.scroll(to: 210)
    stage.harness.settle()
    let first = stage.visible.first { $0.bounds.minY >= 20 }
    let (id, y) = (first.flatMap { Int($0.id) } ?? 0, first?.bounds.minY)
    var items = Stage.items(0..<100)
    // By its estimate, the new row would be fully visible and would be the first such row.
    items.insert(Item(1000, height: 90), at: id)
    stage.apply(items)
    #expect(stage.targetY(id) == y)
    #expect(stage.targetY(1000) == y.map { $0 - 90 })
  }

  @Test func `an exiting item stays in place when the next update moves the content below it`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 400)
    let gone = stage.harness.frame.groups.filter { $0.frame.height == 40 }[2]
    #expect(gone.frame.minY == 80)
    let others = (0..<100).filter { $0 != 12 }
    stage.apply(Stage.items(others))
    stage.apply(Stage.items(Array(-20..<0) + others))
    #expect(stage.offset == 1200)
    #expect(stage.harness.frame.groups.first { $0.id == gone.id }?.frame.minY == 80)
  }
}

extension AnchorTests {
  @Test func `the first Page Down shows the next page`() {
    let stage = Stage(Stage.items(0..<100))
    stage.harness.key(.tab)
    stage.harness.key(.pageDown)
    stage.harness.settle()
    #expect(stage.focused == 6)
  }

  @Test func `Page Up and Page Down keep their column in a grid, also over shorter rows`() {
    let stage = Stage(Stage.items(0..<403), layout: .grid(minimumItemWidth: 90, itemHeight: 50))
    stage.harness.settle()
    let columns = Set(stage.visible.map(\.bounds.minX)).count
    #expect(columns == 4)
    for key in [Key.tab, .right, .right, .down] { stage.harness.key(key) }
    #expect(stage.focused == 6)
    stage.harness.key(.pageDown)
    let page = stage.focused.map { $0 - 6 } ?? 0
    #expect(page > 4 && page % columns == 0, "whole rows further down, in the third column")
    for _ in 0..<3 { stage.harness.key(.pageDown) }
    stage.harness.key(.pageUp)
    let third: Int = 6 + 3 * page
    #expect(stage.focused == third)
    stage.harness.key(.up)
    #expect(stage.focused == third - columns)
  }

  /// Returns a stage with a hundred items, scrolled to 1000.
  private func inTheMiddle() -> Stage {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 1000)
    stage.harness.settle()
    return stage
  }

  @Test func `a filter by the user shows the start, also a narrower one, and clearing it restores the position`() {
    let stage = inTheMiddle()
    stage.apply(Stage.items((0..<100).filter { $0 % 2 == 0 }), reason: .filter)
    stage.harness.settle()
    #expect(stage.offset == 0)
    stage.apply(Stage.items((0..<100).filter { $0 % 4 == 0 }), reason: .filter)
    stage.harness.settle()
    #expect(stage.offset == 0)
    stage.apply(Stage.items(0..<100), reason: .filter)
    stage.harness.settle()
    #expect(stage.offset == 1000)
  }

  @Test func `a click during a filter keeps the clicked item in place when the filter is cleared`() {
    let stage = inTheMiddle()
    stage.apply(Stage.items((0..<100).filter { $0 % 2 == 0 }), reason: .filter)
    stage.harness.settle()
    let found = stage.visible[2]
    stage.harness.click(at: found.bounds.center)
    stage.apply(Stage.items(0..<100), reason: .filter)
    stage.harness.settle()
    #expect(stage.visible.first { $0.id == found.id }?.bounds == found.bounds)
  }

  @Test func `a scroll during a filter keeps the first visible item in place when the filter is cleared`() throws {
    let stage = inTheMiddle()
    stage.apply(Stage.items((0..<100).filter { $0 % 2 == 0 }), reason: .filter)
    stage.scroll(to: 400)
    stage.harness.settle()
    let read = try #require(stage.visible.first)
    stage.apply(Stage.items(0..<100), reason: .filter)
    stage.harness.settle()
    #expect(stage.visible.first { $0.id == read.id }?.bounds == read.bounds)
  }

  @Test func `a filter that removes other sections restores the position too`() {
    let stage = Stage()
    let sections = [Stage.items(0..<40), Stage.items(100..<140), Stage.items(200..<240)]
    stage.apply(sections: sections)
    stage.scroll(to: 2000)
    stage.harness.settle()
    let before = stage.visible.map(\.bounds)
    stage.apply(sections: [[], sections[1], []], reason: .filter)
    stage.harness.settle()
    #expect(stage.offset == 0)
    stage.apply(sections: sections, reason: .filter)
    stage.harness.settle()
    #expect(stage.offset == 2000 && stage.visible.map(\.bounds) == before)
  }

  @Test func `a log that is emptied and filled again is followed`() {
    let stage = Stage(Stage.items(0..<100), policy: .end)
    stage.harness.settle()
    stage.apply([Item]())
    stage.harness.settle()
    stage.apply(Stage.items(200..<260))
    stage.harness.settle()
    #expect(stage.offset == stage.maximum && stage.maximum > 0)
  }

  @Test func `a key that cannot move the focus reveals the focused item`() {
    let stage = Stage(Stage.items(0..<100))
    for key in [Key.tab, .end] { stage.harness.key(key) }
    stage.harness.settle()
    stage.scroll(to: 0)
    stage.harness.key(.down)
    stage.harness.settle()
    #expect(stage.offset == stage.maximum && stage.focused == 99)
  }

  @Test func `another layout of the same items shows the start to a view at the start`() {
    let stage = Stage()
    func apply(header: Double) {
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: Stage.items(0..<100)) { Plate(text: $0.text) }.withSectionLayout(stage.layout)
            .withHeader(Plate(text: "header", height: header))
        ]))
      stage.harness.settle()
    }
    apply(header: 36)
    for key in [Key.tab, .home] { stage.harness.key(key) }
    stage.harness.settle()
    for height in [57.0, 20, 44] {
      apply(header: height)
      #expect(stage.offset == 0)
    }
  }

  @Test func `another order shows the start, unless the focused item is visible`() {
    let stage = inTheMiddle()
    stage.apply(Stage.items((0..<100).reversed()), reason: .sort)
    stage.harness.settle()
    #expect(stage.offset == 0)
    let clicked = stage.visible[3]
    stage.harness.click(at: clicked.bounds.center)
    stage.apply(Stage.items((0..<100).map { ($0 * 37) % 100 }), reason: .sort)
    stage.harness.settle()
    #expect(stage.visible.first { $0.id == clicked.id }?.bounds == clicked.bounds)
  }

  @Test func `a user's filter keeps its reason when new data arrive in the same frame`() {
    let stage = inTheMiddle()
    stage.list.apply(List(sections: []), reason: .filter)
    stage.apply(Stage.items((0..<100).filter { $0 % 2 == 0 }))
    stage.harness.settle()
    #expect(stage.offset == 0)
  }
}
