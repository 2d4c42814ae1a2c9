public import ScrollworkContentViews
package import ScrollworkDiffing
public import ScrollworkEngine
import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that shows a ``Table``: a header that stays in place, and a list whose rows share columns.
///
/// Only visible rows times visible columns are made. The user resizes columns by dragging the edge of a title, fits
/// them by a double click there, reorders them by dragging a title, hides and shows them in the menu of the header, and
/// sorts by a click. Keys do all of that too. Everything that rows do comes from the ``list``.
@MainActor
public final class TableView: View {
  let columns = ColumnLayout()
  let body = TableBody()
  let header = TableHeader()
  private let bar = TableScrollBar()
  let cellPool = CellPool()
  /// The focused column and the columns of the range of cells.
  var cells = CellCursor() {
    didSet {
      if cells != oldValue { cellsDidChange() }
      if cells.start != oldValue.start { onStartColumnChange?() }
    }
  }
  /// The content views of the rows that are in the window.
  private(set) var rows: [TableRowView] = []
  /// The columns of the table that was applied last; `nil` if there is none.
  private var source: AnyTableSource?
  private var applied: List?
  private var sortHandler: (@MainActor ([TableSortKey]) -> Void)?
  private var reported: Set<TableProblem> = []

  /// The list that shows the rows: for its selection, scrolling and settings. The table applies lists to it.
  public var list: CollectionView { body }

  /// The keys that the header shows as the table's sort, the most important first. Setting them does not sort the rows.
  public var sortKeys: [TableSortKey] = [] {
    didSet { if sortKeys != oldValue { header.setNeedsDisplay() } }
  }

  /// Called with each problem in the declaration of columns that the view repaired; each is reported once. By default
  /// the first problems are written to standard error.
  public var onProblem: ((TableProblem) -> Void)?

  /// Called when the user or the program changed the order, the widths or the visibility of columns.
  public var onColumnsChange: (@MainActor (TableView) -> Void)?

  /// Called when ``startColumn`` changed.
  package var onStartColumnChange: (@MainActor () -> Void)?

  /// A closure that returns the marks in a cell's text, given the text, the column's identity and the item.
  package var textMarks: (@MainActor (_ text: String, _ column: String, _ item: Any) -> TextMarks?)?

  /// A closure that returns the text of an item without cells, such as a line that cannot be divided; `nil` for an item
  /// with cells. The text is drawn across all columns except pinned ones.
  package var wholeRowText: (@MainActor (_ item: Any) -> String?)?
  /// Whether the texts of an item's row are pale, as those of a disabled one. Rows read it when an item is shown.
  package var isPaleRow: @MainActor (_ item: Any) -> Bool = { _ in false }

  /// A closure that returns actions for a cell, which come first in the menu of its row. Gets the identity of the
  /// column and the path of the row.
  package var cellMenu: (@MainActor (_ column: String, _ row: ElementPath) -> [MenuElement])?

  /// A closure that returns actions for a column, which come after the sort actions in the menu of its title.
  package var titleMenu: (@MainActor (_ column: String) -> [MenuElement])?

  /// A closure that returns whether the table leaves a key without modifiers to the views around it.
  package var leavesKey: @MainActor (Key) -> Bool = { _ in false }

  /// A closure that returns whether Ctrl+C copies cells now; if not, the program gets the key.
  package var copiesCells: @MainActor () -> Bool = { true }

  /// Whether the menu of a row has actions that copy. If not, the program provides its own.
  package var offersCopying = true

  /// The shape of the tiles that rows become; `nil` if the rows are never shown as tiles.
  package var tileShape: TileShape?
  /// The declared fixed height of the rows; `nil` if rows are self-sizing.
  private(set) var rowHeight: Double?

