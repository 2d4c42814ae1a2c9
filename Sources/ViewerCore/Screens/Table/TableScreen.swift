import Scrollwork
import ScrollworkPlatform

/// The screen of a file with rows and columns. Rows are shown while the file is indexed.
final class TableScreen: FilterableScreen {
  let input: TableInput
  var title: String { input.title }
  var path: String { input.path }
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?
  /// Called when the rows or their pictures changed, even while the screen is not visible.
  var onEntriesChange: (() -> Void)?
  var onPick: (() -> Void)?
  var onInputLoss: ((String) -> Void)?
  var menu: (() -> Menu)?
  var onAddFilter: ((String) -> Void)?

  let table = TableView()
  let holder = ScreenView()
  private(set) var snapshot: CSVSnapshot?
  let reading: TableReading
  /// The state of the previous screen, or of this one in the previous dialect. Its position is kept until it is
  /// restored.
  var inherited = ScreenState()
  let cells = CellReader()
  let nested = NestedRow()
  let pictures: TablePictures
  let pictureRows = PictureRows()
  /// The name of the column of pictures in `columns`.
  private var shownPictures: String?
  lazy var loads: PictureLoads = PictureLoads(
    now: { [weak self] in self?.list.host?.now ?? .zero },
    wake: { [weak self] time in self?.holder.call(at: time) { self?.loads.timeDidPass() } },
    onChange: { [weak self] in self?.onChange?() })
  /// The columns of the newest table, as declared for the view; `columnInfos` are the same columns of the file.
  private var columns: [TableColumn<Int>] = []
  private var columnInfos: [TableColumnInfo] = []
  /// Whether the table has the column of tags. It stays after the last tag is removed, until all changes are undone.
  private var showsTags = false
  /// The number of characters that fit in the column of row numbers.
  private var numberDigits = 3
  /// The rows as of the last frame; `nil` before the first one.
  private(set) var shown: ShownRows?
  /// Whether the number of rows in `shown` is an estimate.
  private(set) var showsEstimates = false
  /// The number of changes of `shown`, except appended rows.
  private(set) var shownChange = 0
  /// The rows in the newest table, which a frame may not have shown yet.
  private(set) var newestRows: ShownRows?
  /// The row whose focus a neighbour has while a filter hides it.
  var displacedFocus: DisplacedFocus?
  /// The number of snapshots that may have changed the numbers of rows.
  private(set) var estimateVersion = 0
  /// The generation of the file that the newest table belongs to.
  private(set) var newestGeneration = -1
  /// The number of applied tables that no frame has shown or superseded yet.
  private(set) var pendingUpdates = 0
  /// The number of rows above which tables are diffed on another thread, because a diff takes longer than a frame.
  private static let backgroundComparisonThreshold = 8_192
  /// The filters, as typed.
  private(set) var filters: [String] = []
  var chipCount = 0
  /// The order that was requested before the columns were known; `nil` for none.
  private var waitingOrder: String?
  /// The reason why the order requested before the columns were known is not possible; `nil` if it is.
  var orderObjection: String?
  let groups = TableGroups()
  /// The number of the newest query result; the end of a query counts too.
  private(set) var resultNumber = 0
  /// The running or finished search and sort; `nil` without filter and order.
  private var query: CSVQuery?
  /// The number of queries so far.
  private var queryNumber = 0
  /// Whether the rows are filtered or sorted by their tags.
  private(set) var usesTags = false
  /// The newest result of `query`.
  private(set) var result: CSVQueryResult?
  let finder = Finder()
  /// The marks in the captions of tiles and beside pictures.
  let captionMarks = FoundMarks()
  /// The running search of the finder.
  weak var tableSearch: TableSearch?
  /// The reason for the next list update.
  var reason = UpdateReason.program
  /// Whether the next save adds a column of tags to the rows.
  var savesTags = false
  /// The tags of the rows.
  let tags: TableTags
  let kept = KeptRows()
  /// The saved position, until its row is known.
  var pendingPosition: ScrollPosition?
  /// The saved columns and order, until the columns are known.
  var pendingLook: TableLook?

