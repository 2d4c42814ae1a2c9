import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ReorderTests {
  @Test func `a dragged row changes places with the rows that it passes, and the drop is reported`() {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 145))
    #expect(stage.shown.prefix(5) == [0, 2, 3, 1, 4])
    #expect(stage.ids == [Array(0..<20)] && stage.reorders.isEmpty)
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.reorders.count == 1)
    #expect(stage.reorders.first?.sources == [ElementPath(section: 0, item: 1)])
    #expect(stage.reorders.first?.destination == ElementPath(section: 0, item: 4))
    #expect(stage.ids[0].prefix(5) == [0, 2, 3, 1, 4])
    #expect(stage.texts.prefix(5) == ["0", "2", "3", "1", "4"])
  }

  @Test func `a row is dragged upwards and to the start`() {
    let stage = ReorderStage(20)
    stage.drag(4, to: Point(x: 200, y: 5))
    #expect(stage.ids[0].prefix(6) == [4, 0, 1, 2, 3, 5])
  }

  @Test func `the dragged row is under the pointer and above the others, and its neighbours make room with motion`()
    throws
  {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.harness.move(to: Point(x: 230, y: 125))
    stage.harness.show()
    #expect(stage.frame("1")?.center == Point(x: 230 - 200 + 200, y: 125))
    stage.harness.show()
    let before = try #require(stage.frame("2"))
    stage.harness.advance(by: .milliseconds(48))
    let after = try #require(stage.frame("2"))
    #expect(before.minY > after.minY && after.minY > 40)
    #expect(stage.frame("1")?.midY == 125)
    stage.harness.settle()
    #expect(stage.frame("2")?.minY == 40)
    #expect(stage.frame("1")?.midY == 125)
  }

  @Test func `a dropped row travels from the pointer to its place`() throws {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 135))
    stage.harness.release()
    stage.harness.show()
    let start = try #require(stage.frame("1"))
    #expect(abs(start.midY - 135) < 2)
    stage.harness.advance(by: .milliseconds(64))
    let middle = try #require(stage.frame("1"))
    #expect(middle.minY != start.minY && middle.minY != 120)
    stage.harness.settle()
    #expect(stage.frame("1")?.minY == 120 || stage.frame("1")?.minY == 80)
  }

  @Test func `Escape cancels the drag`() {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 200))
    #expect(stage.shown.prefix(3) == [0, 2, 3])
    stage.harness.key(.escape)
    stage.harness.settle()
    #expect(stage.shown == Array(0..<20))
    stage.harness.move(to: Point(x: 200, y: 20))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.reorders.isEmpty && stage.shown == Array(0..<20))
    #expect(stage.frame("1")?.minY == 40)
  }

  @Test func `a row goes back if the program does not move it`() {
    let stage = ReorderStage(20)
    stage.accepts = false
    stage.drag(1, to: Point(x: 200, y: 200))
    #expect(stage.reorders.count == 1)
    #expect(stage.shown == Array(0..<20))
    #expect(stage.frame("1")?.minY == 40)
  }

  @Test func `a list without a handler and rows that the program keeps are not dragged`() {
    let stage = ReorderStage(20) { list in list.shouldReorder { path, id in path.item != 1 && id != ElementID(3) } }
    stage.drag(1, to: Point(x: 200, y: 200))
    stage.drag(3, to: Point(x: 200, y: 20))
    #expect(stage.reorders.isEmpty)
    stage.drag(2, to: Point(x: 200, y: 20))
    #expect(stage.ids[0].prefix(3) == [2, 0, 1])
    let plain = Stage(Stage.items(0..<20))
    plain.harness.press(at: Point(x: 200, y: 60))
    plain.harness.move(to: Point(x: 200, y: 200))
    plain.harness.show()
    #expect(plain.y(1) == 40)
  }

  @Test func `the program redirects a drop or refuses places`() {
    var asked: [Int] = []
    let stage = ReorderStage(20) { list in
      list.targetForReorder { proposal in
        asked.append(proposal.destination.item)
        if proposal.destination.item > 4 { return nil }
        return proposal.destination.item == 0 ? ElementPath(section: 0, item: 1) : proposal.destination
      }
    }
    stage.lift(2)
    stage.move(to: Point(x: 200, y: 260))
    #expect(stage.shown.prefix(5) == [0, 1, 3, 2, 4])
    #expect(asked == asked.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
    stage.move(to: Point(x: 200, y: 2))
    #expect(stage.shown.prefix(5) == [0, 2, 1, 3, 4])
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids[0].prefix(5) == [0, 2, 1, 3, 4])
  }

  @Test func `several selected rows are moved together, to where the dragged one is`() {
    let stage = ReorderStage(20)
    stage.harness.click(at: stage.center(0))
    stage.harness.click(at: stage.center(2), modifiers: .control)
    stage.harness.click(at: stage.center(4), modifiers: .control)
    stage.lift(2)
    stage.move(to: Point(x: 200, y: 260))
    #expect(stage.shown.prefix(7) == [0, 1, 3, 4, 5, 2, 6] || stage.shown.prefix(7) == [0, 1, 3, 4, 5, 6, 2])
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.reorders.first?.ids == [0, 2, 4].map { ElementID($0) })
    #expect(stage.ids[0].filter { [0, 2, 4].contains($0) } == [0, 2, 4])
    #expect(stage.list.selectedRanges(inSection: 0).count == 1)
    #expect(stage.ids[0].prefix(3) == [1, 3, 5])
  }

  @Test func `a row is dragged into another section, over its header, and into an empty section`() {
    let stage = ReorderStage([Stage.items(0..<2), [], Stage.items(10..<12)], header: "header")
    // Headers of 20 at 0, 100 and 120; rows at 20, 60, 140 and 180.
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 100))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids == [[0], [1], [10, 11]])
    stage.drag(10, to: Point(x: 200, y: 30))
    #expect(stage.ids == [[10, 0], [1], [11]] || stage.ids == [[0, 10], [1], [11]])
  }

  @Test func `a drag near the edge scrolls the list, and the row goes along`() {
    let stage = ReorderStage(200)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 290))
    stage.harness.advance(by: .seconds(2))
    #expect(stage.offset > 500)
    #expect(abs((stage.frame("1")?.midY ?? 0) - 290) < 11)
    stage.move(to: Point(x: 200, y: 150))
    let offset = stage.offset
    stage.harness.advance(by: .seconds(1))
    #expect(stage.offset == offset)
    stage.harness.release()
    stage.harness.settle()
    let place = stage.ids[0].firstIndex(of: 1) ?? 0
    #expect(abs(Double(place) * 40 + 20 - stage.offset - 150) < 40)
    stage.lift(place + 3)
    stage.move(to: Point(x: 200, y: 3))
    stage.harness.advance(by: .seconds(20))
    #expect(stage.offset == 0)
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids[0].first == place + 3)
  }

  @Test func `rows of measured heights make room without a flicker between two places`() {
    let heights: [Double] = [40, 120, 30, 200, 40, 60, 25, 90]
    let items = heights.enumerated().map { Item($0.offset, height: $0.element) }
    let stage = ReorderStage([items], layout: .list(estimatedRowHeight: 50))
    stage.lift(0)
    var orders: [[Int]] = []
    for y in stride(from: 30.0, to: 290, by: 3) {
      stage.harness.move(to: Point(x: 200, y: y))
      for _ in 0..<6 {
        stage.harness.advance(by: .milliseconds(16))
        if orders.last != stage.shown { orders.append(stage.shown) }
      }
    }
    // Each order appears once, and the dragged row only moves on.
    let places = orders.map { $0.firstIndex(of: 0) ?? -1 }
    #expect(places == places.sorted() && places.count == Set(places).count)
    #expect(places.count > 2)
  }

  @Test func `tiles of a grid make room in both directions`() {
    let layout = SectionLayout.grid(minimumItemWidth: 100, itemHeight: 80)
    let stage = ReorderStage([Stage.items(0..<20)], layout: layout)
    stage.drag(0, to: Point(x: 250, y: 40))
    #expect(stage.ids[0].prefix(4) == [1, 2, 0, 3])
    stage.drag(0, to: Point(x: 250, y: 120))
    #expect(stage.ids[0].prefix(8) == [1, 2, 3, 4, 5, 6, 0, 7])
    stage.drag(0, to: Point(x: 50, y: 40))
    #expect(stage.ids[0].prefix(3) == [0, 1, 2])
  }

  @Test func `without motion the order changes at once`() {
    let stage = ReorderStage(20, motion: .off)
    stage.drag(1, to: Point(x: 200, y: 145))
    #expect(stage.ids[0].prefix(5) == [0, 2, 3, 1, 4])
    #expect(stage.frame("1")?.minY == 120)
  }

  @Test func `Alt and an arrow key move the focused row, and say where it is`() {
    let stage = ReorderStage(20)
    stage.harness.click(at: stage.center(2))
    stage.harness.key(.down, modifiers: .alt)
    stage.harness.settle()
    #expect(stage.ids[0].prefix(4) == [0, 1, 3, 2])
    #expect(stage.harness.host.takeAnnouncements() == ["Moved to position 4 of 20"])
    #expect(stage.list.focusedItem?.item == 3)
    stage.harness.key(.up, modifiers: .alt, count: 3)
    stage.harness.settle()
    #expect(stage.ids[0].prefix(4) == [2, 0, 1, 3])
    stage.harness.key(.up, modifiers: .alt)
    #expect(stage.reorders.count == 4)
  }

  @Test func `Alt and an arrow key reveal the row and move selected rows together`() {
    let stage = ReorderStage(40)
    stage.harness.click(at: stage.center(4))
    stage.harness.click(at: stage.center(5), modifiers: .shift)
    stage.harness.key(.down, modifiers: .alt)
    stage.harness.settle()
    #expect(stage.ids[0].prefix(8) == [0, 1, 2, 3, 6, 4, 5, 7])
    for _ in 0..<10 {
      stage.harness.key(.down, modifiers: .alt)
      stage.harness.settle()
    }
    #expect(stage.ids[0].firstIndex(of: 5) == 16)
    #expect((stage.frame("5")?.maxY ?? 999) <= 300)
  }

  @Test func `a long press of a finger begins a drag`() {
    let stage = ReorderStage(40)
    stage.harness.touch(.began, at: Point(x: 200, y: 60))
    stage.harness.advance(by: .milliseconds(600))
    stage.harness.touch(.moved, at: Point(x: 200, y: 100))
    stage.harness.advance(by: .milliseconds(50))
    stage.harness.touch(.moved, at: Point(x: 200, y: 145))
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.offset == 0)
    stage.harness.touch(.ended, at: Point(x: 200, y: 145))
    stage.harness.settle()
    #expect(stage.ids[0].prefix(4) == [0, 2, 3, 1])
    // A quick drag scrolls.
    stage.harness.touch(.began, at: Point(x: 200, y: 200))
    stage.harness.touch(.moved, at: Point(x: 200, y: 100))
    stage.harness.advance(by: .milliseconds(20))
    stage.harness.touch(.ended, at: Point(x: 200, y: 100))
    stage.harness.settle()
    #expect(stage.offset > 50 && stage.reorders.count == 1)
  }

  @Test func `ten thousand rows of measured heights make room with the work of a few rows in each frame`() {
    /// Returns the most work of one frame while the list scrolls below the dragged row.
    func most(_ count: Int) -> (bound: Int, measured: Int, steps: Int) {
      let stage = ReorderStage(
        [(0..<count).map { Item($0, height: 20 + Double($0 * 37 % 60)) }], layout: .list(estimatedRowHeight: 40))
      stage.harness.resize(to: Size(width: 400, height: 3000))
      while !stage.list.isAtEnd {
        stage.list.scroll(to: .offset(stage.list.contentOffset.y + 2900), animated: false)
        stage.harness.showIfNeeded()
      }
      stage.harness.resize(to: Size(width: 400, height: 300))
      stage.list.scroll(to: .start, animated: false)
      stage.harness.settle()
      stage.lift(1)
      stage.move(to: Point(x: 200, y: 298))
      var (bound, measured, steps, last) = (0, 0, 0, stage.list.report.work)
      for _ in 0..<120 {
        steps = max(steps, OperationCounter.steps { stage.harness.advance(by: .nanoseconds(1_000_000_000 / 60)) })
        let work = stage.list.report.work
        bound = max(bound, work.bindings - last.bindings)
        measured = max(measured, work.measurements - last.measurements)
        last = work
      }
      #expect(stage.list.contentOffset.y > 300)
      return (bound, measured, steps)
    }
    let (few, many) = (most(1_000), most(10_000))
    #expect(many.bound <= 6 && many.measured <= 3, "\(many)")
    #expect(many.steps < few.steps * 2, "\(few) and \(many)")
  }
}
