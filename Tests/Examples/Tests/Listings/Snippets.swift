import Scrollwork
import ScrollworkTesting
import Testing

// The code of the documentation, so that it is compiled. Each block of an article is found here line by line.

struct Person: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
}

struct PersonRow: Component, Equatable {
  let person: Person
  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 32) }
  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = person.name }
}

final class PersonCard: Stack {
  let portrait = ImageView()
  let name = Label()

  init() {
    super.init(.horizontal, spacing: 12, alignment: .stretch, items: [.fixed(portrait, 48), .flexible(name)])
    insets = Insets(horizontal: 16, vertical: 8)
  }
}

struct PersonCardRow: Component, Equatable {
  let person: Person
  let portrait: String
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 64) }
  func renderContent() -> PersonCard { PersonCard() }
  func render(in content: PersonCard) {
    content.name.text = person.name
    content.portrait.request = ImageRequest(source: .url(portrait), target: nil)
  }
}

/// A screen with a list of people.
@MainActor
final class PeopleScreen {
  let list = CollectionView()
  var people: [Person] = []
  var onOpen: (Int) -> Void = { _ in }

  func show() {
    let onOpen = onOpen
    list.apply(
      List {
        Section(id: "people", data: people) { person in
          PersonRow(person: person)
            .didActivate { _ in onOpen(person.id) }
        }
        .withHeader(Greeting(name: "everybody"))
        .withSectionLayout(.vertical(spacing: 8))
        .withHighlight(.row)
      })
  }

  func showWithQuestions(onClose: @escaping @MainActor () -> Void) {
    let onOpen = onOpen
    list.apply(
      List {
        Section(id: "people", data: people) { person in
          PersonRow(person: person)
            .shouldSelect { _ in person.name != "locked" }
            .canFocus { _ in person.name != "separator" }
        }
      }
      .didSelect { onOpen($0.id.value() ?? 0) }
      .didDeselect { _ in onClose() }
    )
  }

  func rename(_ id: Int, to name: String) {
    guard let index = people.firstIndex(where: { $0.id == id }) else { return }
    people[index].name = name
    show()
  }

  func card(_ sections: [Section]) -> Section {
    Section(id: "card", layout: .vertical(spacing: 12), sections: sections)
      .withHeader(Greeting(name: "all of them"))
      .withSectionLayout { context in
        let columns = context.environment.container.width > 800 ? 2 : 1
        return .verticalGrid(numberOfItemsInRow: columns, itemSpacing: 12, lineSpacing: 12)
          .insets(Insets(12)).background("plate").headerPinToVisibleBounds()
      }
  }

  func showIndexed(_ sections: [Section]) {
    list.apply(
      List(sections: sections).typeAhead { _, id in id.description }
        .sectionIndex(showsTitles: true) { section in section.id.description })
  }

  func showAndWait() async {
    let update = list.render { Greeting(name: "nobody").identified(by: "empty") }
    if await update.outcome == .applied { list.scroll(to: .start) }
  }
}

@MainActor
@Test func `the programs of the documentation show what the articles say`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
  list.apply(
    List { Section(id: "people", data: ["Vincent", "Jules", "Mia"], id: \.self) { Greeting(name: $0) } })
  harness.settle()
  #expect(harness.semantics.filter { $0.role == .cell }.map(\.text) == ["Hello Vincent", "Hello Jules", "Hello Mia"])
}

@MainActor
@Test func `a renamed person is found under the new name`() throws {
  let screen = PeopleScreen()
  screen.people = [Person(id: 1, name: "Ada"), Person(id: 2, name: "Grace")]
  let harness = ViewHarness(content: screen.list, size: Size(width: 400, height: 300))
  screen.show()
  harness.settle()

  screen.rename(2, to: "Grace Hopper")
  harness.settle()

  #expect(harness.semantics.contains { $0.role == .cell && $0.text == "Grace Hopper" })
  #expect(harness.semantics.contains { $0.role == .header && $0.text == "Hello everybody" })
}

@MainActor
@Test func `the card of the documentation has two columns where there is room`() {
  let screen = PeopleScreen()
  let people = ["Ada", "Grace"].map { name in
    Section(id: name, cells: [Cell(id: 1, component: PersonRow(person: Person(id: 1, name: name)))])
  }
  let harness = ViewHarness(content: screen.list, size: Size(width: 900, height: 300))
  screen.list.apply(List(sections: [screen.card(people)]))
  harness.settle()
  func left() -> [Double] { harness.semantics.filter { $0.role == .cell }.map(\.bounds.minX) }
  #expect(left() == [12, 456])
  harness.resize(to: Size(width: 500, height: 300))
  harness.settle()
  #expect(left() == [12, 12])
}

@MainActor
@Test func `people of the documentation are found by typing`() {
  let screen = PeopleScreen()
  let harness = ViewHarness(content: screen.list, size: Size(width: 400, height: 300))
  screen.showIndexed([
    Section(id: "A", data: ["Ada", "Alan"], id: \.self) { Greeting(name: $0) },
    Section(id: "G", data: ["Grace"], id: \.self) { Greeting(name: $0) },
  ])
  harness.settle()
  harness.host.focus(screen.list)
  harness.type("gr")
  harness.settle()
  #expect(screen.list.focusedItem == ElementPath(section: 1, item: 0))
}

@Test func `the changes in the documentation are those that it describes`() {
  let changes = Changeset(source: ["a", "b", "c", "d"], target: ["d", "a", "x", "c"])
  let summary = "\(changes)"  // 1 deleted, 1 inserted, 1 moved
  let moves = changes.elementMoved.map(\.description)  // 0.3 -> 0.0
  #expect(summary == "1 deleted, 1 inserted, 1 moved")
  #expect(moves == ["0.3 -> 0.0"])
}

@Test @MainActor func `an animator of a section overrides that of its list, as the article says`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list)
  list.apply(List(sections: [Section(id: "news", cells: [])]))
  harness.showIfNeeded()
  let cells = [Cell(id: 1, component: PersonRow(person: Person(id: 1, name: "Mia")))]
  list.animator = CascadeAnimator(step: 0.02)
  list.apply(List(sections: [Section(id: "news", cells: cells).withAnimator(RowAnimator(.left))]))
  harness.showIfNeeded()
  #expect(harness.semantics.first { $0.id == "1" }?.bounds.minX == -400)
}
