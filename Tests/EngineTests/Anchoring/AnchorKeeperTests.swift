import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct AnchorKeeperTests {
  /// Returns a stage with `count` rows of 40 logical pixels, scrolled to an offset.
  private func stage(at offset: Double, count: Int = 100) -> PassStage {
    let stage = PassStage(count: count)
    stage.showOffset(offset)
    stage.bind()
    stage.markShown()
    return stage
  }

  // MARK: Updates

  @Test func `rows removed above leave the first whole row in place`() {
    let stage = stage(at: 100)
    let anchor = stage.keepThroughUpdate(to: Array(2..<100))
    #expect(anchor.item?.path == ElementPath(section: 0, item: 1) && anchor.item?.position == 20)
    #expect(stage.top(of: 3) == 20 && stage.offset == 20)
  }

  @Test func `rows inserted above leave visible rows in place`() {
    let stage = stage(at: 1000)
    stage.keepThroughUpdate(to: Array(200..<210) + Array(0..<100))
    #expect(stage.top(of: 25) == 0 && stage.offset == 1400)
  }

  @Test func `at the very start inserted rows come into view`() {
    let stage = stage(at: 0)
    stage.keepThroughUpdate(to: [200] + Array(0..<100))
    #expect(stage.offset == 0 && stage.top(of: 0) == 40)
  }

  @Test func `at the very start of a conversation older messages come in above`() {
    let stage = stage(at: 0)
    stage.keepThroughUpdate(to: [200] + Array(0..<100), policy: .end)
    #expect(stage.offset == 40 && stage.top(of: 0) == 0)
  }

  @Test func `without a policy the distance from the start stays`() {
    let stage = stage(at: 400)
    let anchor = stage.keepThroughUpdate(to: Array(5..<100), policy: .none)
    #expect(anchor.item == nil && stage.offset == 400)
  }

  @Test func `the focused row stays in place rather than the first one`() {
    let stage = stage(at: 400)
    let anchor = stage.keepThroughUpdate(to: Array(0..<13) + [300] + Array(13..<100), focus: 15)
    #expect(anchor.item?.path.item == 16 && stage.top(of: 15) == 200)
  }

  @Test func `a focused row out of view stays out of account`() {
    let stage = stage(at: 400)
    let anchor = stage.keepThroughUpdate(to: Array(1..<100), focus: 80)
    #expect(anchor.item?.path.item == 9)
  }

  @Test func `the row under the pointer stays in place during one update`() {
    let stage = stage(at: 400)
    stage.anchors.prefer(ElementPath(section: 0, item: 14))
    let anchor = stage.keepThroughUpdate(to: Array(1..<100))
    #expect(anchor.item?.path.item == 13 && stage.anchors.preferred == nil)
  }

  @Test func `a view at the end follows appended rows by its policy`() {
    let stage = stage(at: 3700)
    let anchor = stage.keepThroughUpdate(to: Array(0..<110), policy: .end)
    #expect(anchor.followsEnd && stage.offset == 4100)
  }

  @Test func `a view elsewhere does not follow appended rows`() {
    let stage = stage(at: 400)
    let anchor = stage.keepThroughUpdate(to: Array(0..<110), policy: .end)
    #expect(!anchor.followsEnd && stage.offset == 400)
  }

  @Test func `a filter without the focused row shows the start`() {
    let stage = stage(at: 2000)
    let anchor = stage.keepThroughUpdate(to: Array(0..<20), reason: .filter)
    #expect(anchor.item == nil && stage.offset == 0)
  }

  @Test func `a sort keeps the focused row in place`() {
    let stage = stage(at: 400)
    stage.keepThroughUpdate(to: (0..<100).reversed(), reason: .sort, focus: 12)
    #expect(stage.top(of: 12) == 80)
  }

  // MARK: Lost positions

  @Test func `rows that return bring the view back to them`() {
    let stage = stage(at: 2000)
    stage.keepThroughUpdate(to: Array(0..<5))
    #expect(stage.anchors.lostPosition != nil && stage.offset == 0)
    stage.keepThroughUpdate(to: Array(0..<100))
    #expect(stage.top(of: 50) == 0)
    // The position is not lost any more, so that the view follows other items.
    stage.keepThroughUpdate(to: Array(-1..<100))
    #expect(stage.anchors.lostPosition == nil && stage.top(of: 50) == 0)
  }

  @Test func `a sort makes another place of the lost one`() {
    let stage = stage(at: 2000)
    stage.keepThroughUpdate(to: Array(0..<5))
    stage.keepThroughUpdate(to: [4, 3, 2, 1, 0], reason: .sort)
    stage.keepThroughUpdate(to: Array(0..<100))
    #expect(stage.anchors.lostPosition == nil && stage.offset == 0)
  }

  @Test func `rows that return after the user scrolled leave the view where it is`() {
    let stage = stage(at: 2000)
    stage.keepThroughUpdate(to: Array(0..<20))
    stage.anchors.dropLostPosition()
    stage.keepThroughUpdate(to: Array(0..<100))
    #expect(stage.top(of: 50) != 0)
  }

  // MARK: Resizes

  /// Lays the list out around its anchor for another size of the window, and returns the anchor.
  private func resize(_ stage: PassStage, to size: Size, focus: Int? = nil) -> Anchor {
    let anchor = stage.anchors.captureStanding(
      stage.layout, stage.scroll, stage.items, stage.anchorInput(focus: focus))
    stage.layout.resize(to: size)
    EnvironmentPass.run(&stage.layout, LayoutEnvironment(container: size), resolving: [])
    stage.anchors.keepThroughEnvironment(anchor, visibleFocus: nil)
    stage.scroll.keep(anchor.moved(to: anchor.resolve(in: stage.layout)), in: stage.layout)
    stage.scroll.setAnchored()
    stage.layout.finishFrame()
    return anchor
  }

  @Test func `a whole row stays whole in a lower window`() {
    let stage = stage(at: 400)
    let anchor = resize(stage, to: Size(width: 400, height: 100), focus: 16)
    #expect(anchor.item?.position == 240 && anchor.item?.isWhole == true)
    #expect(stage.top(of: 16) == 60)
  }

  @Test func `several resizes keep one row, whichever is first in between`() {
    let stage = stage(at: 400)
    let first = resize(stage, to: Size(width: 400, height: 100), focus: 16)
    let second = resize(stage, to: Size(width: 400, height: 300), focus: 16)
    #expect(first.item?.path == second.item?.path && stage.top(of: 16) == 240)
  }

  @Test func `after the user scrolled a resize keeps another row`() {
    let stage = stage(at: 400)
    let first = resize(stage, to: Size(width: 300, height: 300))
    stage.showOffset(1200)
    stage.bind()
    stage.markShown()
    let second = resize(stage, to: Size(width: 400, height: 300))
    #expect(first.item?.path.item == 10 && second.item?.path.item == 30)
  }

  @Test func `a view at its start with the focus in the first row shows the start in every width`() {
    let stage = stage(at: 0)
    let anchor = resize(stage, to: Size(width: 300, height: 300), focus: 0)
    #expect(anchor.item == nil && stage.offset == 0)
  }

  // MARK: Measuring

  @Test func `the anchor of a measuring frame is captured once`() {
    let stage = stage(at: 400)
    stage.anchors.forgetMeasuring()
    let first = stage.anchors.current(stage.layout, stage.scroll, stage.items, stage.anchorInput())
    stage.jump(to: 800)
    let second = stage.anchors.current(stage.layout, stage.scroll, stage.items, stage.anchorInput())
    #expect(first.item?.path == second.item?.path && first.item?.position == second.item?.position)
  }

  @Test func `the anchor of an update follows a scroll in the same frame`() {
    let stage = stage(at: 400)
    stage.anchors.keepThroughUpdate(Anchor.Item(path: ElementPath(section: 0, item: 12), position: 80))
    let anchor = stage.anchors.current(stage.layout, stage.scroll, stage.items, stage.anchorInput(scrolled: 30))
    #expect(anchor.item?.position == 50)
  }

  // MARK: Nested scroll containers

  @Test func `a carousel keeps its leading card when the cards become wider`() throws {
    let stage = PassStage(heights: Array(repeating: 100, count: 20), layout: .carousel)
    stage.layout.scroll(ScrollContainerID(section: 0), to: 300)
    stage.bind()
    stage.markShown()
    let captured = AnchorKeeper.captureContainers(stage.layout, stage.items)
    #expect(captured.count == 1)
    stage.layout.scroll(ScrollContainerID(section: 0), to: 0)
    let shifts = stage.anchors.restore(captured, in: &stage.layout, stage.list)
    #expect(shifts.count == 1 && stage.layout.solver.crossOffset(ScrollContainerID(section: 0)) == 300)
  }
}
