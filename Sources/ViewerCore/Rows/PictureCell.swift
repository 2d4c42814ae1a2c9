import Scrollwork

/// The picture that a cell of a table names, with the value beside it.
struct PictureCell: Component, Equatable {
  var picture: CellPicture
  /// The value as it is shown; `nil` for a missing one.
  var value: String?
  /// The counter that the cell reports its picture to.
  var loads: PictureLoads

  var layoutMode: ContentLayoutMode { .fitContainer }

  func renderContent() -> PictureCellView { PictureCellView() }

  func render(in content: PictureCellView) { content.show(self) }
}

/// The content view of `PictureCell`. The picture is as tall as its row allows.
final class PictureCellView: View, ToolTipGiving {
  private static let gap = 10.0
  /// The space above and below the picture, together.
  private static let margin = 8.0

  private let picture = ImageView()
  var imageView: ImageView { picture }
  private let label = Label()
  private var wait = PictureWait()
  private var cell: PictureCell?

  /// Returns the size of the picture in a row, in logical pixels.
  static func box(inHeight height: Double) -> Size {
    let side = max(16, height - margin)
    return Size(width: (side * 4 / 3).rounded(), height: side)
  }

  override init() {
    super.init()
    speaksForChildren = true
    picture.cornerRadius = 4
    picture.mode = .fillUpper
    picture.leastFilledShare = 0.5
    picture.onStateChange = { [weak self] in self?.wait.end($0) }
    label.truncation = .middle
    addChild(picture)
    addChild(label)
  }

  func show(_ cell: PictureCell) {
    self.cell = cell
    let request = cell.picture.source.map { ImageRequest(source: $0, target: nil) }
    wait.show(in: cell.loads, isSame: picture.request == request)
    picture.isHidden = cell.picture == .none
    picture.request = request
    picture.placeholderSymbol = if case .refused = cell.picture { .pictureBroken } else { nil }
    label.text = text
    label.color = cell.picture.isShown && cell.value != nil ? .text1 : .text2
    setNeedsLayout()
  }

  /// The value; for a refused picture, with the reason.
  private var text: String {
    guard let cell, let value = cell.value else { return "—" }
    if case .refused(let reason) = cell.picture { return "\(value): \(reason)" }
    return value
  }

  override var semanticsText: String { text }

  override func hostDidChange() {
    if host == nil { wait.stop() }
  }

  override func layout(environment: Environment) {
    let box = Self.box(inHeight: bounds.height)
    picture.frame = Rect(
      x: 0, y: environment.rounded((bounds.height - box.height) / 2), width: min(box.width, bounds.width),
      height: box.height)
    let start = picture.isHidden ? 0 : picture.frame.maxX + Self.gap
    label.frame = Rect(minX: start, minY: 0, maxX: max(start, bounds.width), maxY: bounds.height)
    picture.layoutIfNeeded(environment: environment)
    wait.look(at: picture)
  }

  /// Returns the reason why the picture is missing; `nil` if it is not.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard picture.frame.contains(point), !picture.isHidden else { return nil }
    if case .broken(let error) = picture.state {
      return ToolTip(text: Words.sentence(PictureAddress.withoutPasswords("\(error)")), place: picture.frame)
    }
    guard case .refused(let reason) = cell?.picture else { return nil }
    return ToolTip(text: "Not shown: \(reason)", place: picture.frame)
  }
}

extension PictureCell: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail. The cell's size is that of its row.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard let source = picture.source else { return [] }
    let box = PictureCellView.box(inHeight: place.cellSize.height)
    return [ImageRequest(source: source, target: place.pixels(of: box))]
  }
}

extension CellPicture {
  /// The source of the picture; `nil` without one.
  var source: ImageRequest.Source? { if case .picture(let source, _) = self { source } else { nil } }

  var isShown: Bool { if case .refused = self { false } else { true } }
}
