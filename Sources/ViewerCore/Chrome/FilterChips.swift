import Scrollwork

/// The bar below the toolbar with the filters, all of which must match, as chips. A click or Enter edits a chip.
final class FilterChips: ChipBar<FilterChip> {
  /// The filters; the bar is shown while there are any.
  var filters: [String] = [] {
    didSet { if !filters.hasSameBytes(as: oldValue) { showFilters() } }
  }
  /// Returns the form in which a chip shows a filter.
  var title: (String) -> String = { $0 }

  /// Shows the titles again, which depend on the columns of a table.
  func updateTitles() { if titles != chips.map(\.text) { showFilters() } }

  private func showFilters() { show(titles.map { FilterChip($0) }) }

  /// The titles of the chips. A value may have line ends, which a chip shows as spaces.
  private var titles: [String] { filters.map { String(title($0).map { $0.isNewline ? " " : $0 }) } }

  init() {
    super.init(
      Form(
        name: "Filters", chipHeight: FilterChip.height, padding: 8, gap: 8, widest: 320, isAbove: true,
        leavingKeys: [.down]))
  }
}

/// One filter of the bar.
final class FilterChip: Chip {
  /// The height of a chip in logical pixels.
  static let height = 24.0
  private static let radius = height / 2
  private static let padding = 10.0
  private static let gap = 4.0
  private static let style = TextStyle.smallMedium

  init(_ title: String) { super.init(title, noun: "filter", height: Self.height) }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let line = environment.text.line(text, font: Self.style.font, scale: environment.scale)
    let width = environment.roundedUp(line.width) + Self.padding + Self.gap + crossWidth
    return Size(width: min(width, proposal.width), height: Self.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    let fill = isPressed ? colors.pressedW : isHovered ? colors.hoverW : colors.badge
    canvas.roundedRect(bounds, radius: Self.radius, fill)
    if environment.theme.isHighContrast { canvas.border(bounds, radius: Self.radius, width: 1, colors.edge) }
    let line = line(text, Self.style, max(0, crossStart - Self.gap - Self.padding), environment)
    canvas.text(line, at: Point(x: Self.padding, y: baseline(Self.style, environment)), colors.text1)
    if showsFocusRing { canvas.focusRing(around: bounds, radius: Self.radius, gap: 2, environment) }
  }

  override var semanticsText: String { "Filter " + text }
}

extension FilterChip: ToolTipGiving {
  /// Returns the whole filter if the chip truncates it; otherwise `nil`.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    let free = Size(width: .infinity, height: bounds.height)
    return sizeThatFits(free, environment: environment).width > bounds.width ? ToolTip(text: text, place: bounds) : nil
  }
}
