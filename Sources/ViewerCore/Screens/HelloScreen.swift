import Scrollwork
import ScrollworkPlatform

/// The start screen: places to open, recent places, samples, and the gallery by library.
final class HelloScreen: FilterableScreen, MenuShowing {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?
  var menu: (() -> Menu)?
  /// Called when the user wants to choose a file or folder.
  var onChoose: (() -> Void)?
  private(set) var filters: [String] = []
  private let recent = RecentPlaces(shown: HelloScreen.shownPlaces)
  /// The number of recent places that are shown before the user expands them.
  private static let shownPlaces = 12
  /// Whether all recent places are shown.
  private var showsAllPlaces = false
  /// Returns the folders of the user, and the paths of visited places, the newest first.
  private let places: @MainActor () -> (UserFolders, [String])
  private var folders = UserFolders()

  /// A card that opens a place.
  private struct Start: Hashable, Identifiable {
    var title: String
    var detail: String
    var symbol: Symbol
    /// The path to open; empty to choose one.
    var path: String
    var id: String { path }
  }

  /// The samples, then the demos of each library.
  private static let groups: [(title: String, detail: String, cards: [Sample])] =
    [("Samples", "Pictures, a table, texts and a log", Sample.all)]
    + Demo.Library.allCases.map { library in
      let title = library == .scrollwork ? "Lists to play with" : library.rawValue
      let detail = library == .scrollwork ? "" : "What its examples do, here"
      return (title, detail, Demo.all.filter { $0.library == library }.map(\.card))
    }

  /// - Parameter places: Returns the folders of the user, and the paths of visited places, the newest first.
  init(places: @escaping @MainActor () -> (UserFolders, [String]) = { (UserFolders(), []) }) {
    self.places = places
    recent.onChange = { [weak self] in self?.refresh() }
    reload()
  }

