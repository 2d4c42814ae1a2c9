import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ReachPassTests {
  private let chrome = Chrome()

  /// Returns a stage of 200 rows of 40 whose sizes are not known, at an offset.
  private func stage(at offset: Double = 0, layout: SectionLayout = .list(estimatedRowHeight: 40)) -> PassStage {
    let stage = PassStage(heights: Array(repeating: 40, count: 200), layout: layout)
    stage.showOffset(offset)
    return stage
  }

  private func run(_ stage: PassStage) -> [Int] {
    ReachPass.run(&stage.items, chrome, stage.layout, stage.scroll, stage.input())
    return stage.items.ahead.compactMap(\.key.path?.item)
  }

  private func unmeasured(_ stage: PassStage, before edge: PageEdge) -> [Int] {
    ReachPass.unmeasured(before: edge, stage.layout, stage.scroll, stage.list).compactMap { $0.element.key.path?.item }
  }

  @Test func `no row is made if no end is in doubt`() {
    #expect(run(stage(at: 7000)).isEmpty)
  }

  @Test func `sixteen rows after the viewport are made, the nearest first, if the end is in doubt`() {
    let stage = stage(at: 4000)
    chrome.paging.addUnsure(.end)
    #expect(run(stage) == Array(107..<123))
    #expect(chrome.paging.unsureEdges.isEmpty)
    #expect(stage.items.ahead.allSatisfy { $0.placement.target.size == Size(width: 400, height: 40) })
  }

  @Test func `rows before the viewport are made from the nearest on, if the start is in doubt`() {
    let stage = stage(at: 4000)
    chrome.paging.addUnsure(.start)
    #expect(run(stage) == Array((84..<100).reversed()))
  }

  @Test func `rows of known size need not be measured ahead`() {
    #expect(unmeasured(stage(at: 4000, layout: .list(rowHeight: 40)), before: .end).isEmpty)
    #expect(!unmeasured(stage(at: 4000), before: .end).isEmpty)
  }

  @Test func `rows that are farther than four viewports keep their estimates`() {
    let rows = unmeasured(stage(at: 1000), before: .end)
    #expect(rows.first == 32 && rows.last.map { $0 <= 63 } == true)
  }

  @Test func `the distance to an end is that at which a running scroll will rest`() {
    let stage = stage(at: 4000)
    #expect(ReachPass.distance(to: .end, stage.layout, stage.scroll) == 3700)
    #expect(ReachPass.distance(to: .start, stage.layout, stage.scroll) == 4000)
    stage.scroll.scrollByWheel(by: 960, isAnimated: true, at: .zero)
    #expect(ReachPass.distance(to: .end, stage.layout, stage.scroll) == 2740)
    #expect(ReachPass.distance(to: .start, stage.layout, stage.scroll) == 4000)
    stage.scroll.hold()
    #expect(ReachPass.distance(to: .end, stage.layout, stage.scroll) == 3700)
  }
}
