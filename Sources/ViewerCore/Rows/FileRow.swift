import Scrollwork

/// A file as a row: icon or thumbnail, name, kind, size and date. In a narrow list, size and date are below the name.
struct FileRow: Component, Equatable {
  var entry: FolderEntry
  var size: String
  var date: String
  var actions: EntryActions
  /// The numbers of items in folders.
  var counts: FolderCounts
  /// The counter that the row reports its thumbnail to.
  var loads: PictureLoads
  /// The thumbnails of files other than pictures.
  var thumbnails: EntryThumbnails
  /// The marks of search matches.
  var marks: FoundMarks
  /// The tags of files; `nil` without them.
  var tagging: FileTagging?
  var density = Density.comfortable
  /// The width of the longest name in the list, in logical pixels.
  var nameRoom = Double.infinity
  /// Whether the file was cut and not pasted yet, so that it looks paler.
  var isCut = false

  func renderContent() -> FileRowView { FileRowView() }

  func render(in content: FileRowView) { content.show(self) }

  func referenceSize(in bounds: Rect) -> Size? {
    Size(width: bounds.width, height: density.fileRow(isNarrow: WindowWidth.isNarrow(bounds.width)))
  }
}

/// The content view of `FileRow`.
final class FileRowView: View, StateObserving, ToolTipGiving, FolderCountShowing, ThumbnailShowing {
  /// The width below which the kind column is hidden, in logical pixels.
  private static let medium = 900.0
  /// The margin of a wide row, in logical pixels.
  private static let edge = 20.0
  private static let narrowEdge = 12.0
  private static let pictureGap = 12.0
  private static let nameStart = 56.0
  private static let kindWidth = 150.0
  private static let sizeWidth = 92.0
  private static let dateWidth = 148.0
  private static let action = 28.0
  /// The width of the buttons and columns after the name, with the space before them, in logical pixels.
  private static let widthAfterName = 8 + 2 * action + 2 + 12 + kindWidth + sizeWidth + dateWidth

  /// Returns the side of the thumbnail in a row with the given height, in logical pixels.
  static func pictureSide(inHeight height: Double, isNarrow: Bool) -> Double {
    isNarrow ? height - 16 : min(24, height - 8)
  }

  private let symbol = SymbolView(side: 20)
  private let picture = ImageView()
  var imageView: ImageView { picture }
  private let name = NameLabel()
  private let kind = Label(style: .small, color: .text2)
  private let size = Label(style: .small, color: .text2)
  private let date = Label(style: .small, color: .text2)
  private let below = Label(style: .small, color: .text2)
  private let badge = TagBadge()
  private let open = Button(symbol: .open, style: .plain)
  private let copy = Button(symbol: .copy, style: .plain)
  private var path = ""
  private var wait = PictureWait()
  private var actions: EntryActions?
  /// The running transition between the row and a tile; `nil` at rest.
  private var onWay: TileWay?
  /// The frame of a folder's card during the transition.
  private var card = Rect.zero

  override init() {
    super.init()
    picture.cornerRadius = 4
    size.alignment = .end
    date.alignment = .end
    open.accessibleName = "Open"
    open.onActivate = { [weak self] in self.map { $0.actions?.open($0.path) } }
    copy.onActivate = { [weak self] in self.map { $0.actions?.copyPath($0.path) } }
    picture.onStateChange = { [weak self] state in
      guard let self else { return }
      wait.end(state)
      picture.showPart { [weak self] in self?.setNeedsDisplay() }
      row?.entry.exchange(symbol, for: picture)
    }
    for view in [symbol, picture, name, kind, size, date, below, badge] { addChild(view) }
    for button in [open, copy] {
      button.height = Self.action
      button.isHidden = true
      addChild(button)
    }
  }

  private var row: FileRow?

  func countsDidChange() {
    guard let row, row.entry.kind == .folder else { return }
    let count = row.counts.words(of: row.entry) ?? row.size
    size.text = count
    below.text = count.isEmpty || count == row.size ? row.date : row.date + " · " + count
  }

