// A list that changes: a click removes a name, the button brings all of them back in another order.

import Scrollwork

struct Greeting: Component, Equatable {
  let name: String
  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 20) }
  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = "Hello \(name)" }
}

/// The state of the program, and the list that shows it.
@MainActor
final class People {
  static let everybody = ["Vincent", "Jules", "Mia", "Butch", "Fabienne", "Winston"]
  let list = CollectionView()
  var names = everybody {
    didSet { show() }
  }

  func show() {
    list.apply(
      List {
        Section(id: "people", data: names, id: \.self) { name in
          Greeting(name: name).didSelect { [weak self] _ in self?.names.removeAll { $0 == name } }
        }
        .withSectionLayout(.vertical(spacing: 16).insets(Insets(16)))
      })
  }
}

@main
struct Hello {
  static func main() throws {
    let people = People()
    people.show()
    let button = Button("Shuffle") { people.names = People.everybody.shuffled() }
    let content = Stack(.vertical, items: [Stack.Item(button), .flexible(people.list)])
    try Application.run(Window(title: "Hello", size: Size(width: 320, height: 400), content: content))
  }
}
