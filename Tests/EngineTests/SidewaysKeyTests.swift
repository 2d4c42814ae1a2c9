import Scrollwork
import ScrollworkTesting
import Testing

/// Arrow keys in a nested scroll container with several rows.
@MainActor
struct SidewaysKeyTests {
  /// Returns a stage with a grid of three cells above a container of columns of three cells of 150 by 40, 10 apart.
  private func stage(_ direction: LayoutDirection = .leftToRight) -> MixedStage {
    let column = LayoutGroup.vertical(
      LayoutSize(width: .absolute(150), height: .absolute(120)),
      repeating: LayoutItem(width: .fractionalWidth(1), height: .absolute(40)), count: 3)
    let sideways = SectionLayout(group: column, interGroupSpacing: 10).orthogonalScrolling(.groupPaging)
    let stage = MixedStage(
      [
        Part("top", 3, .grid(minimumItemWidth: 120, itemHeight: 40)), Part("c", 60, sideways),
        Part("end", 3, .grid(minimumItemWidth: 120, itemHeight: 40)),
      ], direction: direction)
    stage.harness.settle()
    return stage
  }

  private func press(_ key: Key, _ stage: MixedStage, settles: Bool) -> String {
    stage.harness.key(key)
    if settles { stage.harness.settle() } else { stage.harness.advance(by: .milliseconds(30)) }
    let path = stage.list.focusedItem
    return path.map { "\($0.section).\($0.item)" } ?? ""
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft], [true, false])
  func `Down stays in the column that it reached, though that scrolls along the cross axis`(
    direction: LayoutDirection, settles: Bool
  ) {
    let stage = stage(direction)
    stage.list.select(ElementPath(section: 0, item: 2))
    stage.harness.settle()
    // The third cell of the grid lies above the third column, which is partly visible.
    #expect((0..<4).map { _ in press(.down, stage, settles: settles) } == ["1.6", "1.7", "1.8", "2.0"])
    #expect((0..<3).map { _ in press(.up, stage, settles: settles) } == ["1.8", "1.7", "1.6"])
  }

  @Test(arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func `Right and Left move to the next column, and at the ends of a section in reading order`(
    direction: LayoutDirection
  ) {
    let stage = stage(direction)
    let (on, back) = direction == .leftToRight ? (Key.right, Key.left) : (Key.left, Key.right)
    stage.list.select(ElementPath(section: 1, item: 1))
    stage.harness.settle()
    #expect((0..<3).map { _ in press(on, stage, settles: true) } == ["1.4", "1.7", "1.10"])
    #expect((0..<3).map { _ in press(back, stage, settles: true) } == ["1.7", "1.4", "1.1"])
    #expect(press(back, stage, settles: true) == "0.2")
    stage.list.select(ElementPath(section: 1, item: 58))
    stage.harness.settle()
    #expect(press(on, stage, settles: true) == "2.0")
  }
}
