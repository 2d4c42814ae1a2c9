import Scrollwork

/// Messages with actions at their edges: by a swipe with a finger, by buttons under the pointer, by the menu and keys.
final class InboxExample: Example {
  let list = CollectionView()
  private var messages = InboxExample.start

  private struct Message: Identifiable {
    let id: Int
    var sender: String
    var subject: String
    var isUnread = true
    var isMarked = false
  }

  private static let start = [
    ("Harbour office", "The lamp of the north pier is lit again"),
    ("Mia", "Prints of the dunes, second try"),
    ("Library", "Two books are due on Friday"),
    ("Vincent", "Re: the tripod"),
    ("Weather station", "Fog until noon, then clear"),
    ("Jules", "Which of the three frames?"),
    ("Town hall", "Your exhibition in the foyer"),
    ("Fabienne", "Photographs of the fields"),
  ]
  .enumerated().map { Message(id: $0, sender: $1.0, subject: $1.1) }

  init() { refresh() }

  private func refresh() {
    list.apply(
      List {
        Section(id: "messages", data: messages) { [weak self] message in
          TextRow(
            message.sender, message.subject, symbol: message.isMarked ? .star : message.isUnread ? .chat : .check,
            tint: message.isUnread ? .accent : .text3
          )
          .swipeActions { _ in self?.actions(for: message) ?? SwipeActions() }
        }
        .withHeader(Heading("Inbox", "\(messages.count(where: \.isUnread)) unread of \(messages.count)"))
        .withSectionLayout(.vertical().headerPinToVisibleBounds())
      }
      .contextMenu { [weak self] _, paths in self?.menu(of: paths) ?? Menu(elements: []) })
  }

  private func actions(for message: Message) -> SwipeActions {
    SwipeActions(
      leading: [
        MenuAction(message.isUnread ? "Read" : "Unread", symbol: .check, key: "U") { [weak self] in
          self?.change(message.id) { $0.isUnread.toggle() }
        }
      ],
      trailing: [
        MenuAction("Delete", symbol: .trash, key: .delete, role: .destructive) { [weak self] in
          self?.messages.removeAll { $0.id == message.id }
          self?.refresh()
        },
        MenuAction(message.isMarked ? "Unmark" : "Mark", symbol: .star, key: "M") { [weak self] in
          self?.change(message.id) { $0.isMarked.toggle() }
        },
      ])
  }

  /// Returns the menu of several selected messages. One alone has the actions at its edges.
  private func menu(of paths: [ElementPath]) -> Menu {
    let ids = Set(paths.map { messages[$0.item].id })
    guard ids.count > 1 else { return Menu(elements: []) }
    return Menu {
      MenuAction("Mark as read", symbol: .check, key: "U") { [weak self] in
        for id in ids { self?.change(id) { $0.isUnread = false } }
      }
      MenuAction("Delete \(ids.count) messages", symbol: .trash, key: .delete, role: .destructive) { [weak self] in
        self?.messages.removeAll { ids.contains($0.id) }
        self?.refresh()
      }
    }
  }

  private func change(_ id: Int, _ change: (inout Message) -> Void) {
    guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
    change(&messages[index])
    refresh()
  }

  func reload() {
    messages = Self.start
    refresh()
  }
}
