import Scrollwork

/// The settings of the user, which apply at once.
final class SettingsPanel: ModalPanel {
  private static let width = 560.0
  /// The width below which the control of a row stands below its title, in logical pixels.
  static let narrow = 480.0

  private var settings: ViewerSettings
  private let change: (ViewerSettings) -> Void
  private var isNarrow: Bool?

  /// - Parameter change: Called with the settings after each change by the user.
  init(_ settings: ViewerSettings, change: @escaping (ViewerSettings) -> Void) {
    (self.settings, self.change) = (settings, change)
    super.init(title: "Settings")
  }

  override var firstFocus: View { close }

  /// Shows settings that were changed in another window.
  func adopt(_ settings: ViewerSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    refresh()
  }

  private func set(_ body: (inout ViewerSettings) -> Void) {
    body(&settings)
    change(settings)
    refresh()
  }

  private var rows: [SettingRow] {
    let sizes = ViewerSettings.textSizes.filter { (90...150).contains($0) }
    return [
      choice("Theme", ViewerOptions.ThemeChoice.allCases, settings.theme) { $0.theme = $1 },
      choice("Motion", ViewerOptions.MotionChoice.allCases, settings.motion) { $0.motion = $1 },
      choice("Density", Density.allCases, settings.density) { $0.density = $1 },
      SettingRow(
        title: "Size of texts", options: sizes.map { "\($0) %" },
        selected: sizes.firstIndex(of: settings.textSize)
      ) { [weak self] index in self?.set { $0.textSize = sizes[index] } },
      toggle("Hidden files in folders", settings.showsHidden) { $0.showsHidden = $1 },
      toggle("Line numbers in texts", settings.showsLineNumbers) { $0.showsLineNumbers = $1 },
      toggle("Wrap long lines of texts", settings.wrapsLines) { $0.wrapsLines = $1 },
      toggle("Colours of source code", settings.colorsSource) { $0.colorsSource = $1 },
      toggle("Film strip below pictures", settings.showsFilmStrip) { $0.showsFilmStrip = $1 },
    ]
  }

  private func choice<Choice: RawRepresentable & Equatable>(
    _ title: String, _ all: [Choice], _ now: Choice, _ assign: @escaping (inout ViewerSettings, Choice) -> Void
  ) -> SettingRow where Choice.RawValue == String {
    SettingRow(title: title, options: all.map(\.rawValue.capitalizedFirst), selected: all.firstIndex(of: now)) {
      [weak self] index in self?.set { assign(&$0, all[index]) }
    }
  }

  private func toggle(
    _ title: String, _ isOn: Bool, _ assign: @escaping (inout ViewerSettings, Bool) -> Void
  ) -> SettingRow {
    SettingRow(title: title, options: [], selected: isOn ? 1 : 0) { [weak self] index in
      self?.set { assign(&$0, index == 1) }
    }
  }

  private func refresh() {
    let height = SettingRow.height(isNarrow: isNarrow ?? false)
    let (rows, layout) = (rows, SectionLayout.list(rowHeight: height))
    list.apply(
      List {
        Section(id: "choices", data: rows.filter { !$0.isSwitch }) { $0 }.withSectionLayout(layout)
          .withHighlight(.none)
        Section(id: "switches", data: rows.filter(\.isSwitch)) { $0 }.withSectionLayout(layout)
          .withHighlight(.row)
      }, updateStrategy: .reloadData)
  }

  override func plateSize(in window: Size, environment: Environment) -> (size: Size, top: Double?) {
    let height = SettingRow.height(isNarrow: min(Self.width, window.width) < Self.narrow)
    return (Size(width: Self.width, height: Self.header + Double(rows.count) * height + Self.padding), nil)
  }

  override func layoutPlate(environment: Environment) {
    super.layoutPlate(environment: environment)
    let narrow = plate.bounds.width < Self.narrow
    guard narrow != isNarrow else { return }
    isNarrow = narrow
    refresh()
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// A setting with its control: options side by side, or a switch if there are none.
struct SettingRow: Component, Identifiable {
  var title: String
  var options: [String]
  var selected: Int?
  var onChange: @MainActor (Int) -> Void
  var id: String { title }
  var isSwitch: Bool { options.isEmpty }

  /// Returns the height of a row in logical pixels.
  static func height(isNarrow: Bool) -> Double { isNarrow ? 76 : 48 }

  func renderContent() -> SettingRowView { SettingRowView() }
  func render(in content: SettingRowView) { content.show(self) }
}

final class SettingRowView: View {
  private static let edge = 20.0
  private let title = Label()
  private let options = SegmentedControl([], selectedIndex: nil)
  private let toggle = Toggle()

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

  /// A switch acts anywhere in its row.
  override var isInteractive: Bool { options.isHidden }

  override func pointerDown(_ event: PointerEvent) -> Bool { toggle.pointerDown(onToggle(event)) }
  override func pointerDragged(_ event: PointerEvent) { toggle.pointerDragged(onToggle(event)) }
  override func pointerUp(_ event: PointerEvent) { toggle.pointerUp(onToggle(event)) }
  override func pointerCancelled() { toggle.pointerCancelled() }

  /// Returns an event in the row as one on the switch, and one outside of the row as one beside the switch.
  private func onToggle(_ event: PointerEvent) -> PointerEvent {
    var event = event
    event.location = bounds.contains(event.location) ? toggle.bounds.center : Point(x: -1, y: -1)
    return event
  }

  override func layout(environment: Environment) {
    let control: View = options.isHidden ? toggle : options
    let width = bounds.width - 2 * Self.edge
    let size = control.sizeThatFits(Size(width: width, height: 32), environment: environment)
    guard bounds.height > SettingRow.height(isNarrow: false) else {
      control.frame = Rect(
        x: bounds.width - Self.edge - size.width, y: (bounds.height - size.height) / 2, width: size.width,
        height: size.height)
      title.frame = Rect(
        minX: Self.edge, minY: 0, maxX: max(Self.edge, control.frame.minX - 12), maxY: bounds.height)
      return
    }
    let isSwitch = options.isHidden
    title.frame = Rect(x: Self.edge, y: 4, width: width - (isSwitch ? size.width + 12 : 0), height: 28)
    control.frame = Rect(
      x: isSwitch ? bounds.width - Self.edge - size.width : Self.edge, y: isSwitch ? 18 - size.height / 2 : 36,
      width: min(size.width, width), height: size.height)
  }
}
