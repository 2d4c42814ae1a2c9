import Scrollwork
import ScrollworkTesting
import Testing

/// Lists in windows whose size changes.
@MainActor
struct ResizeTests {
  @Test func `a resize keeps the first visible item, and the end if it is followed`() {
    let stage = Stage(
      Stage.items(0..<1000), layout: .grid(minimumItemWidth: 90, itemHeight: 50), size: Size(width: 400, height: 300))
    stage.scroll(to: 5000)
    let first = stage.visible[0]
    stage.harness.resize(to: Size(width: 720, height: 500))
    #expect(stage.node(Int(first.id) ?? -1)?.bounds.minY == first.bounds.minY)
    let log = Stage(Stage.items(0..<1000), policy: .end)
    for height in [200.0, 350, 90] {
      log.harness.resize(to: Size(width: 400, height: height))
      #expect(log.y(999) == height - 40)
    }
  }

  @Test func `a grid that becomes narrower and wider again returns to its position`() throws {
    let stage = Stage(Stage.items(0..<500), layout: .grid(minimumItemWidth: 50, aspectRatio: 1))
    stage.scroll(to: 1000)
    stage.harness.settle()
    let before = stage.visible.map { ($0.id, $0.bounds) }
    for width in [350.0, 290, 230, 180, 290, 330, 400] {
      stage.harness.resize(to: Size(width: width, height: 300))
      stage.harness.settle()
    }
    #expect(stage.visible.map(\.id) == before.map(\.0))
    #expect(stage.visible.map(\.bounds) == before.map(\.1))
  }

  @Test func `a focused item at the end of a grid stays visible in a narrower window`() throws {
    let stage = Stage(Stage.items(0..<600), layout: .grid(minimumItemWidth: 50, aspectRatio: 1))
    for key in [Key.tab, .end] { stage.harness.key(key) }
    stage.harness.settle()
    let columns = Set(stage.visible.map(\.bounds.minX)).count
    for key in Array(repeating: Key.left, count: (599 - (600 / columns * columns - 1)) % columns) {
      stage.harness.key(key)
    }
    stage.harness.settle()
    let focused = try #require(stage.focused)
    let before = try #require(stage.y(focused))
    #expect(try #require(stage.node(focused)).bounds.minX > 320, "beyond the edge of the narrower window")
    stage.harness.resize(to: Size(width: 300, height: 300))
    stage.harness.settle()
    #expect(stage.y(focused) == before || stage.offset == stage.maximum)
    #expect(stage.visible.contains { $0.id == "\(focused)" })
  }

