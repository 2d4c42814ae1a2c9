import Scrollwork

/// The bar at the top of the window: back and forward, the path, the filter, the layout, the order, the side panel.
final class Toolbar: View {
  /// The height of the bar in logical pixels.
  static let height = 48.0
  private static let padding = 12.0
  /// The side of a button, in logical pixels.
  private static let control = 32.0
  /// The width of the filter field in a window of 900 or more, in logical pixels.
  private static let fieldWidth = 240.0

  let back = Button(symbol: .chevronLeft, style: .plain)
  let forward = Button(symbol: .chevronRight, style: .plain)
  let crumbs = CrumbBar()
  /// The filter field, which a narrow window shows in place of the crumbs.
  let field = TextField(placeholder: "Filter", symbol: .filter)
  /// The choice of the layout, in a wide window.
  let layouts = SegmentedControl([], selectedIndex: nil)
  let sort = Button(symbol: .sort, style: .plain)
  let panel = Button(symbol: .panel, style: .plain)
  /// Opens the source of a screen of the gallery.
  let source = Button("Source", symbol: .code, style: .plain)
  /// The buttons that replace the field and the layout control in a narrow window.
  private let openField = Button(symbol: .filter, style: .plain)
  private let otherLayout = Button(symbol: .grid, style: .plain)

  /// The reason why the text in the field is no valid filter; `nil` if it is one.
  var objection: ExpressionError? {
    didSet { field.isInvalid = objection != nil }
  }
  /// Whether the filter field is shown, as it is if the content can be filtered.
  var showsField = true {
    didSet { if showsField != oldValue { setNeedsLayout() } }
  }
  /// The layouts that the content offers, in the order of their buttons.
  var offeredLayouts: [FolderLayout] = [] {
    didSet {
      guard offeredLayouts != oldValue else { return }
      showChosenLayout()
    }
  }
  /// The layout of the content; `nil` if there is only one.
  var chosenLayout: FolderLayout? {
    didSet { if chosenLayout != oldValue { showChosenLayout() } }
  }
  /// Whether the sort button is shown, as it is if the content can be sorted.
  var showsSort = true {
    didSet { if showsSort != oldValue { setNeedsLayout() } }
  }
  /// Whether the button for the source is shown, as it is on screens of the gallery.
  var showsSource = false {
    didSet { if showsSource != oldValue { setNeedsLayout() } }
  }
  /// Whether the button for the side panel is shown.
  var showsPanelButton = true {
    didSet { if showsPanelButton != oldValue { setNeedsLayout() } }
  }
  /// Returns the shortcut of a command, for the tool tips; empty without one.
  var shortcut: (String) -> String = { _ in "" } {
    didSet {
      for (control, id) in [(back, "back"), (forward, "forward"), (sort, "sort"), (panel, "details")] {
        control.shortcut = shortcut(id)
      }
      field.keyCap = shortcut("filter")
      openField.shortcut = field.keyCap
      showChosenLayout()
    }
  }
  /// Called when a key moves the focus from the filter field to the content.
  var onLeave: (() -> Void)?
  /// Called with the layout that the user chose.
  var onLayoutChange: ((FolderLayout) -> Void)?

  override init() {
    super.init()
    back.accessibleName = "Back"
    forward.accessibleName = "Forward"
    field.accessibleName = "Filter"
    sort.accessibleName = "Sort"
    panel.accessibleName = "Details"
    openField.accessibleName = "Filter"
    layouts.onChange = { [weak self] index in
      guard let self, offeredLayouts.indices.contains(index) else { return }
      onLayoutChange?(offeredLayouts[index])
    }
    otherLayout.onActivate = { [weak self] in self.map { $0.onLayoutChange?($0.nextLayout) } }
    openField.onActivate = { [weak self] in self?.revealField() }
    field.onFocusChange = { [weak self] _ in self?.setNeedsLayout() }
    // The order of the children is the order of the Tab key.
    for view in [back, forward, crumbs, field, openField, layouts, otherLayout, sort, source, panel] { addChild(view) }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }

  /// The layout that the layout button of a narrow window selects.
  private var nextLayout: FolderLayout {
    let index = offeredLayouts.firstIndex { $0 == chosenLayout } ?? 0
    return offeredLayouts.isEmpty ? .list : offeredLayouts[(index + 1) % offeredLayouts.count]
  }

