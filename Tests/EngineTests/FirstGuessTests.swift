import Scrollwork
import ScrollworkTesting
import Testing

/// The spellings that users of other list libraries try first. Most only have to compile.
@MainActor
struct FirstGuessTests {
  private struct Fruit {
    var name: String
  }

  /// A component with a helper method that changes its content view.
  private struct Named: IdentifiableComponent, Equatable {
    var id: String

    func renderContent() -> PlateView { PlateView() }
    func render(in content: PlateView) { show(id, in: content) }

    @MainActor private func show(_ text: String, in content: PlateView) {
      content.text = text
      content.wantedHeight = 40
    }
  }

  @MainActor private final class Log {
    var lines: [String] = []
  }

  private let stage = Stage()

  // MARK: Cells and sections

  @Test func `a component with an identity needs no cell in a section`() {
    stage.list.render {
      Section(id: "a") {
        Named(id: "one")
        ["two", "three"].map { Named(id: $0) }
      }
    }
    stage.harness.settle()
    #expect(stage.texts == ["one", "two", "three"])
  }

  @Test func `cells and components that are nil are left out`() {
    let cell: Cell? = nil
    let component: Named? = nil
    stage.list.render {
      Section(id: "a") {
        cell
        component
        Named(id: "one")
      }
      Section(id: "b", cells: [nil, Cell(component: Named(id: "two"))])
    }
    stage.harness.settle()
    #expect(stage.texts == ["one", "two"])
  }

  @Test func `several sections are rendered as arguments, from an array or by statements`() {
    let sections = ["a", "b"].map { id in Section(id: id) { Named(id: id) } }
    stage.list.render(sections[0], nil, sections[1])
    stage.harness.settle()
    #expect(stage.texts == ["a", "b"])
    stage.list.render { sections.reversed() as [Section] }
    stage.harness.settle()
    #expect(stage.texts == ["b", "a"])
  }

  @Test func `sections declared in a section are its subsections, with a layout, a header or neither`() {
    func inner(_ name: String) -> Section { Section(id: name) { Named(id: name) } }
    stage.list.render {
      Section(id: 1) {
        inner("a")
        inner("b")
      }
      Section(id: 2, header: Plate(text: "head", height: 20)) { inner("c") }
      Section(id: 3, layout: RowLayout().transposed()) {
        inner("d")
        Named(id: "e")
      }
    }
    stage.harness.settle()
    #expect(stage.texts == ["a", "b", "c", "d", "e"])
    #expect(stage.cells.map(\.bounds.minY) == [0, 40, 100, 140, 180])
    #expect(stage.list.path(of: ElementID(ComposedID(section: "b", item: "b"))) == ElementPath(section: 0, item: 1))
  }

  // MARK: Data

  @Test func `the identity of data may come from a closure`() {
    var fruits = ["apple", "pear", "plum"].map { Fruit(name: $0) }
    func show() {
      stage.list.apply(
        List { Section(id: "fruits", data: fruits, id: { $0.name.uppercased() }) { Plate(text: $0.name) } })
    }
    show()
    stage.harness.settle()
    stage.list.select(ElementPath(section: 0, item: 2))
    fruits.removeFirst()
    show()
    stage.harness.settle()
    #expect(stage.texts == ["pear", "plum"])
    #expect(stage.list.selectedItems.map(\.id) == [ElementID("PLUM")])
    #expect(stage.list.path(of: ElementID("PEAR")) == ElementPath(section: 0, item: 0))
  }

  @Test func `a key path still identifies data without a closure`() {
    stage.list.apply(List { Section(id: "n", data: 0..<1_000_000, id: \.self) { Plate(text: "\($0)") } })
    stage.harness.settle()
    #expect(stage.list.itemCount == 1_000_000 && stage.texts.first == "0")
  }

  @Test func `numbers and strings make a column of identities by themselves`() {
    let old = [SectionIdentity(id: ElementID("a"), elements: IdentityColumn([1, 2, 3]))]
    let new = [SectionIdentity(id: ElementID("a"), elements: IdentityColumn([3, 1]))]
    let mapping = ListMapping.between(old, and: new)
    #expect(mapping.oldPath(ofNew: ElementPath(section: 0, item: 0)) == ElementPath(section: 0, item: 2))
    #expect(mapping.newPath(ofOld: ElementPath(section: 0, item: 1)) == nil)
    // An element with an id is identified by it, and not by all that it contains.
    let before = [SectionIdentity(id: ElementID("a"), elements: IdentityColumn([Item(1, text: "before")]))]
    let after = [SectionIdentity(id: ElementID("a"), elements: IdentityColumn([Item(1, text: "after")]))]
    #expect(ListMapping.between(before, and: after).isIdentity)
  }

