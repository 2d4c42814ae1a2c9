import Scrollwork
import ScrollworkTesting
import Testing

// The code of the article on reordering.

/// People whom the user puts in order.
@MainActor
final class OrderedPeople {
  let list = CollectionView()
  var people: [Person] = []

  func show() {
    list.apply(
      List { Section(id: "people", data: people) { PersonRow(person: $0) } }
        .onReorder { [weak self] _, reorder in
          guard let self else { return }
          reorder.apply(to: &people)
          show()
        })
  }
}

/// People in several sections of one list.
@MainActor
final class Teams {
  let list = CollectionView()
  let names = ["red", "blue", "away"]
  var teams: [[Person]] = [[], [], []]

  func show() {
    list.apply(
      List {
        for (index, name) in names.enumerated() {
          Section(id: name, data: teams[index]) { PersonRow(person: $0) }
            .withHeader(Greeting(name: name))
        }
      }
      .onReorder { [weak self] _, reorder in
        guard let self else { return }
        reorder.apply(to: &teams)
        show()
      }
      .shouldReorder { path, id in id != ElementID(0) }
      .targetForReorder { proposal in
        proposal.destination.section == 2 ? nil : proposal.destination
      })
  }
}

/// The two lists of the chapter on several lists.
@MainActor
final class TaskBoard {
  let lists = [CollectionView(), CollectionView()]
  var columns: [[Person]] = [[Person(id: 1, name: "one"), Person(id: 2, name: "two")], []]

  func show() {
    for (index, list) in lists.enumerated() {
      list.apply(
        List { Section(id: "tasks", data: columns[index]) { Greeting(name: $0.name) } }
          .onReorder { [unowned self] _, reorder in
            reorder.apply(to: &columns[index])
            show()
          }
          .reorderGroup("board") { [unowned self] _, transfer in
            var (old, new) = (columns[1 - index], columns[index])
            transfer.apply(from: &old, to: &new)
            (columns[1 - index], columns[index]) = (old, new)
            show()
          })
    }
  }

  func makeContent() -> View {
    Stack(.horizontal, spacing: 1, items: [.flexible(lists[0]), .flexible(lists[1])])
  }
}

@MainActor
@Test func `people of the documentation are put in order by key`() {
  let screen = OrderedPeople()
  screen.people = [Person(id: 1, name: "Ada"), Person(id: 2, name: "Grace")]
  let harness = ViewHarness(content: screen.list, size: Size(width: 400, height: 300))
  screen.show()
  harness.settle()
  harness.host.focus(screen.list)
  screen.list.select(ElementPath(section: 0, item: 0))
  harness.key(.down, modifiers: .alt)
  harness.settle()
  #expect(screen.people.map(\.name) == ["Grace", "Ada"])
  #expect(harness.semantics.filter { $0.role == .cell }.map(\.text) == ["Grace", "Ada"])
}

@MainActor
@Test func `a person of the documentation joins another team, but not the one that is away`() {
  let screen = Teams()
  screen.teams = [[Person(id: 0, name: "Ada"), Person(id: 1, name: "Grace")], [], [Person(id: 2, name: "Joan")]]
  let harness = ViewHarness(content: screen.list, size: Size(width: 400, height: 300))
  screen.show()
  harness.settle()
  func drag(_ name: String, to target: String) {
    func place(_ text: String) -> Point { harness.semantics.first { $0.text == text }?.bounds.center ?? .zero }
    harness.drag(from: place(name), to: place(target), over: .milliseconds(400))
    harness.settle()
  }
  drag("Ada", to: "Hello blue")
  #expect(screen.teams.map { $0.map(\.id) } == [[0, 1], [], [2]])
  drag("Grace", to: "Hello blue")
  #expect(screen.teams.map { $0.map(\.id) } == [[0], [1], [2]])
}

@MainActor
@Test func `the board of the documentation moves a task to the other list`() {
  let board = TaskBoard()
  let harness = ViewHarness(content: board.makeContent(), size: Size(width: 400, height: 300))
  board.show()
  harness.settle()
  harness.drag(from: Point(x: 100, y: 10), to: Point(x: 300, y: 20))
  harness.settle()
  #expect(board.columns.map { $0.map(\.id) } == [[2], [1]])
}
