import Scrollwork

/// The content of the window: a folder, a text, a picture, the start screen.
@MainActor
protocol ViewerScreen: AnyObject {
  /// The name of the content, for the title of the window.
  var title: String { get }
  /// The view of the content, between the bars of the window.
  var view: View { get }
  /// The list that keys, scripts and dumps refer to.
  var list: CollectionView { get }
  var crumbs: [CrumbBar.Crumb] { get }
  var status: Status { get }
  /// Whether background work will still change the content.
  var isBusy: Bool { get }
  /// The placeholder of the filter field; `nil` if the screen cannot be filtered.
  var filterPrompt: String? { get }
  /// The current filters, all of which an item must match.
  var filters: [String] { get }
  /// The number of filters that are shown as chips; the remaining ones are in the filter field.
  var chipCount: Int { get set }
  /// Returns the form in which a chip shows a filter.
  func title(ofFilter filter: String) -> String
  /// Whether Escape goes back, as on the picture screen.
  var leavesByEscape: Bool { get }
  /// Called when title, status or crumbs changed.
  var onChange: (() -> Void)? { get set }
  /// Called with the path of an item to open.
  var onOpen: ((String) -> Void)? { get set }

  /// Shows only the items that match all expressions; all items if there are none.
  func setFilter(_ texts: [String]) throws(ExpressionError)
  /// Sorts the items.
  /// - Throws: `ExpressionError` if this content cannot be sorted by a key.
  func setSort(_ keys: [SortKey]) throws(ExpressionError)
  /// Reads the input again.
  func reload()
  /// Stops background work permanently.
  func stop()
  /// The content of the side panel; `nil` if there is none now.
  var inspection: Inspection? { get }
  /// Whether the screen ever has details for the side panel.
  var hasInspection: Bool { get }
  /// The text that Ctrl+C copies; `nil` if nothing is selected.
  var copied: CopiedText? { get }
  /// Called with a path to put on the clipboard.
  var onCopyPath: ((String) -> Void)? { get set }
  /// The path of the program's source file for this screen; `nil` if there is none to show.
  var sourcePath: String? { get }
  /// The reason why the requested content cannot be shown, with its path; `nil` if it can.
  var failure: String? { get }
  /// The reason why only a part of the content is shown, with its path; `nil` if all of it is.
  var loss: String? { get }
  /// The menu of the button in the status bar; `nil` without one.
  var statusMenu: Menu? { get }
  /// The menu of the button that changes the form in which the input is read; `nil` without one.
  var formMenu: Menu? { get }
  /// Handles a key that belongs to no command, such as a key of a demo. Returns `false` if it has no meaning here.
  func handleKey(_ event: KeyEvent) -> Bool
}

extension ViewerScreen {
  var filters: [String] { [] }
  func title(ofFilter filter: String) -> String { FilterTitle.text(filter) }
  var chipCount: Int {
    get { 0 }
    set {}
  }
  var leavesByEscape: Bool { false }
  func handleKey(_ event: KeyEvent) -> Bool { false }
  var statusMenu: Menu? { nil }
  var formMenu: Menu? { nil }
  var inspection: Inspection? { nil }
  var copied: CopiedText? { nil }
  var failure: String? { nil }
  var loss: String? { nil }
  var sourcePath: String? { nil }
  var hasInspection: Bool { true }
  var onCopyPath: ((String) -> Void)? {
    get { nil }
    set {}
  }
}

/// A screen whose list shows the commands as its context menu.
@MainActor
protocol MenuShowing: ViewerScreen {
  /// Returns the commands that are available now; `nil` until the screen is shown.
  var menu: (() -> Menu)? { get set }
}

/// A screen with several layouts.
@MainActor
protocol LayoutChoosing: ViewerScreen {
  /// Whether there are several layouts now.
  var hasLayouts: Bool { get }
  /// The layouts in the order of their buttons.
  var layouts: [FolderLayout] { get }
  var layout: FolderLayout { get }
  var chosenLayout: FolderLayout? { get set }
  /// The index of the size that the slider shows, one of six; `nil` if the size cannot be changed.
  var shownZoom: Int? { get }
  /// Sets the size of the pictures to an index.
  func setZoom(_ value: Int)
  /// Changes the size of the pictures by steps.
  func zoom(by steps: Int)
  /// Resets the pictures to their default size.
  func resetZoom()
}

extension LayoutChoosing {
  var layouts: [FolderLayout] { [.list, .grid] }
}

/// A screen that can be sorted.
@MainActor
protocol SortableScreen: ViewerScreen {
  var sortFields: [SortKey.Field] { get }
  /// The current order; empty for the original order.
  var sortKeys: [SortKey] { get }
  /// The title of the original order; `nil` if that is one of `sortFields`.
  var ownOrder: String? { get }
}

/// A screen whose scroll position is saved between runs.
@MainActor
protocol PositionSaving: ViewerScreen {
  /// The absolute path that the position belongs to; `nil` if there is none.
  var savedPath: String? { get }
  /// The current position; `nil` while the content is not loaded, or if it cannot be read.
  var place: SavedPosition? { get }
}

/// A screen whose input can end early, because a stream or compressed data are damaged.
@MainActor
protocol LossReporting: ViewerScreen {
  /// Called once if a part of the input is lost, with the reason.
  var onInputLoss: ((String) -> Void)? { get set }
  /// The path of a compressed file of which a decoded copy is shown. The copy cannot be updated. `nil` for other
  /// inputs.
  var decodedPath: String? { get }
}

/// A screen that can be filtered by the value of one of its cells.
@MainActor
protocol CellFiltering: ViewerScreen {
  var holder: ScreenView { get }
  /// Called with a filter by the value of a cell.
  var onAddFilter: ((String) -> Void)? { get set }
}

extension CellFiltering {
  /// Returns the actions of a cell that filter by its value.
  /// - Parameters:
  ///   - noun: The plural word for rows.
  ///   - filter: Called with the screen and the comparison operator, `=` or `!=`.
  func valueActions(of noun: String, _ filter: @escaping @MainActor (Self, String) -> Void) -> [MenuElement] {
    func action(_ title: String, _ symbol: Symbol, _ key: Key, _ relation: String) -> MenuElement {
      .action(
        MenuAction(title, symbol: symbol, key: key) { [weak self] in
          if let self { filter(self, relation) }
        })
    }
    return [
      action("Only \(noun) with this value", .filter, "=", "="), action("Without this value", .minus, "-", "!="),
    ]
  }

  /// Shows the reason why the content cannot be filtered by a value.
  func showFilterObjection(_ reason: String) {
    holder.showBar(
      Notice(symbol: .warning, title: "No filter by this value", detail: reason, isFailure: true, isAnswer: true))
  }
}

/// A screen that can be filtered.
@MainActor
protocol FilterableScreen: ViewerScreen {
  /// Called when the user asks to clear the filter.
  var onClearFilter: (() -> Void)? { get set }
}

extension FilterableScreen {
  /// Returns the notice for a filter without matches, with a button that clears it.
  /// - Parameter hint: A sentence that follows; `nil` for none.
  func noMatch(in count: Int, _ noun: String, hint: String? = nil) -> Notice {
    let names = filters.map { "“\($0)”" }.joined(separator: " and ")
    var notice = Notice(
      symbol: .search, title: "No match",
      detail: "None of \(Formats.count(count)) \(Words.count(noun, count)) matches \(names)."
        + (hint.map { " " + $0 } ?? ""),
      button: filters.count == 1 ? "Clear filter" : "Clear filters"
    ) { [weak self] in self?.onClearFilter?() }
    notice.isNoMatch = true
    return notice
  }
}
