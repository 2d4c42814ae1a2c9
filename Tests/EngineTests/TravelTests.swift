import Scrollwork
import ScrollworkTesting
import Testing

/// Long moves, many moves at once, and changes of size.
@MainActor
struct TravelTests {
  @Test func `items that move far away leave over the edge, in order, and are recycled there`() {
    let stage = Stage(Stage.items(0..<10_000))
    stage.apply(Stage.items(Array(3..<9_000) + [0, 1, 2] + Array(9_000..<10_000)))
    var ways: [[Double]] = [[], [], []]
    while stage.harness.frame.wake != nil, ways[0].count < 100 {
      for id in 0...2 { if let y = stage.y(id) { ways[id].append(y) } }
      stage.harness.advance(by: .nanoseconds(16_666_667))
    }
    for way in ways {
      #expect(way.count > 6)
      #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 60 }, "\(way)")
      // The item is last drawn just before the lower edge of the window.
      #expect(way.last.map { $0 > 240 && $0 < 300 } == true, "\(way)")
    }
    #expect(zip(ways[0], ways[1]).allSatisfy { $0 < $1 } && zip(ways[1], ways[2]).allSatisfy { $0 < $1 })
    #expect(stage.node(0) == nil)
    #expect(stage.list.report.animating == 0)
  }

