import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ReorderPassTests {
  private let stage = PassStage(count: 20)

  init() { stage.settle() }

  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  /// Returns the drag of an item whose middle is at a point of the view.
  private func drag(_ item: Int, at point: Point, others: [Int] = [], isAway: Bool = false) -> Reordering {
    var reordering = Reordering()
    let shown = ReorderedList(base: stage.list, source: path(item), target: path(item), isAway: isAway)
    let drag = ReorderDrag(
      shown: shown, others: others.map(path), pointer: point, grip: Point(x: 0.5, y: 0.5))
    reordering.begin(drag, in: nil)
    return reordering
  }

  private func run(_ reordering: borrowing Reordering) { ReorderPass.run(stage.items, reordering, stage.input()) }

  @Test func `without a drag no item is lifted`() {
    run(Reordering())
    #expect(stage.items.bound.allSatisfy { !$0.isLifted && !$0.isMovedAlong })
  }

  @Test func `the dragged item is drawn under the pointer and above all others`() throws {
    run(drag(2, at: Point(x: 210, y: 130)))
    let item = try #require(stage.item(2))
    #expect(item.isLifted && item.presented == Rect(x: 10, y: 110, width: 400, height: 40))
    #expect(item.target == Rect(x: 0, y: 80, width: 400, height: 40))
    #expect(stage.items.bound.allSatisfy { $0 === item || !$0.isLifted && $0.drawOrder < item.drawOrder })
  }

  @Test func `the dragged item stays under the pointer while the content scrolls`() throws {
    stage.showOffset(40)
    stage.settle()
    run(drag(2, at: Point(x: 200, y: 130)))
    #expect(stage.item(2)?.presented.minY == 150)
  }

  @Test func `an item that is over another list is not lifted here`() {
    run(drag(2, at: Point(x: 200, y: 130), isAway: true))
    #expect(stage.items.bound.allSatisfy { !$0.isLifted })
  }

  @Test func `the other items that a drop moves are dimmed until the drag ends`() throws {
    run(drag(2, at: Point(x: 200, y: 100), others: [4, 5]))
    #expect(stage.items.bound.filter(\.isMovedAlong).map { $0.key.item } == [4, 5])
    let item = try #require(stage.item(4))
    #expect(item.alpha.value(at: stage.now.advanced(bySeconds: 1)) == 0.4)
    stage.now = stage.now.advanced(bySeconds: 1)
    run(Reordering())
    #expect(!item.isMovedAlong && item.alpha.value(at: stage.now.advanced(bySeconds: 1)) == 1)
  }

  @Test func `a dropped item moves from the pointer to its place, above the others until it rests`() throws {
    run(drag(2, at: Point(x: 200, y: 200)))
    run(Reordering())
    let item = try #require(stage.item(2))
    #expect(item.isLifted && item.presented.minY == 180 && item.target.minY == 80)
    for _ in 0..<100 {
      stage.animate(after: 1.0 / 60)
      run(Reordering())
    }
    #expect(!item.isLifted && item.presented == item.target && item.drawOrder == stage.item(3)?.drawOrder)
  }

  @Test func `a dragged item that an update deletes leaves where it was held`() throws {
    run(drag(2, at: Point(x: 200, y: 200)))
    let item = try #require(stage.item(2))
    stage.exit(item)
    run(Reordering())
    #expect(!item.isLifted && item.presented.minY == 180)
  }
}
