import Scrollwork
import ScrollworkHostInterface
import ScrollworkTesting
import Testing

/// Features of lists in a table: pages, selection, and cells of components.
@MainActor
struct TableListTests {
  private func people(_ ids: some Sequence<Int>) -> [Person] { ids.map { Person($0) } }

  @Test func `a table asks for the next page near its end, and keeps its place when the rows arrive`() async {
    let stage = TableStage()
    var (rows, pages) = (people(0..<100), 0)
    func show() async {
      stage.table.apply(
        Table(columns: TableColumn<Person>.standard, rows: rows).modifyingList { list in
          list.onReachEnd { _ in pages += 1 }
        })
      await settle(stage)
    }
    await show()
    #expect(pages == 0)
    stage.table.list.scroll(to: .end, animated: false)
    await settle(stage)
    #expect(pages == 1)
    let offset = stage.table.list.contentOffset.y
    rows += people(100..<200)
    await show()
    #expect(stage.table.list.contentOffset.y == offset && stage.table.list.itemCount == 200)
    #expect(pages == 1, "the end is far away again")
    stage.table.list.scroll(to: .end, animated: false)
    await settle(stage)
    #expect(pages == 2)
  }

  private func settle(_ stage: TableStage) async {
    for _ in 0..<5 {
      stage.harness.settle()
      await Task.yield()
    }
  }

