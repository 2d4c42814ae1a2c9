import Scrollwork

/// Rows with a context menu for one or for several of them. Every action also has a key.
final class MenusExample: Example {
  let list = CollectionView()
  private var items = MenusExample.start
  private var lastAction = "Right click, or press the menu key. Ctrl and Shift select several rows."

  private struct Item: Identifiable {
    let id: Int
    var name: String
    var isMarked = false
  }

  private static let start = [
    "Clouds", "Dunes in the evening", "Dunes, lilac", "Fields", "Forest at dusk", "Forest in mist", "Night sky",
    "Sea at noon", "Sea in the morning", "Valley in autumn",
  ]
  .enumerated().map { Item(id: $0, name: $1) }

  init() { refresh() }

  private func refresh() {
    list.apply(
      List {
        Section(id: "items", data: items) { item in
          TextRow(item.name, symbol: item.isMarked ? .check : .picture, tint: item.isMarked ? .success : .text2)
        }
        .withHeader(Heading("\(items.count) pictures", lastAction))
        .withSectionLayout(.vertical().headerPinToVisibleBounds())
      }
      .typeAhead { [items] path, _ in items[path.item].name }
      .contextMenu { [weak self] _, paths in
        if let self { menu(for: paths.map(\.item)) }
      })
  }

  /// Returns the menu for items, or for the background if `chosen` is empty.
  private func menu(for chosen: [Int]) -> [MenuElement] {
    guard !chosen.isEmpty else {
      return [.action(MenuAction("Start again", symbol: .retry) { self.reload() })]
    }
    let isMarked = chosen.allSatisfy { items[$0].isMarked }
    return [
      .action(
        MenuAction("Marked", key: "M", modifiers: .control, isOn: isMarked) { self.mark(chosen, !isMarked) }),
      .submenu(
        .init(
          "Move",
          elements: [
            .action(MenuAction("To the top", isEnabled: chosen.first != 0) { self.move(chosen, toEnd: false) }),
            .action(
              MenuAction("To the end", isEnabled: chosen.last != items.count - 1) { self.move(chosen, toEnd: true) }),
          ])),
      .separator,
      .action(MenuAction("Delete", symbol: .trash, key: .delete, role: .destructive) { self.delete(chosen) }),
    ]
  }

  private func mark(_ chosen: [Int], _ isMarked: Bool) {
    for index in chosen { items[index].isMarked = isMarked }
    show("\(isMarked ? "Marked" : "Unmarked") \(chosen.count)")
  }

  private func move(_ chosen: [Int], toEnd: Bool) {
    let moved = chosen.map { items[$0] }
    let rest = items.indices.filter { !chosen.contains($0) }.map { items[$0] }
    items = toEnd ? rest + moved : moved + rest
    show("Moved \(chosen.count)")
  }

  private func delete(_ chosen: [Int]) {
    items = items.indices.filter { !chosen.contains($0) }.map { items[$0] }
    show("Deleted \(chosen.count)")
  }

  private func show(_ action: String) {
    lastAction = action
    refresh()
  }

  func reload() {
    items = Self.start
    show("All pictures are back")
  }
}
