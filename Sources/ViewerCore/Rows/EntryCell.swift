import Scrollwork

/// A file in the first column of a folder's table: its icon or thumbnail, and its name.
struct EntryCell: Component, Equatable {
  var entry: FolderEntry
  /// The counter that the cell reports its thumbnail to.
  var loads: PictureLoads

  var layoutMode: ContentLayoutMode { .fitContainer }

  func renderContent() -> EntryCellView { EntryCellView() }

  func render(in content: EntryCellView) { content.show(self) }
}

/// The content view of `EntryCell`. Thumbnails are as tall as the row allows, and icons stand where thumbnails do.
final class EntryCellView: View, ToolTipGiving {
  private static let gap = 10.0

  private let symbol = SymbolView(side: 20)
  private let picture = ImageView()
  var imageView: ImageView { picture }
  private let label = Label()
  private var wait = PictureWait()

  override init() {
    super.init()
    speaksForChildren = true
    picture.cornerRadius = 4
    picture.mode = .fillUpper
    picture.leastFilledShare = 0.5
    picture.onStateChange = { [weak self] in self?.wait.end($0) }
    label.truncation = .middle
    for view in [symbol, picture, label] { addChild(view) }
  }

  func show(_ cell: EntryCell) {
    let entry = cell.entry
    let isPicture = entry.kind == .picture
    picture.isHidden = !isPicture
    symbol.isHidden = isPicture
    let request = isPicture ? ImageRequest(source: entry.pictureSource, target: nil) : nil
    wait.show(in: cell.loads, isSame: picture.request == request)
    picture.request = request
    symbol.symbol = entry.kind.symbol
    symbol.color = entry.kind == .folder ? .accent : .text2
    label.text = entry.name
    label.style = entry.kind == .folder ? .bodyMedium : .body
    setNeedsLayout()
  }

  override var semanticsText: String { label.text }

  override func hostDidChange() {
    if host == nil { wait.stop() }
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let box = PictureCellView.box(inHeight: bounds.height)
    let text = label.sizeThatFits(Size(width: .infinity, height: bounds.height), environment: environment)
    return Size(width: box.width + Self.gap + text.width, height: bounds.height)
  }

  override func layout(environment: Environment) {
    let box = PictureCellView.box(inHeight: bounds.height)
    let place = Rect(
      x: 0, y: environment.rounded((bounds.height - box.height) / 2), width: min(box.width, bounds.width),
      height: box.height)
    picture.frame = place
    symbol.frame = place.centered(Size(width: 20, height: 20))
    let start = place.maxX + Self.gap
    label.frame = Rect(minX: start, minY: 0, maxX: max(start, bounds.width), maxY: bounds.height)
    picture.layoutIfNeeded(environment: environment)
    wait.look(at: picture)
  }

  /// Returns the reason why the thumbnail is missing; `nil` if it is not.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard picture.frame.contains(point), !picture.isHidden, case .broken(let error) = picture.state else { return nil }
    return ToolTip(text: Words.sentence(PictureAddress.withoutPasswords("\(error)")), place: picture.frame)
  }
}

extension EntryCell: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail. The cell's size is that of its row.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard entry.kind == .picture else { return [] }
    let box = PictureCellView.box(inHeight: place.cellSize.height)
    return [ImageRequest(source: entry.pictureSource, target: place.pixels(of: box))]
  }
}