  private func showChosenLayout() {
    layouts.segments = offeredLayouts.map { layout in
      var segment = SegmentedControl.Segment(layout.title, symbol: layout.symbol)
      segment.shortcut = shortcut("layout" + layout.title)
      return segment
    }
    layouts.selectedIndex = offeredLayouts.firstIndex { $0 == chosenLayout }
    otherLayout.symbol = nextLayout.symbol
    otherLayout.accessibleName = nextLayout.title
    otherLayout.shortcut = shortcut("layout" + nextLayout.title)
    setNeedsLayout()
  }

  /// Focuses the filter field, which covers the bar in a narrow window.
  func revealField() {
    field.isHidden = false
    host?.focus(field)
    field.selectAll()
    setNeedsLayout()
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard field.isFocused, event.leadsToContent else { return super.keyDown(event) }
    onLeave?()
    return true
  }

  override func layout(environment: Environment) {
    let y = (bounds.height - Self.control) / 2
    func square(_ x: Double) -> Rect { Rect(x: x, y: y, width: Self.control, height: Self.control) }
    back.frame = square(Self.padding)
    forward.frame = square(back.frame.maxX + 4)
    var end = bounds.width - Self.padding
    panel.isHidden = !showsPanelButton
    if showsPanelButton {
      panel.frame = square(end - Self.control)
      end = panel.frame.minX
    }
    source.isHidden = !showsSource
    if showsSource {
      let width = source.sizeThatFits(Size(width: 160, height: Self.control), environment: environment).width
      source.frame = Rect(x: end - width, y: y, width: width, height: Self.control)
      end = source.frame.minX
    }
    if showsSort {
      let gap = showsPanelButton ? 4.0 : 0
      sort.frame = square(end - gap - Self.control)
      end = sort.frame.minX
    }
    end =
      WindowWidth.isNarrow(bounds.width) ? layoutNarrow(endingAt: end, y) : layoutWide(endingAt: end, y, environment)
    crumbs.frame = Rect(minX: forward.frame.maxX + 8, minY: y, maxX: max(forward.frame.maxX + 8, end), maxY: y + 32)
  }

  /// Places the controls of a wide window.
  /// - Returns: The x coordinate at which the crumbs have to end.
  private func layoutWide(endingAt end: Double, _ y: Double, _ environment: Environment) -> Double {
    var end = end
    (openField.isHidden, otherLayout.isHidden, sort.isHidden) = (true, true, !showsSort)
    layouts.isHidden = chosenLayout == nil
    if chosenLayout != nil {
      let gap = end < bounds.width - Self.padding ? 12.0 : 0
      let size = layouts.sizeThatFits(Size(width: 200, height: Self.control), environment: environment)
      layouts.frame = Rect(x: end - gap - size.width, y: y, width: size.width, height: Self.control)
      end = layouts.frame.minX
    }
    field.isHidden = !showsField
    guard showsField else { return end - 12 }
    let width = bounds.width < 900 ? 160 : Self.fieldWidth
    let gap = end < bounds.width - Self.padding ? 12.0 : 0
    field.frame = Rect(x: end - gap - width, y: y, width: width, height: Self.control)
    return field.frame.minX - 12
  }

  /// Places the controls of a narrow window. The field covers the bar while it has the focus or a text.
  /// - Returns: The x coordinate at which the crumbs have to end.
  private func layoutNarrow(endingAt end: Double, _ y: Double) -> Double {
    layouts.isHidden = true
    let isOpen = showsField && (field.isFocused || !field.text.isEmpty)
    field.isHidden = !isOpen
    sort.isHidden = !showsSort || isOpen
    var end = showsSort && isOpen ? sort.frame.maxX : end
    otherLayout.isHidden = chosenLayout == nil || isOpen
    if !otherLayout.isHidden {
      otherLayout.frame = Rect(x: end - 4 - Self.control, y: y, width: Self.control, height: Self.control)
      end = otherLayout.frame.minX
    }
    openField.isHidden = !showsField || isOpen
    if !openField.isHidden {
      openField.frame = Rect(x: end - 4 - Self.control, y: y, width: Self.control, height: Self.control)
      end = openField.frame.minX
    }
    guard isOpen else { return end - 8 }
    let start = forward.frame.maxX + 8
    field.frame = Rect(minX: start, minY: y, maxX: end - 8, maxY: y + Self.control)
    return start
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    canvas.fill(bounds, colors.window)
    canvas.hairline(atBottomOf: bounds, colors.edge)
  }
}
