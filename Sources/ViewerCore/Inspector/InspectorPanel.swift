import Scrollwork

/// The side panel with the details of the selected item.
final class InspectorPanel: SidePanel {
  var onClose: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onCopy: ((String) -> Void)?

  /// The content; `nil` if nothing is selected.
  var inspection: Inspection? {
    didSet { if inspection != oldValue { refresh(from: oldValue) } }
  }

  private let heading = Label("Details", style: .bodyStrong)
  let close = Button(symbol: .close, style: .plain)
  /// The part between the heading and the buttons, which scrolls.
  private let body = ScrollArea()
  /// The nested values of a row, below the details.
  let tree = JSONTree()
  private let nestedHeading = Label("Nested values", style: .smallStrong, color: .text2)
  /// The path to the chosen nested value.
  private let nestedPath = Label(style: .small, color: .text2)
  private let picture = ImageView()
  private let histogram = HistogramView()
  private let symbol = SymbolView(side: 32, color: .text3)
  private let name = Label(style: .heading)
  private let open = Button("Open", symbol: .open, style: .fill)
  private let copy = Button(symbol: .copy)
  private var rows: [(label: Label, value: Label)] = []

  /// The horizontal margin, in logical pixels. A floating panel has that of a narrow window.
  private var edge: Double { WindowWidth.margin(isNarrow: isFloating) }
  /// The height of the panel, in logical pixels, below which its header and footer are reduced in height
  /// and the symbol is left out.
  private static let lowHeight = 320.0
  /// The height of the panel, in logical pixels, below which nested values replace the footer and most details.
  private static let scarceHeight = 240.0
  private var isLow: Bool { bounds.height < Self.lowHeight }
  private var headerHeight: Double { isLow ? 40 : 56 }
  private var footerHeight: Double { hasFooter ? isLow ? 48 : 64 : 0 }
  private var hasFooter: Bool { (inspection?.path != nil || hasTree) && !isScarce }
  /// Whether nested values replace the footer, whose commands are then only in their menu.
  private var isScarce: Bool { hasTree && bounds.height < Self.scarceHeight }
  private var hasTree: Bool { inspection?.nested != nil }
  /// The largest share of the body's height that the picture takes, 0 to 1, so that details stay visible.
  private static let pictureShare = 0.6
  /// The share of the height that details above nested values can always take, 0 to 1.
  private var detailShare: Double { isScarce ? 0.3 : 0.45 }
  /// The height of the heading of nested values.
  private var nestedHeadingHeight: Double { isScarce ? 24 : 36 }
  /// The smallest height of the picture, in logical pixels.
  private static let minimumPictureHeight = 72.0
  /// The width of the column of labels, in logical pixels.
  private static let labelWidth = 92.0
  private static let gap = 9.0

