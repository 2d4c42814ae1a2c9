import Scrollwork

/// A row with a title, a text below it and a symbol before them, as tall as its texts.
struct TextRow: Component, Equatable {
  var title: String
  var detail = ""
  var symbol: Symbol?
  var tint = ColorRole.accent

  init(_ title: String, _ detail: String = "", symbol: Symbol? = nil, tint: ColorRole = .accent) {
    (self.title, self.detail, self.symbol, self.tint) = (title, detail, symbol, tint)
  }

  func renderContent() -> TextRowView { TextRowView() }
  func render(in content: TextRowView) { content.show(self) }
}

/// The content view of `TextRow`.
final class TextRowView: Stack {
  private let symbol = SymbolView(side: 16)
  private let title = Label()
  private let detail = Label(style: .small, color: .text2)

  init() {
    let texts = Stack(.vertical, spacing: 2, title, detail)
    super.init(.horizontal, spacing: 12, items: [.init(symbol), .flexible(texts)])
    insets = Insets(horizontal: 20, vertical: 10)
    title.lineLimit = 0
    detail.lineLimit = 0
  }

  func show(_ row: TextRow) {
    symbol.symbol = row.symbol
    symbol.color = row.tint
    symbol.isHidden = row.symbol == nil
    title.text = row.title
    detail.text = row.detail
    detail.isHidden = row.detail.isEmpty
    setNeedsMeasure()
  }
}