  @Test func `items that move far up leave over the upper edge`() {
    let stage = Stage(Stage.items(0..<10_000))
    stage.scroll(to: 200_000)
    stage.apply(Stage.items([5_003] + Array(0..<5_003) + Array(5_004..<10_000)))
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.y(5_003).map { $0 < 100 && $0 > -40 } == true)
    stage.harness.settle()
    #expect(stage.node(5_003) == nil)
    #expect(stage.y(5_000) == 0)
  }

  @Test func `items from far away enter over the edge, in order`() {
    let stage = Stage(Stage.items(0..<10_000))
    stage.apply(Stage.items([9_000, 9_001, 9_002] + Array(0..<9_000) + Array(9_003..<10_000)))
    let places = [9_000, 9_001, 9_002].compactMap { stage.y($0) }
    #expect(places == [300, 340, 380])
    stage.harness.settle()
    #expect([9_000, 9_001, 9_002].compactMap { stage.y($0) } == [0, 40, 80])
  }

  @Test func `scrolling at once to an item that left finds it at its target`() {
    let stage = Stage(Stage.items(0..<200))
    stage.apply(Stage.items(Array(1..<100) + [0] + Array(100..<200)))
    stage.harness.advance(by: .milliseconds(60))
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 99)), at: .center, animated: false)
    stage.harness.settle()
    #expect(stage.y(0) == 130)
  }

  @Test func `a filter by the user moves items by its own spring`() {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([100, 0, 1, 2, 3, 4]), reason: .sort)
    stage.harness.advance(by: .milliseconds(100), framesPerSecond: 100)
    // 40 (1 + w t) e^(-w t) with w = 2 pi / 0.28 and t = 0.1.
    #expect(abs((stage.y(0) ?? 0) - (40 - 40 * 3.243_995 * 0.106_034)) < 0.01)
  }

  @Test func `a filter keeps a visible focused item in place, else it shows the start`() {
    for clicks in [true, false] {
      let stage = Stage(Stage.items(0..<1000))
      stage.scroll(to: 4000)
      if clicks { stage.click(102) }
      stage.apply(Stage.items((0..<1000).filter { $0 % 2 == 0 }), reason: .filter)
      stage.harness.settle()
      if clicks { #expect(stage.y(102) == 80) } else { #expect(stage.offset == 0) }
    }
  }

  @Test func `more moves than a user can follow are crossfaded`() throws {
    let layout = SectionLayout.grid(minimumItemWidth: 20, itemHeight: 20)
    let stage = Stage(Stage.items(0..<400), layout: layout)
    stage.apply(Stage.items((0..<400).reversed()), reason: .sort)
    #expect(stage.cells.allSatisfy { $0.bounds == $0.target })
    #expect(try #require(stage.node(399)).alpha == 0)
    #expect(stage.list.report.contents > stage.cells.count)
    stage.harness.advance(by: .milliseconds(150))
    #expect(stage.cells.allSatisfy { $0.alpha == 1 })
    #expect(stage.list.report.contents == stage.cells.count)
    #expect(stage.harness.frame.wake == nil)
  }

  @Test(arguments: [UpdateReason.sort, .filter])
  func `the view stays filled when a sort or filter shows other items`(_ reason: UpdateReason) {
    for layout in [SectionLayout.list(rowHeight: 20), .grid(minimumItemWidth: 60, itemHeight: 60)] {
      let stage = Stage(Stage.items(0..<2_000), layout: layout)
      stage.apply(Stage.items((0..<2_000).reversed().filter { reason == .sort || $0 % 2 == 0 }), reason: reason)
      #expect(stage.cells.allSatisfy { $0.bounds == $0.target })
      stage.harness.advance(by: .milliseconds(150))
      #expect(stage.cells.allSatisfy { $0.alpha == 1 })
    }
  }

  @Test func `a content view that asks for another height moves the others smoothly`() throws {
    let stage = Stage((0..<20).map { Item($0) }, layout: .list(estimatedRowHeight: 40))
    stage.scroll(to: 100)
    let anchor = try #require(stage.y(3))
    let plate = try #require(stage.list.cell(at: ElementPath(section: 0, item: 4)).content as? PlateView)
    plate.wantedHeight = 90
    stage.harness.showIfNeeded()
    #expect(stage.y(3) == anchor)
    #expect(stage.y(5) == anchor + 80)
    #expect(stage.targetY(5) == anchor + 130)
    #expect(stage.node(4)?.bounds.height == 40)
    stage.harness.advance(by: .milliseconds(50))
    #expect(stage.y(5).map { $0 > anchor + 80 && $0 < anchor + 130 } == true)
    stage.harness.settle()
    #expect(stage.y(5) == anchor + 130)
    #expect(stage.node(4)?.bounds.height == 90)
    #expect(stage.y(3) == anchor)
  }

  @Test func `a growing row shows no more than it has room for`() throws {
    let stage = Stage((0..<20).map { Item($0) }, layout: .list(estimatedRowHeight: 40))
    let plate = try #require(stage.list.cell(at: ElementPath(section: 0, item: 1)).content as? PlateView)
    plate.wantedHeight = 140
    stage.harness.showIfNeeded()
    stage.harness.advance(by: .milliseconds(50))
    let next = try #require(stage.y(2))
    let group = try #require(stage.harness.frame.groups.first { $0.frame.minY == stage.y(1) })
    #expect(next > 85 && next < 180)
    #expect(abs(group.clip.maxY - next) < 1e-9)
  }

  @Test func `items keep the velocity of scrolling when a sort moves the view elsewhere`() {
    let stage = Stage(Stage.items(0..<200))
    stage.scroll(to: 3000)
    stage.harness.wheel(-5, at: Point(x: 50, y: 100))
    stage.harness.advance(by: .milliseconds(50))
    func pass() -> Double {
      let before = stage.y(82) ?? 0
      stage.harness.advance(by: .milliseconds(4), framesPerSecond: 1000)
      return (stage.y(82) ?? 0) - before
    }
    let speed = pass()
    #expect(speed < -12)
    // Most rows stay in view, or they would crossfade.
    stage.apply(Stage.items(Array(80..<200) + Array(0..<80)), reason: .sort)
    #expect(stage.offset == 0)
    #expect(abs(pass() - speed) < 7)
    stage.harness.settle()
    #expect(stage.visible.map(\.id).first == "80")
  }

  @Test func `items from far away become visible at once, though the nearest is almost a viewport away`() {
    let stage = Stage(Stage.items(0..<200), policy: .none)
    stage.scroll(to: 4000)
    // Visible rows move down. The rows that enter were one to two viewports below.
    let rows = Array(0..<100) + Array(122..<130) + Array(100..<122) + Array(130..<200)
    stage.apply(Stage.items(rows.filter { !(108..<114).contains($0) }))
    stage.harness.advance(by: .milliseconds(34))
    #expect(stage.visible.contains { (122..<130).contains(Int($0.id) ?? 0) })
    stage.harness.settle()
    #expect(stage.list.takeMetrics().blank == 0)
  }
}