  /// Returns the transition of a cell of the given size between a row and a tile; `nil` at rest.
  func way(of size: Size) -> TileWay? {
    guard let tileShape, let rowHeight, size.width < body.bounds.width - 0.5 else { return nil }
    return TileWay(of: size, row: Size(width: body.bounds.width, height: rowHeight), shape: tileShape)
  }

  /// Whether the rows are shown as tiles.
  var showsTiles: Bool { source?.tileLayout != nil }

  /// Whether the header or the rows are shown, which are placed by columns; tiles are not.
  var showsColumns: Bool { showsHeader || !showsTiles }

  /// Draws the marks in the visible rows again.
  package func setNeedsMarks() {
    for row in rows { row.setNeedsDisplay() }
  }

  /// Reads the texts of the visible rows again, because values became known that the items do not contain.
  package func textsDidChange() {
    for row in rows { row.readTexts() }
  }

  /// Whether the header is shown.
  package var showsHeader = true {
    didSet { if showsHeader != oldValue { headerDidChange() } }
  }
  /// The visible share of the header, 0 to 1. The header slides in and out together with the rows below it.
  private var headerShare = Fade(1)
  /// The duration of the header's slide, in seconds.
  private static let headerSlide = 0.2

  /// Whether the rows changed since columns were fitted to them, so that a fitted column may be too narrow.
  private var needsWidening = false
  /// The number of rows at the time when a sample was last measured.
  var sampledCount = 0

  /// The height of the header in logical pixels.
  package var headerHeight = 32.0 {
    didSet { if headerHeight != oldValue { setNeedsLayout() } }
  }

  /// Makes a table without columns and rows.
  public override init() {
    super.init()
    clipsToBounds = true
    (body.table, header.table, bar.table) = (self, self, self)
    columns.measure = { [weak self] in self?.neededWidth(of: $0, rows: Self.fittedRows) ?? 0 }
    for child in [body, header, bar] as [View] { addChild(child) }
  }

  /// Shows a table from the next frame on.
  ///
  /// Columns that the table had before keep the order, widths and visibility that the user gave them.
  /// - Parameters:
  ///   - updateStrategy: The way in which the change of rows is shown.
  ///   - reason: The cause of the change, which decides the anchor and the timing.
  ///   - completion: Called once: after the first frame that shows the rows, or after a newer table superseded them.
  /// - Complexity: O(1) if the columns stay the same array; O(*c*) in the number of columns otherwise.
  @discardableResult
  public func apply<Item>(
    _ table: Table<Item>, updateStrategy: UpdateStrategy = .animatedBatchUpdates, reason: UpdateReason = .program,
    completion: (@MainActor (UpdateOutcome) -> Void)? = nil
  ) -> Update {
    sortHandler = table.sortHandler
    rowHeight = if case .fixed(let height) = table.rowHeight { height } else { nil }
    let list = table.list.shownInTable(
      table.rowHeight, tiles: table.source.tileLayout, measures: table.source.measuresOtherRows
    ).surroundingContextMenu(
      before: { [weak self] _, paths in self?.cellActions(for: paths) ?? [] },
      after: { [weak self] _, paths in self?.copyActions(for: paths) ?? [] })
    // Before the columns change, because new columns are fitted to the rows.
    applied = list
    needsWidening = true
    use(table.source)
    // The rows refer to the columns, which the view keeps. Only the main actor uses both.
    nonisolated(unsafe) let shown = list
    return body.apply(shown, updateStrategy: updateStrategy, reason: reason, completion: completion)
  }

  /// Adopts the columns of a table. If they are the same as those of the last table, keeps its repaired set.
  private func use(_ new: AnyTableSource) {
    defer { source = new }
    if let source, let set = source.set, source.count == new.count, source.address == new.address {
      new.set = set
      return
    }
    let specs = new.makeSpecs()
    // The declarations of the same columns may be in another array.
    let made = ColumnSet(specs) { report($0) }
    if let set = source?.set, set.specs == made.specs {
      new.set = set
      return
    }
    let old = columns.set
    new.set = made
    columns.use(made, animated: animates)
    cells.follow { made.index(of: old.specs[$0].id) }
    columnsDidChange()
  }

