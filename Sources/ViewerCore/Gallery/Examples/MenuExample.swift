import Scrollwork

/// A menu: a header, and rows that act at one click.
final class MenuExample: Example {
  let list = CollectionView()
  private var opened: [String] = []

  private struct Entry: Identifiable {
    let id: String
    let detail: String
  }

  private let entries = [
    Entry(id: "Hello", detail: "Two lists take turns"),
    Entry(id: "Pangram", detail: "Letters leave the alphabet and form a sentence"),
    Entry(id: "Kyoto", detail: "A page of a magazine"),
    Entry(id: "Shuffle", detail: "Seventy-two faces change places"),
    Entry(id: "Todo", detail: "Tasks move from one section to the other"),
    Entry(id: "Profile", detail: "A form whose rows appear when they are needed"),
  ]

  init() {
    list.selectionMode = .single
    refresh()
  }

  private func refresh() {
    list.render {
      Section(id: "menu", data: entries) { [weak self] entry in
        TextRow(entry.id, entry.detail, symbol: self?.symbol(of: entry) ?? .file)
          .didTap { _ in self?.open(entry.id) }
      }
      .withHeader(
        Heading(
          "Menu", opened.last.map { "You opened \($0)" } ?? "Click a row, or move with the arrows and press Return")
      )
      .withSectionLayout(.list(rowHeight: .estimated(56), separator: LayoutSeparator(leadingInset: 48)))
    }
  }

  private func symbol(of entry: Entry) -> Symbol { opened.contains(entry.id) ? .check : .file }

  private func open(_ name: String) {
    opened.append(name)
    refresh()
  }

  func reload() {
    opened = []
    refresh()
  }
}
