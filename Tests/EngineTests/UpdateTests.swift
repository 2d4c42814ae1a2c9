import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct UpdateTests {
  @Test func `the first list appears at once, without motion`() {
    let stage = Stage(Stage.items(0..<100))
    #expect(stage.visible.map(\.id) == (0..<8).map(String.init))
    #expect(stage.visible.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 })
    #expect(stage.harness.frame.wake == nil)
  }

  @Test func `items after an insertion move to their frames and end there exactly`() {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([0, 100, 1, 2, 3, 4]))
    #expect(stage.y(1) == 40)
    #expect(stage.targetY(1) == 80)
    var places: [Double] = []
    while stage.harness.frame.wake != nil, places.count < 100 {
      places.append(stage.y(1) ?? .nan)
      stage.harness.advance(by: .nanoseconds(16_666_667))
    }
    #expect(places.count > 10 && places.count < 60)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(stage.y(1) == 80)
  }

  @Test func `a spring of 0.32 s moves as its formula says`() {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([100, 0, 1, 2, 3, 4]))
    stage.harness.advance(by: .milliseconds(100), framesPerSecond: 100)
    // 40 (1 + w t) e^(-w t) with w = 2 pi / 0.32 and t = 0.1.
    #expect(abs((stage.y(0) ?? 0) - (40 - 40 * 2.963_495 * 0.140_377)) < 0.01)
  }

  @Test func `new items fade in at their frames, and deleted items fade out at theirs`() throws {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([0, 100, 2, 3, 4]))
    #expect(try #require(stage.node(100)).alpha == 0)
    #expect(stage.y(100) == 40)
    #expect(stage.list.report.contents == 6)
    stage.harness.advance(by: .milliseconds(130))
    #expect(stage.list.report.contents == 5)
    let half = try #require(stage.node(100)).alpha
    #expect(half > 0.5 && half < 1)
    stage.harness.settle()
    #expect(stage.node(100)?.alpha == 1)
  }

  @Test func `moved items move from their old to their new frames`() {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([4, 0, 1, 2, 3]))
    #expect(stage.cells.map { $0.bounds.minY } == [160, 0, 40, 80, 120])
    stage.harness.settle()
    #expect(stage.cells.map { $0.bounds.minY } == [0, 40, 80, 120, 160])
  }

  @Test func `an update in flight retargets everything without a jump or a stop`() throws {
    let stage = Stage(Stage.items(0..<6))
    stage.apply(Stage.items([5, 0, 1, 2, 3, 4]))
    stage.harness.advance(by: .milliseconds(48), framesPerSecond: 250)
    let y1 = try #require(stage.y(5))
    stage.harness.advance(by: .milliseconds(4), framesPerSecond: 250)
    let y2 = try #require(stage.y(5))
    stage.apply(Stage.items([0, 1, 2, 5, 3, 4]))
    #expect(abs(try #require(stage.y(5)) - y2) < 1e-9)
    stage.harness.advance(by: .milliseconds(4), framesPerSecond: 250)
    let y3 = try #require(stage.y(5))
    // The item continues upwards with nearly its velocity.
    #expect(abs((y3 - y2) - (y2 - y1)) < 0.25 * abs(y2 - y1))
    stage.harness.settle()
    #expect(stage.y(5) == 120)
  }

  @Test func `updates in every frame do not delay motion`() {
    let stage = Stage(Stage.items(0..<6))
    stage.apply(Stage.items([5, 0, 1, 2, 3, 4]))
    for _ in 0..<60 {
      stage.harness.clock.advance(by: .nanoseconds(16_666_667))
      stage.apply(Stage.items([5, 0, 1, 2, 3, 4]))
    }
    #expect(stage.y(5) == 0)
  }

  @Test func `an item revived while exiting keeps its content view and shows the newest value`() throws {
    let stage = Stage(Stage.items(0..<4))
    let content = stage.list.cell(at: ElementPath(section: 0, item: 1)).content
    stage.apply(Stage.items([0, 2, 3]))
    stage.harness.advance(by: .milliseconds(32))
    stage.apply([Item(0), Item(1, text: "new"), Item(2), Item(3)])
    let node = try #require(stage.node(1))
    #expect(node.text == "new")
    #expect(node.alpha > 0.2 && node.alpha < 1)
    #expect(stage.list.cell(at: ElementPath(section: 0, item: 1)).content === content)
    stage.harness.settle()
    #expect(stage.node(1)?.alpha == 1)
    #expect(stage.list.report.contents == 4)
  }

  @Test func `an exiting item stays in place though the content moves below it`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 400)
    // Ten rows above and one visible one.
    stage.apply(Stage.items(Array(10..<12) + Array(13..<100)))
    #expect(stage.y(13) == 120)
    let groups = stage.harness.frame.groups.filter { $0.frame.height == 40 }.map(\.frame.minY)
    #expect(groups.filter { $0 == 80 }.count == 1)
    #expect(groups.count == Set(groups).count)
  }

  @Test func `completions are called once each, in order, with the outcome`() {
    let stage = Stage(Stage.items(0..<4))
    var reports: [String] = []
    for name in ["a", "b", "c"] {
      stage.list.apply(List(sections: [])) { reports.append("\(name) \($0)") }
    }
    #expect(reports.isEmpty)
    stage.harness.showIfNeeded()
    #expect(reports == ["a superseded", "b superseded", "c applied"])
    stage.harness.advance(by: .seconds(1))
    #expect(reports.count == 3)
  }

  @Test func `a completion that always applies another list does not loop for ever`() {
    let stage = Stage(Stage.items(0..<4))
    var count = 0
    func again(_ outcome: UpdateOutcome) {
      count += 1
      if count < 20 { stage.list.apply(List(sections: []), completion: again) }
    }
    stage.list.apply(List(sections: []), completion: again)
    stage.list.apply(List(sections: []), completion: again)
    #expect(count == 0)
    stage.harness.advance(by: .seconds(1))
    #expect(count >= 20)
    #expect(count < 25)
  }

  @Test func `a caller can wait for the outcome`() async {
    let stage = Stage(Stage.items(0..<4))
    let first = stage.list.apply(List(sections: []))
    let second = stage.list.apply(List(sections: []))
    stage.harness.showIfNeeded()
    #expect(await first.outcome == .superseded)
    #expect(await second.outcome == .applied)
  }

  @Test func `waiting for a list ends with superseded when the view is deallocated`() async {
    var reports: [UpdateOutcome] = []
    var list: CollectionView? = CollectionView()
    let first = list?.apply(List(sections: [])) { reports.append($0) }
    let second = list?.apply(List(sections: [])) { reports.append($0) }
    #expect(reports.isEmpty)
    list = nil
    #expect(reports == [.superseded, .superseded])
    #expect(await first?.outcome == .superseded)
    #expect(await second?.outcome == .superseded)
  }

  @Test func `a list applied by a handler is shown by the next frame`() {
    let stage = Stage(Stage.items(0..<4))
    stage.list.onSelectionChange = { _ in stage.list.apply(List(sections: [])) }
    stage.click(2)
    stage.harness.advance(by: .milliseconds(50))
    #expect(stage.list.itemCount == 0)
  }

  @Test func `an update without animation takes effect at once`() {
    let stage = Stage(Stage.items(0..<5))
    stage.apply(Stage.items([4, 7, 0, 1]), strategy: .nonanimatedBatchUpdates)
    #expect(stage.cells.map(\.id) == ["4", "7", "0", "1"])
    #expect(stage.cells.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 })
    #expect(stage.list.report.contents == 4)
    #expect(stage.harness.frame.wake == nil)
  }

  @Test(arguments: [MotionPolicy.reduced, .off])
  func `nothing moves with reduced motion`(motion: MotionPolicy) {
    let stage = Stage(Stage.items(0..<5), motion: motion)
    stage.apply(Stage.items([4, 7, 0, 1]))
    #expect(stage.cells.allSatisfy { $0.bounds == $0.target })
    #expect((stage.node(7)?.alpha == 1) == (motion == .off))
    stage.harness.advance(by: .milliseconds(110))
    #expect(stage.cells.allSatisfy { $0.alpha == 1 })
    #expect(stage.list.report.contents == 4)
  }

  @Test func `reloading drops the state of items`() {
    let stage = Stage(Stage.items(0..<5))
    stage.click(2)
    stage.apply(Stage.items(0..<5), strategy: .reloadData)
    #expect(stage.list.selectedCount == 0)
    #expect(stage.list.focusedItem == nil)
    #expect(stage.visible.count == 5)
  }

  @Test func `a row with another kind of component gets another content view`() {
    let stage = Stage()
    func show(card: Bool, id: Int = 1) {
      stage.list.apply(
        List {
          Section(id: 0) {
            if card {
              Cell(id: id, component: Card(text: "card"))
            } else {
              Cell(id: id, component: Plate(text: "plate"))
            }
            Cell(id: 9, component: Plate(text: "other"))
          }
        })
      stage.harness.showIfNeeded()
    }
    for round in 0..<6 {
      show(card: round % 2 == 0)
      stage.harness.settle()
      #expect(stage.cells.map(\.text) == [round % 2 == 0 ? "card" : "plate", "other"])
    }
    show(card: false, id: 2)
    stage.harness.settle()
    #expect(stage.cells.map(\.text) == ["plate", "other"])
  }

  @Test func `handlers are always the newest, also if nothing else changed`() {
    let stage = Stage()
    var reports: [Int] = []
    for round in 0..<3 {
      stage.list.apply(
        List {
          Section(id: 0) { Cell(id: 1, component: Plate(text: "same")).didSelect { _ in reports.append(round) } }
        })
      stage.harness.showIfNeeded()
    }
    stage.click(1)
    #expect(reports == [2])
  }

  @Test func `a new neighbour that is measured late causes no jump`() {
    let stage = Stage((0..<20).map { Item($0, height: 40) }, layout: .list(estimatedRowHeight: 44))
    stage.harness.settle()
    var items = (0..<20).map { Item($0, height: 40) }
    items.insert(Item(100, height: 90), at: 2)
    stage.apply(items)
    #expect(stage.y(2) == 80)
    #expect(stage.targetY(2) == 170)
    stage.harness.settle()
    #expect(stage.y(2) == 170)
  }

  @Test func `items that change their section move there`() {
    let stage = Stage()
    stage.apply(sections: [Stage.items([1, 2]), Stage.items([3, 4])])
    stage.apply(sections: [Stage.items([2]), Stage.items([3, 1, 4])])
    #expect(stage.y(1) == 0)
    #expect(stage.targetY(1) == 80)
    stage.harness.settle()
    #expect(stage.cells.map(\.id) == ["2", "3", "1", "4"])
  }

  @Test func `repeated identities are shown, each once`() {
    let stage = Stage(Stage.items([1, 1, 2, 1]))
    #expect(stage.cells.map(\.id) == ["1", "1", "2", "1"])
    stage.apply(Stage.items([1, 2, 1]))
    stage.harness.settle()
    #expect(stage.cells.map(\.id) == ["1", "2", "1"])
    #expect(stage.cells.map(\.bounds.minY) == [0, 40, 80])
  }
}
