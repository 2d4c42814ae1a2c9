import Scrollwork

/// A large title with a line of text below.
struct Headline: Component, Equatable {
  var title: String
  var detail: String

  func renderContent() -> HeadlineView { HeadlineView() }
  func render(in content: HeadlineView) { content.show(self) }
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 108) }
}

final class HeadlineView: View {
  private let title = Label(style: .display)
  private let detail = Label(style: .lead, color: .text2)

  override init() {
    super.init()
    addChild(title)
    addChild(detail)
  }

  func show(_ headline: Headline) {
    title.text = headline.title
    detail.text = headline.detail
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let margin = WindowWidth.margin(in: bounds.width)
    title.frame = Rect(x: margin, y: 28, width: bounds.width - 2 * margin, height: 36)
    detail.frame = Rect(x: margin, y: 68, width: bounds.width - 2 * margin, height: 20)
  }
}

/// A sample as a card that opens it.
struct SampleCard: Component, Equatable {
  var sample: Sample

  func renderContent() -> SampleCardView { SampleCardView() }
  func render(in content: SampleCardView) { content.show(sample) }
}

final class SampleCardView: View {
  private let symbol = SymbolView(side: 20, color: .accent)
  private let title = Label(style: .bodyStrong)
  private let detail = Label(style: .small, color: .text2)
  private let note = Label(style: .micro, color: .text3)

  override init() {
    super.init()
    note.lineLimit = 2
    for view in [symbol, title, detail, note] { addChild(view) }
  }

  func show(_ sample: Sample) {
    symbol.symbol = sample.symbol
    title.text = sample.title
    detail.text = sample.detail
    note.text = sample.note
    note.isHidden = sample.note.isEmpty
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let (top, width) = (note.isHidden ? bounds.midY - 20 : 14, bounds.width - 64)
    symbol.frame = Rect(x: 16, y: note.isHidden ? bounds.midY - 10 : top, width: 20, height: 20)
    title.frame = Rect(x: 50, y: top, width: width, height: 20)
    detail.frame = Rect(x: 50, y: top + 22, width: width, height: 16)
    note.frame = Rect(x: 50, y: top + 46, width: width, height: 32)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let card = bounds
    canvas.roundedRect(card, radius: 8, environment.color(.raised))
    canvas.border(card, radius: 8, width: 1, environment.color(.edge))
  }
}

/// A letter in a box.
struct LetterTile: Component, Equatable {
  var letter: Letter

  func renderContent() -> LetterTileView { LetterTileView() }
  func render(in content: LetterTileView) { content.label.text = letter.text }
}

final class LetterTileView: View {
  let label = Label(style: .title)

  override init() {
    super.init()
    label.alignment = .center
    addChild(label)
  }

  /// Centres the letter in a square at the start of the tile. Tiles that become rows widen faster than they move apart,
  /// so each covers the centre of the tile before it.
  override func layout(environment: Environment) {
    let side = min(bounds.width, bounds.height)
    let x = environment.direction == .rightToLeft ? bounds.width - side : 0
    label.frame = Rect(x: x, y: 0, width: side, height: bounds.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    // Unlike that of a well, this colour differs from the surface in the dark theme as much as in the light one.
    canvas.roundedRect(bounds, radius: 8, environment.color(.pressed))
  }
}

/// A section header with a button at its end.
struct ActionTitle: Component {
  var title: String
  var action: String
  var perform: @MainActor () -> Void

  func renderContent() -> ActionTitleView { ActionTitleView() }
  func render(in content: ActionTitleView) { content.show(self) }
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: 36) }
}

final class ActionTitleView: View {
  private let title = Label(style: .smallStrong)
  private let button = Button()

  override init() {
    super.init()
    button.height = 28
    addChild(title)
    addChild(button)
  }

  func show(_ header: ActionTitle) {
    title.text = header.title
    button.title = header.action
    button.onActivate = header.perform
  }

  override func layout(environment: Environment) {
    let size = button.sizeThatFits(Size(width: 200, height: 28), environment: environment)
    button.frame = Rect(x: bounds.width - size.width, y: bounds.midY - 14, width: size.width, height: 28)
    title.frame = Rect(x: 0, y: 0, width: button.frame.minX - 12, height: bounds.height)
  }

  /// The outsets of the button, whose focus ring exceeds its frame.
  override var drawingOutsets: Insets { button.drawingOutsets }
}
