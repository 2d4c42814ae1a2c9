import Scrollwork

/// A picture, film or document as a tile: thumbnail, name, size and date.
struct PictureTile: Component, Equatable {
  var entry: FolderEntry
  /// The text below the name; empty for none.
  var meta: String
  /// The frame of the picture in the row that becomes the tile; `nil` if there is no such row.
  var rowPlace: RowPicturePlace?
  /// The counter that the tile reports its picture to.
  var loads: PictureLoads
  /// The thumbnails of files other than pictures.
  var thumbnails: EntryThumbnails
  /// The marks of search matches.
  var marks: FoundMarks
  /// The tags of files; `nil` without them.
  var tagging: FileTagging?
  /// Whether the file was cut and not pasted yet, so that it looks paler.
  var isCut = false

  func renderContent() -> PictureTileView { PictureTileView() }

  func render(in content: PictureTileView) {
    content.tile = self
    if entry.kind == .picture {
      content.show(entry.pictureSource, rowPlace: rowPlace, in: loads)
    } else {
      content.show(
        thumbnails.source(of: entry, for: content), symbol: entry.symbol, rowPlace: rowPlace, in: loads)
    }
    // A thumbnail stands for something larger.
    content.isEnlarged = entry.kind != .picture
    content.imageView.strength = isCut ? ImageView.disabledStrength : 1
    // A page is recognised by its whole.
    content.imageView.mode = entry.kind == .document ? .fit : .fillUpper
    content.showCaption(entry.name, meta: meta, id: entry.number, marks)
    content.badge.show(entry, in: tagging)
  }
}

/// The content view of `PictureTile` and `TableTile`. The list draws the highlight below it.
final class PictureTileView: View, StateObserving, ToolTipGiving, ThumbnailShowing {
  static let padding = 8.0
  /// Returns the height of the texts below the picture, with their padding.
  static func lines(showsMeta: Bool) -> Double { 8 + 16 + (showsMeta ? 16 : 0) + 8 }

  /// Returns the frame of the picture in a tile of `size`.
  /// - Parameter lines: The height of the texts below the picture, with their padding.
  static func pictureFrame(in size: Size, lines: Double) -> Rect {
    Rect(x: padding, y: padding, width: size.width - 2 * padding, height: size.height - padding - lines)
  }

  /// The difference between the height of the texts and `TileShape.rest`, in logical pixels.
  static let shapeExcess = 2 * padding * 0.75 - padding

  /// Returns the shape of tiles, whose picture has the aspect ratio 4:3.
  static func shape(showsMeta: Bool) -> TileShape {
    TileShape(slope: 0.75, rest: lines(showsMeta: showsMeta) - shapeExcess)
  }

  /// The progress of the transition from a row at which the texts of a tile begin to fade in. Before that, the tiles
  /// are too close together for texts.
  private static let textStart = 0.95
  /// The progress that may be missing at rest, because sizes are rounded.
  private static let tolerance = 0.004

  /// The side of the check mark's circle, in logical pixels.
  private static let mark = 20.0

  /// The tile of a file that is shown; `nil` for the row of a table.
  var tile: PictureTile?
  private let picture = ImageView()
  var imageView: ImageView { picture }
  private let name = NameLabel(style: .smallMedium)
  private let meta = NameLabel(style: .micro, color: .text2)
  /// Whether a picture that is smaller than its frame is enlarged to it.
  var isEnlarged = false
  /// The tag, over the picture.
  let badge = TagBadge(on: .thumbnail)
  private var state = CellState()
  private var wait = PictureWait()
  /// The reason why there is no picture; `nil` if there is one.
  private var refusal: String?
  /// The frame of the picture in the row that becomes the tile; `nil` if there is no such row.
  private var rowPlace: RowPicturePlace?

  override init() {
    super.init()
    name.fieldOutset = 6
    picture.mode = .fillUpper
    picture.leastFilledShare = 0.5
    for view in [picture, name, meta, badge] { addChild(view) }
  }

  /// Shows a picture, or a symbol if there is none.
  func show(
    _ source: ImageRequest.Source?, symbol: Symbol? = nil, refusal: String? = nil, rowPlace: RowPicturePlace? = nil,
    in loads: PictureLoads
  ) {
    picture.isHidden = false
    let request = source.map { ImageRequest(source: $0, target: nil) }
    wait.show(in: loads, isSame: picture.request == request)
    picture.requestWhole(request)
    picture.placeholderSymbol = symbol
    picture.accessibleName = ""
    picture.onStateChange = { [weak self] in
      self?.wait.end($0)
      self?.picture.showPart { self?.setNeedsDisplay() }
    }
    (self.refusal, self.rowPlace) = (refusal, rowPlace)
    setNeedsLayout()
  }

