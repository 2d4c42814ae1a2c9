import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct PaintPassTests {
  private func paint(_ stage: PassStage, isAnimating: Bool = false) -> (groups: [DrawGroup], step: Double) {
    let context = FrameContext(environment: stage.environment)
    context.begin(at: stage.now, size: stage.layout.size)
    let input = PaintPass.Input(
      context: context, frame: stage.input(), isAnimating: isAnimating, scrolling: nil,
      background: Color(hex: 0x123456))
    let step = PaintPass.run(&stage.paint, stage.items, stage.layout, input)
    return (context.groups, step)
  }

  @Test func `each visible item emits one group at its place in the viewport`() {
    let stage = PassStage(count: 100)
    stage.offset = 100
    stage.settle()
    #expect(paint(stage).groups.map(\.frame.minY) == (2...9).map { Double($0) * 40 - 100 })
  }

  @Test func `an item in flight is emitted where it is presented`() {
    let stage = PassStage(count: 100)
    stage.settle()
    stage.item(1)?.placement.dy.value = 35
    #expect(paint(stage).groups.map(\.frame.minY).sorted() == [0, 75, 80, 120, 160, 200, 240, 280])
  }

  @Test func `a group is not recorded again while its item stays the same`() {
    let stage = PassStage(count: 10)
    stage.settle()
    let first = paint(stage).groups.map(\.version)
    stage.offset = 10
    #expect(paint(stage).groups.map(\.version) == first)
    stage.item(3)?.group.isDirty = true
    let third = paint(stage).groups.map(\.version)
    #expect(zip(first, third).map { $0 == $1 } == (0..<8).map { $0 != 3 })
  }

  @Test func `a fading item is emitted with its opacity`() {
    let stage = PassStage(count: 10)
    stage.settle()
    stage.item(2)?.alpha.go(to: 0, at: .zero, for: 1)
    stage.now = Instant.zero.advanced(bySeconds: 0.5)
    let alphas = paint(stage).groups.map(\.alpha)
    #expect(alphas.filter { $0 == 1 }.count == 7 && alphas.contains { $0 > 0.1 && $0 < 0.2 })
  }

  @Test func `a hidden item emits nothing`() {
    let stage = PassStage(count: 10)
    stage.settle()
    stage.item(0)?.attributeOverride = AttributeOverride(
      offset: .zero, size: Size(width: 400, height: 40), alpha: 1, scale: 1, isHidden: true)
    #expect(paint(stage).groups.count == 7)
  }

  @Test func `an exiting item is emitted below the items of its draw order`() throws {
    let stage = PassStage(count: 10)
    stage.settle()
    let item = try #require(stage.item(7))
    stage.exit(item)
    #expect(paint(stage).groups.first?.id == item.group.id)
  }

  @Test func `rows in flight cover what they pass`() {
    let stage = PassStage(count: 10)
    stage.settle()
    #expect(paint(stage).groups.allSatisfy { $0.background == nil })
    let covers = paint(stage, isAnimating: true).groups.map(\.background)
    #expect(covers == Array(repeating: Color(hex: 0x123456), count: 8))
  }

  @Test func `items that fade in are drawn below those that were there`() {
    let stage = PassStage(count: 10)
    stage.settle()
    let item = stage.item(5)
    item?.alpha = Fade(0)
    item?.alpha.go(to: 1, at: .zero, for: 1)
    stage.now = Instant.zero.advanced(bySeconds: 0.5)
    #expect(paint(stage, isAnimating: true).groups.first?.id == item?.group.id)
  }

  @Test func `the step of an item is its distance from where it was before the update`() {
    let stage = PassStage(count: 10)
    stage.settle()
    #expect(paint(stage).step == 0)
    stage.item(4)?.placement.previous.drawnOrigin = Point(x: 0, y: 150)
    #expect(paint(stage).step == 10)
    #expect(paint(stage).step == 0)
  }
}
