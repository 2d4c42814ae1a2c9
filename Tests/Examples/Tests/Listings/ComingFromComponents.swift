import Scrollwork
import ScrollworkTesting
import Testing

// The code of the articles for users of Carbon and KarrotListKit.

/// A component that is its own identity.
struct FruitRow: IdentifiableComponent, Hashable {
  var name: String

  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = name }
}

/// A component that marks the one that it wraps.
struct Ripe<Wrapped: Component>: ComponentWrapping where Wrapped.Content == Label {
  var wrapped: Wrapped

  func render(in content: Label) {
    wrapped.render(in: content)
    content.text += ", ripe"
  }
}

/// A component with a view model, and a coordinator for each of its views.
struct CounterRow: CoordinatedComponent {
  final class Coordinator { var renders = 0 }
  struct ViewModel: Equatable { var title: String }

  var viewModel: ViewModel
  var onTap: @MainActor () -> Void = {}

  func makeCoordinator() -> Coordinator { Coordinator() }
  func renderContent(coordinator: Coordinator) -> Button { Button() }
  func render(in content: Button, coordinator: Coordinator) {
    coordinator.renders += 1
    content.title = "\(viewModel.title), shown \(coordinator.renders) times"
    content.onActivate = onTap
  }
}

@MainActor
final class FruitScreen {
  let list = CollectionView()
  var fruits: [String] = []
  var selected: [String] = []
  var highlighted: [String] = []
  var hasMore = false

  func render() {
    list.render {
      Section(id: "fruits", header: Greeting(name: "fruits")) {
        Group(of: fruits) { name in FruitRow(name: name) }
        if fruits.isEmpty {
          Greeting(name: "nobody").identified(by: "empty")
        }
      }
      Section(id: "basket") {
        Ripe(wrapped: FruitRow(name: "banana")).identified(by: "banana")
      }
    }
  }

  func apply() {
    list.apply(
      List {
        Section(id: "fruits") {
          for name in fruits {
            Cell(id: name, component: CounterRow(viewModel: .init(title: name)))
              .didSelect { [unowned self] _ in selected.append(name) }
              .onHighlight { [unowned self] _ in highlighted.append(name) }
          }
        }
        .withHeader(Greeting(name: "fruits"), alignment: .top)
        .willDisplayHeader { context in print(context.section) }
        .withSectionLayout(.vertical(spacing: 8).insets(Insets(12)).headerPinToVisibleBounds())
      }
      .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 2), hasMore: hasMore) { [unowned self] _ in
        try await loadMore()
      },
      updateStrategy: .animatedBatchUpdates
    ) { print("shown") }
  }

  func loadMore() async throws {
    hasMore = false
    fruits.append("cherry")
    apply()
  }
}

/// An object that renders into a view that another one owns.
@MainActor
final class Renderer {
  weak var target: CollectionView? {
    didSet { target?.apply(data) }
  }
  var data = List() {
    didSet { target?.apply(data) }
  }
}

@MainActor
@Test func `the programs of the articles for users of component libraries show what they say`() {
  let screen = FruitScreen()
  let harness = ViewHarness(content: screen.list, size: Size(width: 400, height: 300))
  func cells() -> [String] { harness.semantics.filter { $0.role == .cell }.map(\.text) }
  screen.render()
  harness.settle()
  #expect(cells() == ["Hello nobody", "banana, ripe"])
  screen.fruits = ["apple", "pear"]
  screen.render()
  harness.settle()
  #expect(cells() == ["apple", "pear", "banana, ripe"])
  screen.hasMore = true
  screen.apply()
  harness.settle()
  #expect(cells().map { $0.split(separator: ",").first } == ["apple", "pear", "cherry"])
  #expect(!screen.hasMore)
}

@MainActor
@Test func `a renderer of the program keeps its data for a view that comes later, and no view alive`() {
  let renderer = Renderer()
  renderer.data = List { FruitRow(name: "apple") }
  var list: CollectionView? = CollectionView()
  renderer.target = list
  #expect(list?.snapshot().sections.map(\.count) == [1])
  list = nil
  #expect(renderer.target == nil)
  renderer.data = List { FruitRow(name: "pear") }
  #expect(renderer.data.sections.map(\.count) == [1])
}
