import Scrollwork
import ScrollworkTesting
import Testing

/// Behaviour that other list libraries test too.
@MainActor
struct AcceptanceTests {
  /// A component that logs each rendering.
  private struct Told: Component {
    let log: Log
    var text: String

    func renderContent() -> PlateView { PlateView() }
    func render(in content: PlateView) {
      log.lines.append(text)
      content.text = text
      content.wantedHeight = 40
    }
  }

  @MainActor private final class Log {
    var lines: [String] = []
  }

  private let stage = Stage()

  /// The texts of the visible cells, from the top.
  private var visibleTexts: [String] {
    stage.nodes.filter { $0.bounds.intersects(stage.window) && !$0.text.isEmpty }
      .sorted { $0.bounds.minY < $1.bounds.minY }.map(\.text)
  }

  // MARK: Updates

  @Test func `a header and footer that come, change and go are shown so`() {
    let states: [(header: String?, footer: String?)] = [
      (nil, nil), ("head", nil), ("new head", "foot"), ("new head", "new foot"), (nil, "new foot"), (nil, nil),
    ]
    for state in states {
      stage.list.apply(
        List {
          Section(id: 1) { Plate(text: "cell").identified(by: 1) }
            .withHeader(state.header.map { Plate(text: $0) }).withFooter(state.footer.map { Plate(text: $0) })
        })
      stage.harness.settle()
      #expect(visibleTexts == [state.header, "cell", state.footer].compactMap { $0 })
    }
  }

  @Test func `a list that equals the one before moves nothing, and its completion is called`() {
    stage.apply(Stage.items(0..<100))
    stage.scroll(to: 400)
    stage.harness.settle()
    let before = stage.visible.map(\.bounds)
    var outcomes: [UpdateOutcome] = []
    for _ in 0..<2 {
      stage.list.apply(stage.list.snapshot()) { outcomes.append($0) }
      stage.harness.showIfNeeded()
      #expect(stage.list.report.animating == 0 && stage.visible.map(\.bounds) == before)
    }
    #expect(outcomes == [.applied, .applied])
  }

  @Test func `an update renders the components of visible cells, headers and footers only`() {
    let log = Log()
    func show() {
      stage.list.apply(
        List {
          for section in 0..<3 {
            Section(id: section, data: 0..<4, id: \.self) { Told(log: log, text: "\(section).\($0)") }
              .withHeader(Told(log: log, text: "head \(section)")).withFooter(Told(log: log, text: "foot \(section)"))
              .withSectionLayout(.list(rowHeight: 40))
          }
        })
      stage.harness.settle()
    }
    show()
    stage.scroll(to: 200)
    stage.harness.settle()
    log.lines = []
    show()
    #expect(Set(log.lines).isSuperset(of: visibleTexts) && visibleTexts.contains("foot 0"))
    #expect(Set(log.lines).isDisjoint(with: ["head 0", "0.0", "0.1", "2.2", "2.3", "foot 2"]))
  }

  @Test func `the last of a hundred and one lists applied by tasks is shown, and each completion is called once`()
    async
  {
    let log = Log()
    for number in 0...100 {
      let stage = stage
      Task { @MainActor in
        let outcome = await stage.list.apply(List { Plate(text: "\(number)").identified(by: number) }).outcome
        log.lines.append("\(number) \(outcome)")
      }
    }
    for _ in 0..<10_000 where log.lines.count < 101 {
      await Task.yield()
      stage.harness.showIfNeeded()
    }
    stage.harness.settle()
    #expect(Set(log.lines.compactMap { $0.split(separator: " ").first }).count == 101 && log.lines.count == 101)
    #expect(log.lines.contains("100 applied") && stage.texts == ["100"])
  }

  @Test func `an item is found by its id in one section or in all, and an unknown id is not`() {
    stage.apply(sections: [Stage.items(0..<3), Stage.items(2..<5)])
    stage.harness.settle()
    #expect(stage.list.path(of: ElementID(2)) == ElementPath(section: 0, item: 2))
    #expect(stage.list.path(of: ElementID(2), in: ElementID(1)) == ElementPath(section: 1, item: 0))
    #expect(stage.list.path(of: ElementID(9)) == nil && stage.list.path(of: ElementID("2")) == nil)
    #expect(stage.list.path(of: ElementID(1), in: ElementID(1)) == nil)
  }

