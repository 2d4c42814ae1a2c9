import Scrollwork

/// A file in the first column of a folder's table: its icon or thumbnail, and its name.
struct EntryCell: Component, Equatable {
  var entry: FolderEntry
  /// The counter that the cell reports its thumbnail to.
  var loads: PictureLoads
  /// The thumbnails of files other than pictures.
  var thumbnails: EntryThumbnails
  /// The marks of search matches.
  var marks: FoundMarks
  /// Whether the file was cut and not pasted yet, so that it looks paler.
  var isCut = false

  var layoutMode: ContentLayoutMode { .fitContainer }

  func renderContent() -> EntryCellView { EntryCellView() }

  func render(in content: EntryCellView) { content.show(self) }
}

/// The content view of `EntryCell`. An icon replaces a thumbnail that is not available.
final class EntryCellView: PictureTextView, ThumbnailShowing {
  private let symbol = SymbolView(side: 20)
  private var cell: EntryCell?

  override init() {
    super.init()
    insertChild(symbol, at: 0)
  }

  override func pictureDidChange(_ state: ImageView.State) {
    super.pictureDidChange(state)
    cell?.entry.exchange(symbol, for: picture)
  }

  override var hasPlaceForPicture: Bool { true }
  override var enlargesPicture: Bool { cell?.entry.kind != .picture }
  override var textColor: ColorRole { cell?.isCut == true ? .textDisabled : .text1 }

  func show(_ cell: EntryCell) {
    self.cell = cell
    let thumbnail = cell.thumbnails.source(of: cell.entry, for: self)
    cell.entry.show(
      symbol, picture, label, marks: cell.marks, &wait, cell.loads, thumbnail: thumbnail,
      isCut: cell.isCut)
    setNeedsLayout()
  }

  var thumbnailedEntry: FolderEntry? { cell?.entry }

  func thumbnailDidChange() {
    if let cell { show(cell) }
  }

  override func layout(environment: Environment) {
    super.layout(environment: environment)
    symbol.frame = picture.frame.centered(Size(width: 20, height: 20))
    cell?.entry.exchange(symbol, for: picture)
  }
}

extension EntryCell: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail, whose size follows from the row height.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard entry.kind == .picture else { return [] }
    let box = PictureTextView.box(inHeight: place.cellSize.height)
    return [ImageRequest(source: entry.pictureSource, target: place.pixels(of: box))]
  }
}

extension FolderEntry {
  /// The number by which the finder identifies the entry.
  var number: Int { Int(truncatingIfNeeded: id.hash) }

  /// Shows the thumbnail of the entry, or the icon of its kind, and its name.
  /// - Parameters:
  ///   - thumbnail: The source of the thumbnail if the file is not a picture; `nil` for none.
  ///   - isCut: Whether the file was cut, so that its picture or icon is paler.
  @MainActor
  func show(
    _ symbol: SymbolView, _ picture: ImageView, _ name: NameLabel, marks: FoundMarks, _ wait: inout PictureWait,
    _ loads: PictureLoads, thumbnail: ImageRequest.Source? = nil, isCut: Bool
  ) {
    let source = kind == .picture ? pictureSource : thumbnail
    let request = source.map { ImageRequest(source: $0, target: nil) }
    picture.drawsPlaceholder = kind == .picture
    wait.show(in: loads, isSame: picture.request == request)
    picture.requestWhole(request)
    exchange(symbol, for: picture)
    symbol.symbol = self.symbol
    symbol.color = isCut ? .textDisabled : kind == .folder ? .accent : .text2
    picture.strength = isCut ? ImageView.disabledStrength : 1
    name.showFile(self.name, id: number, in: marks)
    name.style = kind == .folder ? .bodyMedium : .body
  }

  /// Hides the icon while the thumbnail is visible, and shows it otherwise. A picture never has an icon.
  @MainActor
  func exchange(_ symbol: SymbolView, for picture: ImageView) {
    let isBroken = if case .broken = picture.state { true } else { false }
    picture.isHidden = kind != .picture && (picture.request == nil || isBroken)
    symbol.isHidden = kind == .picture || picture.state == .shown || picture.hasStandIn
  }
}
