import Scrollwork

/// A folder as a tile, among pictures.
struct FolderTile: Component, Equatable {
  var entry: FolderEntry
  /// The text of a folder whose items cannot be counted.
  var detail: String
  /// The frame of the icon in the row that becomes the tile; `nil` if there is no such row.
  var rowPlace: RowPicturePlace?
  /// The numbers of items in folders.
  var counts: FolderCounts
  /// The marks of search matches.
  var marks: FoundMarks
  /// The tags of files; `nil` without them.
  var tagging: FileTagging?
  var density = Density.comfortable
  /// Whether the folder was cut and not pasted yet, so that it looks paler.
  var isCut = false

  func renderContent() -> FolderTileView { FolderTileView() }

  func render(in content: FolderTileView) { content.show(self) }
}

/// The content view of `FolderTile`.
final class FolderTileView: View, FolderCountShowing, StateObserving {
  /// The margin around the card inside its tile, so that the card aligns with pictures.
  static let margin = 8.0
  static let radius = 8.0

  /// Returns the shape of folder tiles, whose height does not depend on their width.
  static func shape(_ density: Density) -> TileShape { TileShape(slope: 0, rest: density.folderTile + 2 * margin) }

  /// Returns the frame of the card during the transition between row and tile. It starts at the frame of the icon.
  static func card(_ way: TileWay, from box: Rect) -> Rect {
    box.moved(way.part, to: Rect(origin: .zero, size: way.tile).insetBy(margin))
  }

  /// Draws a card.
  /// - Parameter opacity: The opacity, which is the progress of the transition from a row.
  static func drawCard(_ card: Rect, opacity: Double = 1, in canvas: Canvas, _ environment: Environment) {
    let colors = environment.theme.colors
    canvas.roundedRect(card, radius: radius, colors.raised.opacity(opacity))
    canvas.border(card, radius: radius, width: 1, colors.edge.opacity(opacity))
  }

  private let symbol = SymbolView(.folder, side: 20, color: .accent)
  private let name = NameLabel(style: .bodyMedium)
  private let detail = Label(style: .micro, color: .text2)
  private let badge = TagBadge()

  override init() {
    super.init()
    for view in [symbol, name, detail, badge] { addChild(view) }
  }

  private var tile: FolderTile?
  private var state = CellState()
  private var card = Rect.zero
  /// The progress of the transition from a row, 0 to 1; 1 at rest.
  private var part = 1.0

  func cellStateDidChange(_ state: CellState) {
    guard state != self.state else { return }
    self.state = state
    setNeedsDisplay()
  }

  func show(_ tile: FolderTile) {
    if tile.isCut != self.tile?.isCut { setNeedsLayout() }
    self.tile = tile
    symbol.color = tile.isCut ? .textDisabled : .accent
    tile.counts.add(self)
    name.showFile(tile.entry.name, id: tile.entry.number, in: tile.marks)
    badge.show(tile.entry, in: tile.tagging)
    countsDidChange()
  }

  func countsDidChange() {
    guard let tile else { return }
    detail.text = tile.counts.words(of: tile.entry) ?? tile.detail
  }

  override func layout(environment: Environment) {
    let way = self.way
    let rest = Rect(origin: .zero, size: way?.tile ?? bounds.size).insetBy(Self.margin)
    let place = Rect(x: rest.minX + 14, y: rest.midY - 10, width: 20, height: 20)
    (card, part, symbol.frame) = (rest, way?.part ?? 1, place)
    if let way, let box = tile?.rowPlace?.picture {
      card = Self.card(way, from: box)
      symbol.frame = box.centered(place.size).moved(part, to: place)
    }
    let start = rest.minX + 46
    badge.place(endingAt: rest.maxX - 12, middle: rest.midY)
    let end = badge.isHidden ? rest.maxX - 12 : badge.frame.minX - 8
    name.frame = Rect(minX: start, minY: rest.midY - 19, maxX: end, maxY: rest.midY + 1)
    detail.frame = Rect(minX: start, minY: rest.midY + 1, maxX: end, maxY: rest.midY + 17)
    // On its way, a tile shows the icon and the growing card alone.
    let shown = PictureTileView.textOpacity(at: part)
    let isCut = tile?.isCut == true
    name.fade(to: shown, isCut ? .textDisabled : .text1, environment)
    detail.fade(to: name.isEdited ? 0 : shown, isCut ? .textDisabled : .text2, environment)
  }

  /// The running transition between a row and the tile; `nil` at rest.
  private var way: TileWay? {
    guard let place = tile?.rowPlace, let density = tile?.density, place.row.width > bounds.width,
      let way = TileWay(of: bounds.size, row: place.row, shape: Self.shape(density)), way.part < 1
    else { return nil }
    return way
  }

  /// Draws the card, and the ring and the check mark of the selection.
  override func draw(in canvas: Canvas, environment: Environment) {
    Self.drawCard(card, opacity: part, in: canvas, environment)
    guard state.isSelected else { return }
    let colors = environment.theme.colors
    // The mark lies on the corner of the icon, where it covers no text.
    let mark = state.isActive ? colors.selectionMark : colors.selectionIdleMark
    canvas.border(card.insetBy(-3), radius: Self.radius + 3, width: 2, mark)
    let place = Rect(x: symbol.frame.maxX - 8, y: symbol.frame.maxY - 10, width: 16, height: 16)
    canvas.roundedRect(place, radius: 8, state.isActive ? colors.accentFill : mark)
    canvas.symbol(.check, in: place.insetBy(3), colors.onAccent)
  }
}
