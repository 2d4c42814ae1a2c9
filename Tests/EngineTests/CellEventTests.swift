import Scrollwork
import ScrollworkTesting
import Testing

/// The event handlers of cells, rows and lists.
@MainActor
struct CellEventTests {
  /// The events that a test saw, in order.
  @MainActor
  private final class Log {
    var events: [String] = []

    func add(_ name: String) -> @MainActor (CellContext) -> Void { { self.events.append("\(name) \($0.id)") } }

    func take() -> [String] {
      defer { events = [] }
      return events
    }
  }

  /// Shows cells that log every event, in a list that logs them too.
  private func show(_ ids: [Int], _ log: Log, on stage: Stage) {
    stage.list.apply(
      List {
        Section(id: 0) {
          for id in ids {
            Cell(id: id, component: Plate(text: "\(id)"))
              .didSelect(log.add("select")).didDeselect(log.add("deselect"))
              .onHighlight(log.add("press")).onUnhighlight(log.add("unpress")).didActivate(log.add("open"))
          }
        }
      }
      .didSelect(log.add("list select")).didDeselect(log.add("list deselect"))
      .onHighlight(log.add("list press")).onUnhighlight(log.add("list unpress")).didActivate(log.add("list open")))
    stage.harness.showIfNeeded()
  }

  private func click(_ item: Int, on stage: Stage, modifiers: Modifiers = [], count: Int = 1) {
    stage.harness.click(at: Point(x: 50, y: Double(item) * 40 + 20), modifiers: modifiers, count: count)
  }

  // MARK: Handlers

  @Test func `a tapped cell gets each click and Return, not arrow keys, and does not stay selected`() {
    let (stage, log) = (Stage(), Log())
    stage.list.apply(
      List {
        Section(id: 0) {
          for id in 0..<3 { Cell(id: id, component: Plate(text: "\(id)")).didTap(log.add("tap")) }
        }
      })
    stage.harness.showIfNeeded()
    click(1, on: stage)
    #expect(log.take() == ["tap 1"] && stage.list.selectedCount == 0)
    click(1, on: stage, count: 2)
    #expect(log.take() == ["tap 1", "tap 1"])
    stage.harness.key(.down)
    stage.harness.click(at: Point(x: 50, y: 20), button: .right)
    stage.harness.key(.down)
    #expect(log.take() == [])
    stage.harness.key(.enter)
    #expect(log.take() == ["tap 1"])
    #expect(stage.list.selectedCount == 0, "arrow keys move the focus alone")
    click(1, on: stage)
    #expect(log.take() == ["tap 1"], "a click on the item that arrow keys reached")
  }