  let title = "Scrollwork"
  var view: View { list }
  var crumbs: [CrumbBar.Crumb] { [CrumbBar.Crumb(title: "Scrollwork", path: "")] }
  var status: Status {
    Status(items: [.init(text: "Drop a file or folder here, or choose one: Ctrl+O")])
  }
  var isBusy: Bool { recent.isBusy }
  let filterPrompt: String? = "Find a place"
  let hasInspection = false

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    filters = texts
    refresh()
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    throw ExpressionError("The start screen cannot be sorted")
  }

  func reload() {
    let (folders, paths) = places()
    self.folders = folders
    recent.look(at: paths)
    refresh()
  }

  func stop() { recent.stop() }

  // MARK: Showing

  /// The cards that open a place.
  private var starts: [Start] {
    let symbols = ["Pictures": Symbol.picture, "Downloads": .arrowDown, "Documents": .fileText]
    return [Start(title: "Open…", detail: "A file or folder", symbol: .open, path: "")]
      + folders.folders.map {
        Start(
          title: $0.title, detail: RecentPlace.short($0.path), symbol: symbols[$0.title] ?? .folder, path: $0.path)
      }
      + folders.mounts.map {
        Start(title: $0.title, detail: PathBytes.display($0.path), symbol: .archive, path: $0.path)
      }
  }

  /// Applies the list of the cards that contain all words of the filter.
  private func refresh() {
    let words = filters.joined(separator: " ").lowercased().split(separator: " ").map(String.init)
    func has(_ text: String) -> Bool { words.allSatisfy { text.lowercased().contains($0) } }
    let starts = starts.filter { has($0.title + " " + $0.detail) }
    if !words.isEmpty || showsAllPlaces { self.recent.lookForAllPictures() }
    let found = self.recent.places.filter { has($0.title + " " + $0.detail) }
    let recent = words.isEmpty ? newestPlaces : Self.tiles(of: found)
    let groups = Self.groups.map { group in (group, group.cards.filter { has($0.searchText) }) }
    let shown = groups.filter { !$1.isEmpty }
    let titles =
      [starts.map(\.title), recent.map(\.tile.title)].filter { !$0.isEmpty } + shown.map { $1.map(\.title) }
    list.apply(
      List {
        if words.isEmpty {
          // The title is a header, so that it cannot be selected.
          Section(id: "title", cells: [])
            .withHeader(Headline(title: "Scrollwork", detail: "Open something, or drop it here."))
        }
        if !starts.isEmpty { section(starts) }
        if !recent.isEmpty { section(recent) }
        for (group, cards) in shown { section(group.title, group.detail, cards) }
      }
      .typeAhead { [hasTitle = words.isEmpty] path, _ in titles[path.section - (hasTitle ? 1 : 0)][path.item] }
      .contextMenu { [weak self] _, _ in self?.menu?() ?? Menu(elements: []) }
      .withState(.noMatch) { [weak self] in self?.onClearFilter?() })
    onChange?()
  }

  /// Returns the section of the cards that open a place. It has no title, because the headline above names them.
  private func section(_ starts: [Start]) -> Section {
    Section(id: "starts", data: starts) { [weak self] start in
      PlaceCard(
        title: start.title, detail: start.detail, symbol: start.symbol, key: start.path.isEmpty ? "Ctrl+O" : ""
      )
      .didTap { _ in
        if start.path.isEmpty { self?.onChoose?() } else { self?.onOpen?(start.path) }
      }
    }
    .withSectionLayout { Self.cards(width: 212, height: PlaceCardView.height, in: $0) }
    .withHighlight(.tile)
  }

  /// A recent place, or the tile that shows all or fewer places.
  private struct Recent: Identifiable {
    var tile: RecentTile
    var path: String
    var id: String { path }
  }

  private static func tiles(of places: some Sequence<RecentPlace>) -> [Recent] {
    places.map { Recent(tile: RecentTile(place: $0), path: $0.path) }
  }

  /// The newest places and a tile for the others, or all places.
  private var newestPlaces: [Recent] {
    let all = recent.places
    guard all.count > Self.shownPlaces else { return Self.tiles(of: all) }
    let others = Formats.count(all.count - Self.shownPlaces)
    let tile =
      showsAllPlaces
      ? RecentTile(title: "Fewer recent places", detail: "The newest \(Self.shownPlaces)", symbol: .chevronUp)
      : RecentTile(title: "All recent places", detail: "\(others) more", symbol: .more)
    let shown = showsAllPlaces ? all[...] : all.prefix(Self.shownPlaces)
    return Self.tiles(of: shown) + [Recent(tile: tile, path: "")]
  }

  private func toggleAllPlaces() {
    showsAllPlaces.toggle()
    refresh()
  }

  private func section(_ recent: [Recent]) -> Section {
    Section(id: "recent", data: recent) { [weak self] place in
      place.tile.didTap { _ in
        if place.path.isEmpty { self?.toggleAllPlaces() } else { self?.onOpen?(place.path) }
      }
    }
    .withHeader(SectionTitle(title: "Recent", count: "", padding: 8))
    .withSectionLayout { context in
      let edge = WindowWidth.margin(in: context.environment.container.width) - 8
      return .grid(
        minimumItemWidth: RecentTileView.minimumWidth, itemHeight: RecentTileView.height, spacing: 4,
        insets: Insets(leading: edge, bottom: 16, trailing: edge))
    }
    .withHighlight(.tile)
  }

  private func section(_ title: String, _ detail: String, _ cards: [Sample]) -> Section {
    Section(id: title, data: cards) { [weak self] card in
      SampleCard(sample: card).didTap { _ in self?.onOpen?(card.path) }
    }
    .withHeader(SectionTitle(title: title, count: Formats.count(cards.count), detail: detail, padding: 0))
    .withSectionLayout { [hasNotes = cards.first?.note.isEmpty == false] context in
      Self.cards(width: hasNotes ? 300 : 212, height: hasNotes ? 106 : PlaceCardView.height, in: context)
    }
    .withHighlight(.tile)
  }

  /// Returns a grid of cards.
  nonisolated private static func cards(
    width: Double, height: Double, in context: SectionLayoutContext
  ) -> SectionLayout {
    let margin = WindowWidth.margin(in: context.environment.container.width)
    return .grid(
      minimumItemWidth: width, itemHeight: height, spacing: 12,
      insets: Insets(top: 4, leading: margin, bottom: 20, trailing: margin))
  }
}

/// A sample or demo that can be opened.
struct Sample: Identifiable, Hashable {
  var title: String
  var detail: String
  var symbol: Symbol
  var path: String
  /// A note in small text; empty for none.
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
      ("pictures", "Pictures", "Small landscapes", Symbol.grid),
      ("harbour.log", "Log", "Levels, sources, 400 lines", Symbol.pipe),
      ("pictures.csv", "Table", "Press G for a grid", Symbol.table),
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
