import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct FollowPassTests {
  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  private func follow(_ stage: PassStage, to ids: [Int]) {
    let update = stage.update(to: ids)
    FollowPass.run(&stage.interaction, update, stage.list)
  }

  // MARK: Selection and focus

  @Test func `the selection moves with its rows`() {
    let stage = PassStage(count: 10)
    stage.select(2)
    stage.select(5)
    follow(stage, to: [9, 5, 1, 2])
    #expect(stage.selected == [1, 3] && !stage.interaction.events.contains(.selection))
  }

  @Test func `a selected row that is removed is selected again when it returns`() {
    let stage = PassStage(count: 10)
    stage.select(2)
    follow(stage, to: [0, 1, 3])
    #expect(stage.selected.isEmpty && stage.interaction.events.contains(.selection))
    follow(stage, to: [0, 1, 2, 3])
    #expect(stage.selected == [2])
  }

  @Test func `the focus moves with its row`() {
    let stage = PassStage(count: 10)
    stage.focus(4)
    follow(stage, to: [4, 0, 1])
    #expect(stage.interaction.focused == path(0) && !stage.interaction.events.contains(.focus))
  }

  @Test func `the focus of a removed row goes to the next one, and returns with the row`() {
    let stage = PassStage(count: 10)
    stage.focus(4)
    follow(stage, to: [0, 1, 2, 3, 6, 7])
    #expect(stage.interaction.focused == path(4) && stage.interaction.events.contains(.focus))
    follow(stage, to: [0, 1, 2, 3, 4, 6, 7])
    #expect(stage.interaction.focused == path(4))
  }

  @Test func `the focus of a removed last row goes to the one before`() {
    let stage = PassStage(count: 10)
    stage.focus(9)
    follow(stage, to: Array(0..<7))
    #expect(stage.interaction.focused == path(6))
  }

  @Test func `a pressed row stays pressed elsewhere, and is released if it is removed`() {
    let stage = PassStage(count: 10)
    stage.interaction.press(path(3))
    follow(stage, to: [5, 3])
    #expect(stage.interaction.pressed == path(1))
    follow(stage, to: [5])
    #expect(stage.interaction.pressed == nil)
  }

  @Test func `a list that is not compared begins without selection and focus`() {
    let stage = PassStage(count: 10)
    stage.select(2)
    stage.focus(2)
    FollowPass.clear(&stage.interaction)
    #expect(stage.selected.isEmpty && stage.interaction.focused == nil)
    #expect(stage.interaction.events.contains(.selection) && stage.interaction.events.contains(.focus))
  }

  @Test func `a program states the selection of such a list, as far as there are rows`() {
    let stage = PassStage(count: 10)
    FollowPass.restore(&stage.interaction, PositionSet(8..<20), focused: 3, in: stage.list)
    #expect(stage.selected == [8, 9] && stage.interaction.focused == path(3))
    FollowPass.restore(&stage.interaction, PositionSet(), focused: 30, in: stage.list)
    #expect(stage.interaction.focused == path(3))
  }

  // MARK: Bound items

  private func moveItems(_ stage: PassStage, to ids: [Int], animated: Bool) {
    var update = stage.update(to: ids)
    update.isAnimated = animated
    stage.motion.begin(update)
    FollowPass.moveItems(&stage.items, &stage.motion, stage.layout, stage.input())
  }

  @Test func `bound rows get their new positions and stay in reading order`() {
    let stage = PassStage(count: 8)
    stage.settle()
    moveItems(stage, to: [7, 6, 5, 4, 3, 2, 1, 0], animated: true)
    #expect(stage.bound == [7, 6, 5, 4, 3, 2, 1, 0])
    #expect(stage.items.bound.map(\.key.item) == Array(0..<8))
  }

  @Test func `a surviving row sets out from where it was drawn`() {
    let stage = PassStage(count: 8)
    stage.settle()
    moveItems(stage, to: [3, 0], animated: true)
    #expect(stage.item(3)?.placement.previous.frame == Rect(x: 0, y: 120, width: 400, height: 40))
  }

  @Test func `a removed row exits and is still shown`() {
    let stage = PassStage(count: 8)
    stage.settle()
    _ = stage.log.take()
    moveItems(stage, to: [0, 2], animated: true)
    #expect(stage.items.exiting.count == 6 && stage.items.exiting.allSatisfy(\.isExiting))
    #expect(stage.log.take().isEmpty)
  }

  @Test func `without animation a removed row is not bound, and its display ends after the pass`() {
    let stage = PassStage(count: 3)
    stage.settle()
    _ = stage.log.take()
    moveItems(stage, to: [0, 2], animated: false)
    #expect(stage.items.exiting.isEmpty && stage.log.take().isEmpty)
    #expect(stage.items.takeRemoved().map(\.key) == [.item(ElementPath(section: 0, item: 1))])
    #expect(stage.items.takeRemoved().isEmpty)
    #expect(stage.items.bound.allSatisfy { $0.placement.previous.frame == nil })
  }

  @Test func `all rows are removed for a list that is not compared`() {
    let stage = PassStage(count: 3)
    stage.settle()
    stage.items.removeAll()
    #expect(stage.bound.isEmpty && stage.items.takeRemoved().map { $0.key.path?.item } == [0, 1, 2])
  }

  @Test func `contents that ask for another size start one animation`() {
    let stage = PassStage(count: 3)
    stage.settle()
    func begin() -> Bool { FollowPass.beginSelfSizing(stage.items, stage.motion, stage.binder) }
    #expect(!begin())
    if let content = stage.item(1)?.content { stage.binder.requestMeasure(of: content) }
    #expect(begin())
    #expect(stage.item(1)?.measuredWidth == nil && stage.item(2)?.measuredWidth != nil)
    #expect(!begin())
  }
}
