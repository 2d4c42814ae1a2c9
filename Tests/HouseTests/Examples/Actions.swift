import Scrollwork
import ScrollworkTesting
import Testing

/// The list of mails of the article on context menus.
@MainActor
final class MailList {
  let list = CollectionView()
  var mails = ["b", "a", "c"]
  var kept: [String] = []
  var archived: [String] = []

  func keep(_ mail: String) { kept.append(mail) }

  func archive(_ mail: String) { archived.append(mail) }

  func delete(_ mail: String) {
    mails.removeAll { $0 == mail }
    show()
  }

  func show() {
    list.apply(
      List {
        Section(id: "mails", data: mails, id: \.self) { mail in
          PersonRow(person: Person(id: 0, name: mail))
            .swipeActions(
              leading: [MenuAction("Keep", symbol: .check) { self.keep(mail) }],
              trailing: [
                MenuAction("Delete", symbol: .trash, key: .delete, role: .destructive) { self.delete(mail) },
                MenuAction("Archive", symbol: .folder) { self.archive(mail) },
              ])
        }
      })
  }
}

/// The two lists of the chapter on reordering.
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
}

@MainActor
@Test func `the actions of the documentation act on their rows`() {
  let mails = MailList()
  let harness = ViewHarness(content: mails.list, size: Size(width: 400, height: 300))
  mails.show()
  harness.settle()
  harness.move(to: Point(x: 200, y: 10))
  harness.settle()
  func click(_ title: String) {
    let button = harness.semantics.first { $0.role == .button && $0.text == title }
    harness.click(at: button?.bounds.center ?? .zero)
    harness.settle()
  }
  click("Keep")
  click("Archive")
  click("Delete")
  #expect(mails.kept == ["b"] && mails.archived == ["b"] && mails.mails == ["a", "c"])
}

@MainActor
@Test func `the board of the documentation moves a task to the other list`() {
  let board = TaskBoard()
  let content = Halves(board.lists)
  let harness = ViewHarness(content: content, size: Size(width: 400, height: 300))
  board.show()
  harness.settle()
  harness.drag(from: Point(x: 100, y: 10), to: Point(x: 300, y: 20))
  harness.settle()
  #expect(board.columns.map { $0.map(\.id) } == [[2], [1]])
}

private final class Halves: View {
  init(_ views: [View]) {
    super.init()
    for view in views { addChild(view) }
  }

  override func layout(environment: Environment) {
    for (index, child) in children.enumerated() {
      child.frame = Rect(x: Double(index) * bounds.width / 2, y: 0, width: bounds.width / 2, height: bounds.height)
    }
  }
}
