import Scrollwork

/// A picture as a tile: thumbnail, name, size and date.
struct PictureTile: Component, Equatable {
  var entry: FolderEntry
  /// The text below the name; empty for none.
  var meta: String
  /// The counter that the tile reports its picture to.
  var loads: PictureLoads

  func renderContent() -> PictureTileView { PictureTileView() }

  func render(in content: PictureTileView) {
    content.show(entry.pictureSource, name: entry.name, meta: meta, in: loads)
  }
}

/// The content view of `PictureTile` and `TableTile`. The list draws the highlight below it.
final class PictureTileView: View, StateObserving, ToolTipGiving {
  static let padding = 8.0
  /// Returns the height of the texts below the picture, with their padding.
  static func lines(showsMeta: Bool) -> Double { 8 + 16 + (showsMeta ? 16 : 0) + 8 }

  /// Returns the frame of the picture in a tile of `size`.
  static func pictureFrame(in size: Size, showsMeta: Bool) -> Rect {
    Rect(
      x: padding, y: padding, width: size.width - 2 * padding,
      height: size.height - padding - lines(showsMeta: showsMeta))
  }

  /// The side of the check mark's circle, in logical pixels.
  private static let badge = 20.0

  private let picture = ImageView()
  var imageView: ImageView { picture }
  private let name = Label(style: .smallMedium)
  private let meta = Label(style: .micro, color: .text2)
  private var state = CellState()
  private var wait = PictureWait()
  /// The reason why there is no picture; `nil` if there is one.
  private var refusal: String?
  /// The place of the picture in the row that becomes the tile; `nil` for a tile that is always one.
  private var rowPlace: RowPicturePlace?

  override init() {
    super.init()
    name.truncation = .middle
    picture.mode = .fillUpper
    picture.leastFilledShare = 0.5
    for view in [picture, name, meta] { addChild(view) }
  }

  /// Shows a picture, or a symbol without one.
  func show(
    _ source: ImageRequest.Source?, symbol: Symbol? = nil, refusal: String? = nil, rowPlace: RowPicturePlace? = nil,
    name: String, meta: String, in loads: PictureLoads
  ) {
    picture.isHidden = false
    let request = source.map { ImageRequest(source: $0, target: nil) }
    wait.show(in: loads, isSame: picture.request == request)
    picture.request = request
    picture.placeholderSymbol = symbol
    picture.accessibleName = ""
    picture.onStateChange = { [weak self] in self?.wait.end($0) }
    (self.refusal, self.rowPlace) = (refusal, rowPlace)
    self.name.text = name
    self.meta.text = meta
    setNeedsLayout()
  }

  override func hostDidChange() {
    if host == nil { wait.stop() }
  }

  func cellStateDidChange(_ state: CellState) {
    guard state != self.state else { return }
    self.state = state
    setNeedsDisplay()
  }

  override func layout(environment: Environment) {
    let inner = bounds.insetBy(Self.padding)
    let place = Self.pictureFrame(in: bounds.size, showsMeta: !meta.text.isEmpty)
    let top = place.maxY + 8
    let line = Rect(x: inner.minX, y: top, width: inner.width, height: 16)
    (picture.frame, name.frame) = (place, line)
    if let rowPlace, let share = rowPlace.share(of: bounds.size, tileHeight: tileHeight) {
      picture.frame = place.moved(share, to: rowPlace.picture)
      name.frame = line.moved(share, to: rowPlace.name)
    }
    meta.frame = Rect(x: inner.minX, y: top + 16, width: inner.width, height: 16)
    picture.layoutIfNeeded(environment: environment)
    wait.look(at: picture)
  }

  /// The height of a tile of this width.
  private var tileHeight: Double {
    let height = (bounds.width - 2 * Self.padding) * 3 / 4
    return height + Self.padding + Self.lines(showsMeta: !meta.text.isEmpty)
  }

  /// Returns the reason why the picture is missing; `nil` if it is not.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard picture.frame.contains(point) else { return nil }
    if let refusal { return ToolTip(text: "Not shown: \(refusal)", place: picture.frame) }
    guard case .broken(let error) = picture.state else { return nil }
    return ToolTip(text: Words.sentence(PictureAddress.withoutPasswords("\(error)")), place: picture.frame)
  }

  /// Draws the selection ring and the check mark.
  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    let frame = picture.frame
    let place = Rect(x: frame.minX + 8, y: frame.minY + 8, width: Self.badge, height: Self.badge)
    if state.isSelected {
      let mark = state.isActive ? colors.selectionMark : colors.selectionIdleMark
      canvas.border(frame.insetBy(-4), radius: picture.cornerRadius + 4, width: 2, mark)
      canvas.roundedRect(place, radius: Self.badge / 2, state.isActive ? colors.accentFill : mark)
      canvas.symbol(.check, in: place.insetBy(4), colors.onAccent)
    } else if state.isHovered {
      canvas.roundedRect(place, radius: Self.badge / 2, Color(hex: 0x101218).opacity(0.38))
      canvas.border(place, radius: Self.badge / 2, width: 1.5, .white)
    }
  }
}
