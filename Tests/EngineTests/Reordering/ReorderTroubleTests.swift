import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Drags during which the list changes.
@MainActor
struct ReorderTroubleTests {
  @Test func `a drag ends if the program deletes the dragged row`() {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 145))
    stage.sections[0].removeAll { $0.id == 1 }
    stage.apply()
    stage.harness.advance(by: .milliseconds(50))
    stage.move(to: Point(x: 200, y: 20))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.reorders.isEmpty)
    #expect(stage.shown == [0] + Array(2..<20))
    #expect(stage.frame("1") == nil)
  }

  @Test func `a drag continues through updates, and the drop is reported in the newest list`() {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 145))
    #expect(stage.shown.prefix(5) == [0, 2, 3, 1, 4])
    stage.sections[0].insert(Item(100), at: 0)
    stage.sections[0].removeAll { $0.id == 7 }
    stage.apply()
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.shown.contains(100) && !stage.shown.contains(7))
    #expect(stage.list.snapshot().sections[0].count == 20)
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.reorders.count == 1)
    #expect(stage.shown == stage.ids[0])
    #expect(stage.ids[0].contains(100) && Set(stage.ids[0]).count == 20)
  }

  @Test func `a drag survives a replaced list and a reload`() {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 145))
    stage.list.reloadData()
    stage.harness.advance(by: .milliseconds(50))
    stage.list.setNeedsReload()
    stage.harness.advance(by: .milliseconds(50))
    #expect(stage.shown.prefix(5) == [0, 2, 3, 1, 4])
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids[0].prefix(5) == [0, 2, 3, 1, 4])
  }

  @Test func `a window that changes its size during a drag keeps the row under the pointer, and the drop counts`() {
    let stage = ReorderStage(20)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 145))
    for size in [Size(width: 220, height: 200), Size(width: 600, height: 420), Size(width: 400, height: 300)] {
      stage.harness.resize(to: size)
      stage.harness.advance(by: .milliseconds(40))
      #expect(abs((stage.frame("1")?.midY ?? 0) - 145) < 21, "\(size)")
      #expect(stage.shown.sorted() == Array(0..<20))
    }
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids[0].prefix(5) == [0, 2, 3, 1, 4])
  }

  @Test func `an update that removes the section of the drop moves the drop to where the row was`() {
    let stage = ReorderStage([Stage.items(0..<3), Stage.items(10..<13)], header: "header")
    stage.lift(0)
    stage.move(to: Point(x: 200, y: 215))
    #expect(stage.shown.firstIndex(of: 0) ?? 0 > 2)
    stage.sections.removeLast()
    stage.apply()
    stage.harness.advance(by: .milliseconds(50))
    stage.move(to: Point(x: 200, y: 45))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.ids.flatMap { $0 }.sorted() == [0, 1, 2])
    #expect(stage.shown == stage.ids.flatMap { $0 })
  }

  @Test func `questions that change the list do not break the drag`() {
    var stage: ReorderStage?
    let made = ReorderStage(20) { list in
      list.shouldReorder { _, _ in
        stage?.sections[0].append(Item(500 + (stage?.sections[0].count ?? 0)))
        stage?.submit()
        return true
      }.targetForReorder { proposal in
        stage?.sections[0].append(Item(500 + (stage?.sections[0].count ?? 0)))
        stage?.submit()
        return proposal.destination
      }
    }
    stage = made
    made.lift(1)
    for y in [80.0, 110, 140, 170, 200] { made.move(to: Point(x: 200, y: y)) }
    made.harness.release()
    made.harness.settle()
    #expect(made.shown == made.ids[0])
    #expect(Set(made.ids[0]).count == made.ids[0].count)
  }

  @Test func `a program that answers with a place that does not exist refuses`() {
    let stage = ReorderStage(20) { list in list.targetForReorder { _ in ElementPath(section: 3, item: 9) } }
    stage.drag(1, to: Point(x: 200, y: 145))
    #expect(stage.reorders.isEmpty && stage.shown == Array(0..<20))
  }

  @Test func `a row of a million is dragged over thousands of others`() {
    let stage = ReorderStage(1_000_000)
    stage.lift(1)
    stage.move(to: Point(x: 200, y: 298))
    stage.harness.advance(by: .seconds(3))
    var place = stage.list.path(of: ElementID(1))?.item ?? 0
    #expect(place > 80, "the edge scrolls by 1,400 pixels a second, and a row has 40")
    // The program scrolls on while the row is held.
    stage.list.scroll(to: .offset(stage.offset + 200_000), animated: false)
    stage.harness.show()
    stage.move(to: Point(x: 200, y: 290))
    place = stage.list.path(of: ElementID(1))?.item ?? 0
    #expect(place > 5_000)
    stage.harness.release()
    stage.harness.settle()
    let last = stage.ids[0].firstIndex(of: 1) ?? 0
    #expect(last >= place && last < place + 10 && stage.ids[0].count == 1_000_000)
    #expect(stage.reorders.count == 1)
  }

  @Test func `sections that identify their items by different types exchange rows`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    var reorders: [Reorder] = []
    list.apply(
      List(sections: [
        Section(id: 0, data: [0, 1, 2], id: \.self) { Plate(text: "\($0)") }.withSectionLayout(.list(rowHeight: 40)),
        Section(id: 1, data: ["a", "b"], id: \.self) { Plate(text: $0) }.withSectionLayout(.list(rowHeight: 40)),
      ]).onReorder { _, reorder in reorders.append(reorder) })
    harness.show()
    harness.press(at: Point(x: 200, y: 100))
    for y in stride(from: 110.0, through: 190, by: 10) {
      harness.move(to: Point(x: 200, y: y))
      harness.advance(by: .milliseconds(50))
    }
    #expect(harness.cells.map(\.text) == ["0", "1", "a", "b", "2"])
    harness.release()
    harness.settle()
    #expect(reorders.first?.destination == ElementPath(section: 1, item: 2))
    #expect(harness.cells.map(\.text) == ["0", "1", "2", "a", "b"])
  }

  @Test func `a drag ends with the program's list, whatever happens during it`() {
    for seed in 0..<UInt64(perBuild(debug: 12, optimized: 200)) {
      var random = SeededGenerator(seed: seed)
      let stage = ReorderStage([Stage.items(0..<8), Stage.items(20..<26), []], header: "header")
      var next = 100
      for _ in 0..<40 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1:
          stage.harness.press(at: Point(x: 100, y: .random(in: 0..<300, using: &random)))
        case 2, 3, 4:
          stage.harness.move(
            to: Point(x: .random(in: 0..<400, using: &random), y: .random(in: -20..<320, using: &random)))
        case 5: stage.harness.release()
        case 6:
          let section = Int.random(in: 0..<stage.sections.count, using: &random)
          let count = stage.sections[section].count
          if Bool.random(using: &random) || count == 0 {
            next += 1
            stage.sections[section].insert(Item(next), at: Int.random(in: 0...count, using: &random))
          } else {
            stage.sections[section].remove(at: Int.random(in: 0..<count, using: &random))
          }
          stage.apply()
        case 7: stage.harness.key(Bool.random(using: &random) ? .escape : .down, modifiers: .alt)
        default: stage.harness.wheel(Double.random(in: -2..<2, using: &random), at: Point(x: 100, y: 100))
        }
        stage.harness.advance(by: .milliseconds(Int.random(in: 1..<60, using: &random)))
      }
      stage.harness.release()
      stage.harness.settle()
      let ids = stage.ids.flatMap { $0 }
      #expect(stage.shown == ids, "seed \(seed)")
      #expect(Set(ids).count == ids.count, "seed \(seed)")
      #expect(stage.cells.allSatisfy { $0.bounds == $0.target && $0.alpha == 1 }, "seed \(seed)")
    }
  }
}
