import Scrollwork

/// A folder as a tile, among pictures.
struct FolderTile: Component, Equatable {
  var entry: FolderEntry
  /// The text of a folder that cannot be counted.
  var detail: String
  /// The number of items in the folder.
  var counts: FolderCounts
  /// The marks of what the user looks for.
  var marks: FoundMarks
  /// The tags of files; `nil` without them.
  var tagging: FileTagging?

  func renderContent() -> FolderTileView { FolderTileView() }

  func render(in content: FolderTileView) { content.show(self) }
}

/// The content view of `FolderTile`.
final class FolderTileView: View, FolderCountShowing, StateObserving {
  /// The margin around the card inside its tile, so that the card aligns with pictures.
  static let margin = 8.0
  private static let radius = 8.0

  private let symbol = SymbolView(.folder, side: 20, color: .accent)
  private let name = NameLabel(style: .bodyMedium)
  private let detail = Label(style: .micro, color: .text2)
  private let badge = TagBadge()

  override init() {
    super.init()
    name.truncation = .middle
    for view in [symbol, name, detail, badge] { addChild(view) }
  }

  private var tile: FolderTile?
  private var state = CellState()

  func cellStateDidChange(_ state: CellState) {
    guard state != self.state else { return }
    self.state = state
    setNeedsDisplay()
  }

  func show(_ tile: FolderTile) {
    self.tile = tile
    tile.counts.add(self)
    name.show(tile.entry.name, id: tile.entry.number, in: tile.marks)
    badge.show(tile.entry, in: tile.tagging)
    countsDidChange()
  }

  func countsDidChange() {
    guard let tile else { return }
    detail.text = tile.counts.words(of: tile.entry) ?? tile.detail
  }

  override func layout(environment: Environment) {
    let card = bounds.insetBy(Self.margin)
    symbol.frame = Rect(x: card.minX + 14, y: card.midY - 10, width: 20, height: 20)
    let start = card.minX + 46
    badge.place(endingAt: card.maxX - 12, middle: card.midY)
    let end = badge.isHidden ? card.maxX - 12 : badge.frame.minX - 8
    name.frame = Rect(minX: start, minY: card.midY - 19, maxX: end, maxY: card.midY + 1)
    detail.frame = Rect(minX: start, minY: card.midY + 1, maxX: end, maxY: card.midY + 17)
  }

  /// Draws the card, and the ring and the check mark of the selection.
  override func draw(in canvas: Canvas, environment: Environment) {
    let card = bounds.insetBy(Self.margin)
    let colors = environment.theme.colors
    canvas.roundedRect(card, radius: Self.radius, colors.raised)
    canvas.border(card, radius: Self.radius, width: 1, colors.edge)
    guard state.isSelected else { return }
    // The mark lies on the corner of the icon, where it covers no text.
    let mark = state.isActive ? colors.selectionMark : colors.selectionIdleMark
    canvas.border(card.insetBy(-3), radius: Self.radius + 3, width: 2, mark)
    let place = Rect(x: symbol.frame.maxX - 8, y: symbol.frame.maxY - 10, width: 16, height: 16)
    canvas.roundedRect(place, radius: 8, state.isActive ? colors.accentFill : mark)
    canvas.symbol(.check, in: place.insetBy(3), colors.onAccent)
  }
}
