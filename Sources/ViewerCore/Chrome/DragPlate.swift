import Scrollwork
import ScrollworkContentViews
import ScrollworkHostInterface

/// The image beside the pointer while files or rows are dragged: the picture of the first one, or an icon, and a name.
final class DragPlate: View {
  /// The radius of the corners, as that of cards.
  static let radius = 10.0
  private static let padding = 8.0
  private static let gap = 10.0
  private static let widestTitle = 200.0
  private static let picture = Size(width: 56, height: 42)
  private static let icon = Size(width: 20, height: 20)

  private let symbol: SymbolView
  private let bitmap: Bitmap?
  private let title = Label()

  /// - Parameter bitmap: The picture to show instead of the icon; `nil` to show the icon.
  init(_ text: String, symbol: Symbol, bitmap: Bitmap?) {
    self.symbol = SymbolView(symbol, side: Self.icon.width, color: symbol == .folder ? .accent : .text2)
    self.bitmap = bitmap
    super.init()
    title.text = text
    title.truncation = .middle
    self.symbol.isHidden = bitmap != nil
    for view in [self.symbol, title] { addChild(view) }
  }

  private var box: Size { bitmap == nil ? Self.icon : Self.picture }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let text = title.sizeThatFits(Size(width: Self.widestTitle, height: 20), environment: environment)
    return Size(
      width: 2 * Self.padding + box.width + Self.gap + min(text.width, Self.widestTitle) + 2,
      height: 2 * Self.padding + box.height)
  }

  override func layout(environment: Environment) {
    symbol.frame = Rect(origin: Point(x: Self.padding, y: Self.padding), size: Self.icon)
    let start = Self.padding + box.width + Self.gap
    title.frame = Rect(minX: start, minY: 0, maxX: bounds.width - Self.padding, maxY: bounds.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds, radius: Self.radius, environment.color(.raised))
    canvas.border(bounds, radius: Self.radius, width: 1, environment.color(.edge))
    if let bitmap {
      let place = Rect(origin: Point(x: Self.padding, y: Self.padding), size: Self.picture)
      canvas.image(bitmap, in: place, mode: .fill, radius: 4)
    }
  }
}
