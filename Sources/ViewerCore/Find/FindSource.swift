import Scrollwork

/// A running search in the background.
@MainActor
protocol FindWork: AnyObject {
  /// Whether a result may still come.
  var isBusy: Bool { get }
  func cancel()
}

/// The content in which the user finds text: rows at positions, each with a number that stays when rows are filtered or
/// sorted.
@MainActor
protocol FindSource: AnyObject {
  /// The list whose first section shows the rows.
  var list: CollectionView { get }
  /// The number of shown rows.
  var shownCount: Int { get }
  /// Returns the number of the row at a position; `nil` if there is none.
  func rowNumber(at position: Int) -> Int?
  /// Returns the position of a row; `nil` if it is not shown.
  func position(ofRow number: Int) -> Int?
  /// Searches all shown rows. Calls `report` whenever more is known, until the returned work is cancelled.
  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork
  /// Searches for the nearest matching row from a position. Calls `report` with its number, or with `nil` if there is
  /// none up to the end of the rows. Returns `nil` if this is possible only by a search of all rows.
  func probe(
    _ pattern: FindPattern, from position: Int, forward: Bool, _ report: @escaping @MainActor @Sendable (Int?) -> Void
  ) -> (any FindWork)?
  /// Returns the columns of the matching cells of a row, in their order on screen; empty where a row is one match.
  func matchingColumns(_ pattern: FindPattern, inRow number: Int) -> [String]
  /// Scrolls horizontally until the match in a row is visible.
  func revealMatch(_ pattern: FindPattern, inRow number: Int)
  /// Returns the horizontal extent of the match in a row when all motion has ended, in the coordinates of the list;
  /// `nil` if it may be anywhere in the row.
  func extent(of pattern: FindPattern, inRow number: Int) -> Range<Double>?
  /// The horizontal scroll offset of the target, in logical pixels. Setting it scrolls the content.
  var sidewaysTarget: Double { get set }
  /// The number of times that the content was scrolled horizontally.
  var sidewaysScrollCount: Int { get }
  /// The singular word for a row.
  var rowNoun: String { get }
  /// Returns the number of a row as the user counts rows, from 0; `row(ofUserNumber:)` is the inverse.
  func userNumber(ofRow number: Int) -> Int
  func row(ofUserNumber number: Int) -> Int
  /// The number of rows of the file as the user counts them, shown or not, and whether it is exact.
  var rowTotal: (count: Int, isExact: Bool) { get }
  /// Returns the position of the first shown row after a row that is not shown; the last position if there is none;
  /// `nil` if rows are not in the order of the file.
  func nearestPosition(toRow number: Int) -> Int?
  var finder: Finder { get }
  /// The view around the list, which shows ticks beside the scroll bar.
  var holder: ScreenView { get }
  /// Draws the marks in the visible rows again.
  func redrawMarks()
  /// The position from which the user finds: that of the focused row if it is visible, else of the first visible row.
  var currentPosition: Int { get }
  /// Focuses the row at a position, and scrolls if it is not wholly visible.
  func reveal(_ position: Int)
  /// The marks beside the scroll bar; `nil` if there are none.
  var ticks: FindTicks.Content? { get }
  /// Whether the user sees the numbers of rows.
  var hasRowNumbers: Bool { get }
}

/// A screen in which the user finds text.
@MainActor
protocol FindableScreen: ViewerScreen {
  var finder: Finder { get }
}
