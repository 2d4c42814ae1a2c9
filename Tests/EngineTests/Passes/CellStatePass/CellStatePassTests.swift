import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct CellStatePassTests {
  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  private func run(_ stage: PassStage, isActive: Bool = true, showsFocus: Bool = true) {
    CellStatePass.run(
      stage.items, stage.interaction, CellStatePass.Input(isActive: isActive, showsFocus: showsFocus))
  }

  @Test func `a selected item and only that shows it`() {
    let stage = PassStage(count: 20)
    stage.bind()
    stage.select(3)
    run(stage)
    #expect(stage.items.bound.filter(\.state.isSelected).map { $0.key.item } == [3])
  }

  @Test func `selected neighbours join`() {
    let stage = PassStage(count: 20)
    stage.bind()
    for item in 2...4 { stage.select(item) }
    run(stage)
    #expect(stage.items.bound.map(\.state.joinsPrevious).enumerated().filter(\.element).map(\.offset) == [3, 4])
    #expect(stage.items.bound.map(\.state.joinsNext).enumerated().filter(\.element).map(\.offset) == [2, 3])
  }

  @Test func `the focus ring is shown only where a key moved the focus last`() {
    let stage = PassStage(count: 20)
    stage.bind()
    stage.focus(1)
    run(stage, showsFocus: false)
    #expect(stage.item(1)?.state.isFocused == false)
    run(stage)
    #expect(stage.item(1)?.state.isFocused == true)
  }

  @Test func `hover and press belong to one item each`() {
    let stage = PassStage(count: 20)
    stage.bind()
    stage.interaction.hover(path(2))
    stage.interaction.press(path(5))
    run(stage)
    #expect(stage.items.bound.filter(\.state.isHovered).map { $0.key.item } == [2])
    #expect(stage.items.bound.filter(\.state.isPressed).map { $0.key.item } == [5])
  }

  @Test func `cells know that their window is not active`() {
    let stage = PassStage(count: 20)
    stage.bind()
    run(stage, isActive: false)
    #expect(stage.items.bound.allSatisfy { !$0.state.isActive })
  }

  @Test func `cells below the strip of the scroll bar know how much of them it covers`() throws {
    let stage = PassStage(count: 20)
    stage.bind()
    let end = try #require(stage.item(4)).target.maxX
    let input = CellStatePass.Input(isActive: true, showsFocus: true, visibleEnd: end - 16)
    CellStatePass.run(stage.items, stage.interaction, input)
    #expect(stage.item(4)?.state.coveredWidth == 16)
    run(stage)
    #expect(stage.item(4)?.state.coveredWidth == 0)
  }

  @Test func `a change of state asks for another recording and no change does not`() {
    let stage = PassStage(count: 20)
    stage.bind()
    run(stage)
    let item = stage.item(4)
    item?.group.isDirty = false
    run(stage)
    #expect(item?.group.isDirty == false)
    stage.select(4)
    run(stage)
    #expect(item?.group.isDirty == true)
  }

  @Test func `an exiting item loses its hover and keeps the rest`() throws {
    let stage = PassStage(count: 20)
    stage.bind()
    stage.interaction.hover(path(2))
    stage.select(2)
    run(stage)
    let item = try #require(stage.item(2))
    stage.exit(item)
    run(stage)
    #expect(!item.state.isHovered && item.state.isSelected)
  }
}
