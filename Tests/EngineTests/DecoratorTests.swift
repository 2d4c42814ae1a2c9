import Scrollwork
import ScrollworkTesting
import Testing

/// A wrapper that changes nothing.
private struct Plain<Wrapped: Component>: ComponentWrapping {
  var wrapped: Wrapped
}

/// A wrapper that decides the height.
private struct Tall<Wrapped: Component>: ComponentWrapping {
  var wrapped: Wrapped
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 70) }
}

private struct Named: IdentifiableComponent, Equatable {
  var id: String
  func renderContent() -> PlateView { PlateView() }
  func render(in content: PlateView) {
    content.text = id
    content.wantedHeight = 30
  }
}

private struct Framed<Wrapped: IdentifiableComponent>: ComponentWrapping, IdentifiableComponent {
  var wrapped: Wrapped
}

/// Components around components, and short forms of declarations.
@MainActor
struct DecoratorTests {
  @Test func `a wrapper forwards everything to its component, and shares its content view`() throws {
    let stage = Stage()
    func show(_ component: some Component) throws -> View {
      stage.list.apply(List { Cell(id: 1, component: component) })
      stage.harness.settle()
      return try #require(stage.list.cell(at: ElementPath(section: 0, item: 0)).content)
    }
    let bare = try show(Plate(text: "bare", height: 55))
    let wrapped = try show(Plain(wrapped: Plate(text: "wrapped", height: 25)))
    #expect(bare === wrapped && stage.texts == ["wrapped"] && stage.cells[0].bounds.height == 25)
    _ = try show(Plain(wrapped: Plain(wrapped: Plate(text: "changed", height: 35))))
    #expect(stage.texts == ["changed"] && stage.cells[0].bounds.height == 35)
  }

  @Test func `a wrapper changes only what it implements, and shows the properties of its component`() {
    let stage = Stage()
    let tall = Tall(wrapped: Plate(text: "tall"))
    stage.list.apply(List { Cell(id: tall.text, component: tall) })
    stage.harness.settle()
    #expect(stage.texts == ["tall"] && stage.cells[0].bounds.height == 70)
  }

  @Test func `a wrapper around a component with an identity needs no cell`() {
    let stage = Stage()
    let missing: Named? = nil
    stage.list.apply(
      List {
        Framed(wrapped: Named(id: "a"))
        missing
        Optional(Named(id: "b"))
      })
    stage.harness.settle()
    #expect(stage.cells.map(\.id) == ["a", "b"])
  }

  @Test func `a wrapped component that compares its content is measured again only if that changed`() {
    let (a, b) = (Plain(wrapped: Plate(text: "a")), Plain(wrapped: Plate(text: "b")))
    #expect(a.shouldContentUpdate(with: b) && !a.shouldContentUpdate(with: a))
    #expect(a.reuseIdentifier == Plate(text: "").reuseIdentifier && a.text == "a")
  }

  // MARK: Short forms

  @Test func `a section is declared with header, cells and footer at once`() {
    let stage = Stage()
    let missing: Cell? = nil
    stage.list.render(
      Section(
        id: 1, header: Plate(text: "head"), cells: [Cell(id: 1, component: Plate(text: "one")), missing],
        footer: Plate(text: "foot")),
      nil,
      Section(id: 2, header: nil, footer: Plate(text: "end")) { Cell(id: 1, component: Plate(text: "two")) })
    stage.harness.settle()
    #expect(
      stage.nodes.sorted { $0.bounds.minY < $1.bounds.minY }.map(\.text).filter { !$0.isEmpty } == [
        "head", "one", "foot", "two", "end",
      ])
  }

  @Test func `a section puts its header and footer where it says, whatever the layout`() throws {
    let stage = Stage()
    let cells = (0..<3).map { Cell(id: $0, component: Plate(text: "\($0)")) }
    func show(_ change: (Section) -> Section) throws -> (header: Double, footer: Double) {
      let section = Section(id: 0, cells: cells).withHeader(Plate(text: "head"), alignment: .bottom)
        .withFooter(Plate(text: "foot"), alignment: .top)
      stage.list.apply(List(sections: [change(section)]))
      stage.harness.settle()
      return (try #require(stage.frame("head")).minY, try #require(stage.frame("foot")).minY)
    }
    for layout in [SectionLayout.vertical(), .list(rowHeight: 40)] {
      let places = try show { $0.withSectionLayout(layout) }
      #expect(places.header > 100 && places.footer == 0)
    }
    let provided = try show { $0.withSectionLayout { _ in .list(rowHeight: 40) } }
    #expect(provided.header > 100 && provided.footer == 0)
    let again = try show { $0.withHeader(Plate(text: "head"), alignment: .top).withFooter(Plate(text: "foot")) }
    #expect(again.header < 100)
  }

  @Test func `a layout that places cells one by one is given to a section directly`() {
    let stage = Stage()
    let cells = (0..<4).map { Cell(id: $0, component: Plate(text: "\($0)")) }
    let layout = FlowLayout(spacing: 10, justifyContent: .end)
    stage.list.render(
      Section(id: 0, cells: cells).withSectionLayout(
        layout, sizes: .uniform(LayoutSize(width: .absolute(150), height: .absolute(40)))))
    stage.harness.settle()
    #expect(
      stage.cells.map(\.bounds.origin) == [
        Point(x: 90, y: 0), Point(x: 250, y: 0), Point(x: 90, y: 50), Point(x: 250, y: 50),
      ])
  }

  @Test func `a completion may leave out the outcome`() {
    let stage = Stage()
    var calls = 0
    stage.list.apply(List()) { calls += 1 }
    stage.list.apply(List(), updateStrategy: .reloadData) { calls += 1 }
    stage.harness.settle()
    #expect(calls == 2)
  }

  @Test func `the program chooses the item that an update keeps in place`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 400)
    let chosen = ElementPath(section: 0, item: 14)
    var questions = 0
    stage.list.anchorItem = { _ in
      questions += 1
      return chosen
    }
    let y = stage.y(14)
    stage.apply(Stage.items(Array(0..<10) + [100, 101, 10, 11, 102, 12, 13, 14, 15] + Array(16..<90)))
    stage.harness.settle()
    #expect(questions == 1 && stage.y(14) == y && stage.targetY(10) != 0)
    // An item that the update deletes leaves the choice to the policy.
    stage.list.anchorItem = { _ in ElementPath(section: 0, item: 17) }
    stage.apply(Stage.items((0..<90).filter { $0 != 14 }))
    stage.harness.settle()
    #expect(stage.texts.isEmpty == false)
    // An item far beyond the end of the new list is no error.
    stage.list.anchorItem = { _ in ElementPath(section: 7, item: 1) }
    stage.apply(Stage.items(0..<20))
    stage.list.anchorItem = { _ in ElementPath(section: 0, item: 19) }
    stage.apply(Stage.items(15..<20))
    stage.harness.settle()
    #expect(stage.visibleTexts.last == "item 19")
  }
}
