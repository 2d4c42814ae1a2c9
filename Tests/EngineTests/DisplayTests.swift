import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A component that records when its content views are made, displayed and no longer displayed.
private struct Reporter: Component {
  @MainActor
  final class Book {
    var made = 0
    var shown: Set<ObjectIdentifier> = []
    var shownIDs: Set<Int> = []
    var mistakes = 0
  }

  let book: Book
  var text: String
  var height = 40.0

  func renderContent() -> PlateView {
    book.made += 1
    return PlateView()
  }
  func render(in content: PlateView) {
    content.text = text
    content.wantedHeight = height
  }
  func contentWillDisplay(_ content: PlateView) {
    if !book.shown.insert(ObjectIdentifier(content)).inserted { book.mistakes += 1 }
  }
  func contentDidEndDisplay(_ content: PlateView) {
    if book.shown.remove(ObjectIdentifier(content)) == nil { book.mistakes += 1 }
  }
}

/// A component with a coordinator for each of its content views.
private struct Timed: CoordinatedComponent {
  final class Coordinator { var renders = 0 }
  var viewModel: Int

  func makeCoordinator() -> Coordinator { Coordinator() }
  func renderContent(coordinator: Coordinator) -> PlateView { PlateView() }
  func render(in content: PlateView, coordinator: Coordinator) {
    coordinator.renders += 1
    content.text = "\(viewModel) rendered \(coordinator.renders)"
    content.wantedHeight = 40
  }
}

