import Scrollwork

/// A row with a title, a text below it and a symbol before them, as tall as its texts.
struct TextRow: Component, Equatable {
  var title: String
  var detail = ""
  var symbol: Symbol?
  var tint = ColorRole.accent
  /// The leading margin, in logical pixels; `nil` for the margin of the window. A row of an outline has a chevron
  /// before it.
  var start: Double?

  init(
    _ title: String, _ detail: String = "", symbol: Symbol? = nil, tint: ColorRole = .accent, start: Double? = nil
  ) {
    (self.title, self.detail, self.symbol, self.tint, self.start) = (title, detail, symbol, tint, start)
  }

  func renderContent() -> TextRowView { TextRowView() }
  func render(in content: TextRowView) { content.show(self) }
}

/// The content view of `TextRow`.
final class TextRowView: MarginView {
  private let symbol = SymbolView(side: 16)
  private let title = Label()
  private let detail = Label(style: .small, color: .text2)

  init() {
    let texts = Stack(.vertical, spacing: 2, title, detail)
    super.init(Stack(.horizontal, spacing: 12, items: [.init(symbol), .flexible(texts)]), vertical: 10)
    title.lineLimit = 0
    detail.lineLimit = 0
  }

  func show(_ row: TextRow) {
    start = row.start
    symbol.symbol = row.symbol
    symbol.color = row.tint
    symbol.isHidden = row.symbol == nil
    title.text = row.title
    detail.text = row.detail
    detail.isHidden = row.detail.isEmpty
    setNeedsMeasure()
  }
}