  /// Shows a file or a stream.
  /// - Parameter form: The chosen parts of the dialect; `nil` for those in `place`.
  /// - Throws: The reason why the file cannot be read.
  init(_ input: TableInput, place: SavedPosition? = nil, as form: CSVDialect.Choice? = nil) throws(FileError) {
    self.input = input
    pictures = TablePictures(table: input.path)
    pendingPosition = place?.position
    pendingLook = place?.table
    tags = TableTags(table: input.tagged)
    let choice = form ?? place?.table.dialect ?? CSVDialect.Choice()
    reading = try TableReading(input, encoding: choice.encoding)
    holder.content = table
    holder.listTop = table.headerHeight
    (table.copiesCells, table.offersCopying) = ({ false }, false)
    prepareFinding()
    prepareWholeRows()
    prepareCellFilters()
    prepareGroups()
    list.anchorPolicy = .item
    preparePictures()
    list.backgroundDiffThreshold = Self.backgroundComparisonThreshold
    list.onSelectionChange = { [weak self] _ in self?.chosenRowsDidChange() }
    list.onFocusChange = { [weak self] _ in self?.chosenRowsDidChange() }
    kept.onFind = { [weak self] in self?.restoreKeptRows() }
    table.onColumnsChange = { [weak self] _ in self?.columnsDidChange() }
    tags.onChange = { [weak self] in self?.tagsDidChange() }
    nested.onChange = { [weak self] in self?.onChange?() }
    reading.onSnapshot = { [weak self] in self?.show($0) }
    pictures.height = place?.table.height ?? TablePictures.usualHeight
    try reading.start(choice)
  }

  var view: View { holder }
  var list: CollectionView { table.list }
  var filterPrompt: String? { "Filter rows" }
  var failure: String? { coding.isPlain && !isStream ? snapshot?.state.error.map { "\($0)" } : nil }

  /// The steps from the bytes of the file to its text.
  var coding: FileCoding { reading.coding }

