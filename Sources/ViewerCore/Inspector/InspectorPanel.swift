import Scrollwork

/// The side panel with the details of the selected item.
final class InspectorPanel: SidePanel {
  var onClose: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onCopy: ((String) -> Void)?
  /// Called with -1 to go to the previous row, and with 1 for the next one.
  var onStep: ((Int) -> Void)?
  /// Called to copy the row, and to filter the rows by the value of the chosen cell.
  var onCopyRow: (() -> Void)?
  var onFilter: (() -> Void)?

  /// The content; `nil` if nothing is selected.
  var inspection: Inspection? {
    didSet { if inspection != oldValue { refresh(from: oldValue) } }
  }

  private let header = InspectorHeader()
  private let footer = InspectorFooter()
  /// The part between the header and the footer, which scrolls.
  private let body = ScrollArea()
  /// The nested values of a row, below the details.
  let tree = JSONTree()
  private let nestedHeading = Label("Nested values", style: .smallStrong, color: .text2)
  /// The path to the chosen nested value, and the button that copies it.
  private let nestedPath = Label(style: .small, color: .text2)
  private let nestedCopy = Button(symbol: .copy, style: .plain)
  private let picture = ImageView()
  private let histogram = HistogramView()
  private let symbol = SymbolView(side: 32, color: .text3)
  private let name = Label(style: .heading)
  private let rows = InspectorRows()
  /// The button that closes the panel.
  var close: Button { header.close }

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
  private var hasFooter: Bool { (inspection?.path != nil || inspection?.row != nil) && !isScarce }
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
    nestedPath.truncation = .start
    (nestedCopy.accessibleName, nestedCopy.height) = ("Copy path", 24)
    for view in [header, body, nestedHeading, nestedPath, nestedCopy, tree.list, footer] { addChild(view) }
    tree.onChange = { [weak self] in self?.showNestedPath() }
    for view in [picture, symbol, name, histogram, rows] { body.content.addChild(view) }
    histogram.onChange = { [weak self] in self?.setNeedsLayout() }
    rows.onContinue = { [weak self] in self?.setNeedsLayout() }
    header.close.onActivate = { [weak self] in self?.onClose?() }
    header.previous.onActivate = { [weak self] in self?.onStep?(-1) }
    header.next.onActivate = { [weak self] in self?.onStep?(1) }
    footer.open.onActivate = { [weak self] in self?.withPath { $0.onOpen?($1) } }
    footer.copy.onActivate = { [weak self] in self?.withPath { $0.onCopy?($1) } }
    footer.copyRow.onActivate = { [weak self] in self?.onCopyRow?() }
    footer.filter.onActivate = { [weak self] in self?.onFilter?() }
    nestedCopy.onActivate = { [weak self] in
      if let self, let path = tree.chosenPath { onCopy?(path) }
    }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { "Details" }

  /// Whether the pixels of a picture are being counted.
  var isBusy: Bool { histogram.isBusy }

  /// Scrolls the details while one of the panel's buttons has the focus.
  override func keyDown(_ event: KeyEvent) -> Bool { body.handleKey(event) }

  /// Calls `use` with the panel and the path, if there is one.
  private func withPath(_ use: (InspectorPanel, String) -> Void) {
    if let path = inspection?.path { use(self, path) }
  }

  /// Shows a new inspection. Other details are scrolled to their start.
  private func refresh(from old: Inspection?) {
    let shown = inspection ?? Inspection(title: "Nothing selected")
    header.show(shown.title, shown.row)
    footer.show(inspection)
    name.text = shown.title
    symbol.symbol = shown.symbol
    picture.isHidden = shown.picture == nil
    picture.requestWhole(shown.picture.map { ImageRequest(source: $0, target: nil, mode: .fit) })
    histogram.show(shown.histogram)
    if let nested = shown.nested, nested != old?.nested {
      tree.show(nested.document, nested.roots, base: nested.path)
      tree.list.deselectAll()
    }
    for view in [nestedHeading, nestedPath, nestedCopy, tree.list] { view.isHidden = !hasTree }
    showNestedPath()
    showRows()
    if shown.title != old?.title || shown.rows != old?.rows { body.returnToStart() }
  }