  @Test func `the title of a section stays below the header while the rows of the section scroll`() {
    let stage = TableStage()
    stage.show(
      Table(columns: TableColumn<Person>.standard) { row in
        for part in 0..<3 {
          Section(id: "part \(part)", data: people(part * 50..<part * 50 + 50)) { row($0) }
            .withHeader(Press(id: part) {})
        }
      })
    func shows(_ title: String) -> Bool { stage.harness.frame.textSnapshot.contains("\"\(title)\"") }
    #expect(shows("Press 0") && !shows("Press 1"), "\(stage.harness.frame.textSnapshot)")
    for (offset, part) in [(300.0, 0), (1_000, 0), (2_000, 1), (2_400, 1)] {
      stage.table.list.scroll(to: .offset(offset), animated: false)
      stage.harness.settle()
      for other in 0..<3 { #expect(shows("Press \(other)") == (other == part), "\(offset): \(other)") }
    }
  }

  @Test func `Space selects the focused row, and Shift+Space all rows from the anchor to it`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: people(0..<20)))
    func selected() -> [Int] { stage.table.list.selectedItems.map(\.path.item).sorted() }
    stage.harness.click(at: stage.cell(2, "name"))
    #expect(selected() == [2])
    for _ in 0..<3 { stage.harness.key(.down, modifiers: .control) }
    stage.harness.settle()
    #expect(selected() == [2], "Control moves the focus alone")
    stage.harness.key(.space, modifiers: .shift)
    #expect(selected() == [2, 3, 4, 5])
    stage.harness.key(.up, modifiers: .control)
    stage.harness.key(.space, modifiers: .shift)
    #expect(selected() == [2, 3, 4])
    for _ in 0..<4 { stage.harness.key(.down, modifiers: .control) }
    stage.harness.key(.space, modifiers: .control)
    #expect(selected() == [2, 3, 4, 8])
    stage.harness.key(.down, modifiers: .control)
    stage.harness.key(.space)
    #expect(selected().contains(9))
  }

  @Test func `a button in a cell is pressed by the pointer and by keys, and its row is not activated`() {
    let stage = TableStage()
    var (pressed, activated) = ([Int](), [Int]())
    let columns = [
      TableColumn<Person>("name", width: .fixed(120)) { $0.name },
      TableColumn<Person>(
        "act", title: "Act", width: .fixed(120), text: { _ in nil },
        cell: { person in Press(id: person.id) { pressed.append(person.id) } }),
    ]
    stage.show(
      Table(columns: columns) { row in
        Section(id: 0, data: people(0..<30)) { person in row(person).didActivate { _ in activated.append(person.id) } }
      })
    stage.harness.click(at: stage.cell(3, "act"))
    #expect(pressed == [3] && activated.isEmpty)
    // The cell has the focus, and a key presses what is in it.
    stage.harness.click(at: stage.cell(4, "name"))
    stage.harness.key(.right)
    #expect(stage.table.focusedColumn == "act")
    stage.harness.key(.enter)
    stage.harness.key(.space)
    stage.harness.settle()
    #expect(pressed == [3, 4] && activated.isEmpty)
    // The same views serve other rows after a scroll.
    stage.harness.key(.escape)
    stage.table.list.scroll(to: .offset(10 * 28), animated: false)
    stage.harness.settle()
    stage.harness.click(at: stage.cell(2, "act"))
    #expect(pressed == [3, 4, 12])
  }

  @Test func `pictures in cells are asked for in the rows on screen, and stay with their rows`() throws {
    let stage = TableStage()
    let columns = [
      TableColumn<Person>("name", width: .fixed(120)) { $0.name },
      TableColumn<Person>(
        "picture", width: .fixed(60), text: { "\($0.id).png" }, cell: { Portrait(path: "/\($0.id).png") }),
    ]
    func requested() -> Set<String> {
      Set(
        stage.harness.images.pending.compactMap { load -> String? in
          if case .file(let path, _) = load.request.source { path } else { nil }
        })
    }
    func hasPicture() -> Bool {
      stage.harness.frame.groups.flatMap(\.canvas.commands).contains { if case .image = $0 { true } else { false } }
    }
    stage.show(Table(columns: columns, rows: people(0..<1_000)))
    #expect(requested().contains("/0.png") && requested().contains("/9.png") && requested().count < 40)
    stage.table.list.scroll(to: .offset(500 * 28), animated: false)
    stage.harness.settle()
    #expect(requested().contains("/500.png") && !requested().contains("/0.png"), "\(requested())")
    let bitmap = Bitmap(width: 20, height: 20, color: Color(hex: 0x3060C0))
    for load in stage.harness.images.pending { stage.harness.images.finish(load.request.source, with: bitmap) }
    stage.harness.settle()
    #expect(hasPicture())
    stage.table.setColumn("picture", hidden: true)
    stage.harness.settle()
    #expect(!hasPicture())
  }

  @Test func `self-sizing rows move to smaller heights when their tallest column is hidden, and back`() throws {
    let stage = TableStage()
    let columns = [
      TableColumn<Person>("name", width: .fixed(120)) { $0.name },
      TableColumn<Person>(
        "block", width: .fixed(60), text: { _ in nil }, cell: { Block(height: 40 + 10 * Double($0.id)) }),
    ]
    stage.show(Table(columns: columns, rows: people(0..<3)).rowHeight(.selfSizing(estimated: 28)))
    func bounds() -> [Rect] {
      stage.harness.semantics.filter { $0.role == .cell }.map(\.bounds).sorted { $0.minY < $1.minY }
    }
    let tall = bounds()
    #expect(tall.map(\.height) == [48, 58, 68])
    var last = try #require(tall.last).minY
    for isHidden in [true, false] {
      stage.table.setColumn("block", hidden: isHidden)
      var places = [last]
      for _ in 0..<10 {
        stage.harness.advance(by: .milliseconds(16))
        places.append(try #require(bounds().last).minY)
      }
      stage.harness.settle()
      let heights = bounds().map(\.height)
      if isHidden {
        #expect(Set(heights).count == 1 && heights[0] < 48, "\(heights)")
      } else {
        #expect(bounds() == tall)
      }
      places.append(try #require(bounds().last).minY)
      last = try #require(places.last)
      #expect(Set(places).count > 4, "the rows move: \(places)")
      #expect(zip(places, places.dropFirst()).allSatisfy { abs($0 - $1) < 30 }, "no row jumps: \(places)")
    }
  }
}

/// A component for cells, with a given height.
private struct Block: Component {
  var height: Double

  func renderContent() -> BlockView { BlockView() }
  func render(in content: BlockView) { content.height = height }
}

private final class BlockView: View {
  var height = 0.0

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: height)
  }
}

/// A button in a cell.
private struct Press: Component {
  var id: Int
  var action: @MainActor () -> Void

  func renderContent() -> Button { Button() }
  func render(in content: Button) {
    content.title = "Press \(id)"
    content.onActivate = action
  }
}

/// A picture in a cell.
private struct Portrait: Component, Equatable {
  var path: String

  func renderContent() -> ImageView { ImageView() }
  func render(in content: ImageView) {
    content.request = ImageRequest(source: .file(path: path, version: 0), target: nil)
  }
}