  private func report(_ problem: TableProblem) {
    guard reported.insert(problem).inserted else { return }
    if let onProblem { return onProblem(problem) }
    Problem.writeToStandardError("\(problem)")
  }

  // MARK: Rows

  func add(_ row: TableRowView) { rows.append(row) }
  func remove(_ row: TableRowView) {
    // Without a closure, which would be checked for its actor once for each row.
    for index in rows.indices where rows[index] === row {
      rows.swapAt(index, rows.count - 1)
      rows.removeLast()
      return
    }
  }

  /// Returns the content of a row; `nil` if the item at `path` is not a row of the table.
  func content(at path: ElementPath, in list: List) -> TableRowContent? {
    list.component(at: path)?.as(TableRow.self)?.content
  }

  /// The list that was applied last, whether a frame has shown it or not.
  var newestList: List { applied ?? body.list }

  // MARK: Changes

  /// Updates the header and the rows after a change of the columns, and tells the program.
  func columnsDidChange() {
    header.columnsDidChange()
    // The cell that decided about the height of a row may be hidden now, or have another width.
    if rowHeight == nil, !showsTiles { for row in rows { row.setNeedsMeasure() } }
    host?.setNeedsFrame()
    onColumnsChange?(self)
  }

  private func cellsDidChange() {
    for row in rows { row.setNeedsDisplay() }
    host?.setNeedsFrame()
  }

  /// Changes the sort on behalf of the user, and tells the program.
  func changeSort(_ keys: [TableSortKey]) {
    guard keys != sortKeys else { return }
    sortKeys = keys
    sortHandler?(keys)
  }

  /// Whether columns move to new positions by animation instead of jumping.
  var animates: Bool { host?.motion == .full }

  // MARK: The frame

  public override var isComposited: Bool { true }
  public override var focusableChildren: [View] { showsHeader ? [header, body] : [body] }

  public override func layout(environment: Environment) {
    placeHeader(at: host?.now ?? .zero)
    bar.place(in: bounds.size)
    columns.resize(to: bounds.width, scale: environment.scale)
  }

  private func headerDidChange() {
    let share = showsHeader ? 1.0 : 0
    if animates, applied != nil, let host, !bounds.isEmpty {
      headerShare.go(to: share, at: host.now, for: Self.headerSlide)
    } else {
      headerShare = Fade(share)
    }
    if !showsHeader, header.isFocused { host?.focus(body) }
    setNeedsLayout()
  }

  /// Places the header and the rows. While the header slides, the rows already have their final height.
  private func placeHeader(at now: Instant) {
    let height = min(headerHeight, bounds.height)
    let seen = height * headerShare.value(at: now)
    header.isHidden = seen == 0
    header.frame = Rect(x: 0, y: seen - height, width: bounds.width, height: height)
    body.frame = Rect(
      x: 0, y: seen, width: bounds.width, height: max(0, bounds.height - (showsHeader ? height : 0)))
  }

  public override func emit(into context: FrameContext) {
    host?.withoutRequestingFrames { placeHeader(at: context.now) }
    if !headerShare.isAtRest(at: context.now) { context.wakeForNextFrame() }
    let before = (version: columns.version, offset: columns.offset)
    header.follow(at: context.now)
    if columns.advance(to: context.now) { context.wakeForNextFrame() }
    if columns.offset != before.offset { bar.contentMoved(at: context.now) }
    cells.place(in: columns)
    host?.withoutRequestingFrames {
      for row in rows { row.followColumns() }
      header.fit(to: columns, hidden: body.contentOffset.y)
    }
    super.emit(into: context)
    if needsWidening, header.gesture == .none, columns.isAtRest {
      needsWidening = false
      if widenFittedColumns() { context.wakeForNextFrame() }
    }
  }
}
