import Scrollwork
import ScrollworkTesting
import Testing

private final class Framed: ContentContainer {
  override class var contentInsets: Insets { Insets(10) }
  private(set) var states: [CellState] = []
  override func cellStateDidChange(_ state: CellState) {
    super.cellStateDidChange(state)
    states.append(state)
  }
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.border(bounds, width: 1, environment.theme.colors.edge)
  }
}

private final class Titled: ContentContainer {
  override class var contentInsets: Insets { Insets(top: 4) }
}

private final class Ruled: ContentContainer {
  override class var contentInsets: Insets { Insets(bottom: 6) }
}

/// Remembers the state of its cell, and when its display begins and ends.
private final class WatchView: View, StateObserving {
  var text = ""
  var isSelected = false
  func cellStateDidChange(_ state: CellState) { isSelected = state.isSelected }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: 30)
  }
  override var semanticsText: String { text }
}

private struct Watch: Component, Equatable {
  var text: String
  func renderContent() -> WatchView { WatchView() }
  func render(in content: WatchView) { content.text = text }
}

@MainActor
struct ContentContainerTests {
  private let list = CollectionView()

  private func show(_ texts: [String], in container: ContentContainer.Type? = Framed.self) -> ViewHarness {
    let harness = ViewHarness(content: list, size: Size(width: 200, height: 400))
    apply(texts, in: container)
    harness.settle()
    return harness
  }

  private func apply(_ texts: [String], in container: ContentContainer.Type?) {
    list.apply(
      List {
        Section(id: 0, data: texts, id: \.self) { Watch(text: $0) }
          .withHeader(Watch(text: "header")).withFooter(Watch(text: "footer"))
          .withSectionLayout(.list(estimatedRowHeight: 20))
      }
      .withContainers(cells: container, headers: Titled.self, footers: Ruled.self))
  }

  private func container(_ text: String) -> ContentContainer? { list.content(of: ElementID(text)) as? ContentContainer }

  @Test func `cells are as tall as their content with the insets of the container`() throws {
    let harness = show(["a", "b"])
    #expect(harness.cells.map(\.bounds.height) == [50, 50])
    let content = try #require(container("a"))
    #expect(content.content.frame == Rect(x: 10, y: 10, width: 180, height: 30))
  }

  @Test func `headers have a container of their own`() throws {
    let harness = show(["a"])
    let header = try #require(harness.semantics.first { $0.role == .header })
    #expect(header.bounds.height == 34)
  }

  @Test func `footers have a container of their own`() throws {
    let harness = show(["a"])
    #expect(harness.bounds(of: "footer") == Rect(x: 0, y: 84, width: 200, height: 36))
    #expect(harness.bounds(of: "header") == Rect(x: 0, y: 0, width: 200, height: 34))
  }

  @Test func `the state of the cell reaches the container and the content`() throws {
    let harness = show(["a", "b"])
    harness.click(at: Point(x: 100, y: 60))
    let framed = try #require(container("a") as? Framed)
    #expect(framed.states.last?.isSelected == true)
    #expect((framed.content as? WatchView)?.isSelected == true)
  }

  @Test func `a change of the component is rendered into the wrapped view`() throws {
    let harness = show(["a", "b"])
    let before = try #require(container("b"))
    apply(["b", "c"], in: Framed.self)
    harness.settle()
    #expect(container("b") === before)
    #expect(harness.cells.map(\.text) == ["b", "c"])
  }

  @Test func `another container replaces the content views`() throws {
    let harness = show(["a"])
    apply(["a"], in: nil)
    harness.settle()
    #expect(list.content(of: ElementID("a")) is WatchView)
    #expect(harness.cells.map(\.bounds.height) == [30])
  }
}