  @Test func `an item is found at a point of the view, and none at a header, between items or outside`() {
    let (list, harness) = (stage.list, stage.harness)
    list.apply(
      List {
        Section(id: "rows", data: 0..<100, id: \.self) { Plate(text: "\($0)") }
          .withHeader(Plate(text: "head", height: 30))
          .withSectionLayout(.vertical(spacing: 10))
      })
    harness.settle()
    func item(_ x: Double, _ y: Double) -> Int? { list.path(at: Point(x: x, y: y))?.item }
    #expect(item(50, 10) == nil, "a header is no item")
    #expect(item(50, 31) == 0 && item(399, 69) == 0 && item(50, 85) == 1)
    #expect(item(50, 75) == nil, "between two items")
    #expect(item(-1, 50) == nil && item(400, 50) == nil && item(50, -1) == nil && item(50, 300) == nil)
    stage.scroll(to: 1030)
    harness.settle()
    let visible = stage.visible
    #expect(visible.count > 5 && visible.map { item(50, $0.bounds.midY) } == visible.map { Int($0.id) })
    list.apply(List())
    harness.settle()
    #expect(item(50, 31) == nil)
  }

  @Test func `an item on its way is found where it is going`() throws {
    stage.apply(Stage.items(0..<5))
    stage.harness.settle()
    stage.apply(Stage.items([4, 0, 1, 2, 3]))
    stage.harness.advance(by: .milliseconds(16))
    #expect(try #require(stage.y(4)) > 40)
    #expect(stage.list.path(at: Point(x: 50, y: 20)).map { stage.list.id(at: $0) } == ElementID(4))
  }

  // MARK: Elements

  @Test func `an item of a definition has questions and a menu, and its list an index`() {
    let (log, list) = (Log(), stage.list)
    list.conv.start().append(for: ["A", "B"]) { name, section in
      section.append(for: Array(0..<30)) { (number, item: ElementItem<PlateView>) in
        item.size = Size(width: 400, height: 40)
        item.configureCell(making: PlateView()) { cell in cell.text = "\(name)\(number)" }
        item.modifyRow { row in
          row.shouldSelect { _ in number != 1 }
            .contextMenu { _ in MenuAction("Open \(name)\(number)") { log.lines.append("open") } }
        }
      }
    }
    .modifyList { $0.sectionIndex(showsTitles: true) { $0.id.description }.didSelect { log.lines.append("\($0.id)") } }
    stage.harness.settle()
    for y in [20.0, 60, 100] { stage.harness.click(at: Point(x: 50, y: y)) }
    #expect(list.selectedItems.map(\.path.item) == [2] && log.lines.count == 2)
    stage.harness.click(at: Point(x: 50, y: 20), button: .right)
    #expect(stage.harness.semantics.contains { $0.role == .menuItem && $0.text == "Open A0" })
  }

  // MARK: Changes

  private typealias Part = ArraySection<String, Int>

  private func parts(_ names: String, _ elements: [Int]) -> [Part] {
    names.enumerated().map { index, name in
      Part(model: "\(name)", elements: elements.map { $0 + 10 * Int(name.asciiValue ?? 0) })
    }
  }

  @Test func `reversed sections and items move as few as they can`() {
    func moves(_ old: [Part], _ new: [Part]) -> [Int] {
      let changes = Changeset(source: old, target: new)
      #expect(changes.applied(to: old) == new)
      return [changes.sectionMoved.count, changes.elementMoved.count, changes.changeCount]
    }
    let old = parts("abc", [1, 2, 3])
    #expect(moves(old, parts("cba", [1, 2, 3])) == [2, 0, 2])
    #expect(moves(old, parts("abc", [3, 2, 1])) == [0, 6, 6])
    #expect(moves(old, parts("cba", [3, 2, 1])) == [2, 6, 8])
  }

  @Test func `a section behind a deleted one does not move`() {
    let changes = Changeset(source: parts("abc", [1, 2]), target: parts("bc", [1, 2]))
    #expect(changes.sectionDeleted == [0] && changes.sectionMoved.isEmpty && changes.elementMoved.isEmpty)
  }

  @Test func `a section with other elements keeps its identity and model`() {
    let section = Part(model: "a", elements: [1, 2])
    let other = Part(source: section, elements: [3])
    #expect(other.model == "a" && other.elements == [3])
    #expect(other.differenceIdentifier == section.differenceIdentifier && other.isContentEqual(to: section))
  }
}
