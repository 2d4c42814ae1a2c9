import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct UnseenTests {
  private func pill(_ stage: Stage) -> SemanticsNode? {
    stage.harness.semantics.first { $0.role == .button && $0.text.hasSuffix(" new") }
  }

  /// Returns a stage with a log of a hundred lines, scrolled away from its end.
  private func reading() -> Stage {
    let stage = Stage(Stage.items(0..<100), policy: .end)
    stage.harness.settle()
    stage.scroll(to: 1000)
    stage.harness.settle()
    return stage
  }

  @Test func `a view at the end follows it and counts nothing as unseen`() {
    let stage = Stage(Stage.items(0..<100), policy: .end)
    stage.apply(Stage.items(0..<103))
    stage.harness.settle()
    #expect(stage.list.unseenCount == 0 && pill(stage) == nil)
    #expect(stage.offset == stage.maximum)
  }

  @Test func `a view elsewhere stays there and counts the new items`() {
    let stage = reading()
    #expect(pill(stage) == nil)
    stage.apply(Stage.items(0..<103))
    stage.apply(Stage.items(0..<112))
    stage.harness.settle()
    #expect(stage.offset == 1000)
    #expect(stage.list.unseenCount == 12)
    #expect(pill(stage)?.text == "12 new")
    #expect(pill(stage)?.bounds.maxY == 284)
  }

  @Test func `a click on the pill shows the new items and clears the count`() throws {
    let stage = reading()
    stage.apply(Stage.items(0..<112))
    stage.harness.settle()
    stage.harness.click(at: try #require(pill(stage)).bounds.center)
    stage.harness.settle()
    #expect(stage.offset == stage.maximum)
    #expect(stage.list.unseenCount == 0 && pill(stage) == nil)
    // The view follows the end again.
    stage.apply(Stage.items(0..<113))
    stage.harness.settle()
    #expect(stage.offset == stage.maximum && pill(stage) == nil)
  }

  @Test func `items scrolled into view are no longer unseen`() {
    let stage = reading()
    stage.apply(Stage.items(0..<120))
    stage.harness.settle()
    stage.scroll(to: 106 * 40 - 300)
    stage.harness.settle()
    #expect(stage.list.unseenCount == 14)
    stage.scroll(to: 1000)
    stage.harness.settle()
    #expect(stage.list.unseenCount == 14)
  }

  @Test func `items inserted elsewhere or deleted again are not unseen`() {
    let stage = reading()
    stage.apply(Stage.items(Array(500..<510) + Array(0..<100)))
    stage.harness.settle()
    #expect(stage.list.unseenCount == 0)
    stage.apply(Stage.items(Array(500..<510) + Array(0..<105)))
    stage.apply(Stage.items(Array(500..<510) + Array(0..<102)))
    stage.harness.settle()
    #expect(stage.list.unseenCount <= 5)
    stage.apply(Stage.items(0..<60))
    stage.harness.settle()
    #expect(stage.list.unseenCount <= stage.list.itemCount)
  }

  @Test func `unseen items that go are no longer counted, and none are in a list of other items`() {
    let stage = reading()
    stage.apply(Stage.items(0..<112))
    stage.apply(Stage.items(0..<108))
    stage.harness.settle()
    #expect(stage.list.unseenCount == 8 && pill(stage)?.text == "8 new")
    stage.apply(Stage.items(0..<107) + Stage.items(200..<203))
    stage.harness.settle()
    #expect(stage.list.unseenCount == 10)
    stage.apply(Stage.items(500..<700))
    stage.harness.settle()
    #expect(stage.offset < stage.maximum - 12 * 40, "the unseen items would not be in sight")
    #expect(stage.list.unseenCount == 0 && pill(stage) == nil)
  }

  @Test func `a program that shows the unseen count itself gets no pill`() {
    let stage = reading()
    stage.list.unseenPillNumber = nil
    stage.apply(Stage.items(0..<112))
    stage.harness.settle()
    #expect(stage.list.unseenCount == 12 && pill(stage) == nil)
  }

  @Test func `the pill shows the number that the program gives for the unseen items, and goes without one`() {
    let stage = reading()
    stage.list.unseenPillNumber = { $0 - 1 }
    stage.apply(Stage.items(0..<101))
    stage.harness.settle()
    #expect(pill(stage) == nil)
    stage.apply(Stage.items(0..<112))
    stage.harness.settle()
    #expect(stage.list.unseenCount == 12 && pill(stage)?.text == "11 new")
  }

  @Test func `a filter leaves those unseen items that it lists, and a sort leaves none`() {
    let stage = reading()
    stage.apply(Stage.items(0..<112))
    stage.harness.settle()
    stage.apply(Stage.items((0..<112).filter { $0 < 100 || $0 % 5 == 0 }), reason: .filter)
    stage.harness.settle()
    #expect(stage.list.unseenCount == 3 && pill(stage)?.text == "3 new")
    stage.apply(Stage.items(0..<112), reason: .filter)
    stage.harness.settle()
    #expect(stage.list.unseenCount == 12)
    stage.apply(Stage.items((0..<112).reversed()), reason: .sort)
    stage.harness.settle()
    #expect(stage.list.unseenCount == 0 && pill(stage) == nil)
  }
}