  // MARK: Layouts and headers

  @Test func `a layout is given to a section in every form`() {
    let cells = (0..<2).map { Cell(id: $0, component: Plate(text: "\($0)")).size(width: .absolute(50), height: .fit) }
    let flow = FlowLayout(spacing: 10, justifyContent: .center)
    stage.list.render {
      Section(id: 0, layout: flow) { cells }
      Section(id: 1, layout: .vertical(spacing: 5)) { cells }
      Section(id: 2, cells: cells).withSectionLayout(flow)
      Section(id: 3, cells: cells).withSectionLayout(.vertical(spacing: 5))
    }
    stage.harness.settle()
    #expect(stage.cells.map(\.bounds.minX) == [145, 205, 0, 0, 145, 205, 0, 0])
    #expect(stage.cells.map(\.bounds.minY) == [0, 0, 40, 85, 125, 125, 165, 210])
  }

  @Test func `modifiers follow a builder, and a header has a place`() {
    let list = List {
      Section(id: "a", data: ["x"], id: \.self) { Plate(text: $0) }
        .withHeader(Plate(text: "head"), alignment: .top)
        .withFooter(Plate(text: "foot"), alignment: .bottom)
    }
    .didScroll { _ in }
    .onReachEnd { _ in }
    stage.list.apply(list)
    stage.harness.settle()
    let texts = stage.nodes.sorted { $0.bounds.minY < $1.bounds.minY }.map(\.text)
    #expect(texts.filter { !$0.isEmpty } == ["head", "x", "foot"])
  }

  // MARK: Handlers

  @Test func `a handler may be a function that is not isolated, a method or a closure that ignores its cell`() {
    let log = Log()
    let unisolated: @Sendable (CellContext) -> Void = { _ in }
    func method(_ context: CellContext) { log.lines.append("\(context.id)") }
    stage.list.apply(
      List { Named(id: "one").didActivate(unisolated).didSelect(method).identified(by: "one") }.didSelect { _ in
        log.lines.append("list")
      })
    stage.harness.settle()
    stage.list.select(ElementPath(section: 0, item: 0))
    #expect(log.lines == ["one", "list"])
  }

  @Test func `an item and a list have a context menu`() {
    stage.list.apply(
      List {
        Cell(component: Named(id: "one")).contextMenu { _ in MenuAction("Of the item") {} }
      }
      .contextMenu { _, _ in MenuAction("Of the list") {} })
    stage.harness.settle()
    stage.harness.click(at: Point(x: 50, y: 10), button: .right)
    #expect(stage.harness.semantics.filter { $0.role == .menuItem }.map(\.text) == ["Of the item", "Of the list"])
  }

  // MARK: The view

  @Test func `a scroll names an item without its section`() {
    stage.list.apply(
      List {
        for section in 0..<3 {
          Section(id: section, data: 0..<30, id: { section * 100 + $0 }) { Plate(text: "\(section * 100 + $0)") }
        }
      })
    stage.harness.settle()
    stage.list.scroll(to: .item(215), at: .start, animated: false)
    stage.harness.settle()
    #expect(stage.visibleTexts.first == "215")
    stage.list.scroll(to: .item(3, in: 1), at: .start, animated: false)
    stage.harness.settle()
    #expect(stage.visibleTexts.isEmpty == false)
  }

  @Test func `the selection is read as ids`() {
    stage.list.apply(List { ["a", "b", "c"].map { Named(id: $0) } })
    stage.harness.settle()
    stage.list.selectAll()
    #expect(stage.list.selectedItems.compactMap { $0.id.value(as: String.self) } == ["a", "b", "c"])
  }

  @Test func `an update is awaited, or told to a completion with or without the outcome`() async {
    let log = Log()
    let update = stage.list.apply(List { Named(id: "a") }) { log.lines.append("shown") }
    stage.list.apply(List { Named(id: "b") }, updateStrategy: .nonanimatedBatchUpdates) { outcome in
      log.lines.append("\(outcome)")
    }
    stage.harness.settle()
    #expect(log.lines == ["shown", "applied"])
    #expect(await update.outcome == .superseded)
  }
}
