import Scrollwork

/// A catalogue of an archive as an outline of a million entries. The boxes of a shelf are made when it is expanded.
final class OutlineExample: Example {
  let list = CollectionView()
  private var catalogue: OutlineController<Entry>

  /// A shelf, a box or a picture. Its id is its path.
  private struct Entry: Identifiable {
    let id: String
    var name: String
    var symbol: Symbol
  }

  init() {
    catalogue = Self.makeCatalogue()
    refresh()
  }

  var isBusy: Bool { catalogue.isLoading }

  private static func makeCatalogue() -> OutlineController<Entry> {
    let shelves = (1...100).map { Entry(id: "\($0)", name: "Shelf \($0)", symbol: .folder) }
    let outline = Outline(shelves, expanded: ["1"]) { entry in
      if entry.id == "1" { return .nodes(boxes(of: entry)) }
      return entry.symbol == .picture ? .leaf : .unloaded
    }
    return OutlineController(outline) { entry in
      // Boxes and pictures take a moment, as if they came from a server.
      try await Task.sleep(for: .milliseconds(400))
      return entry.symbol == .folder ? boxes(of: entry) : pictures(of: entry)
    }
  }

  private static func boxes(of shelf: Entry) -> [Entry] {
    (1...100).map { Entry(id: "\(shelf.id)/\($0)", name: "Box \($0)", symbol: .archive) }
  }

  private static func pictures(of box: Entry) -> [Entry] {
    (1...100).map { Entry(id: "\(box.id)/\($0)", name: "Picture \($0)", symbol: .picture) }
  }

  private func refresh() {
    catalogue.onChange = { [weak self] in self?.refresh() }
    list.apply(
      List {
        Section(id: "catalogue", outline: catalogue) { entry in
          TextRow(entry.name, symbol: entry.symbol, tint: entry.symbol == .folder ? .accent : .text2, start: 4)
        }
      }
      .typeAhead { [catalogue] path, _ in catalogue.outline.rows[path.item].name })
  }

  func reload() {
    catalogue = Self.makeCatalogue()
    refresh()
  }
}