  @Test func `a window resized at the start of a list shows the start, also with the focus there`() {
    let stage = Stage(Stage.items(0..<500), layout: .grid(minimumItemWidth: 50, aspectRatio: 1))
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(0..<500)) { Plate(text: $0.text) }.withSectionLayout(stage.layout)
          .withHeader(Plate(text: "header", height: 57))
      ]))
    stage.harness.settle()
    stage.harness.key(.tab)
    stage.harness.key(.home)
    stage.harness.settle()
    let top = stage.y(0)
    for width in [350.0, 230, 400] {
      stage.harness.resize(to: Size(width: width, height: 300))
      stage.harness.settle()
      #expect(stage.offset == 0 && stage.y(0) == top, "\(width)")
    }
  }

  @Test func `a focused last row at the end stays at the end in a window of any size`() throws {
    let stage = Stage(Stage.items(0..<601), layout: .grid(minimumItemWidth: 50, aspectRatio: 1))
    for key in [Key.tab, .end] { stage.harness.key(key) }
    stage.harness.settle()
    for size in [Size(width: 300, height: 420), Size(width: 170, height: 120), Size(width: 640, height: 420)] {
      stage.harness.resize(to: size)
      stage.harness.settle()
      #expect(stage.offset == stage.maximum)
      #expect(try #require(stage.node(600)).bounds.maxY <= size.height, "\(size)")
    }
  }

  @Test func `a focused item stays visible in a lower window and returns in a higher one`() throws {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 1000)
    stage.harness.settle()
    let clicked = stage.visible[5]
    stage.harness.click(at: clicked.bounds.center)
    stage.harness.settle()
    let id = try #require(Int(clicked.id))
    for height in [200.0, 90, 41, 60] {
      stage.harness.resize(to: Size(width: 400, height: height))
      stage.harness.settle()
      #expect(stage.y(id) == height - 40)
    }
    stage.harness.resize(to: Size(width: 400, height: 300))
    stage.harness.settle()
    #expect(stage.y(id) == clicked.bounds.minY)
  }

  /// Resizes the window. If it is narrow, another layout of the same items is applied for the frame that shows the new
  /// width.
  private func resize(_ stage: Stage, to size: Size) {
    let isNarrow = size.width < 300
    let layout = SectionLayout.grid(
      minimumItemWidth: 50, aspectRatio: 1, spacing: isNarrow ? 4 : 10, insets: Insets(isNarrow ? 2 : 12))
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: Stage.items(0..<601)) { Plate(text: $0.text) }.withSectionLayout(layout)
          .withHeader(Plate(text: "header", height: isNarrow ? 20 : 57))
      ]))
    stage.harness.resize(to: size)
    stage.harness.settle()
  }

  @Test func `a grid with another layout in narrow windows returns to its position`() {
    for offset in [1000.0, 2345, 4000] {
      let stage = Stage()
      resize(stage, to: Size(width: 400, height: 300))
      stage.scroll(to: offset)
      stage.harness.settle()
      let before = stage.visible.map(\.bounds)
      for width in [310.0, 170, 260, 400] { resize(stage, to: Size(width: width, height: 200 + width / 4)) }
      #expect(stage.visible.map(\.bounds) == before)
    }
  }

  @Test func `a focused end stays the end in a grid with another layout in narrow windows`() throws {
    let stage = Stage()
    resize(stage, to: Size(width: 400, height: 300))
    for key in [Key.tab, .end] { stage.harness.key(key) }
    stage.harness.settle()
    for size in [Size(width: 320, height: 420), Size(width: 170, height: 120), Size(width: 640, height: 420)] {
      resize(stage, to: size)
      #expect(stage.offset == stage.maximum, "\(size)")
    }
  }

  @Test(arguments: ["wheel", "key", "call", "thumb"])
  func `the start is reached although rows there are taller than estimated`(way: String) {
    let stage = Stage()
    resize(stage, to: Size(width: 400, height: 300))
    stage.scroll(to: 1000)
    stage.harness.click(at: Point(x: 100, y: 100))
    resize(stage, to: Size(width: 420, height: 300))
    switch way {
    case "wheel": stage.harness.wheel(99, at: Point(x: 100, y: 100))
    case "key": stage.harness.key(.home)
    case "call": stage.list.scroll(to: .start, animated: false)
    default: stage.harness.drag(from: Point(x: 415, y: 65), to: Point(x: 415, y: -50))
    }
    stage.harness.settle()
    #expect(stage.offset == 0)
    let top = 57.0 + 12
    #expect(stage.y(0) == top)
  }

  @Test func `a position near the end returns after a window so high that it showed the end`() {
    let log = Stage(Stage.items(0..<100), policy: .end)
    log.scroll(to: log.maximum - 120)
    log.harness.settle()
    let before = log.visible.map(\.bounds)
    for height in [700.0, 900, 300] { log.harness.resize(to: Size(width: 400, height: height)) }
    #expect(log.visible.map(\.bounds) == before)
    log.scroll(to: log.maximum)
    for height in [700.0, 200, 300] { log.harness.resize(to: Size(width: 400, height: height)) }
    #expect(log.y(99) == 260.0)
  }

  @Test func `a focused row almost at the end stays in place when a row changes`() {
    let stage = Stage(Stage.items(0..<100))
    for key in [Key.tab, .end] { stage.harness.key(key) }
    stage.harness.settle()
    stage.scroll(to: stage.maximum - 0.8)
    stage.harness.settle()
    let (before, offset) = (stage.y(99), stage.offset)
    stage.apply((0..<100).map { Item($0, text: $0 == 97 ? "changed" : nil) })
    stage.harness.settle()
    #expect(stage.y(99) == before && stage.offset == offset)
  }

  @Test func `after a resize and a scroll each update anchors the first item that is visible by then`() {
    func rows(_ heights: [Int: Double]) -> [Item] { (0..<100).map { Item($0, height: heights[$0] ?? 40) } }
    let stage = Stage(rows([10: 160]), layout: .list(estimatedRowHeight: 40))
    stage.scroll(to: 200)
    stage.harness.resize(to: Size(width: 300, height: 180))
    stage.scroll(to: 400)
    stage.harness.send(.wheel(WheelDelta(x: 0, y: -0.625, isPrecise: true), at: Point(x: 50, y: 100), []))
    stage.apply(rows([10: 60]))
    stage.harness.settle()
    #expect(stage.y(11) == 100 && stage.y(10) == 40, "its end was visible, and now it is fully visible")
    stage.apply(rows([10: 100]))
    stage.harness.settle()
    #expect(stage.y(10) == 40 && stage.y(11) == 140)
  }

  @Test func `tiles move to their places by animation if the program announced the resize, else at once`() throws {
    let stage = Stage(Stage.items(0..<40), layout: .grid(minimumItemWidth: 90, itemHeight: 50))
    stage.harness.settle()
    let wide = stage.visible.map(\.bounds)
    stage.harness.resize(to: Size(width: 290, height: 300))
    #expect(stage.list.report.animating == 0, "a resize by the user takes effect at once")
    stage.harness.settle()
    let narrow = stage.visible.map(\.bounds)
    stage.list.willResize()
    stage.harness.resize(to: Size(width: 400, height: 300))
    let count = min(8, narrow.count)
    #expect(zip(stage.visible, narrow).prefix(count).allSatisfy { $0.bounds.origin.distance(to: $1.origin) < 8 })
    #expect(stage.visible[7].target == wide[7] && stage.visible[7].target != narrow[7])
    stage.harness.advance(by: .milliseconds(68))
    #expect(stage.list.report.animating > 0)
    stage.harness.settle()
    #expect(stage.visible.map(\.bounds) == wide)
    stage.harness.resize(to: Size(width: 290, height: 300))
    #expect(stage.list.report.animating == 0, "the announcement holds for one resize")
  }
}
