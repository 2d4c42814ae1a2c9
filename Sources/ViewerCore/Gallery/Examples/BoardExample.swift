import Scrollwork

/// Two lists that exchange their items by drag.
final class BoardExample: Example {
  let list = CollectionView()
  private let other = CollectionView()
  let view: View
  private var wanted = BoardExample.start
  private var chosen: [String] = []

  private static let start = [
    "Clouds", "Dunes in the evening", "Dunes, lilac", "Fields", "Forest at dusk", "Forest in mist", "Night sky",
    "Sea at noon", "Sea in the morning", "Valley in autumn",
  ]

  init() {
    view = Stack(
      .horizontal, alignment: .stretch, items: [.flexible(list), .fixed(Shape(fill: .separator), 1), .flexible(other)])
    refresh()
  }

  private func refresh() {
    list.apply(declare("Pictures", wanted, \.wanted, from: \.chosen))
    other.apply(declare("Exhibition", chosen, \.chosen, from: \.wanted))
  }

  /// Declares one of the lists.
  private func declare(
    _ title: String, _ names: [String], _ own: ReferenceWritableKeyPath<BoardExample, [String]>,
    from source: ReferenceWritableKeyPath<BoardExample, [String]>
  ) -> List {
    List {
      Section(id: "names", data: names, id: \.self) { TextRow($0, symbol: .picture) }
        .withHeader(Heading("\(title) (\(names.count))", "Drag pictures here and back"))
        .withSectionLayout(.vertical().headerPinToVisibleBounds())
    }
    .onReorder { [weak self] _, reorder in
      guard let self else { return }
      reorder.apply(to: &self[keyPath: own])
      refresh()
    }
    .reorderGroup("board") { [weak self] _, transfer in
      guard let self else { return }
      var (old, new) = (self[keyPath: source], self[keyPath: own])
      transfer.apply(from: &old, to: &new)
      (self[keyPath: source], self[keyPath: own]) = (old, new)
      refresh()
    }
  }

  func reload() {
    (wanted, chosen) = (Self.start, [])
    refresh()
  }
}