@MainActor
struct DisplayTests {
  @Test(arguments: 0..<rounds)
  func `each willDisplay is followed by one didEndDisplay`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let stage = Stage()
    let book = Reporter.Book()
    var ids = Array(0..<40)
    func show() {
      let rows = ids
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: rows, id: \.self) { id in
            Reporter(book: book, text: "\(id)")
              .willDisplay { _ in if !book.shownIDs.insert(id).inserted { book.mistakes += 1 } }
              .didEndDisplay { _ in if book.shownIDs.remove(id) == nil { book.mistakes += 1 } }
          }.withSectionLayout(.list(rowHeight: 40))
        ]))
      stage.harness.showIfNeeded()
    }
    show()
    for _ in 0..<40 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: ids.shuffle(using: &generator)
      case 1: ids.removeAll { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      case 2: ids = Array(0..<Int.random(in: 0...60, using: &generator))
      default: stage.harness.wheel(Double(Int.random(in: -9...9, using: &generator)), at: Point(x: 50, y: 50))
      }
      show()
      stage.harness.advance(by: .milliseconds(Int.random(in: 0...300, using: &generator)))
      #expect(book.shown.count == stage.list.report.contents)
    }
    stage.harness.settle()
    #expect(book.shownIDs == Set(stage.visible.compactMap { Int($0.id) }))
    #expect(book.mistakes == 0)
    ids = []
    show()
    stage.harness.settle()
    #expect(book.shownIDs.isEmpty && book.shown.isEmpty)
  }

  @Test(arguments: [12.0, 400])
  func `an item that was only measured never begins its display`(guess: Double) {
    let stage = Stage()
    let book = Reporter.Book()
    var reports: [Int] = []
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: 0..<400, id: \.self) { id in
          Reporter(book: book, text: "\(id)", height: id < 200 ? 100 : 7).willDisplay { _ in reports.append(id) }
        }.withSectionLayout(.list(estimatedRowHeight: guess))
      ]))
    stage.harness.showIfNeeded()
    #expect(reports == [0, 1, 2])
    reports = []
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 300)), at: .start, animated: false)
    stage.harness.showIfNeeded()
    #expect(reports.sorted() == Array(300...342))
    #expect(stage.visible.map(\.id) == reports.sorted().map(String.init))
    #expect(book.shown.count == reports.count && book.mistakes == 0)
  }

  @Test func `the view tells which cells are visible, by place, id and content view, and how many lists it showed`() {
    let stage = Stage()
    #expect(CollectionView().reloadCount == 0 && stage.list.visibleCells.isEmpty)
    let first = stage.list.reloadCount
    func show(_ ids: Range<Int>) {
      stage.list.apply(
        List {
          Section(id: "rows", data: ids, id: \.self) { Plate(text: "\($0)") }
            .withHeader(Plate(text: "header")).withSectionLayout(.list(rowHeight: 40))
        })
      stage.harness.showIfNeeded()
    }
    show(0..<100)
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 50)), at: .start, animated: false)
    stage.harness.settle()
    let visible = stage.list.visibleCells
    #expect(visible.map { "\($0.path.item)" } == stage.visible.map(\.id) && visible.first?.path.item == 50)
    #expect(visible.map(\.id) == visible.map { ElementID($0.path.item) })
    #expect(visible.map { ($0.content as? PlateView)?.text } == visible.map { "\($0.path.item)" })
    // The first row on screen goes. While it fades, it is no longer among the visible ones.
    show(0..<51)
    #expect(stage.list.visibleCells.allSatisfy { $0.path.item < 51 } && stage.list.reloadCount == first + 2)
    stage.harness.settle()
    #expect(stage.list.visibleCells.map { "\($0.path.item)" } == stage.visible.map(\.id))
  }

  @Test func `a long scroll makes no more content views than a viewport needs`() {
    let stage = Stage()
    let book = Reporter.Book()
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: 0..<100_000, id: \.self) { Reporter(book: book, text: "\($0)") }
          .withSectionLayout(.list(rowHeight: 40))
      ]))
    stage.harness.showIfNeeded()
    for _ in 0..<50 {
      stage.harness.wheel(-20, at: Point(x: 50, y: 50))
      stage.harness.advance(by: .milliseconds(100))
    }
    #expect(stage.offset > 50_000)
    #expect(book.made <= 2 * 9)
    #expect(stage.list.report.contents + stage.list.report.pooled == book.made)
  }

  @Test func `the item with the keyboard focus is not recycled when it leaves the viewport`() throws {
    struct Field: Component {
      func renderContent() -> TextField { TextField() }
      func render(in content: TextField) {}
    }
    let stage = Stage()
    stage.list.apply(
      List {
        Section(id: 0) {
          Cell(id: "field", component: Field())
          for id in 0..<100 { Cell(id: id, component: Plate(text: "\(id)")) }
        }
      })
    stage.harness.showIfNeeded()
    stage.harness.click(at: Point(x: 60, y: 15))
    stage.harness.type("abc")
    let field = try #require(stage.harness.host.focusedView as? TextField)
    stage.harness.wheel(-20, at: Point(x: 50, y: 100))
    stage.harness.settle()
    #expect(stage.harness.host.focusedView === field)
    stage.harness.type("d")
    stage.harness.wheel(20, at: Point(x: 50, y: 100))
    stage.harness.settle()
    #expect(stage.cells.first?.text.contains("abcd") == true)
    #expect(stage.harness.host.focusedView === field)
  }

  @Test func `an animated part of a cell is drawn where the cell is`() throws {
    struct Busy: Component {
      func renderContent() -> ProgressBar { ProgressBar() }
      func render(in content: ProgressBar) { content.value = nil }
      func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 20) }
    }
    let stage = Stage()
    stage.list.apply(
      List {
        Section(id: 0) {
          Cell(id: 1, component: Plate(text: "first"))
          Cell(id: 2, component: Busy())
        }
      })
    stage.harness.showIfNeeded()
    let bar = try #require(stage.harness.frame.groups.last { !$0.canvas.commands.isEmpty })
    #expect(bar.frame == Rect(x: 0, y: 40, width: 400, height: 20))
    #expect(stage.harness.frame.wake != nil)
    let version = bar.version
    stage.harness.advance(by: .milliseconds(100))
    #expect((stage.harness.frame.groups.first { $0.id == bar.id }?.version ?? 0) > version)
  }

  @Test func `coordinators live as long as their content views`() {
    let stage = Stage()
    for round in 1...3 {
      stage.list.apply(List { Section(id: 0) { Cell(id: 1, component: Timed(viewModel: round)) } })
      stage.harness.showIfNeeded()
      #expect(stage.cells.map(\.text) == ["\(round) rendered \(round)"])
    }
  }
}