  func show(_ row: FileRow) {
    if row.isCut != self.row?.isCut { setNeedsLayout() }
    self.row = row
    let entry = row.entry
    let thumbnail = row.thumbnails.source(of: entry, for: self)
    entry.show(symbol, picture, name, marks: row.marks, &wait, row.loads, thumbnail: thumbnail, isCut: row.isCut)
    // Of a path below the folder, the folders give way to the name of the file.
    name.truncation = entry.name.contains("/") ? .start : .middle
    kind.text = entry.kindTitle
    size.text = row.size
    date.text = row.date
    below.text = row.date + " · " + row.size
    if entry.kind == .folder {
      row.counts.add(self)
      countsDidChange()
    }
    badge.show(entry, in: row.tagging)
    (path, actions) = (entry.path, row.actions)
    copy.accessibleName = EntryActions.copyTitle(for: path)
  }

  var thumbnailedEntry: FolderEntry? { row?.entry }

  func thumbnailDidChange() {
    guard let row else { return }
    show(row)
    setNeedsLayout()
  }

  func cellStateDidChange(_ state: CellState) {
    for button in [open, copy] { button.isHidden = !state.isHovered }
  }

  override func layout(environment: Environment) {
    let full = max(bounds.width, parent?.bounds.width ?? 0)
    let isNarrow = WindowWidth.isNarrow(full)
    let height = (row?.density ?? .comfortable).fileRow(isNarrow: isNarrow)
    let way = way(from: Size(width: full, height: height))
    let side = Self.pictureSide(inHeight: height, isNarrow: isNarrow)
    let place = Rect(x: 0, y: 0, width: way == nil ? bounds.width : full, height: bounds.height)
    for label in [size, date] { label.isHidden = isNarrow }
    kind.isHidden = full < Self.medium
    below.isHidden = !isNarrow || name.isEdited
    if isNarrow { layoutTwoLines(in: place.size, side) } else { layoutColumns(in: place.size, side) }
    let isFolder = row?.entry.kind == .folder
    let isCut = row?.isCut == true
    name.fade(to: opacity(of: name, on: way), isCut ? .textDisabled : .text1, environment)
    for label in [kind, size, date, below] where !label.isHidden {
      let color: ColorRole = isCut ? .textDisabled : label === size && isFolder ? .text3 : .text2
      label.fade(to: opacity(of: label, on: way), color, environment)
    }
    if let way { travel(way, from: picture.frame.offset(x: 0, y: (height - bounds.height) / 2)) }
    (onWay, picture.loadingSize) = (way, way?.loadingSize)
    if row?.entry.kind == .picture {
      picture.enlargesToFill = false
      picture.largestMagnification = max(1, environment.scale)
      // On its way, a small picture has no ground, which would cover the pictures of neighbours.
      picture.drawsPlaceholder = way == nil || picture.shownBitmap == nil
    } else {
      // A thumbnail stands for something larger.
      picture.enlargesToFill = true
      picture.largestMagnification = .infinity
    }
    picture.layoutIfNeeded(environment: environment)
    wait.look(at: picture)
    row?.entry.exchange(symbol, for: picture)
  }

