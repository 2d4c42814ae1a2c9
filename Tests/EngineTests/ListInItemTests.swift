import Scrollwork
import ScrollworkTesting
import Testing

/// A caption above a list of its own.
private final class ShelfView: Stack {
  let caption = Label()
  let list = CollectionView()

  init() { super.init(.vertical, items: [.fixed(caption, 20), .flexible(list)]) }
}

private struct Shelf: Component, Equatable {
  var name: String
  var books: [String]

  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 100) }
  func renderContent() -> ShelfView { ShelfView() }
  func render(in content: ShelfView) {
    content.caption.text = name
    content.list.apply(
      List {
        Section(id: name, data: books, id: \.self) { ListRow(text: $0, height: 40) }
          .withSectionLayout(.list(estimatedRowHeight: 40))
      })
  }
}

private struct ListRow: Component, Equatable {
  var text: String
  var height: Double

  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: height) }
  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = text }
}

@MainActor
struct ListInItemTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() {
    harness = ViewHarness(content: list, size: Size(width: 200, height: 250))
    show([Shelf(name: "new", books: ["Emma", "Persuasion", "Ulysses"]), Shelf(name: "read", books: ["Kim"])])
  }

  private func show(_ shelves: [Shelf], settles: Bool = true) {
    list.apply(
      List {
        Section(id: "shelves", data: shelves, id: \.name) { $0 }.withSectionLayout(.list(estimatedRowHeight: 100))
      })
    if settles { harness.settle() }
  }

  private func node(_ text: String) -> SemanticsNode? { harness.semantics.first { $0.text == text } }

  @Test func `the items of a list in an item are described after the item, where they are drawn`() throws {
    let nodes = harness.semantics
    #expect(
      nodes.map { "\($0.depth) \($0.role) \($0.text)" } == [
        "0 window ", "1 list ", "2 cell new", "3 list ", "4 cell Emma", "4 cell Persuasion", "2 cell read", "3 list ",
        "4 cell Kim",
      ])
    #expect(node("Persuasion")?.bounds == Rect(x: 0, y: 60, width: 200, height: 40))
    #expect(node("Persuasion")?.section == "new" && node("Persuasion")?.position == 1)
    #expect(node("Kim")?.bounds == Rect(x: 0, y: 120, width: 200, height: 40))
  }

  @Test func `they follow the scroll of both lists`() {
    show((0..<10).map { Shelf(name: "\($0)", books: ["a \($0)", "b \($0)", "c \($0)"]) })
    harness.wheel(-1, at: Point(x: 100, y: 10))
    harness.settle()
    let offset = list.contentOffset.y
    #expect(offset > 0 && node("a 1")?.bounds.minY == 120 - offset)
    harness.wheel(-1, at: Point(x: 100, y: 160 - offset))
    harness.settle()
    #expect(list.contentOffset.y == offset && node("c 1")?.bounds.maxY == 200 - offset)
  }

  @Test func `they move and fade with the item, and say where it will be`() throws {
    show([Shelf(name: "read", books: ["Kim"]), Shelf(name: "new", books: ["Emma"])], settles: false)
    harness.advance(by: .milliseconds(50))
    let kim = try #require(node("Kim"))
    #expect(kim.bounds.minY < 120 && kim.bounds.minY > 20 && kim.target.minY == 20)
    harness.settle()
    #expect(node("Kim")?.bounds.minY == 20)
    show(
      [
        Shelf(name: "read", books: ["Kim"]), Shelf(name: "new", books: ["Emma"]), Shelf(name: "lent", books: ["Dune"]),
      ], settles: false)
    harness.advance(by: .milliseconds(50))
    #expect(node("lent").map { $0.alpha > 0 && $0.alpha < 1 } == true)
    #expect(node("Dune")?.alpha == node("lent")?.alpha)
  }

  @Test func `one of them can be focused and selected, and is described so`() throws {
    harness.click(at: Point(x: 100, y: 80))
    #expect(node("Persuasion")?.states == [.selected, .focused])
    #expect(node("new")?.states == [])
  }

  @Test func `a list in an item passes the part of a gesture that it cannot use to the list around it`() {
    show((0..<10).map { Shelf(name: "\($0)", books: ["a", "b", "c"]) })
    let inner = (list.content(of: ElementID("0")) as? ShelfView)?.list
    harness.wheel(-2, at: Point(x: 100, y: 60))
    harness.settle()
    #expect(inner?.isAtEnd == true && list.contentOffset.y == 0)
    harness.wheel(-1, at: Point(x: 100, y: 60))
    harness.settle()
    #expect(list.contentOffset.y > 0)
  }
}
