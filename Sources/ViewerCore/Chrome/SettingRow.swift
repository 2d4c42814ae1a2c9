import Scrollwork

/// A setting with its control: options side by side, or a switch if there are none.
struct SettingRow: Component, Identifiable {
  var title: String
  var options: [String]
  var selected: Int?
  var onChange: @MainActor (Int) -> Void
  var id: String { title }
  var isSwitch: Bool { options.isEmpty }

  /// The height of a row with its control beside the title, in logical pixels.
  static let lineHeight = 48.0

  /// Returns the height of the row in logical pixels.
  func height(isNarrow: Bool) -> Double { isNarrow && !isSwitch ? 76 : Self.lineHeight }

  func renderContent() -> SettingRowView { SettingRowView() }
  func render(in content: SettingRowView) { content.show(self) }
}

final class SettingRowView: View, StateObserving {
  private static let edge = 20.0
  private let title = Label()
  private let options = SegmentedControl([], selectedIndex: nil)
  private let toggle = Toggle()
  /// Whether the keys change the setting.
  private var isKeyFocused = false

  override init() {
    super.init()
    for view in [title, options, toggle] { addChild(view) }
  }

  func show(_ row: SettingRow) {
    title.text = row.title
    options.isHidden = row.options.isEmpty
    options.segments = row.options.map { .init($0) }
    options.selectedIndex = row.selected
    options.onChange = row.onChange
    toggle.isHidden = !row.options.isEmpty
    toggle.accessibleName = row.title
    toggle.isOn = row.selected == 1
    toggle.onChange = { row.onChange($0 ? 1 : 0) }
    setNeedsLayout()
  }

  /// Empty: the row itself takes the focus instead of its controls.
  override var focusableChildren: [View] { [] }

  func cellStateDidChange(_ state: CellState) {
    guard state.isFocused != isKeyFocused else { return }
    isKeyFocused = state.isFocused
    setNeedsDisplay()
  }

  /// Draws the focus ring of a row of choices; the list draws that of a switch.
  override func draw(in canvas: Canvas, environment: Environment) {
    guard isKeyFocused, !options.isHidden else { return }
    canvas.border(
      bounds.inset(by: Insets(horizontal: 8, vertical: 0)), radius: 6, width: environment.theme.focusRingWidth,
      environment.color(.focus))
  }

  /// Whether the whole row reacts to clicks, as it does with a switch.
  override var isInteractive: Bool { options.isHidden }

  override func pointerDown(_ event: PointerEvent) -> Bool { toggle.pointerDown(onToggle(event)) }
  override func pointerDragged(_ event: PointerEvent) { toggle.pointerDragged(onToggle(event)) }
  override func pointerUp(_ event: PointerEvent) { toggle.pointerUp(onToggle(event)) }
  override func pointerCancelled() { toggle.pointerCancelled() }

  /// Returns a pointer event that lies on the switch if `event` is inside the row, and beside the switch otherwise.
  private func onToggle(_ event: PointerEvent) -> PointerEvent {
    var event = event
    event.location = bounds.contains(event.location) ? toggle.bounds.center : Point(x: -1, y: -1)
    return event
  }

  override func layout(environment: Environment) {
    let control: View = options.isHidden ? toggle : options
    let width = bounds.width - 2 * Self.edge
    let size = control.sizeThatFits(Size(width: width, height: 32), environment: environment)
    guard bounds.height > SettingRow.lineHeight else {
      control.frame = Rect(
        x: bounds.width - Self.edge - size.width, y: (bounds.height - size.height) / 2, width: size.width,
        height: size.height)
      title.frame = Rect(
        minX: Self.edge, minY: 0, maxX: max(Self.edge, control.frame.minX - 12), maxY: bounds.height)
      return
    }
    title.frame = Rect(x: Self.edge, y: 4, width: width, height: 28)
    options.frame = Rect(x: Self.edge, y: 36, width: min(size.width, width), height: size.height)
  }
}
