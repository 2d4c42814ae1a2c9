import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct HoverPassTests {
  private let path = ElementPath(section: 0, item: 2)

  private func run(_ stage: PassStage, isScrolling: Bool = false, isAnimating: Bool = false, below: ElementPath?) {
    HoverPass.run(
      &stage.interaction, stage.items,
      HoverPass.Input(now: stage.now, isScrolling: isScrolling, isAnimating: isAnimating), itemBelowPointer: below)
  }

  @Test func `scrolling ends the hover`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.interaction.hover(path)
    run(stage, isScrolling: true, below: path)
    #expect(stage.interaction.hovered == nil)
  }

  @Test func `an animation ends the hover`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.interaction.hover(path)
    run(stage, isAnimating: true, below: path)
    #expect(stage.interaction.hovered == nil)
  }

  @Test func `at rest the item below the pointer is hovered`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.interaction.hover(path)
    let other = ElementPath(section: 0, item: 3)
    run(stage, below: other)
    #expect(stage.interaction.hovered == other)
  }

  @Test func `without a hover before, none begins in a frame`() {
    let stage = PassStage(count: 20)
    stage.settle()
    run(stage, below: path)
    #expect(stage.interaction.hovered == nil)
  }

  @Test func `controls of scrolling items are not hovered, those of pinned ones are`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.item(0)?.isPinned = true
    run(stage, isScrolling: true, below: nil)
    #expect(stage.item(0)?.content.suspendsHover == false && stage.item(1)?.content.suspendsHover == true)
    run(stage, below: nil)
    #expect(stage.items.bound.allSatisfy { !$0.content.suspendsHover })
  }

  @Test func `while items animate only the controls of those at rest are hovered`() {
    let stage = PassStage(count: 20)
    stage.settle()
    stage.item(1)?.placement.dy.value = 30
    run(stage, isAnimating: true, below: nil)
    #expect(stage.item(0)?.content.suspendsHover == false && stage.item(1)?.content.suspendsHover == true)
  }
}