  var isBusy: Bool {
    guard let snapshot, !reading.isBusy(after: snapshot), !finder.isBusy, !groups.isBusy, !nested.isBusy,
      !pictures.isSearching, !kept.isSearching, !isRestoringPlace,
      pendingUpdates == 0 || list.host == nil || list.isHidden
    else { return true }
    // The rows of a stream are sorted at its end, which may never come.
    let waits = isStream && snapshot.state.isCaughtUp && !snapshot.state.isEnded && !table.sortKeys.isEmpty
    return query.map { $0.isBusy || result?.isComplete != true && !waits } ?? false
  }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    guard !texts.hasSameBytes(as: filters) else { return }
    // Before the columns are known, the expressions can only be checked as texts.
    _ = try expressions(of: texts)
    filters = texts
    reason = .filter
    startQuery()
    finder.restart()
  }

  /// Returns the filters, parsed for the columns of the table.
  func filterExpressions() throws(ExpressionError) -> [TableFilterExpression] { try expressions(of: filters) }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    if !keys.isEmpty { throw ExpressionError("Click the title of a column to sort a table") }
  }

  /// Sorts by columns, such as `score:desc,name`, once they are known.
  /// - Throws: `ExpressionError` for an unknown column or direction, if the columns are known.
  func setSort(_ keys: String) throws(ExpressionError) {
    guard let snapshot, !snapshot.columns.isEmpty else {
      waitingOrder = keys
      return
    }
    table.sortKeys = try RowSortKey.parse(keys, columns: snapshot.columns).map { key in
      let id = key.column == RowSortKey.tagColumn ? Self.tagColumn : snapshot.columns[key.column].name
      return TableSortKey(id, isDescending: key.isDescending)
    }
    (reason, orderObjection) = (.sort, nil)
    startQuery()
    finder.restart()
  }

  /// Sorts by the order that was requested before the columns were known.
  private func useWaitingOrder() {
    guard let order = waitingOrder, snapshot?.columns.isEmpty == false else { return }
    waitingOrder = nil
    do throws(ExpressionError) { try setSort(order) } catch { orderObjection = error.description }
  }

  private func expressions(of texts: [String]) throws(ExpressionError) -> [TableFilterExpression] {
    try texts.map { text throws(ExpressionError) in try TableFilterExpression(text, columns: snapshot?.columns ?? []) }
  }

  /// Whether rows are being searched or sorted.
  var isSearching: Bool { query != nil && result?.isComplete != true }

  /// Whether the rows of the previous filter or order are still shown, because the query has no result yet.
  var hasFormerRows: Bool {
    query != nil && result == nil && newestRows != nil && newestGeneration == snapshot?.source.generation
  }

  /// Starts a new search and sort; shows all rows if there is neither a filter nor an order.
  func startQuery() {
    query?.cancel()
    (query, result, usesTags) = (nil, nil, false)
    resultNumber += 1
    let order = table.sortKeys.compactMap { key in
      if key.column == Self.tagColumn {
        return RowSortKey(column: RowSortKey.tagColumn, type: .number, descending: key.isDescending)
      }
      return columnInfos.firstIndex { $0.name == key.column }.map {
        columnInfos[$0].sortKey($0, descending: key.isDescending)
      }
    }
    guard let snapshot, !filters.isEmpty || !order.isEmpty, let expressions = try? expressions(of: filters) else {
      return refresh()
    }
    queryNumber += 1
    let delivery = Delivery<CSVQueryResult> { [weak self, number = queryNumber] result in
      // The result of a cancelled query may still be on its way.
      if let self, queryNumber == number { show(result) }
    }
    usesTags = TagStore.areNeeded(expressions, order)
    query = CSVQuery(expressions, order: order, tags: tags.tags) { delivery.send($0) }
    query?.update(snapshot)
    // While rows are sorted, the page about a former filter must not stay.
    if !order.isEmpty { holder.show(notice(snapshot)) }
    onChange?()
  }

  private func show(_ result: CSVQueryResult) {
    guard query != nil, result.snapshot?.source.generation == snapshot?.source.generation else { return }
    self.result = result
    resultNumber += 1
    refresh()
  }

  func reload() {
    pictures.reload()
    tags.readNewer()
    // Rows that are the same keep their selection.
    if snapshot?.isRowCountExact == true, snapshot?.state.error == nil, reading.isUnchanged { return }
    reading.reload()
  }

  func stop() {
    reading.stop()
    query?.cancel()
    finder.stop()
    groups.stop()
    pictureRows.stop()
    tags.stop()
    kept.stop()
  }

  // MARK: Showing

  private func show(_ snapshot: CSVSnapshot) {
    updateErrorBar(before: self.snapshot?.state.error, now: snapshot)
    if self.snapshot?.isRowCountExact == false { estimateVersion += 1 }
    let isNew = self.snapshot?.source.generation != snapshot.source.generation
    // Filters name columns.
    let isNamedAnew = hasOtherMeaning(filters, with: snapshot.columns, before: columnInfos)
    self.snapshot = snapshot
    cells.snapshot = snapshot
    pictures.update(snapshot)
    updateColumns()
    tags.check(snapshot)
    if isNew { loseRows() }
    kept.find(in: snapshot)
    if isNew || isNamedAnew {
      if !filters.isEmpty || !table.sortKeys.isEmpty { startQuery() }
    } else {
      query?.update(snapshot)
    }
    tableSearch?.update(snapshot)
    useWaitingOrder()
    refresh()
  }

  /// Shows the pictures of a column that was found or chosen.
  func picturesDidChange() {
    guard let snapshot else { return }
    prefetchPictures()
    if shownPictures == pictures.columnName { onChange?() } else { show(snapshot) }
  }

  /// Declares the columns again if they changed.
  func updateColumns() {
    guard let snapshot else { return }
    let digits = Formats.count(snapshot.rowCount).count + cells.markLength
    let showsTags = !tags.tags.isEmpty || showsTags && tags.canUndo
    if columns.isEmpty || columnInfos != snapshot.columns || digits > numberDigits || showsTags != self.showsTags
      || shownPictures != pictures.columnName
    {
      shownPictures = pictures.columnName
      (columnInfos, numberDigits, self.showsTags) = (snapshot.columns, max(digits, numberDigits), showsTags)
      columns = makeColumns(snapshot.columns)
    }
  }

  /// Applies the current rows to the list.
  func refresh() {
    guard let snapshot else { return }
    defer {
      holder.show(notice(snapshot))
      onEntriesChange?()
      onChange?()
    }
    let isFormer = hasFormerRows
    // A sort is not done until its rows are shown.
    let keepsReason = isFormer || reason == .sort && result?.isSorted == false && !table.sortKeys.isEmpty
    // Former rows too get the columns and the height that changed.
    let rows = isFormer ? formerRows ?? currentRows(snapshot) : currentRows(snapshot)
    let isAtLastRow = prepareForEstimates(of: rows, in: snapshot)
    let focused = newestGeneration == snapshot.source.generation ? focusedRow : nil
    (newestRows, newestGeneration) = (rows, snapshot.source.generation)
    let id = "rows \(newestGeneration)"
    func open(_ row: some Component, _ number: Int) -> Row {
      row.didActivate { [weak self] _ in self?.activate(number) }
    }
    let tiles = pictureTiles
    let highlight = tiles == nil ? CellHighlight.line : .tile
    let declared = Table(columns: columns, tiles: tiles, version: estimateVersion) { row in
      switch rows {
      case .all(let count):
        Section(id: id, data: 0..<count, id: \.self) { number in open(row(number), number) }.withHighlight(highlight)
      case .some(let numbers):
        Section(id: id, data: numbers, id: \.self) { number in open(row(number), number) }.withHighlight(highlight)
      case .grouped(let groups):
        groupSection(id: id, groups) { number in open(row(number), number) }.withHighlight(highlight)
      }
    }
    .modifyingList { list in
      list.didZoom { [weak self] _, zoom in self?.zoom(by: zoom.steps) }
        .contextMenu { [weak self] _, _ in self?.menu?() ?? Menu(elements: []) }
        .didScroll { [weak self] _ in self?.readMore() }
    }
    .rowHeight(.fixed(pictures.rowHeight))
    .measuringOtherRows(groups.column != nil && pictures.column != nil)
    .didChangeSort { [weak self] _ in self?.sortDidChange() }
    pendingUpdates += 1
    // Tiles are not below the titles of columns.
    table.showsHeader = tiles == nil
    holder.listTop = table.showsHeader ? table.headerHeight : 0
    table.apply(declared, updateStrategy: strategy(for: rows, in: snapshot), reason: keepsReason ? .program : reason) {
      [weak self] outcome in
      self?.didApply(rows, of: snapshot, outcome, focused: focused)
    }
    if isAtLastRow { goToLastRow(of: rows) }
    if !keepsReason { reason = .program }
  }

  /// Records the rows once a frame shows them. Until then, the positions in the list are those of the previous rows.
  /// - Parameter focused: The row that had the focus before.
  private func didApply(_ rows: ShownRows, of snapshot: CSVSnapshot, _ outcome: UpdateOutcome, focused: Int?) {
    pendingUpdates -= 1
    if outcome == .applied {
      keepFocus(of: focused, among: shown, in: rows, generation: snapshot.source.generation)
      if case .all = shown, case .all = rows {} else { shownChange += 1 }
      (shown, showsEstimates) = (rows, !snapshot.isRowCountExact && !reading.isSpooled)
      tableSearch?.shownDidChange()
      onEntriesChange?()
      onChange?()
      readMore()
      revealFocus(amongGroups: rows)
      revealAwaitedRows()
      restoreKeptRows()
    }
    restoreLook()
    restorePendingPosition(snapshot)
    if outcome == .applied { restorePlace(in: snapshot) }
  }

  /// Returns the columns: row numbers, tags if shown, and those of the file.
  private func makeColumns(_ infos: [TableColumnInfo]) -> [TableColumn<Int>] {
    let reader = cells
    var number = TableColumn<Int>(
      Self.numberColumn, title: "#", width: .fixed(24 + Self.digitWidth * Double(numberDigits)), alignment: .end,
      isPinned: true, isSortable: false
    ) { reader.number(ofRow: $0) }
    number.isQuiet = true
    return [number] + (showsTags ? [makeTagColumn()] : [])
      + infos.enumerated().map { column, info in
        if column == pictures.column { return pictureColumn(info.name) { reader.text(row: $0, column: column) } }
        return textColumn(info) { reader.text(row: $0, column: column) }
      }
  }

  /// The width of a digit in a cell, rounded up, in logical pixels.
  private static let digitWidth = 8.5
}