  /// Returns the reason why the picture is missing; `nil` if it is not.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard picture.frame.contains(point), !picture.isHidden else { return nil }
    return picture.failureWords.map { ToolTip(text: $0, place: picture.frame) }
  }

  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    picture.drawPartMark(in: canvas, side: min(16, picture.frame.height / 2), margin: 0)
  }

  /// Returns the transition between the row and a tile; `nil` at rest.
  private func way(from rest: Size) -> TileWay? {
    guard let row, bounds.width < rest.width - 0.5 else { return nil }
    let isFolder = row.entry.kind == .folder
    let shape = isFolder ? FolderTileView.shape(row.density) : PictureTileView.shape(showsMeta: true)
    return TileWay(of: bounds.size, row: rest, shape: shape)
  }

  /// Returns the opacity of a text. During a transition, a text fades out while the row is too narrow for it.
  private func opacity(of label: Label, on way: TileWay?) -> Double {
    guard let way else { return 1 }
    return min(way.textOpacity, max(0, min(1, (bounds.width - label.frame.maxX) / Self.narrowEdge)))
  }

  /// Moves the picture or the icon to its frame in the transition to a tile.
  /// - Parameter box: The frame of the picture in the row at rest.
  private func travel(_ way: TileWay, from box: Rect) {
    guard row?.entry.kind != .folder else {
      card = FolderTileView.card(way, from: box)
      return
    }
    picture.frame = way.pictureFrame(from: box)
    symbol.frame = picture.frame.centered(symbol.frame.size)
    // The name stays beside the picture.
    name.frame.origin.x = max(name.frame.minX, picture.frame.maxX + Self.pictureGap)
  }

  /// Draws the card of a folder during the transition between row and tile.
  override func draw(in canvas: Canvas, environment: Environment) {
    guard let onWay, row?.entry.kind == .folder else { return }
    FolderTileView.drawCard(card, opacity: onWay.part, in: canvas, environment)
  }

  /// Returns the frame of the thumbnail in a row of a list with the given width, in logical pixels.
  static func picturePlace(inListOf width: Double, _ density: Density) -> RowPicturePlace {
    let isNarrow = WindowWidth.isNarrow(width)
    let height = density.fileRow(isNarrow: isNarrow)
    let side = pictureSide(inHeight: height, isNarrow: isNarrow)
    return RowPicturePlace(
      row: Size(width: width, height: height),
      picture: Rect(x: isNarrow ? narrowEdge : edge, y: (height - side) / 2, width: side, height: side))
  }

  override func hostDidChange() {
    if host == nil { wait.stop() }
  }

  /// Places one line of columns.
  private func layoutColumns(in full: Size, _ side: Double) {
    let (width, height) = (full.width, full.height)
    let box = Rect(x: Self.edge, y: (height - side) / 2, width: side, height: side)
    symbol.frame = box.centered(Size(width: 20, height: 20))
    picture.frame = box
    // The columns stay near the longest name, so that the eye finds the line without a guide.
    var end = min(width - Self.edge, Self.nameStart + (row?.nameRoom ?? .infinity) + Self.widthAfterName)
    func column(_ label: Label, _ columnWidth: Double) {
      label.frame = Rect(x: end - columnWidth, y: 0, width: columnWidth, height: height)
      end -= columnWidth
    }
    column(date, Self.dateWidth)
    column(size, Self.sizeWidth)
    if !kind.isHidden { column(kind, Self.kindWidth) }
    placeActions(endingAt: end - 12)
    // Space for the buttons is always reserved, so that no name is truncated when the pointer enters.
    name.frame = Rect(minX: Self.nameStart, minY: 0, maxX: nameEnd, maxY: height)
  }

  /// Places the thumbnail beside two lines of text.
  private func layoutTwoLines(in full: Size, _ side: Double) {
    let (edge, height) = (Self.narrowEdge, full.height)
    let box = Rect(x: edge, y: (height - side) / 2, width: side, height: side)
    picture.frame = box
    symbol.frame = box.centered(Size(width: 20, height: 20))
    placeActions(endingAt: full.width - edge)
    let start = box.maxX + Self.pictureGap
    name.frame = Rect(minX: start, minY: height / 2 - 18, maxX: nameEnd, maxY: height / 2)
    below.frame = Rect(minX: start, minY: height / 2 + 2, maxX: nameEnd, maxY: height / 2 + 18)
  }

  /// Places the two buttons that appear under the pointer.
  private func placeActions(endingAt end: Double) {
    let y = (bounds.height - Self.action) / 2
    copy.frame = Rect(x: end - Self.action, y: y, width: Self.action, height: Self.action)
    open.frame = Rect(x: copy.frame.minX - 2 - Self.action, y: y, width: Self.action, height: Self.action)
    badge.place(endingAt: open.frame.minX - 8, middle: bounds.height / 2)
  }

  /// The x coordinate at which the name ends, before the tag if there is one.
  private var nameEnd: Double { badge.isHidden ? open.frame.minX - 8 : badge.frame.minX - 8 }
}
