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
