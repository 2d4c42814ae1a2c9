import Scrollwork

/// The settings of the user, which apply at once.
final class SettingsPanel: ModalPanel {
  private static let width = 600.0
  /// The width below which the control of a row is below its title, in logical pixels.
  static let narrow = 480.0

  private var settings: ViewerSettings
  private let change: (ViewerSettings) -> Void
  private var isNarrow: Bool?
  /// The rows, in the order in which keys visit them.
  private var rows: [SettingRow] = []
  /// The index of the row that keys change.
  private(set) var focusedRow = 0

  /// - Parameter change: Called with the settings after each change by the user.
  init(_ settings: ViewerSettings, change: @escaping (ViewerSettings) -> Void) {
    (self.settings, self.change) = (settings, change)
    let keys = SettingList()
    super.init(title: "Settings", list: keys)
    keys.onKey = { [weak self] in self?.handleKey($0) ?? false }
    refresh()
  }

  override var firstFocus: View { list }

  override func didOpen(in host: ViewHost) {
    super.didOpen(in: host)
    focus(0)
  }

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

  private var declaredRows: [SettingRow] {
    // A size that the file of settings has is a choice too.
    let sizes = Set(ViewerSettings.textSizes + [settings.textSize]).sorted()
    return [
      choice("Theme", ViewerOptions.ThemeChoice.allCases, settings.theme) { $0.theme = $1 },
      choice("Motion", ViewerOptions.MotionChoice.allCases, settings.motion) { $0.motion = $1 },
      choice("Density", Density.allCases, settings.density) { $0.density = $1 },
      SettingRow(
        title: "Text size in %", options: sizes.map { "\($0)" },
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
    rows = declaredRows
    func section(_ id: String, _ rows: [SettingRow], _ highlight: CellHighlight) -> Section {
      let height = rows.first?.height(isNarrow: isNarrow ?? false) ?? 0
      return Section(id: id, data: rows) { $0 }.withSectionLayout(.list(rowHeight: height)).withHighlight(highlight)
    }
    list.apply(
      List {
        section("choices", rows.filter { !$0.isSwitch }, .none)
        section("switches", rows.filter(\.isSwitch), .row)
      }, updateStrategy: .reloadData)
    list.focus(place(of: focusedRow))
  }

  /// Returns the position of a row in the list, in which the switches form a second section.
  private func place(of row: Int) -> ElementPath {
    let choices = rows.count { !$0.isSwitch }
    return row < choices ? ElementPath(section: 0, item: row) : ElementPath(section: 1, item: row - choices)
  }

  // MARK: Keys

  /// Moves the focus to a row and reveals it; an index after the last row focuses the button that closes the panel.
  private func focus(_ row: Int) {
    guard rows.indices.contains(row) else {
      host?.focus(close, visible: true)
      return
    }
    focusedRow = row
    list.focus(place(of: row))
    list.scroll(to: row == 0 ? .start : .item(place(of: row)), animated: false)
    host?.focus(list, visible: true)
  }

  /// Handles a key while a row has the focus. Returns whether the key was used.
  private func handleKey(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    let step = host?.environment.direction == .rightToLeft ? -1 : 1
    switch event.key {
    case .down: focus(min(focusedRow + 1, rows.count - 1))
    case .up: focus(max(0, focusedRow - 1))
    case .home, .pageUp: focus(0)
    case .end, .pageDown: focus(rows.count - 1)
    case .right: change(by: step)
    case .left: change(by: -step)
    case .space, .enter: if !event.isRepeat { change(by: 1, wraps: true) }
    default: return false
    }
    return true
  }

  /// Gives the focused setting its next or previous value.
  /// - Parameter wraps: Whether the first value follows the last one.
  private func change(by step: Int, wraps: Bool = false) {
    focus(focusedRow)
    let row = rows[focusedRow]
    let count = row.isSwitch ? 2 : row.options.count
    let next = (row.selected ?? -1) + step
    let value = wraps ? (next + count) % count : min(max(0, next), count - 1)
    if value != row.selected { row.onChange(value) }
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard isOpen else { return false }
    switch event.key {
    case .tab where event.modifiers.isSubset(of: .shift):
      let stops = rows.count + 1
      let now = close.isFocused ? rows.count : focusedRow
      focus((now + (event.modifiers.isEmpty ? 1 : stops - 1)) % stops)
    case .down where close.isFocused && event.modifiers.isEmpty: focus(0)
    case .up where close.isFocused && event.modifiers.isEmpty: focus(rows.count - 1)
    default: return super.keyDown(event)
    }
    return true
  }

  override func plateSize(in window: Size, environment: Environment) -> (size: Size, top: Double?) {
    let isNarrow = min(Self.width, window.width) < Self.narrow
    let heights = declaredRows.reduce(0) { $0 + $1.height(isNarrow: isNarrow) }
    return (Size(width: Self.width, height: Self.header + heights + Self.padding), nil)
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

/// The list of settings, whose keys the panel handles.
private final class SettingList: CollectionView {
  /// Called with a key while the list has the focus. Returns whether the key was used.
  var onKey: ((KeyEvent) -> Bool)?

  override func keyDown(_ event: KeyEvent) -> Bool {
    if isFocused, let onKey, onKey(event) { return true }
    // Other keys would only scroll, away from the focus.
    return event.key == .tab || event.key == .escape ? false : super.keyDown(event)
  }
}
