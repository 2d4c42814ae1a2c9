import Scrollwork
import ScrollworkPlatform

/// The list of places in a file chooser: the folders of the user, mounted places, and recent ones.
@MainActor
final class PlaceList {
  /// A place in the list, with the content of its row.
  struct Place: Identifiable, Hashable {
    var title: String
    /// The enclosing folder of a recent place; empty for others.
    var detail = ""
    var symbol: Symbol
    var path: String
    var id: String { path }
  }

  /// The heights of a row with one line, which is that of the files beside it, and of a row with two lines, in logical
  /// pixels.
  private static let (line, twoLines) = (36.0, 44.0)
  /// The largest number of recent places that are listed.
  private static let maximumRecent = 8
  let list = PlaceListView()
  /// Called with the path of a place to open.
  var onOpen: ((String) -> Void)?
  private let fixed: [Place]
  private let recent = RecentPlaces(shown: 12)

  /// - Parameters:
  ///   - folders: The folders of the user and the mounted places.
  ///   - paths: The paths that the user visited, the newest first.
  init(_ folders: UserFolders, recent paths: [String]) {
    let symbols = ["Pictures": Symbol.picture, "Downloads": .arrowDown, "Documents": .fileText]
    fixed =
      folders.folders.map { Place(title: $0.title, symbol: symbols[$0.title] ?? .folder, path: $0.path) }
      + [Place(title: "File system", symbol: .archive, path: "/")]
      + folders.mounts.map { Place(title: $0.title, symbol: .archive, path: $0.path) }
    list.selectionMode = .single
    recent.onChange = { [weak self] in self?.refresh() }
    recent.look(at: paths)
    refresh()
  }

  var isBusy: Bool { recent.isBusy }

  func stop() { recent.stop() }

  private func refresh() {
    let known = Set(fixed.map(\.path))
    let visited = recent.places.filter { !known.contains($0.path) }.prefix(Self.maximumRecent).map {
      Place(title: $0.title, detail: $0.detail, symbol: $0.symbol, path: $0.path)
    }
    let groups = [("Places", fixed), ("Recent", Array(visited))].filter { !$1.isEmpty }
    list.apply(
      List {
        for (title, places) in groups {
          Section(id: title, data: places) { [weak self] place in
            PlaceRow(place: place).didTap { _ in self?.onOpen?(place.path) }
          }
          .withHeader(SectionTitle(title: title, count: "", height: Self.line, padding: 16))
          .withSectionLayout(
            .list(rowHeight: title == "Recent" ? Self.twoLines : Self.line)
              .headerSize(SectionTitle.size(Self.line)).insets(Insets(bottom: 8))
          )
          .withHighlight(.row)
        }
      }
      .typeAhead { path, _ in groups[path.section].1[path.item].title }
      .typeAheadStart { !PathCompletion.beginsPath(String($0)) }, updateStrategy: .nonanimatedBatchUpdates)
  }
}

/// The view of a `PlaceList`. It leaves the keys that close the chooser or focus the files to the chooser.
final class PlaceListView: CollectionView {
  override func keyDown(_ event: KeyEvent) -> Bool {
    event.key == .escape || event.key == .right ? false : super.keyDown(event)
  }
}

/// A place as a row.
private struct PlaceRow: Component, Equatable {
  var place: PlaceList.Place

  func renderContent() -> PlaceRowView { PlaceRowView() }
  func render(in content: PlaceRowView) { content.show(place) }
}

private final class PlaceRowView: View {
  private let symbol = SymbolView(side: 16)
  private let name = Label()
  private let detail = Label(style: .micro, color: .text2)

  override init() {
    super.init()
    name.truncation = .middle
    detail.truncation = .start
    for view in [symbol, name, detail] { addChild(view) }
  }

  func show(_ place: PlaceList.Place) {
    symbol.symbol = place.symbol
    symbol.color = place.symbol == .folder ? .accent : .text2
    name.text = place.title
    detail.text = place.detail
    detail.isHidden = place.detail.isEmpty
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    symbol.frame = Rect(x: 16, y: bounds.midY - 8, width: 16, height: 16)
    let end = bounds.width - 14
    let top = detail.isHidden ? 0 : bounds.midY - 18
    name.frame = Rect(minX: 42, minY: top, maxX: end, maxY: detail.isHidden ? bounds.height : top + 20)
    detail.frame = Rect(minX: 42, minY: bounds.midY + 1, maxX: end, maxY: bounds.midY + 17)
  }
}
