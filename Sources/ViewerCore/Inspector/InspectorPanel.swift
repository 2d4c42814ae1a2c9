import Scrollwork

/// The panel that tells all about what is selected.
final class InspectorPanel: SidePanel {
  var onClose: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onCopy: ((String) -> Void)?

  var inspection: Inspection? {
    didSet { if inspection != oldValue { refresh() } }
  }

  private let heading = Label("Details", style: .bodyStrong)
  private let close = Button(symbol: .close, style: .plain)
  private let picture = ImageView()
  private let symbol = SymbolView(side: 32, color: .text3)
  private let name = Label(style: .heading)
  private let open = Button("Open", symbol: .open, style: .fill)
  private let copy = Button("Copy path", symbol: .copy)
  private var rows: [(label: Label, value: Label)] = []

  private static let edge = 20.0
  private static let header = 56.0
  private static let footer = 64.0
  private static let labelWidth = 92.0
  private static let gap = 9.0

  override init() {
    super.init()
    name.lineLimit = 4
    picture.mode = .fit
    picture.placeholderSymbol = .picture
    close.accessibleName = "Close"
    for view in [heading, close, picture, symbol, name, open, copy] { addChild(view) }
    close.onActivate = { [weak self] in self?.onClose?() }
    open.onActivate = { [weak self] in self?.withPath { $0.onOpen?($1) } }
    copy.onActivate = { [weak self] in self?.withPath { $0.onCopy?($1) } }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { "Details" }

  private func withPath(_ use: (InspectorPanel, String) -> Void) {
    if let path = inspection?.path { use(self, path) }
  }

  private func refresh() {
    let shown = inspection ?? Inspection(title: "Nothing selected")
    name.text = shown.title
    symbol.symbol = shown.symbol
    symbol.isHidden = shown.picture != nil
    picture.isHidden = shown.picture == nil
    picture.request = shown.picture.map { ImageRequest(source: $0, target: nil, mode: .fit) }
    open.isHidden = shown.path == nil || !shown.canOpen
    copy.isHidden = shown.path == nil
    for row in rows {
      row.label.removeFromParent()
      row.value.removeFromParent()
    }
    rows = shown.rows.map { row in
      let (label, value) = (Label(row.label, style: .small, color: .text2), Label(row.value))
      value.lineLimit = row.isSource ? 16 : 4
      if row.isSource { value.style = .mono }
      addChild(label)
      addChild(value)
      return (label, value)
    }
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let (edge, width) = (Self.edge, bounds.width - 2 * Self.edge)
    heading.frame = Rect(x: edge, y: 12, width: width - 40, height: 32)
    close.frame = Rect(x: bounds.width - 12 - 32, y: 12, width: 32, height: 32)
    var y = Self.header
    if inspection?.picture != nil {
      picture.frame = Rect(x: edge, y: y, width: width, height: (width * 3 / 4).rounded())
      y = picture.frame.maxY + 16
    } else {
      symbol.frame = Rect(x: edge, y: y, width: 32, height: 32)
      y += 44
    }
    let room = Size(width: width, height: .infinity)
    name.frame = Rect(x: edge, y: y, width: width, height: name.sizeThatFits(room, environment: environment).height)
    placeRows(from: name.frame.maxY + 12, environment)
    placeFooter(environment)
  }

  private func placeRows(from top: Double, _ environment: Environment) {
    var y = top
    let start = Self.edge + Self.labelWidth
    let width = max(40, bounds.width - start - Self.edge)
    for (label, value) in rows {
      let height = value.sizeThatFits(Size(width: width, height: .infinity), environment: environment).height
      label.frame = Rect(x: Self.edge, y: y + Self.gap, width: Self.labelWidth - 8, height: 20)
      value.frame = Rect(x: start, y: y + Self.gap, width: width, height: height)
      let fits = value.frame.maxY <= bounds.height - Self.footer
      (label.isHidden, value.isHidden) = (!fits, !fits)
      y = value.frame.maxY + Self.gap
    }
  }

  private func placeFooter(_ environment: Environment) {
    var x = Self.edge
    for button in [open, copy] where !button.isHidden {
      let width = button.sizeThatFits(Size(width: 200, height: 32), environment: environment).width
      button.frame = Rect(x: x, y: bounds.height - Self.footer + 16, width: width, height: 32)
      x += width + 8
    }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    super.draw(in: canvas, environment: environment)
    guard inspection?.path != nil else { return }
    let content = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - Self.footer)
    canvas.hairline(atBottomOf: content, environment.color(.edge))
  }
}