  override init() {
    super.init()
    name.lineLimit = 0
    picture.mode = .fit
    picture.largestMagnification = FadingPicture.magnification
    picture.placeholderSymbol = .picture
    picture.onStateChange = { [weak self] _ in
      self?.showRows()
      self?.picture.showPart()
    }
    close.accessibleName = "Close"
    for view in [heading, close, body, nestedHeading, tree.list, nestedPath, open, copy] { addChild(view) }
    tree.onChange = { [weak self] in self?.showFooter() }
    for view in [picture, symbol, name, histogram] { body.content.addChild(view) }
    histogram.onChange = { [weak self] in self?.setNeedsLayout() }
    close.onActivate = { [weak self] in self?.onClose?() }
    open.onActivate = { [weak self] in self?.withPath { $0.onOpen?($1) } }
    copy.onActivate = { [weak self] in self?.withPath { $0.onCopy?($1) } }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { "Details" }

  /// Whether the pixels of a picture are being counted.
  var isBusy: Bool { histogram.isBusy }

  /// Scrolls the details while one of the panel's buttons has the focus.
  override func keyDown(_ event: KeyEvent) -> Bool { body.handleKey(event) }

  /// The path that the buttons act on; `nil` if there is none.
  private var path: String? { hasTree ? tree.chosenPath : inspection?.path }

  /// Calls `use` with the panel and the path, if there is one.
  private func withPath(_ use: (InspectorPanel, String) -> Void) {
    if let path { use(self, path) }
  }

  /// Shows a new inspection, scrolled to its start.
  private func refresh(from old: Inspection?) {
    let shown = inspection ?? Inspection(title: "Nothing selected")
    name.text = shown.title
    symbol.symbol = shown.symbol
    symbol.isHidden = shown.picture != nil
    picture.isHidden = shown.picture == nil
    picture.requestWhole(shown.picture.map { ImageRequest(source: $0, target: nil, mode: .fit) })
    histogram.show(shown.histogram)
    if let nested = shown.nested, nested != old?.nested {
      tree.show(nested.document, nested.roots, base: nested.path)
      tree.list.deselectAll()
    }
    for view in [nestedHeading, tree.list] { view.isHidden = !hasTree }
    showFooter()
    showRows()
    body.returnToStart()
  }

  private func showFooter() {
    copy.isEnabled = path != nil
    copy.title = EntryActions.copyTitle(for: path ?? "")
    nestedPath.text = path ?? "Choose a value"
    setNeedsLayout()
  }

  /// A row with the reason why the picture cannot be shown; `nil` if there is none.
  private var problem: Inspection.Row? {
    guard inspection?.picture != nil, case .broken(let error) = picture.state else { return nil }
    return Inspection.Row(label: "Problem", value: Words.sentence(PictureAddress.withoutPasswords(error.reason)))
  }

  /// Rebuilds the labels of all rows.
  private func showRows() {
    for row in rows {
      row.label.removeFromParent()
      row.value.removeFromParent()
    }
    rows = ((inspection?.rows ?? []) + [problem].compactMap(\.self)).map { row in
      let (label, value) = (Label(row.label, style: .small, color: .text2), Label(row.value))
      value.lineLimit = row.isSource ? 200 : 12
      if row.isSource { value.style = .mono }
      body.content.addChild(label)
      body.content.addChild(value)
      return (label, value)
    }
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let width = max(40, bounds.width - 2 * edge)
    let bar = (headerHeight - 32) / 2
    heading.frame = Rect(x: edge, y: bar, width: width - 40, height: 32)
    close.frame = Rect(x: bounds.width - 12 - 32, y: bar, width: 32, height: 32)
    let bottom = max(headerHeight, bounds.height - footerHeight)
    body.frame = Rect(minX: 0, minY: headerHeight, maxX: bounds.width, maxY: bottom)
    var y = 0.0
    if inspection?.picture != nil {
      let most = max(Self.minimumPictureHeight, body.frame.height * Self.pictureShare)
      picture.frame = Rect(x: edge, y: y, width: width, height: min(width * 3 / 4, most).rounded())
      y = picture.frame.maxY + 16
    } else {
      symbol.frame = Rect(x: edge, y: y, width: 32, height: 32)
      symbol.isHidden = isLow
      y += isLow ? 8 : 44
    }
    let room = Size(width: width, height: .infinity)
    name.frame = Rect(x: edge, y: y, width: width, height: name.sizeThatFits(room, environment: environment).height)
    y = name.frame.maxY + 12
    histogram.isHidden = inspection?.histogram == nil || histogram.isBroken
    if !histogram.isHidden {
      histogram.frame = Rect(x: edge, y: y, width: width, height: HistogramView.height)
      y = histogram.frame.maxY + 8
    }
    body.contentHeight = placeRows(from: y, environment) + 8
    if hasTree { placeTree() }
    placeFooter(environment)
  }

  /// Places the nested values below the details.
  private func placeTree() {
    let room = body.frame
    // Few nested values leave their room to the details.
    let nested = nestedHeadingHeight + tree.list.contentSize.height
    let most = max((room.height * detailShare).rounded(), room.height - nested)
    body.frame.size.height = min(body.contentHeight, most)
    let top = body.frame.maxY
    nestedHeading.frame = Rect(
      x: edge, y: top, width: max(40, bounds.width - 2 * edge), height: nestedHeadingHeight)
    tree.list.frame = Rect(
      minX: edge - 8, minY: top + nestedHeadingHeight, maxX: bounds.width,
      maxY: max(top + nestedHeadingHeight, room.maxY))
  }

  /// Places the rows below each other.
  /// - Returns: The bottom of the last row.
  private func placeRows(from top: Double, _ environment: Environment) -> Double {
    var y = top
    let start = edge + Self.labelWidth
    let width = max(40, bounds.width - start - edge)
    for (label, value) in rows {
      let height = value.sizeThatFits(Size(width: width, height: .infinity), environment: environment).height
      label.frame = Rect(x: edge, y: y + Self.gap, width: Self.labelWidth - 8, height: 20)
      value.frame = Rect(x: start, y: y + Self.gap, width: width, height: height)
      y = value.frame.maxY + Self.gap
    }
    return y
  }

  private func placeFooter(_ environment: Environment) {
    open.isHidden = inspection?.path == nil || inspection?.canOpen != true || !hasFooter
    copy.isHidden = !hasFooter
    nestedPath.isHidden = !hasTree || !hasFooter
    var x = edge
    for button in [open, copy] where !button.isHidden {
      let width = button.sizeThatFits(Size(width: 200, height: 32), environment: environment).width
      button.frame = Rect(x: x, y: bounds.height - (footerHeight + 32) / 2, width: width, height: 32)
      x += width + 8
    }
    nestedPath.frame = Rect(
      x: x + 4, y: bounds.height - (footerHeight + 32) / 2, width: max(0, bounds.width - x - 4 - edge), height: 32)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    super.draw(in: canvas, environment: environment)
    if hasTree {
      canvas.hairline(
        atBottomOf: Rect(x: 0, y: 0, width: bounds.width, height: body.frame.maxY), environment.color(.edge))
    }
    guard hasFooter else { return }
    let above = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - footerHeight)
    canvas.hairline(atBottomOf: above, environment.color(.edge))
  }
}
