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

  func renderContent() -> FolderTileView { FolderTileView() }

  func render(in content: FolderTileView) { content.show(self) }
}

/// The content view of `FolderTile`.
final class FolderTileView: View, FolderCountShowing {
  /// The margin around the card inside its tile, so that the card aligns with pictures.
  static let margin = 8.0
  private static let radius = 8.0

  private let symbol = SymbolView(.folder, side: 20, color: .accent)
  private let name = NameLabel(style: .bodyMedium)
  private let detail = Label(style: .micro, color: .text2)

  override init() {
    super.init()
    name.truncation = .middle
    for view in [symbol, name, detail] { addChild(view) }
  }

  private var tile: FolderTile?

  func show(_ tile: FolderTile) {
    self.tile = tile
    tile.counts.add(self)
    name.show(tile.entry.name, id: tile.entry.number, in: tile.marks)
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
    name.frame = Rect(minX: start, minY: card.midY - 19, maxX: card.maxX - 12, maxY: card.midY + 1)
    detail.frame = Rect(minX: start, minY: card.midY + 1, maxX: card.maxX - 12, maxY: card.midY + 17)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let card = bounds.insetBy(Self.margin)
    let colors = environment.theme.colors
    canvas.roundedRect(card, radius: Self.radius, colors.raised)
    canvas.border(card, radius: Self.radius, width: 1, colors.edge)
  }
}
