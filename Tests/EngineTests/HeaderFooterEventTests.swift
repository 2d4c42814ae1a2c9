import Scrollwork
import ScrollworkTesting
import Testing

/// A component that records when the display of its content begins and ends.
private struct Herald: Component {
  @MainActor final class Book { var lines: [String] = [] }

  let book: Book
  var text: String

  func renderContent() -> PlateView { PlateView() }
  func render(in content: PlateView) {
    content.text = text
    content.wantedHeight = 40
  }
  func contentWillDisplay(_ content: PlateView) { book.lines.append("\(content.text) begins") }
  func contentDidEndDisplay(_ content: PlateView) { book.lines.append("\(content.text) ends") }
}

@MainActor @Test func `the components of headers and footers are told when their display begins and ends`() {
  let (stage, book) = (Stage(), Herald.Book())
  func show(_ count: Int) {
    book.lines = []
    stage.list.apply(
      List {
        Section(id: 0, data: 0..<count, id: \.self) { Plate(text: "\($0)") }
          .withHeader(Herald(book: book, text: "head")).withFooter(Herald(book: book, text: "foot"))
      })
    stage.harness.settle()
  }
  show(1)
  #expect(book.lines.sorted() == ["foot begins", "head begins"])
  show(100)
  #expect(book.lines == ["foot ends"])
  book.lines = []
  stage.list.scroll(to: .end, animated: false)
  stage.harness.settle()
  #expect(book.lines.sorted() == ["foot begins", "head ends"])
  book.lines = []
  stage.list.apply(List())
  stage.harness.settle()
  #expect(book.lines == ["foot ends"])
}

/// Display handlers of headers and footers.
@MainActor @Test func `headers and footers of sections and subsections report their display`() {
  let stage = Stage()
  var log: [String] = []
  func report(_ name: String) -> @MainActor (HeaderFooterContext) -> Void {
    { log.append("\(name) \($0.id) \($0.section) \($0.component.as(Plate.self)?.text ?? "")") }
  }
  func section(_ id: String, _ count: Int) -> Section {
    Section(id: id, data: 0..<count, id: \.self) { Plate(text: "\($0)") }
      .withHeader(Plate(text: "top")).withFooter(Plate(text: "bottom"))
      .willDisplayHeader(report("header")).didEndDisplayHeader(report("no header"))
      .willDisplayFooter(report("footer")).didEndDisplayFooter(report("no footer"))
  }
  stage.list.apply(List(sections: [section("a", 1), Section(id: "around", sections: [section("b", 100)])]))
  stage.harness.showIfNeeded()
  #expect(log == ["header a 0 top", "footer a 0 bottom", "header b 1 top"])
  log = []
  stage.list.scroll(to: .end, animated: false)
  stage.harness.settle()
  #expect(Set(log) == ["no header a 0 top", "no footer a 0 bottom", "no header b 1 top", "footer b 1 bottom"])
  log = []
  stage.list.apply(List(), updateStrategy: .reloadData)
  stage.harness.settle()
  #expect(log == ["no footer b 1 bottom"])
}
