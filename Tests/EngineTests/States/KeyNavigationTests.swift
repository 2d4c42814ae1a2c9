import Scrollwork
import ScrollworkTesting
import Testing

/// The choice of the item that a key focuses, without a view.
@MainActor
struct KeyNavigationTests {
  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  private func move(_ stage: PassStage, from item: Int?, by key: Key, goal: ColumnGoal? = nil) -> KeyNavigation.Move {
    let navigation = KeyNavigation(
      list: stage.list, focus: item.map(path), firstVisible: item == nil ? path(5) : nil, goal: goal)
    return navigation.move(by: key, stage.layout, stage.nested)
  }

  /// Returns a stage with rows of three tiles of 100 by 100.
  private func grid(_ count: Int) -> PassStage {
    let group = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(100)),
      repeating: LayoutItem(width: .fractionalWidth(1 / 3), height: .absolute(100)), count: 3)
    return PassStage(heights: Array(repeating: 100, count: count), layout: SectionLayout(group: group))
  }

  @Test func `arrow keys move to the neighbours, and stop at the ends`() {
    let stage = PassStage(count: 10)
    #expect(move(stage, from: 3, by: .down).path == path(4) && move(stage, from: 3, by: .up).path == path(2))
    #expect(move(stage, from: 0, by: .up).path == nil && move(stage, from: 9, by: .down).path == nil)
  }

  @Test func `Home and End move to the first and the last item`() {
    let stage = PassStage(count: 10)
    #expect(move(stage, from: 3, by: .home).path == path(0) && move(stage, from: 3, by: .end).path == path(9))
    #expect(move(PassStage(count: 0), from: nil, by: .home).path == nil)
  }

  @Test func `without a focus a key takes the first visible item, and Page Down goes on from there`() {
    let stage = PassStage(count: 100)
    #expect(move(stage, from: nil, by: .down).path == path(5))
    #expect(move(stage, from: nil, by: .pageDown).path == move(stage, from: 5, by: .pageDown).path)
  }

  @Test func `a page is as long as the viewport without a row`() {
    let stage = PassStage(count: 100)
    #expect(
      move(stage, from: 20, by: .pageDown).path == path(26) && move(stage, from: 20, by: .pageUp).path == path(14))
    #expect(move(stage, from: 97, by: .pageDown).path == path(99) && move(stage, from: 2, by: .pageUp).path == path(0))
  }

  @Test func `keys along the list keep the column past a shorter row`() throws {
    let stage = grid(8)
    let down = move(stage, from: 5, by: .down)
    // The last row has two tiles, so the nearest one gets the focus.
    #expect(down.path == path(7))
    let goal = try #require(down.goal)
    #expect(abs(goal.x - 333) < 1)
    #expect(move(stage, from: 7, by: .up, goal: goal).path == path(5))
    #expect(move(stage, from: 7, by: .up).path == path(4))
  }

  @Test func `keys across the list leave the column alone`() {
    let stage = grid(9)
    let right = move(stage, from: 3, by: .right)
    #expect(right.path == path(4) && right.goal == nil)
  }

  @Test func `only keys of movement move the focus`() {
    let navigation = KeyNavigation(list: List(), focus: nil)
    #expect(navigation.moves(.up) && navigation.moves(.pageDown) && !navigation.moves(.space) && !navigation.moves("A"))
  }
}
