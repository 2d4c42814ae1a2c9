import Scrollwork
import ScrollworkTesting
import Testing

// A long builder, as the article about first steps has it. It compiles in less than a second.

@MainActor
func manySections(_ names: [String]) -> List {
  List {
    Section(id: 0, data: names, id: \.self) { FruitRow(name: $0) }.withHeader(Greeting(name: "0"))
    if names.count < 6 { Section(id: 1) { FruitRow(name: "if") } }
    switch names.count {
    case 2: Section(id: 2, cells: [])
    default: Section(id: 2) { Group(of: 0..<3) { Greeting(name: "\($0)").identified(by: $0) } }
    }
    for number in 3...3 { Section(id: number, header: nil) { FruitRow(name: "for") } }
    Section(id: 4, data: names, id: { $0.uppercased() }) { Greeting(name: $0).didSelect { _ in print(4) } }
    Section(id: 5, layout: FlowLayout(spacing: 4)) { for name in names { FruitRow(name: name) } }
    Section(id: 6, data: names, id: \.self) { FruitRow(name: $0) }.withHeader(Greeting(name: "6"))
    if names.count < 12 { Section(id: 7) { FruitRow(name: "if") } }
    switch names.count {
    case 8: Section(id: 8, cells: [])
    default: Section(id: 8) { Group(of: 0..<3) { Greeting(name: "\($0)").identified(by: $0) } }
    }
    for number in 9...9 { Section(id: number, header: nil) { FruitRow(name: "for") } }
    Section(id: 10, data: names, id: { $0.uppercased() }) { Greeting(name: $0).didSelect { _ in print(10) } }
    Section(id: 11, layout: FlowLayout(spacing: 4)) { for name in names { FruitRow(name: name) } }
    Section(id: 12, data: names, id: \.self) { FruitRow(name: $0) }.withHeader(Greeting(name: "12"))
    if names.count < 18 { Section(id: 13) { FruitRow(name: "if") } }
    switch names.count {
    case 14: Section(id: 14, cells: [])
    default: Section(id: 14) { Group(of: 0..<3) { Greeting(name: "\($0)").identified(by: $0) } }
    }
    for number in 15...15 { Section(id: number, header: nil) { FruitRow(name: "for") } }
    Section(id: 16, data: names, id: { $0.uppercased() }) { Greeting(name: $0).didSelect { _ in print(16) } }
    Section(id: 17, layout: FlowLayout(spacing: 4)) { for name in names { FruitRow(name: name) } }
    Section(id: 18, data: names, id: \.self) { FruitRow(name: $0) }.withHeader(Greeting(name: "18"))
    if names.count < 24 { Section(id: 19) { FruitRow(name: "if") } }
    switch names.count {
    case 20: Section(id: 20, cells: [])
    default: Section(id: 20) { Group(of: 0..<3) { Greeting(name: "\($0)").identified(by: $0) } }
    }
    for number in 21...21 { Section(id: number, header: nil) { FruitRow(name: "for") } }
    Section(id: 22, data: names, id: { $0.uppercased() }) { Greeting(name: $0).didSelect { _ in print(22) } }
    Section(id: 23, layout: FlowLayout(spacing: 4)) { for name in names { FruitRow(name: name) } }
    Section(id: 24, data: names, id: \.self) { FruitRow(name: $0) }.withHeader(Greeting(name: "24"))
    if names.count < 30 { Section(id: 25) { FruitRow(name: "if") } }
    switch names.count {
    case 26: Section(id: 26, cells: [])
    default: Section(id: 26) { Group(of: 0..<3) { Greeting(name: "\($0)").identified(by: $0) } }
    }
    for number in 27...27 { Section(id: number, header: nil) { FruitRow(name: "for") } }
    Section(id: 28, data: names, id: { $0.uppercased() }) { Greeting(name: $0).didSelect { _ in print(28) } }
    Section(id: 29, layout: FlowLayout(spacing: 4)) { for name in names { FruitRow(name: name) } }
  }
}

@MainActor
@Test func `thirty sections in one builder are shown in order`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 400, height: 4000))
  list.apply(manySections(["a", "b"]))
  harness.settle()
  #expect(list.snapshot().sections.map(\.id) == (0..<30).map { ElementID($0) })
  #expect(list.itemCount == 52)
}
