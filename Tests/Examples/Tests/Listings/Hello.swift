import Scrollwork

struct Greeting: Component, Equatable {
  let name: String
  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = "Hello \(name)" }
}

struct Hello {
  @MainActor static func main() throws {
    let list = CollectionView()
    let names = ["Vincent", "Jules", "Mia"]
    list.apply(List { Section(id: "people", data: names, id: \.self) { Greeting(name: $0) } })
    try Application.run(Window(title: "Hello", content: list))
  }
}