  /// Shows the texts below the picture.
  /// - Parameters:
  ///   - id: The identity of the row for `marks`.
  ///   - isValue: Whether `name` is a value of a table, which is truncated at its end, not a file name.
  ///   - marksMeta: Whether matches in the second line are marked too.
  func showCaption(
    _ name: String, meta: String, id: Int, _ marks: FoundMarks, isValue: Bool = false, marksMeta: Bool = false
  ) {
    self.name.truncation = isValue ? .end : .ofFile(name)
    self.name.show(name, id: id, in: marks)
    self.meta.show(meta, id: id, in: marksMeta ? marks : nil)
    setNeedsLayout()
  }

  var thumbnailedEntry: FolderEntry? { tile?.entry }

  func thumbnailDidChange() { tile?.render(in: self) }

  override func hostDidChange() {
    if host == nil { wait.stop() }
  }

  func cellStateDidChange(_ state: CellState) {
    guard state != self.state else { return }
    self.state = state
    setNeedsDisplay()
  }

  override func layout(environment: Environment) {
    picture.enlargesToFill = isEnlarged
    picture.largestMagnification = isEnlarged ? .infinity : max(1, environment.scale)
    let (place, way) = placeOnTheWay
    let (part, fullWidth) = (way?.part ?? 1, way?.tile.width ?? bounds.width)
    (picture.frame, picture.loadingSize) = (place, way?.loadingSize)
    // On its way, a small picture has no ground, which would cover the pictures of neighbours.
    picture.drawsPlaceholder = isEnlarged || part == 1 || picture.shownBitmap == nil
    badge.frame = Rect(origin: Point(x: place.maxX - 8 - TagBadge.size.width, y: place.minY + 8), size: TagBadge.size)
    // On its way, a tile shows the picture alone, and at the end of it the texts, which stand below the picture.
    let shown = Self.textOpacity(at: part)
    let width = max(0, fullWidth - 2 * Self.padding)
    name.frame = Rect(x: Self.padding, y: place.maxY + 8, width: width, height: 16)
    meta.frame = Rect(x: Self.padding, y: place.maxY + 24, width: width, height: 16)
    let isCut = tile?.isCut == true
    name.fade(to: shown, isCut ? .textDisabled : .text1, environment)
    meta.fade(to: name.isEdited ? 0 : shown, isCut ? .textDisabled : .text2, environment)
    picture.layoutIfNeeded(environment: environment)
    wait.look(at: picture)
  }

  /// Returns the opacity of the texts of a tile at a progress of the transition from a row, 0 to 1.
  static func textOpacity(at part: Double) -> Double { min(1, max(0, (part - textStart) / (1 - textStart))) }

  /// The frame of the picture, and the running transition between a row and the tile; `nil` at rest.
  private var placeOnTheWay: (place: Rect, way: TileWay?) {
    let lines = Self.lines(showsMeta: !meta.text.isEmpty)
    guard let rowPlace,
      let way = TileWay(of: bounds.size, row: rowPlace.row, shape: Self.shape(showsMeta: !meta.text.isEmpty)),
      way.part < 1 - Self.tolerance
    else { return (Self.pictureFrame(in: bounds.size, lines: lines), nil) }
    return (way.pictureFrame(from: rowPlace.picture), way)
  }

  /// Returns the reason why the picture cannot be shown; `nil` if it can.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard picture.frame.contains(point) else { return nil }
    if let refusal { return ToolTip(text: "Not shown: \(refusal)", place: picture.frame) }
    return picture.failureWords.map { ToolTip(text: $0, place: picture.frame) }
  }

  /// Draws the mark of a damaged picture, the selection ring, the check mark and the tag.
  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    badge.drawPlate(at: badge.frame, in: canvas, environment: environment)
    let colors = environment.theme.colors
    let frame = picture.frame
    picture.drawPartMark(in: canvas, side: Self.mark, margin: 8)
    let place = Rect(x: frame.minX + 8, y: frame.minY + 8, width: Self.mark, height: Self.mark)
    if state.isSelected {
      let mark = state.isActive ? colors.selectionMark : colors.selectionIdleMark
      canvas.border(frame.insetBy(-4), radius: picture.cornerRadius + 4, width: 2, mark)
      canvas.roundedRect(place, radius: Self.mark / 2, state.isActive ? colors.accentFill : mark)
      canvas.symbol(.check, in: place.insetBy(4), colors.onAccent)
    } else if state.isHovered {
      canvas.roundedRect(place, radius: Self.mark / 2, Color(hex: 0x101218).opacity(0.38))
      canvas.border(place, radius: Self.mark / 2, width: 1.5, .white)
    }
  }
}
