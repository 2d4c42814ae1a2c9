import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ScrollPassTests {
  private func run(_ stage: PassStage, at milliseconds: Int = 0) -> ScrollDelta {
    stage.now = .zero + .milliseconds(milliseconds)
    return ScrollPass.run(&stage.scroll, &stage.nested, stage.layout, stage.input())
  }

  private func stage(at offset: Double = 0) -> PassStage {
    let stage = PassStage(count: 100)
    stage.showOffset(offset)
    return stage
  }

  @Test func `a list at rest stays`() {
    let stage = stage(at: 400)
    let delta = run(stage, at: 16)
    #expect(!delta.hasMoved && delta.presented == .zero && stage.scroll.presentedOffset == 400)
  }

  @Test func `a turned wheel scrolls by a spring and reports each step`() {
    let stage = stage()
    stage.scroll.scrollByWheel(by: 96, isAnimated: true, at: .zero)
    let first = run(stage, at: 16)
    #expect(first.hasMoved && first.offset > 0 && first.offset < 96)
    #expect(first.presented.y == stage.scroll.presentedOffset)
    var offset = first.offset
    for time in stride(from: 32, through: 1000, by: 16) { offset += run(stage, at: time).offset }
    #expect(abs(offset - 96) < 0.001 && stage.scroll.presentedOffset == 96)
  }

  @Test func `the presented offset is on a whole device pixel`() {
    let stage = stage()
    stage.jump(to: 10.3)
    _ = run(stage)
    #expect(stage.scroll.presentedOffset == 10)
  }

  @Test func `a row that the program scrolls to comes to the start of the view`() {
    let stage = stage()
    stage.scroll.go(to: ActiveScrollTarget(.item(ElementPath(section: 0, item: 30), .start), animated: false))
    let delta = run(stage)
    #expect(delta.offset == 1200 && stage.scroll.presentedOffset == 1200)
  }

  @Test func `a row in the last screen comes as far up as the content allows`() {
    let stage = stage()
    stage.scroll.go(to: ActiveScrollTarget(.item(ElementPath(section: 0, item: 99), .start), animated: false))
    _ = run(stage)
    #expect(stage.scroll.presentedOffset == 3700)
  }

  @Test func `a target that is in the list no more leaves the view where it is`() {
    let stage = stage(at: 400)
    stage.scroll.go(to: ActiveScrollTarget(.item(ElementPath(section: 0, item: 500), .start), animated: false))
    #expect(!run(stage).hasMoved)
  }

  @Test func `a restored position that is not reached yet follows its item through an update`() {
    let stage = stage()
    stage.scroll.go(to: ActiveScrollTarget(.fraction(ElementPath(section: 0, item: 30), 0.5), animated: false))
    stage.scroll.follow(
      ListMapping(
        sections: .identity(count: 1),
        elements: [
          PositionMapping(oldCount: 100, newCount: 101, commonPrefix: 0, commonSuffix: 100, oldOfNew: [-1])
        ]), to: stage.list, at: .zero)
    guard case .fraction(let path, 0.5)? = stage.scroll.target?.kind else {
      Issue.record("the target changed its kind")
      return
    }
    #expect(path == ElementPath(section: 0, item: 31))
  }

  @Test func `a hand on the content ends a running scroll`() {
    let stage = stage()
    stage.scroll.go(to: ActiveScrollTarget(.end, animated: false))
    stage.scroll.hold()
    _ = run(stage)
    #expect(stage.scroll.target == nil && stage.scroll.presentedOffset == 0)
  }

  @Test func `a scroll to the end arrives at the end that the layout has by then`() {
    let stage = stage()
    stage.scroll.go(to: ActiveScrollTarget(.end, animated: false))
    _ = run(stage)
    stage.update(to: Array(0..<110))
    let delta = ScrollPass.keepThroughShift(.offset, &stage.scroll, &stage.nested, stage.layout, stage.input())
    #expect(delta.offset == 400 && stage.scroll.presentedOffset == 4100)
  }

  @Test func `rows above that turn out taller move the offset and nothing visible`() {
    let stage = PassStage(heights: Array(repeating: 60, count: 40))
    stage.showOffset(400)
    let anchor = Anchor.item(Anchor.Item(path: ElementPath(section: 0, item: 10), position: 0))
    _ = stage.layout.record(Size(width: 400, height: 60), of: .item(ElementPath(section: 0, item: 0)))
    let delta = ScrollPass.keepThroughShift(anchor, &stage.scroll, &stage.nested, stage.layout, stage.input())
    #expect(!delta.hasMoved && stage.scroll.presentedOffset == 420)
    #expect(stage.scroll.shifts == [Point(x: 0, y: 20)] && stage.scroll.anchorError == 0)
    stage.scroll.forgetShifts()
    #expect(stage.scroll.shifts.isEmpty)
  }

  @Test func `a scroll ends when its target is reached and everything visible is measured`() {
    let stage = stage()
    stage.scroll.go(to: ActiveScrollTarget(.end, animated: false))
    _ = run(stage)
    #expect(!ScrollPass.finish(&stage.scroll, isMeasured: false) && stage.scroll.target != nil)
    #expect(!ScrollPass.finish(&stage.scroll, isMeasured: true) && stage.scroll.target == nil)
  }

  @Test func `a view in motion needs another frame`() {
    let stage = stage()
    stage.scroll.scrollByWheel(by: 96, isAnimated: true, at: .zero)
    _ = run(stage, at: 16)
    #expect(ScrollPass.finish(&stage.scroll, isMeasured: true))
  }

  @Test func `the user scrolling away from the end is no shrinking of the content`() {
    let stage = stage(at: 3700)
    #expect(stage.scroll.endTracking.isAtEnd)
    stage.jump(to: 3000)
    _ = run(stage)
    #expect(!stage.scroll.endTracking.isAtEnd)
  }

  @Test func `a card that the program scrolls to comes into view in its carousel`() {
    let stage = PassStage(heights: Array(repeating: 100, count: 20), layout: .carousel)
    stage.showOffset(0)
    stage.scroll.go(to: ActiveScrollTarget(.item(ElementPath(section: 0, item: 10), .nearest), animated: false))
    _ = run(stage)
    let wake = ScrollPass.runNested(&stage.nested, &stage.layout, stage.input())
    #expect(wake == nil && stage.nested.scrolled.count == 1)
    #expect(stage.nested.scrolled.first?.distance == 1000)
    #expect(stage.layout.solver.crossOffset(ScrollContainerID(section: 0)) == 1000)
  }

  @Test func `carousels at rest need no frame`() {
    let stage = PassStage(heights: Array(repeating: 100, count: 20), layout: .carousel)
    #expect(ScrollPass.runNested(&stage.nested, &stage.layout, stage.input()) == nil)
    #expect(stage.nested.scrolled.isEmpty && !stage.nested.isMoving)
  }
}
