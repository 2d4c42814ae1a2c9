public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A control that shows the selected one of several options, and opens a menu of them.
///
/// A ``SegmentedControl`` shows all options at once, which suits a few short ones.
@MainActor
open class Picker: Control {
  /// The options from top to bottom.
  public var options: [String] {
    didSet { if options != oldValue { titleDidChange() } }
  }

  /// The index of the selected option; `nil` or an index outside ``options`` for no selection.
  public var selectedIndex: Int? {
    didSet { if selectedIndex != oldValue { titleDidChange() } }
  }

  /// The text shown while no option is selected.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { titleDidChange() } }
  }

  /// The function called with the new index after the user selected another option.
  public var onChange: (@MainActor (Int) -> Void)?

  private var titleLine = LineCache()
  private static let text = TextStyle.body
  private static let height = 32.0
  private static let padding = 12.0
  private static let radius = 6.0
  /// Side of the chevron in logical pixels.
  private static let chevron = 12.0

  /// Creates a picker whose first option is selected by default.
  public init(_ options: [String] = [], selectedIndex: Int? = 0) {
    self.options = options
    self.selectedIndex = selectedIndex
    super.init()
  }

  /// Opens the menu of the options.
  open override func activate() {
    guard let host, !options.isEmpty else { return }
    let actions = options.enumerated().map { index, option in
      MenuElement.action(MenuAction(option, isOn: index == selectedIndex) { [weak self] in self?.choose(index) })
    }
    MenuLayer(Menu(elements: actions), at: .rect(convertToRoot(bounds)), owner: self)
      .open(in: host, byKey: showsFocusRing, highlightsChoice: true)
    super.activate()
  }

  /// Selects the neighbouring option with the up and down arrows, and the first or last one with Home and End. Alt and
  /// the down arrow open the menu, as Space and Enter do.
  open override func keyDown(_ event: KeyEvent) -> Bool {
    guard isEnabled, !options.isEmpty else { return false }
    let current = selectedIndex ?? -1
    switch (event.key, event.modifiers) {
    case (.down, .alt): activate()
    case (.down, []): choose(min(current + 1, options.count - 1))
    case (.up, []): choose(max(current - 1, 0))
    case (.home, []): choose(0)
    case (.end, []): choose(options.count - 1)
    default: return super.keyDown(event)
    }
    return true
  }

  /// Returns a width for the shown text and the chevron, at most the proposed one, and a height of 32.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let width = environment.roundedUp(line(nil, environment).width) + 3 * Self.padding + Self.chevron
    return Size(width: min(width, proposal.width), height: Self.height)
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    canvas.roundedRect(bounds, radius: Self.radius, isPressed ? colors.pressed : colors.hover.opacity(hoverAmount))
    canvas.border(bounds, radius: Self.radius, width: 1, isEnabled ? colors.control : colors.edge)
    let line = line(max(0, bounds.width - 3 * Self.padding - Self.chevron), environment)
    let isMirrored = environment.direction == .rightToLeft
    let origin = Point(
      x: isMirrored ? bounds.maxX - Self.padding - line.width : bounds.minX + Self.padding,
      y: Self.text.baseline(inHeight: bounds.height, scale: environment.scale))
    canvas.text(line, at: origin, environment.color(!isEnabled ? .textDisabled : title == nil ? .text3 : .text1))
    let side = Self.chevron
    let box = Rect(
      x: isMirrored ? bounds.minX + Self.padding : bounds.maxX - Self.padding - side, y: bounds.minY, width: side,
      height: bounds.height)
    canvas.symbol(.chevronDown, side: side, centeredIn: box, environment.color(isEnabled ? .text2 : .textDisabled))
    if showsFocusRing { canvas.focusRing(around: bounds, radius: Self.radius, gap: 2, environment) }
  }

  open override var semanticsRole: SemanticsNode.Role? { .button }
  open override var semanticsText: String {
    [accessibleName, title ?? placeholder].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// The selected option; `nil` if none is selected.
  private var title: String? {
    selectedIndex.flatMap { options.indices.contains($0) ? options[$0] : nil }
  }

  private func titleDidChange() {
    titleLine.invalidate()
    setNeedsMeasure()
  }

  /// Selects an option on behalf of the user, and calls ``onChange`` if it was not selected before.
  private func choose(_ index: Int) {
    guard index != selectedIndex, options.indices.contains(index) else { return }
    selectedIndex = index
    onChange?(index)
  }

  /// Returns the shaped text, shortened to `width` logical pixels; `nil` for no limit.
  private func line(_ width: Double?, _ environment: Environment) -> TextLine {
    titleLine.line(
      title ?? placeholder, font: Self.text.font, width: width, truncation: .end, environment: environment)
  }
}
