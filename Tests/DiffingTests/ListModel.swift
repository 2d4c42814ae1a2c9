import ScrollworkDiffing
import ScrollworkTestSupport

/// An element of a random list, with an identity and a content.
struct Item<ID: Hashable>: Differentiable, Equatable {
  var id: ID
  var content: Int

  var differenceIdentifier: ID { id }
  func isContentEqual(to source: Item) -> Bool { content == source.content }
}

extension Item: CustomStringConvertible {
  var description: String { content == 0 ? "\(id)" : "\(id)'\(content)" }
}

extension Item: Sendable where ID: Sendable {}

typealias Items = [Item<Int>]
typealias Sheets = [ArraySection<Item<Int>, Item<Int>>]

/// The kinds of identities that repeat in random lists.
enum Repeats: CaseIterable {
  case never, elements, everything
}

/// Makes pairs of lists. The second list is an edited copy of the first.
struct ListMaker {
  var generator: SeededGenerator
  let repeats: Repeats
  private var fresh = 0

  init(seed: UInt64, repeats: Repeats) {
    generator = SeededGenerator(seed: seed)
    self.repeats = repeats
  }

  mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &generator) == 0 }

  private mutating func elementID() -> Int {
    fresh += 1
    return repeats == .never ? fresh : Int.random(in: 0...12, using: &generator)
  }

  private mutating func sectionID() -> Int {
    fresh += 1
    return repeats == .everything ? Int.random(in: 0...3, using: &generator) : fresh
  }

  mutating func items(upTo limit: Int) -> Items {
    (0..<Int.random(in: 0...limit, using: &generator)).map { _ in Item(id: elementID(), content: 0) }
  }

  /// Returns elements to append to both lists: 33 or 65, more than the lengths of the lists differ by; none for every
  /// other seed.
  mutating func end(of seed: UInt64) -> Items {
    (0..<[0, 33, 0, 65][Int(seed % 4)]).map { _ in Item(id: elementID(), content: 0) }
  }

  mutating func edited(_ items: Items) -> Items {
    var items = items
    for _ in 0..<Int.random(in: 0...4, using: &generator) { edit(&items) }
    return items
  }

  private mutating func edit(_ items: inout Items) {
    let first = Int.random(in: 0...items.count, using: &generator)
    let last = min(items.count, first + Int.random(in: 0...6, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: items.removeSubrange(first..<last)
    case 1: items.insert(contentsOf: self.items(upTo: 4), at: first)
    case 2: items[first..<last].shuffle(using: &generator)
    case 3:
      let moved = Array(items[first..<last])
      items.removeSubrange(first..<last)
      items.insert(contentsOf: moved, at: Int.random(in: 0...items.count, using: &generator))
    case 4: for index in first..<last where chance(2) { items[index].content += 1 }
    default: if chance(3) { items.reverse() }
    }
  }

  mutating func sheets(upTo limit: Int) -> Sheets {
    (0..<Int.random(in: 0...limit, using: &generator)).map { _ in
      ArraySection(model: Item(id: sectionID(), content: 0), elements: items(upTo: 8))
    }
  }

  mutating func edited(_ sheets: Sheets) -> Sheets {
    var sheets = sheets
    for index in sheets.indices where chance(2) { sheets[index].elements = edited(sheets[index].elements) }
    for _ in 0..<Int.random(in: 0...3, using: &generator) { cross(&sheets) }
    if chance(3) { sheets.shuffle(using: &generator) }
    if chance(3) { sheets.removeSubrange(0..<min(sheets.count, 1)) }
    if chance(3) {
      sheets.insert(contentsOf: self.sheets(upTo: 2), at: Int.random(in: 0...sheets.count, using: &generator))
    }
    for _ in 0..<Int.random(in: 0...2, using: &generator) { cross(&sheets) }
    for index in sheets.indices where chance(5) { sheets[index].model.content += 1 }
    return sheets
  }

  /// Moves one element to another section.
  private mutating func cross(_ sheets: inout Sheets) {
    guard let source = sheets.indices.randomElement(using: &generator),
      let target = sheets.indices.randomElement(using: &generator), !sheets[source].elements.isEmpty
    else { return }
    var item = sheets[source].elements.remove(
      at: Int.random(in: 0..<sheets[source].elements.count, using: &generator))
    if chance(3) { item.content += 1 }
    sheets[target].elements.insert(
      item, at: Int.random(in: 0...sheets[target].elements.count, using: &generator))
  }
}