  @Test func `the handlers of an item run before those of its list`() {
    let (stage, log) = (Stage(), Log())
    show([7, 8, 9], log, on: stage)
    click(1, on: stage)
    #expect(
      log.take() == [
        "press 8", "list press 8", "select 8", "list select 8", "unpress 8", "list unpress 8",
      ])
    click(2, on: stage)
    #expect(
      log.take() == [
        "press 9", "list press 9", "deselect 8", "list deselect 8", "select 9", "list select 9", "unpress 9",
        "list unpress 9",
      ])
    stage.harness.key(.enter)
    #expect(log.take() == ["open 9", "list open 9"])
    stage.harness.key(.escape)
    #expect(log.take() == ["deselect 9", "list deselect 9"])
  }

  @Test func `each item that a range, Select all or a click elsewhere changes is reported`() {
    let (stage, log) = (Stage(), Log())
    show([1, 2, 3, 4], log, on: stage)
    click(0, on: stage)
    _ = log.take()
    click(2, on: stage, modifiers: .shift)
    #expect(log.take().filter { $0.hasPrefix("select") } == ["select 2", "select 3"])
    stage.harness.key("A", modifiers: .control)
    #expect(log.take().filter { $0.hasPrefix("select") } == ["select 4"])
    click(3, on: stage, modifiers: .control)
    #expect(log.take().filter { $0.hasPrefix("deselect") } == ["deselect 4"])
    stage.harness.click(at: Point(x: 50, y: 280))
    #expect(log.take().filter { $0.hasPrefix("deselect") } == ["deselect 1", "deselect 2", "deselect 3"])
  }

  @Test func `the handlers of the newest list are in force, also if nothing else changed`() {
    let (stage, old, new) = (Stage(), Log(), Log())
    show([1, 2], old, on: stage)
    stage.harness.press(at: Point(x: 50, y: 20))
    _ = old.take()
    show([1, 2], new, on: stage)
    stage.harness.release()
    #expect(new.take() == ["unpress 1", "list unpress 1"] && old.take().isEmpty)
  }

  @Test func `a change of more than a thousand selected items is reported for the visible ones`() {
    let (stage, log) = (Stage(), Log())
    var made = 0
    let rows = Section(id: 0, data: 0..<1_000_000, id: \.self) { number in
      made += 1
      return Plate(text: "\(number)").didDeselect(log.add("deselect"))
    }
    stage.list.apply(List(sections: [rows.withSectionLayout(.list(rowHeight: 40))]).didSelect(log.add("select")))
    stage.harness.showIfNeeded()
    let before = made
    stage.list.selectAll()
    #expect(log.take().count == stage.cells.count)
    stage.harness.click(at: Point(x: 50, y: 20))
    stage.harness.key(.escape)
    #expect(stage.list.selectedCount == 0)
    #expect(log.take().contains("deselect 1"))
    #expect(made - before < 200)
  }

  // MARK: Highlight

  @Test func `a highlight ends when the pointer leaves the item`() {
    let (stage, log) = (Stage(), Log())
    show([1, 2], log, on: stage)
    stage.harness.press(at: Point(x: 50, y: 20))
    stage.harness.move(to: Point(x: 50, y: 60))
    #expect(log.take().last == "list unpress 1")
    stage.harness.release()
    #expect(log.take().isEmpty)
  }

  @Test func `a finger highlights an item until it scrolls`() {
    let (stage, log) = (Stage(), Log())
    show(Array(0..<50), log, on: stage)
    stage.harness.touch(.began, at: Point(x: 50, y: 100))
    #expect(log.take() == ["press 2", "list press 2"])
    stage.harness.touch(.moved, at: Point(x: 50, y: 60))
    #expect(log.take() == ["unpress 2", "list unpress 2"])
    stage.harness.touch(.ended, at: Point(x: 50, y: 60))
    #expect(log.take().isEmpty)
    stage.harness.settle()
    stage.harness.touch(.began, at: Point(x: 50, y: 5))
    stage.harness.touch(.ended, at: Point(x: 50, y: 5))
    #expect(log.take().filter { !$0.hasPrefix("list") }.map { $0.prefix(5) } == ["press", "unpre", "selec"])
  }

  @Test func `an item that refuses the highlight is neither pressed, selected nor opened`() {
    let (stage, log) = (Stage(), Log())
    stage.list.apply(
      List {
        for id in 0..<3 {
          Cell(id: id, component: Plate(text: "\(id)")).shouldHighlight { $0.path.item != 1 }
            .onHighlight(log.add("press")).didActivate(log.add("open"))
        }
      })
    stage.harness.showIfNeeded()
    click(0, on: stage)
    click(1, on: stage, count: 2)
    stage.harness.touch(.began, at: Point(x: 50, y: 60))
    stage.harness.touch(.ended, at: Point(x: 50, y: 60))
    #expect(log.take() == ["press 0"] && stage.selected() == [0])
    stage.harness.key(.down)
    #expect(stage.selected() == [1])
  }

  @Test func `a pressed item that is deleted gets the end of its highlight`() {
    let (stage, log) = (Stage(), Log())
    show([1, 2, 3], log, on: stage)
    for strategy in [UpdateStrategy.animatedBatchUpdates, .reloadData] {
      show([1, 2, 3], log, on: stage)
      stage.harness.press(at: Point(x: 50, y: 60))
      _ = log.take()
      stage.list.apply(
        List { for id in [1, 3] { Cell(id: id, component: Plate(text: "")) } }, updateStrategy: strategy)
      stage.harness.showIfNeeded()
      #expect(log.take() == ["unpress 2"])
      stage.harness.release()
      #expect(log.take().isEmpty)
    }
  }

  // MARK: Display

  @Test func `handlers of the list are told of the display of each item, after the item's own`() {
    let (stage, log) = (Stage(), Log())
    func list(_ ids: Range<Int>) -> List {
      List {
        Section(id: 0, layout: .vertical()) {
          Section(id: "a") {
            for id in ids {
              Cell(id: id, component: Plate(text: "\(id)")).willDisplay(log.add("own")).didEndDisplay(
                log.add("own end"))
            }
          }
          .withHeader(Plate(text: "header"))
        }
      }
      .willDisplay(log.add("shown")).didEndDisplay(log.add("ended"))
    }
    stage.list.apply(list(0..<2))
    stage.harness.showIfNeeded()
    #expect(log.take() == ["own a/0", "shown a/0", "own a/1", "shown a/1"])
    stage.list.apply(list(1..<2), updateStrategy: .nonanimatedBatchUpdates)
    stage.harness.showIfNeeded()
    #expect(log.take() == ["own end a/0", "ended a/0"])
  }

  @Test func `a handler that a later list adds gets the ends of displays that began before`() {
    let (stage, log) = (Stage(Stage.items(0..<3)), Log())
    let rows = Section(id: 0, data: Stage.items(0..<3)) { Plate(text: $0.text) }
    stage.list.apply(List(sections: [rows]).didEndDisplay(log.add("ended")))
    stage.harness.showIfNeeded()
    stage.list.apply(List().didEndDisplay(log.add("ended")), updateStrategy: .nonanimatedBatchUpdates)
    stage.harness.showIfNeeded()
    #expect(log.take().sorted() == ["ended 0", "ended 1", "ended 2"])
  }
}
