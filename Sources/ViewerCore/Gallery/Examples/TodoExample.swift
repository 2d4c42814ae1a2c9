import Scrollwork

/// Tasks in two sections. A task that is done moves to the other section. A swipe, a button under the pointer, the menu
/// or the key Delete removes it.
final class TodoExample: Example {
  let list = CollectionView()
  let view: View
  private var tasks = TodoExample.start
  private var lastID = TodoExample.start.count

  private struct Item: Identifiable {
    let id: Int
    var text: String
    var isDone = false
  }

  private static let start = [
    Item(id: 1, text: "Order the frames"), Item(id: 2, text: "Sort the prints by year"),
    Item(id: 3, text: "Find the key of the attic"), Item(id: 4, text: "Oil the tripod", isDone: true),
  ]

  init() {
    let field = TextField(placeholder: "Add a task", symbol: .plus)
    let bar = Stack(.horizontal, items: [.flexible(field)])
    view = Stack(.vertical, items: [.init(MarginView(bar, vertical: 12)), .flexible(list)])
    field.onSubmit = { [weak self, weak field] text in
      field?.text = ""
      self?.add(text)
    }
    refresh()
  }

  private func refresh() {
    list.apply(
      List {
        section("Todo", tasks.filter { !$0.isDone })
        section("Done", tasks.filter(\.isDone))
      }
      .withState(.empty).placeholder { _ in NothingToDo() })
  }

  /// Returns a section of tasks; `nil` if there are none.
  private func section(_ title: String, _ tasks: [Item]) -> Section? {
    guard !tasks.isEmpty else { return nil }
    return Section(id: title, data: tasks) { [weak self] task in
      TodoRow(text: task.text, isDone: task.isDone) { [weak self] in self?.toggle(task.id) }
        .contextMenu { [weak self] _ in
          MenuAction(task.isDone ? "Do again" : "Done", key: "D", modifiers: .control) { self?.toggle(task.id) }
        }
        .swipeActions(trailing: [
          MenuAction("Delete", symbol: .trash, key: .delete, role: .destructive) { [weak self] in
            self?.delete(task.id)
          }
        ])
    }
    .withHeader(Heading("\(title) (\(tasks.count))"))
  }

  private func add(_ text: String) {
    guard !text.isEmpty else { return }
    lastID += 1
    tasks.insert(Item(id: lastID, text: text), at: 0)
    refresh()
  }

  private func toggle(_ id: Int) {
    guard let index = tasks.firstIndex(where: { $0.id == id }) else { return }
    tasks[index].isDone.toggle()
    refresh()
  }

  private func delete(_ id: Int) {
    tasks.removeAll { $0.id == id }
    refresh()
  }

  func reload() {
    tasks = Self.start
    refresh()
  }
}

/// A task with a check box.
private struct TodoRow: Component {
  var text: String
  var isDone: Bool
  var toggle: @MainActor () -> Void

  func renderContent() -> TodoRowView { TodoRowView() }
  func render(in content: TodoRowView) {
    content.box.title = text
    content.box.isOn = isDone
    content.box.onChange = { _ in toggle() }
  }
}

private final class TodoRowView: MarginView {
  let box = Toggle(style: .checkBox)

  init() {
    // Beside the check box the row itself can be swiped.
    super.init(Stack(.horizontal, items: [.init(box), .flexible(Spacer())]), vertical: 10)
  }
}

/// The placeholder of the list without tasks.
private struct NothingToDo: Component {
  func renderContent() -> EmptyStateView {
    EmptyStateView(symbol: .check, heading: "All done", message: "Write the next task into the field above.")
  }
  func render(in content: EmptyStateView) {}
}
