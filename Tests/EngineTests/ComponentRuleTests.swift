import Scrollwork
import ScrollworkTesting
import Testing

/// The behaviour that components have by default, without code of the program.
@MainActor
struct ComponentRuleTests {
  /// A component that computes its own size.
  private struct Sized: Component {
    func renderContent() -> PlateView { PlateView() }
    func render(in content: PlateView) { content.wantedHeight = 20 }
    func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: bounds.width / 8) }
  }

  /// A component that leaves a margin around its content view.
  private struct Inset: Component {
    func renderContent() -> PlateView { PlateView() }
    func render(in content: PlateView) {}
    func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 60) }
    func layout(content: PlateView, in bounds: Rect) { content.frame = bounds.inset(by: Insets(10)) }
  }

  private struct Generic<Value>: Component {
    func renderContent() -> PlateView { PlateView() }
    func render(in content: PlateView) {}
  }

  private struct Modelled: CoordinatedComponent {
    var viewModel: Int
    var handler: @MainActor () -> Void = {}
    func renderContent(coordinator: Void) -> PlateView { PlateView() }
    func render(in content: PlateView, coordinator: Void) {}
  }

  @Test func `the reuse identifier of a component is the full name of its type`() {
    #expect(Plate(text: "a").reuseIdentifier == String(reflecting: Plate.self))
    #expect(Card(text: "a").reuseIdentifier != Plate(text: "a").reuseIdentifier)
    #expect(Generic<Int>().reuseIdentifier != Generic<String>().reuseIdentifier)
    #expect(AnyComponent(Plate(text: "a")).reuseIdentifier == Plate(text: "b").reuseIdentifier)
  }

  @Test func `a component's own size counts before the measured one`() {
    let stage = Stage()
    stage.list.apply(
      List {
        Sized().identified(by: "sized")
        Plate(text: "measured", height: 30).identified(by: "measured")
      })
    stage.harness.settle()
    #expect(stage.cells.map(\.bounds.height) == [50, 30])
  }

  @Test func `components of different types always differ, and of one type as it says`() {
    let plates = ["a", "a", "b"].map { AnyComponent(Plate(text: $0)) }
    let card = AnyComponent(Card(text: "a"))
    #expect(!plates[0].shouldContentUpdate(with: plates[1]))
    #expect(plates[0].shouldContentUpdate(with: plates[2]))
    #expect(plates[0].shouldContentUpdate(with: card) && card.shouldContentUpdate(with: plates[0]))
    // A component that cannot be compared does not differ; it is rendered again all the same.
    #expect(!AnyComponent(Sized()).shouldContentUpdate(with: AnyComponent(Sized())))
  }

  @Test func `components with view models differ as these do`() {
    let component = Modelled(viewModel: 1)
    #expect(!component.shouldContentUpdate(with: Modelled(viewModel: 1) { print("another handler") }))
    #expect(component.shouldContentUpdate(with: Modelled(viewModel: 2)))
  }

  @Test func `a component places its content view in the cell`() throws {
    let stage = Stage()
    stage.list.apply(List { Inset().identified(by: 1) })
    stage.harness.settle()
    let content = try #require(stage.list.cell(at: ElementPath(section: 0, item: 0)).content)
    #expect(stage.cells.map(\.bounds) == [Rect(x: 0, y: 0, width: 400, height: 60)])
    #expect(content.frame == Rect(x: 10, y: 10, width: 380, height: 40))
  }
}
