import Scrollwork

/// The start screen: samples, and the screens of the gallery by library.
final class HelloScreen: FilterableScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?
  private(set) var filters: [String] = []

  /// The samples, then the demos of each library.
  private static let groups: [(title: String, detail: String, cards: [Sample])] =
    [("Samples", "Folders, texts and logs", Sample.all)]
    + Demo.Library.allCases.map { library in
      let title = library == .scrollwork ? "Lists to play with" : library.rawValue
      let detail = library == .scrollwork ? "" : "What its examples do, here"
      return (title, detail, Demo.all.filter { $0.library == library }.map(\.card))
    }

  init() { refresh() }

  let title = "Scrollwork"
  var view: View { list }
  var crumbs: [CrumbBar.Crumb] { [CrumbBar.Crumb(title: "Scrollwork", path: "")] }
  var status: Status {
    Status(items: [.init(text: "Open a folder, a text file or a log: scrollwork PATH")])
  }
  let isBusy = false
  let filterPrompt: String? = "Find a list"
  let hasInspection = false

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    filters = texts
    refresh()
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    throw ExpressionError("The start screen cannot be sorted")
  }

  func reload() { refresh() }
  func stop() {}

  /// Applies the list of the cards that contain all words of the filter.
  private func refresh() {
    let words = filters.joined(separator: " ").lowercased().split(separator: " ").map(String.init)
    let groups = Self.groups.map { group in
      (group, group.cards.filter { card in words.allSatisfy { card.searchText.contains($0) } })
    }
    let shown = groups.filter { !$1.isEmpty }
    let titles = shown.map { $1.map(\.title) }
    list.apply(
      List {
        if words.isEmpty {
          // The title is a header, so that it cannot be selected.
          Section(id: "title", cells: [])
            .withHeader(Headline(title: "Scrollwork", detail: "Lists that keep their place."))
        }
        for (group, cards) in shown { section(group.title, group.detail, cards) }
      }
      .typeAhead { [hasTitle = words.isEmpty] path, _ in titles[path.section - (hasTitle ? 1 : 0)][path.item] }
      .withState(.noMatch) { [weak self] in self?.onClearFilter?() })
  }

  private func section(_ title: String, _ detail: String, _ cards: [Sample]) -> Section {
    Section(id: title, data: cards) { [weak self] card in
      SampleCard(sample: card).didTap { _ in self?.onOpen?(card.path) }
    }
    .withHeader(SectionTitle(title: title, count: Formats.count(cards.count), detail: detail, padding: 0))
    .withSectionLayout { Self.cards(height: cards.first?.note.isEmpty == false ? 106 : 84, in: $0) }
    .withHighlight(.tile)
  }

  /// Returns a grid of cards.
  nonisolated private static func cards(height: Double, in context: SectionLayoutContext) -> SectionLayout {
    let margin = WindowWidth.margin(in: context.environment.container.width)
    return .grid(
      minimumItemWidth: 300, itemHeight: height, spacing: 12,
      insets: Insets(top: 4, leading: margin, bottom: 20, trailing: margin))
  }
}

/// A sample or demo that can be opened.
struct Sample: Identifiable, Hashable {
  var title: String
  var detail: String
  var symbol: Symbol
  var path: String
  /// A remark in small letters; empty for none.
  var note = ""
  /// The words that a search finds, in lower case.
  var searchText: String
  var id: String { path }

  init(title: String, detail: String, symbol: Symbol, path: String, note: String = "", alsoFound: [String] = []) {
    (self.title, self.detail, self.symbol, self.path, self.note) = (title, detail, symbol, path, note)
    searchText = ([title, detail, note] + alsoFound).joined(separator: " ").lowercased()
  }

  /// The samples whose files exist.
  static var all: [Sample] {
    let known = [
      ("pictures", "Pictures", "A folder of small landscapes", Symbol.grid),
      ("harbour.log", "Log", "Levels, sources, 400 lines", Symbol.pipe),
      ("pictures.csv", "Table", "With pictures, which G shows as a grid", Symbol.list),
      ("notes.txt", "Text", "What this program is for", Symbol.fileText),
      ("torture.txt", "Writing systems", "Text that is hard to show", Symbol.code),
    ]
    return known.compactMap { name, title, detail, symbol in
      AssetDirectory.path(of: "samples/" + name).map { Sample(title: title, detail: detail, symbol: symbol, path: $0) }
    }
  }
}

/// A letter with an identity, because some letters occur twice.
struct Letter: Identifiable, Hashable {
  var id: Int
  var text: String
}
