import Scrollwork

/// One thing that the viewer shows: a folder, a text, the start.
@MainActor
protocol ViewerScreen: AnyObject {
  /// Name of the window while the screen is shown.
  var title: String { get }
  /// What lies between the bars.
  var view: View { get }
  /// The list that keys, scripts and dumps are about.
  var list: CollectionView { get }
  var crumbs: [CrumbBar.Crumb] { get }
  var status: Status { get }
  /// True while work in the background will still change what is shown.
  var isBusy: Bool { get }
  /// What the filter field says while it is empty; `nil` if the screen cannot be filtered.
  var filterPrompt: String? { get }
  /// What the filter field is to say when the screen is shown again.
  var filterText: String { get }
  /// True where Escape leads back, as from a picture that was opened for a look.
  var leavesByEscape: Bool { get }
  /// Called when title, status or crumbs are others than before.
  var onChange: (() -> Void)? { get set }
  /// Called to show something else.
  var onOpen: ((String) -> Void)? { get set }

  /// Shows only what all expressions want; everything where there is none.
  func setFilter(_ texts: [String]) throws(ExpressionError)
  func setSort(_ keys: [SortKey]) throws(ExpressionError)
  /// Reads the input again.
  func reload()
  /// Ends work in the background; the screen is not shown again.
  func stop()
  /// What the panel at the side tells; `nil` if there is nothing to tell.
  var inspection: Inspection? { get }
  /// True if there ever is something for the panel to tell.
  var hasInspection: Bool { get }
  /// What Ctrl and C put on the clipboard; `nil` if nothing is selected.
  var copied: CopiedText? { get }
  /// Called to put a path on the clipboard.
  var onCopyPath: ((String) -> Void)? { get set }
  /// Why what was asked for cannot be shown, with its path; `nil` if it is.
  var failure: String? { get }
  /// Does what a key means that no view used. Returns false if it means nothing.
  func handleKey(_ event: KeyEvent) -> Bool
}

extension ViewerScreen {
  var filterText: String { "" }
  var leavesByEscape: Bool { false }
  func handleKey(_ event: KeyEvent) -> Bool { false }
  var inspection: Inspection? { nil }
  var copied: CopiedText? { nil }
  var failure: String? { nil }
  var hasInspection: Bool { true }
  var onCopyPath: ((String) -> Void)? {
    get { nil }
    set {}
  }
}

/// A screen that can be laid out in several ways.
@MainActor
protocol LayoutChoosing: ViewerScreen {
  var layout: FolderLayout { get }
  var chosenLayout: FolderLayout? { get set }
  /// The place of the tile size among `FolderLayout.tileSizes`.
  var zoom: Int { get }
  func setZoom(_ value: Int, about point: Point?)
}

/// A screen that can show what it has in several orders.
@MainActor
protocol SortableScreen: ViewerScreen {
  var sortFields: [SortKey.Field] { get }
  /// What it is sorted by; empty for the order in which it was given.
  var sortKeys: [SortKey] { get }
  /// What the order is called in which it was given; `nil` if that is one of `sortFields`.
  var ownOrder: String? { get }
}

/// A screen to whose place one can come back in another run.
@MainActor
protocol PlaceKeeping: ViewerScreen {
  /// The absolute path of what is shown; `nil` for what has none.
  var keptPath: String? { get }
  /// Where the reader is; `nil` while that says nothing.
  var place: SavedPlace? { get }
}

/// A screen that can show a part of what it has.
@MainActor
protocol FilterableScreen: ViewerScreen {
  /// Called when the person wants to see everything again.
  var onClearFilter: (() -> Void)? { get set }
}

extension FilterableScreen {
  /// Says that the filter leaves nothing, with a way back.
  func noMatch(_ filter: String, in count: Int, _ noun: String) -> Notice {
    Notice(
      symbol: .search, title: "No match",
      detail: "Nothing in \(Formats.count(count)) \(Words.count(noun, count)) contains “\(filter)”",
      button: "Clear filter"
    ) { [weak self] in self?.onClearFilter?() }
  }
}
