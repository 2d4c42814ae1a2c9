import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Drags between lists during which the lists change.
@MainActor
struct ReorderTransferTroubleTests {
  @Test func `an item that its program deletes while it is over another list is in neither`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.columns[0].removeAll { $0.id == 1 }
    stage.submit(0)
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.shown(0) == [0, 2, 3, 4] && stage.shown(1) == Array(10..<15))
    stage.move(to: Point(x: 300, y: 145))
    stage.drop()
    #expect(stage.calls.isEmpty && stage.ids == [[0, 2, 3, 4], Array(10..<15)])
    #expect(stage.frame(1) == nil && stage.harness.host.overlays.isEmpty)
  }

  @Test func `a drag continues through updates of both lists, and the drop is reported in the newest ones`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.columns[0].insert(Item(100), at: 0)
    stage.columns[1].insert(Item(101), at: 0)
    stage.columns[1].removeAll { $0.id == 14 }
    stage.apply()
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.shown(0) == [100, 0, 2, 3, 4])
    #expect(stage.shown(1).filter { $0 != 1 } == [101, 10, 11, 12, 13] && stage.shown(1).contains(1))
    #expect(stage.lists.map { $0.snapshot().sections[0].count } == [6, 5])
    let place = stage.shown(1).firstIndex(of: 1)
    stage.drop()
    #expect(stage.ids[0] == [100, 0, 2, 3, 4] && stage.ids[1].firstIndex(of: 1) == place)
    #expect(stage.transfers.first?.sources == [ElementPath(section: 0, item: 2)])
    #expect(stage.shown(1) == stage.ids[1])
  }

  @Test func `an update that waits for a frame at the drop is not lost`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.columns[0].append(Item(100))
    stage.columns[1].append(Item(101))
    stage.submit(0)
    stage.submit(1)
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids[0] == [0, 2, 3, 4, 100] && stage.ids[1].contains(101) && stage.ids[1].contains(1))
    #expect(stage.shown(0) == stage.ids[0] && stage.shown(1) == stage.ids[1])
  }

  @Test func `a list that is hidden while an item is over it gives the item back`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.lists[1].removeFromParent()
    stage.harness.advance(by: .milliseconds(100))
    stage.drop()
    #expect(stage.calls.isEmpty && stage.shown(0) == Array(0..<5))
    #expect(stage.frame(1) == Rect(x: 0, y: 40, width: 190, height: 40))
    #expect(stage.harness.host.overlays.isEmpty)
  }

  @Test func `a window that loses the keyboard focus ends the drag`() {
    let stage = BoardStage(0..<5, 10..<15)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.harness.send(.activation(false))
    stage.harness.settle()
    #expect(stage.shown(0) == Array(0..<5) && stage.shown(1) == Array(10..<15) && stage.calls.isEmpty)
    #expect(stage.frame(1) == Rect(x: 0, y: 40, width: 190, height: 40))
  }

  @Test func `without motion items move between lists at once`() {
    let stage = BoardStage(0..<5, 10..<15, motion: .off)
    stage.lift(1)
    stage.move(to: Point(x: 300, y: 85))
    stage.harness.release()
    stage.harness.show()
    stage.harness.show()
    #expect(stage.ids[1].contains(1) && stage.harness.host.overlays.isEmpty)
    #expect(stage.frame(1)?.minX == 210)
  }

  /// The model is two arrays: each drop moves an item between them as the lists report, and each update changes one of
  /// them. Every item is in exactly one array, and the lists show the arrays whenever nothing is dragged.
  @Test(arguments: 0..<rounds)
  func `no item is lost or doubled by moves between lists that both change`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let stage = BoardStage(0..<8, 20..<28)
    var (next, living) = (100, Set(Array(0..<8) + Array(20..<28)))
    for _ in 0..<12 {
      let list = random.below(2)
      let choices = stage.shown(list).prefix(6)
      if let id = choices.randomElement(using: &random) { stage.lift(id) }
      for _ in 0..<random.below(5) {
        stage.harness.move(to: Point(x: Double(random.below(400)), y: Double(random.below(300))))
        stage.harness.advance(by: .milliseconds(random.pick([0, 16, 40])))
        guard random.chance(50) else { continue }
        let changed = random.below(2)
        switch random.below(3) {
        case 0:
          stage.columns[changed].insert(Item(next), at: random.below(stage.columns[changed].count + 1))
          living.insert(next)
          next += 1
        case 1 where stage.columns[changed].count > 2:
          living.remove(stage.columns[changed].remove(at: random.below(stage.columns[changed].count)).id)
        default: stage.columns[changed].shuffle(using: &random)
        }
        stage.submit(changed)
        if random.chance(50) { stage.harness.advance(by: .milliseconds(16)) }
      }
      if random.chance(20) { stage.harness.key(.escape) }
      stage.harness.release()
      if random.chance(50) { stage.harness.settle() }
      let all = stage.ids[0] + stage.ids[1]
      #expect(all.count == living.count && Set(all) == living)
    }
    stage.harness.settle()
    #expect(stage.shown(0) == stage.ids[0] && stage.shown(1) == stage.ids[1])
    let drawn = stage.harness.cells.map(\.id)
    #expect(Set(drawn).count == drawn.count && stage.harness.host.overlays.isEmpty)
  }
}
