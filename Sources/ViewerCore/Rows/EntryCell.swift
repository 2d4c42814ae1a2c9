import Scrollwork

/// A file in the first column of a folder's table: its icon or thumbnail, and its name.
struct EntryCell: Component, Equatable {
  var entry: FolderEntry
  /// The counter that the cell reports its thumbnail to.
  var loads: PictureLoads
  /// The marks of what the user looks for.
  var marks: FoundMarks

  var layoutMode: ContentLayoutMode { .fitContainer }

  func renderContent() -> EntryCellView { EntryCellView() }

  func render(in content: EntryCellView) { content.show(self) }
}

/// The content view of `EntryCell`. Icons stand where thumbnails do.
final class EntryCellView: PictureTextView {
  private let symbol = SymbolView(side: 20)

  override init() {
    super.init()
    addChild(symbol)
  }

  override var hasPlaceForPicture: Bool { true }

  func show(_ cell: EntryCell) {
    cell.entry.show(symbol, picture, label, marks: cell.marks, &wait, cell.loads)
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    super.layout(environment: environment)
    symbol.frame = picture.frame.centered(Size(width: 20, height: 20))
  }
}

extension EntryCell: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail. The cell's size is that of its row.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard entry.kind == .picture else { return [] }
    let box = PictureTextView.box(inHeight: place.cellSize.height)
    return [ImageRequest(source: entry.pictureSource, target: place.pixels(of: box))]
  }
}

extension FolderEntry {
  /// The identity of the entry as a row in which the user finds text.
  var number: Int { Int(truncatingIfNeeded: id.hash) }

  /// Shows the entry by its thumbnail, or by the icon of its kind, and by its name.
  @MainActor
  func show(
    _ symbol: SymbolView, _ picture: ImageView, _ name: NameLabel, marks: FoundMarks, _ wait: inout PictureWait,
    _ loads: PictureLoads
  ) {
    let isPicture = kind == .picture
    picture.isHidden = !isPicture
    symbol.isHidden = isPicture
    let request = isPicture ? ImageRequest(source: pictureSource, target: nil) : nil
    wait.show(in: loads, isSame: picture.request == request)
    picture.request = request
    symbol.symbol = kind.symbol
    symbol.color = kind == .folder ? .accent : .text2
    name.show(self.name, id: number, in: marks)
    name.style = kind == .folder ? .bodyMedium : .body
  }
}
