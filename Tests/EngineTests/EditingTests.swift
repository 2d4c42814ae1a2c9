import Scrollwork
import ScrollworkTesting
import Testing

/// A cell with a text that the user edits, or with a fixed one.
private struct Field: Component {
  var text: String
  var isEditable = true
  var height = 40.0

  var reuseIdentifier: String { isEditable ? "field" : "text" }
  func renderContent() -> FieldView { FieldView() }
  func render(in content: FieldView) { content.show(self) }
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: height) }
}

private final class FieldView: View {
  let field = TextField()

  override init() {
    super.init()
    addChild(field)
  }

  func show(_ value: Field) {
    field.isHidden = !value.isEditable
    if field.placeholder != value.text { field.placeholder = value.text }
  }

  override func layout(environment: Environment) { field.frame = bounds }
}

@MainActor
struct EditingTests {
  private let list = CollectionView()
  private let harness: ViewHarness

  init() {
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  }

  private func show(_ ids: [Int], editable: (Int) -> Bool = { _ in true }) {
    let cells = ids.map { Cell(id: $0, component: Field(text: "field \($0)", isEditable: editable($0))) }
    list.apply(List(sections: [Section(id: 0, cells: cells).withSectionLayout(.list(rowHeight: 40))]))
    harness.settle()
  }

  private func field(_ item: Int) -> TextField? {
    (list.cell(at: ElementPath(section: 0, item: item)).content as? FieldView)?.field
  }

  private var focused: String { (harness.host.focusedView as? TextField)?.placeholder ?? "none" }

  @Test func `Tab goes to the text field of the next cell, and Shift with Tab back`() throws {
    show(Array(0..<40)) { !$0.isMultiple(of: 3) }
    harness.click(try #require(field(1)))
    #expect(focused == "field 1")
    harness.key(.tab)
    #expect(focused == "field 2")
    harness.key(.tab)
    #expect(focused == "field 4")
    harness.key(.tab, modifiers: .shift, count: 2)
    #expect(focused == "field 1")
    #expect(list.focusedItem?.item == 1)
  }

  @Test func `Tab brings the next cell into view`() throws {
    show(Array(0..<40))
    harness.click(try #require(field(6)))
    for _ in 0..<10 {
      harness.key(.tab)
      harness.settle()
    }
    #expect(focused == "field 16")
    let cell = try #require(harness.cells.first { $0.id == "16" })
    #expect(cell.bounds.minY >= 0 && cell.bounds.maxY <= 300)
    list.scroll(to: .start, animated: false)
    harness.settle()
    harness.key(.tab, modifiers: .shift)
    harness.settle()
    #expect(focused == "field 15")
  }

  @Test func `after the last text field Tab leaves the list`() throws {
    show(Array(0..<4))
    harness.click(try #require(field(3)))
    harness.key(.tab)
    #expect(focused != "field 3")
  }

  @Test func `an edited cell keeps caret, text and undo while its list changes, moves and scrolls away`() throws {
    show(Array(0..<40))
    let edited = try #require(field(2))
    harness.click(edited)
    harness.type("one")
    harness.type(" two")
    edited.selection = 1..<1
    show([100, 101] + Array(0..<40).reversed())
    list.scroll(to: .offset(900), animated: false)
    harness.settle()
    show(Array(0..<40) + [100])
    list.scroll(to: .start, animated: false)
    harness.settle()
    #expect(field(2) === edited && harness.host.focusedView === edited)
    #expect(edited.text == "one two" && edited.selection == 1..<1)
    harness.key("Z", modifiers: .control)
    #expect(edited.text != "one two")
  }

  @Test func `a cell that is deleted while it is edited is no longer in focus`() throws {
    show(Array(0..<10))
    harness.click(try #require(field(2)))
    harness.type("text")
    show(Array(0..<10).filter { $0 != 2 })
    harness.type("more")
    #expect(focused == "none")
    #expect(field(2)?.text == "")
  }
}
