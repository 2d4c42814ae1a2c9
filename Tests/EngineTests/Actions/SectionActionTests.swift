import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Actions that a section declares for all its items.
@MainActor
struct SectionActionTests {
  @MainActor
  private struct Shown: ListStage {
    let list = CollectionView()
    let harness: ViewHarness

    init(_ new: List) {
      harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
      list.apply(new)
      harness.settle()
    }

    /// Returns the titles of the buttons that the pointer shows over a row.
    func titles(over text: String) -> [String] {
      harness.move(to: frame(text)?.center ?? .zero)
      harness.settle()
      return harness.semantics.filter { $0.role == .button }.map(\.text)
    }
  }

  private static func action(_ title: String, _ log: ValueLog<String> = ValueLog()) -> MenuAction {
    MenuAction(title, symbol: .star) { log.add(title) }
  }

  private static func rows(_ id: String, _ count: Int = 3) -> Section {
    Section(id: id, data: Array(0..<count), id: \.self) { Plate(text: "\(id) \($0)") }
      .withSectionLayout(.list(rowHeight: 40))
  }

  @Test func `the actions of a row come before those of its section, and those of the list last`() {
    let section = Section(id: 0, data: Array(0..<3), id: \.self) { id in
      Plate(text: "\(id)").swipeActions(trailing: id == 1 ? [Self.action("row")] : [])
    }
    .withSectionLayout(.list(rowHeight: 40))
    .swipeActions(trailing: [Self.action("section")])
    let shown = Shown(
      List(sections: [section]).swipeActions { _ in SwipeActions(trailing: [Self.action("list")]) })
    #expect(shown.titles(over: "1") == ["row", "section", "list"])
    #expect(shown.titles(over: "2") == ["section", "list"])
  }

  @Test func `a section makes its actions for the item, and a neighbouring section has none`() {
    let first = Self.rows("a").swipeActions { context in
      SwipeActions(trailing: [Self.action("delete \(context.id)")])
    }
    let shown = Shown(List(sections: [first, Self.rows("b")]))
    #expect(shown.titles(over: "a 2") == ["delete 2"] && shown.titles(over: "b 0").isEmpty)
  }

  @Test func `a section gives its actions to its subsections, but not to their headers`() {
    let parts = [
      Self.rows("a").withHeader(Plate(text: "header", height: 30)).swipeActions(trailing: [Self.action("inner")]),
      Self.rows("b"),
    ]
    let all = Section(id: "all", layout: .vertical(), sections: parts).swipeActions(trailing: [Self.action("outer")])
    let shown = Shown(List(sections: [all]))
    #expect(shown.titles(over: "a 1") == ["inner", "outer"] && shown.titles(over: "b 1") == ["outer"])
    #expect(shown.titles(over: "header").isEmpty)
  }

  @Test func `a swipe over a declared cell performs the action of its section`() {
    let log = ValueLog<String>()
    let cells = Section(id: 0) {
      for id in 0..<3 { Cell(id: id, component: Plate(text: "\(id)")) }
    }
    let shown = Shown(List(sections: [cells.swipeActions(trailing: [Self.action("archive", log)])]))
    let start = shown.frame("1")?.center ?? .zero
    shown.harness.touch(.began, at: start)
    for step in 1...10 {
      shown.harness.advance(by: .milliseconds(16))
      shown.harness.touch(.moved, at: start - Point(x: Double(step) * 19, y: 0))
    }
    shown.harness.advance(by: .milliseconds(200))
    shown.harness.touch(.ended, at: start - Point(x: 190, y: 0))
    shown.harness.settle()
    #expect(log.values.isEmpty)
    shown.harness.touch(.began, at: Point(x: 380, y: 60))
    shown.harness.touch(.ended, at: Point(x: 380, y: 60))
    shown.harness.settle()
    #expect(log.values == ["archive"])
  }

  @Test func `the buttons of the pointer leave the leading part of the row free`() {
    let section = Self.rows("a").swipeActions(
      leading: [Self.action("pin"), Self.action("read")], trailing: [Self.action("delete"), Self.action("archive")])
    let shown = Shown(List(sections: [section]))
    _ = shown.titles(over: "a 1")
    let buttons = shown.harness.semantics.filter { $0.role == .button }
    #expect(buttons.count == 4 && buttons.allSatisfy { $0.bounds.minX > 250 })
    // In reading order, each group has its first action at its own edge.
    #expect(buttons.sorted { $0.bounds.minX < $1.bounds.minX }.map(\.text) == ["pin", "read", "archive", "delete"])
  }
}