  private func showNestedPath() {
    nestedCopy.isEnabled = tree.chosenPath != nil
    nestedPath.text = tree.chosenPath ?? "Choose a value"
    setNeedsLayout()
  }

  /// A row with the reason why the picture cannot be shown; `nil` if there is none.
  private var problem: Inspection.Row? {
    guard inspection?.picture != nil, case .broken(let error) = picture.state else { return nil }
    return Inspection.Row(label: "Problem", value: Words.sentence(PictureAddress.withoutPasswords(error.reason)))
  }

  private func showRows() {
    rows.show((inspection?.rows ?? []) + [problem].compactMap(\.self))
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    header.edge = edge
    header.frame = Rect(x: 0, y: 0, width: bounds.width, height: headerHeight)
    let bottom = max(headerHeight, bounds.height - footerHeight)
    body.frame = Rect(minX: 0, minY: headerHeight, maxX: bounds.width, maxY: bottom)
    let width = max(40, bounds.width - 2 * edge)
    let top = placeTitle(width: width, environment)
    rows.frame = Rect(x: edge, y: top, width: width, height: rows.place(width: width, environment))
    body.contentHeight = rows.frame.maxY + 8
    if hasTree { placeTree(environment) }
    footer.isHidden = !hasFooter
    footer.edge = edge
    footer.frame = Rect(x: 0, y: bottom, width: bounds.width, height: footerHeight)
  }

  /// Places the picture or the symbol, the name and the histogram above the rows.
  /// - Returns: The top of the rows.
  private func placeTitle(width: Double, _ environment: Environment) -> Double {
    let isRow = inspection?.row != nil
    var y = 0.0
    symbol.isHidden = isLow || isRow || inspection?.picture != nil
    if inspection?.picture != nil {
      let most = max(Self.minimumPictureHeight, body.frame.height * Self.pictureShare)
      picture.frame = Rect(x: edge, y: y, width: width, height: min(width * 3 / 4, most).rounded())
      y = picture.frame.maxY + (isRow ? 8 : 16)
    } else if !isRow {
      symbol.frame = Rect(x: edge, y: y, width: 32, height: 32)
      y += isLow ? 8 : 44
    }
    // The header has the title of a row.
    name.isHidden = isRow
    if !isRow {
      let room = Size(width: width, height: .infinity)
      name.frame = Rect(x: edge, y: y, width: width, height: name.sizeThatFits(room, environment: environment).height)
      y = name.frame.maxY + 12
    }
    histogram.isHidden = inspection?.histogram == nil || histogram.isBroken
    if !histogram.isHidden {
      histogram.frame = Rect(x: edge, y: y, width: width, height: HistogramView.height)
      y = histogram.frame.maxY + 8
    }
    return y
  }

  /// Places the nested values below the details.
  private func placeTree(_ environment: Environment) {
    let room = body.frame
    // Few nested values leave their room to the details.
    let nested = nestedHeadingHeight + tree.list.contentSize.height
    let most = max((room.height * detailShare).rounded(), room.height - nested)
    body.frame.size.height = min(body.contentHeight, most)
    let (top, height) = (body.frame.maxY, nestedHeadingHeight)
    let title = nestedHeading.sizeThatFits(Size(width: 200, height: height), environment: environment).width
    nestedHeading.frame = Rect(x: edge, y: top, width: title, height: height)
    nestedCopy.frame = Rect(x: bounds.width - edge - 24, y: top + (height - 24) / 2, width: 24, height: 24)
    nestedPath.frame = Rect(
      minX: nestedHeading.frame.maxX + 12, minY: top,
      maxX: max(nestedHeading.frame.maxX + 12, nestedCopy.frame.minX - 8), maxY: top + height)
    tree.list.frame = Rect(
      minX: edge - 8, minY: top + height, maxX: bounds.width, maxY: max(top + height, room.maxY))
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    super.draw(in: canvas, environment: environment)
    guard hasTree else { return }
    canvas.hairline(
      atBottomOf: Rect(x: 0, y: 0, width: bounds.width, height: body.frame.maxY), environment.color(.edge))
  }
}
