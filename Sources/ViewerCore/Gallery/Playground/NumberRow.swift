import Scrollwork

/// A number on a rounded background. Every fifth number has another reuse identifier, so that content views of two
/// kinds are recycled.
struct NumberRow: Component {
  var number: Playground.Number
  weak var playground: Playground?

  var reuseIdentifier: String { number.id % 5 == 0 ? "fifth" : "other" }

  func renderContent() -> NumberView {
    playground?.made()
    return NumberView(isFifth: number.id % 5 == 0)
  }

  func render(in content: NumberView) { content.show(number) }
  func contentWillDisplay(_ content: NumberView) { playground?.willDisplay(content) }
  func contentDidEndDisplay(_ content: NumberView) { playground?.didEndDisplay(content) }
}

/// The content view of `NumberRow`. Its intrinsic height is the one that its number declares.
final class NumberView: View {
  private(set) var number = 0
  private let label = Label(style: .bodyStrong)
  private let isFifth: Bool
  private static let widestTile = 240.0

  init(isFifth: Bool) {
    self.isFifth = isFifth
    super.init()
    addChild(label)
  }

  /// The intrinsic height of the view, in logical pixels.
  var wantedHeight = 40.0 {
    didSet { if wantedHeight != oldValue { setNeedsMeasure() } }
  }

  func show(_ shown: Playground.Number) {
    number = shown.id
    label.text = shown.text
    wantedHeight = shown.height
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: wantedHeight)
  }

  override func layout(environment: Environment) {
    label.frame = Rect(x: 20, y: 0, width: max(0, bounds.width - 40), height: bounds.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    // A row keeps the distance of a highlight from the edges, a tile that of its neighbours.
    let margin = bounds.width > Self.widestTile ? 8.0 : 2
    let plate = bounds.inset(by: Insets(horizontal: margin, vertical: 1))
    canvas.roundedRect(plate, radius: min(6, plate.height / 2), environment.color(isFifth ? .pressedW : .pressed))
  }
}
