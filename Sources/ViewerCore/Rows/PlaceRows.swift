import Scrollwork

/// A card on the start screen for a folder or action: a symbol, a name, and a location.
struct PlaceCard: Component, Equatable {
  var title: String
  var detail: String
  var symbol: Symbol
  /// The key that opens the place without a click; empty without one.
  var key = ""

  func renderContent() -> PlaceCardView { PlaceCardView() }
  func render(in content: PlaceCardView) { content.show(self) }
}

final class PlaceCardView: View {
  nonisolated static let height = 60.0
  private let symbol = SymbolView(side: 20, color: .accent)
  private let title = Label(style: .bodyMedium)
  private let detail = Label(style: .small, color: .text2)
  private let key = KeyCapView()

  override init() {
    super.init()
    detail.truncation = .middle
    for view in [symbol, title, detail, key] { addChild(view) }
  }

  func show(_ card: PlaceCard) {
    symbol.symbol = card.symbol
    title.text = card.title
    detail.text = card.detail
    key.keys = card.key.isEmpty ? [] : [card.key]
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let free = Size(width: .infinity, height: bounds.height)
    let keyWidth = key.sizeThatFits(free, environment: environment).width
    symbol.frame = Rect(x: 16, y: bounds.midY - 10, width: 20, height: 20)
    key.frame = Rect(x: bounds.width - 14 - keyWidth, y: 0, width: keyWidth, height: bounds.height)
    let end = key.keys.isEmpty ? bounds.width - 14 : key.frame.minX - 8
    title.frame = Rect(minX: 50, minY: bounds.midY - 19, maxX: end, maxY: bounds.midY + 1)
    detail.frame = Rect(minX: 50, minY: bounds.midY + 1, maxX: end, maxY: bounds.midY + 18)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: 10, environment.color(.raised))
    canvas.border(bounds, radius: 10, width: 1, environment.color(.edge))
  }
}

/// A place that the user visited as a tile: its first pictures or its symbol, its name, and where it is. Also the tile
/// that shows all places.
struct RecentTile: Component, Equatable {
  var title: String
  var detail: String
  var symbol: Symbol
  var pictures: [FolderEntry] = []

  init(title: String, detail: String, symbol: Symbol) {
    (self.title, self.detail, self.symbol) = (title, detail, symbol)
  }

  init(place: RecentPlace) {
    self.init(title: place.title, detail: place.detail, symbol: place.symbol)
    pictures = place.pictures ?? []
  }

  func renderContent() -> RecentTileView { RecentTileView() }
  func render(in content: RecentTileView) { content.show(self) }
}

final class RecentTileView: View {
  /// The smallest width of a tile, in logical pixels.
  nonisolated static let minimumWidth = 176.0
  nonisolated static let height = 8 + pictureHeight + 8 + 16 + 16 + 8
  private nonisolated static let pictureHeight = 112.0
  private static let padding = 8.0
  private static let gap = 2.0

  private let ground = PreviewGround()
  private let pictures = (0..<3).map { _ in ImageView() }
  private let symbol = SymbolView(side: 32)
  private let name = Label(style: .smallMedium)
  private let detail = Label(style: .micro, color: .text2)

  override init() {
    super.init()
    name.truncation = .middle
    detail.truncation = .start
    for view in [ground, symbol] + pictures + [name, detail] { addChild(view) }
  }

  func show(_ tile: RecentTile) {
    for (index, view) in pictures.enumerated() {
      let entry = tile.pictures.indices.contains(index) ? tile.pictures[index] : nil
      view.requestWhole(entry.map { ImageRequest(source: $0.pictureSource, target: nil) })
      view.onStateChange = { [weak view] _ in view?.showPart() }
      view.isHidden = entry == nil
      view.mode = .fillUpper
      view.enlargesToFill = false
      view.cornerRadius = 6
    }
    symbol.isHidden = !tile.pictures.isEmpty
    symbol.symbol = tile.symbol
    symbol.color = tile.symbol == .folder ? .accent : .text2
    name.text = tile.title
    detail.text = tile.detail
    setNeedsLayout()
  }

  /// Places one picture over the whole preview, two pictures side by side, and the first of three beside the others.
  override func layout(environment: Environment) {
    let box = Rect(
      x: Self.padding, y: Self.padding, width: bounds.width - 2 * Self.padding, height: Self.pictureHeight)
    ground.frame = box
    symbol.frame = box.centered(Size(width: 32, height: 32))
    for view in pictures { view.largestMagnification = max(1, environment.scale) }
    let count = pictures.lazy.filter { !$0.isHidden }.count
    let half = environment.rounded((box.width - Self.gap) * (count == 3 ? 0.64 : 0.5))
    let rest = box.width - half - Self.gap
    let upper = environment.rounded((box.height - Self.gap) / 2)
    pictures[0].frame = count == 1 ? box : Rect(x: box.minX, y: box.minY, width: half, height: box.height)
    pictures[1].frame = Rect(
      x: box.maxX - rest, y: box.minY, width: rest, height: count == 3 ? upper : box.height)
    pictures[2].frame = Rect(
      minX: box.maxX - rest, minY: box.minY + upper + Self.gap, maxX: box.maxX, maxY: box.maxY)
    name.frame = Rect(x: box.minX, y: box.maxY + 8, width: box.width, height: 16)
    detail.frame = Rect(x: box.minX, y: box.maxY + 24, width: box.width, height: 16)
  }
}

/// The background of a preview without pictures.
private final class PreviewGround: View {
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: 6, environment.color(.raised))
    canvas.border(bounds, radius: 6, width: 1, environment.color(.edge))
  }
}
