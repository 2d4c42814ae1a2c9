import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A list of nested scroll containers that is updated and scrolled at random, with a model of their offsets.
@MainActor
private final class OffsetModel {
  private var generator: SeededGenerator
  private let list = CollectionView()
  private let harness: ViewHarness
  /// The sections of the list, each with the names of its subsections.
  private var pages: [(name: String, shelves: [String])] = []
  /// The latest offset of each container, by the names of its page and of the container.
  private var offsets: [String: Double] = [:]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    change()
    apply(.animatedBatchUpdates)
    harness.settle()
  }

  private func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// Replaces the pages and their subsections by a random choice in random order.
  private func change() {
    let names = ["a", "b", "c", "d"].shuffled(using: &generator).prefix(random(1...4))
    pages = names.map { name in
      (name, Array(["x", "y", "z", "w"].shuffled(using: &generator).prefix(random(1...4))))
    }
  }

  private func apply(_ strategy: UpdateStrategy) {
    let sections = pages.map { page in
      let shelves = page.shelves.enumerated().map { index, name in
        let cards = InnerScrollStage.cards(.continuous, Array(0..<6), id: name)
        // Some containers are one level deeper.
        return name < "y" ? cards : Section(id: "in \(name)", sections: [cards])
      }
      return Section(id: page.name, layout: InnerScrollStage.columns, sections: shelves)
    }
    list.apply(List(sections: sections), updateStrategy: strategy)
  }

  private func path(_ shelf: String, _ page: String) -> ElementPath? {
    let id = shelf < "y" ? "\(shelf)/0" : "in \(shelf)/\(shelf)/0"
    guard let section = pages.firstIndex(where: { $0.name == page }) else { return nil }
    let count = list.snapshot().sections[section].count
    return (0..<count).lazy.map { ElementPath(section: section, item: $0) }
      .first { self.list.id(at: $0).description == id }
  }

  func step() {
    switch random(0...4) {
    case 0, 1:
      let page = pages[random(0...pages.count - 1)]
      let shelf = page.shelves[random(0...page.shelves.count - 1)]
      guard let path = path(shelf, page.name) else { return }
      list.scrollSection(holding: path, to: Double(random(0...700)), animated: random(0...1) == 0)
      harness.settle()
      offsets["\(page.name)/\(shelf)"] = list.sectionOffset(holding: path)
    case 2:
      change()
      apply(random(0...3) == 0 ? .reloadData : .animatedBatchUpdates)
    case 3: list.scroll(to: random(0...1) == 0 ? .start : .end, animated: false)
    default: list.reloadData()
    }
    if random(0...2) > 0 { harness.settle() } else { harness.advance(by: .milliseconds(40)) }
  }

  func check(_ step: Int) {
    harness.showIfNeeded()
    for page in pages {
      for shelf in page.shelves {
        let offset = path(shelf, page.name).map { list.sectionOffset(holding: $0) }
        #expect(offset == offsets["\(page.name)/\(shelf)"] ?? 0, "step \(step): \(page.name)/\(shelf)")
      }
    }
  }
}

@MainActor @Test(arguments: seeds(rounds))
func `the offsets of subsections belong to their identities, whatever happens to the list`(seed: Int) {
  let model = OffsetModel(seed: UInt64(seed))
  for step in 0..<25 {
    model.step()
    model.check(step)
  }
}
