import Scrollwork

/// Two lists that alternate at each click. Names that are in both move, others enter and exit.
final class HelloExample: Example {
  let list = CollectionView()
  private var isToggled = false

  init() {
    list.selectionMode = .single
    refresh()
  }

  private func refresh() {
    list.render {
      Section(id: "greet") {
        if isToggled {
          hello("Jules")
          hello("Vincent")
        } else {
          hello("Vincent")
          hello("Jules")
          hello("Mia")
        }
      }
      .withHeader(Heading("Greetings", "Click a name"))
      Section(id: "leave") {
        if isToggled {
          TextRow("Good bye Mia").identified(by: "Mia").didTap { [weak self] _ in self?.toggle() }
        }
      }
      .withHeader(isToggled ? Heading("Farewells") : nil)
    }
  }

  private func hello(_ name: String) -> Cell {
    TextRow("Hello \(name)").identified(by: name).didTap { [weak self] _ in self?.toggle() }
  }

  private func toggle() {
    isToggled.toggle()
    refresh()
  }

  func reload() { toggle() }
}
