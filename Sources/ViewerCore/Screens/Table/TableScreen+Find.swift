import Scrollwork

extension TableScreen: FindableScreen {}

extension TableScreen: FindSource {
  var shownCount: Int { shown?.count ?? 0 }
  func rowNumber(at position: Int) -> Int? { shown?.row(at: position) }
  func position(ofRow number: Int) -> Int? { shown?.position(of: number) }
  var rowNoun: String { "row" }
  var rowTotal: (count: Int, isExact: Bool) { (snapshot?.rowCount ?? 0, snapshot?.isRowCountExact ?? false) }

  func nearestPosition(toRow number: Int) -> Int? {
    guard case .some(let rows)? = shown, rows.isAscending, !rows.isEmpty else { return nil }
    return min(rows.position(from: number), rows.count - 1)
  }

  func redrawMarks() {
    table.setNeedsMarks()
    captionMarks.update()
  }

  /// Connects the rows of invalid JSON, whose line is shown across all columns.
  func prepareWholeRows() {
    table.wholeRowText = { [cells] item in
      guard let row = item as? Int, cells.hasFault(row: row) else { return nil }
      return cells.text(row: row, column: 0)
    }
  }

  /// Connects the marks of search matches in cells and captions, and the label beside the scroll bar.
  func prepareFinding() {
    finder.source = self
    list.thumbLabel = { [weak self] in self?.placeWords(at: $0.item) }
    captionMarks.find = { [weak self] text, row in
      guard let self else { return nil }
      // A caption is no cell.
      return finder.marks(in: text, ofRow: row, column: layout == .list ? pictures.columnName : nil)
    }
    table.textMarks = { [finder] text, column, item in
      guard column != Self.numberColumn, column != Self.tagColumn, let row = item as? Int else { return nil }
      // A text across all columns is that of a row without cells.
      return finder.marks(in: text, ofRow: row, column: column.isEmpty ? nil : column)
    }
  }

  /// Returns the number of a row in words; of the title of a group, that of the row after it.
  private func placeWords(at position: Int) -> String? {
    guard let shown, let row = shown.row(at: position) ?? shown.row(at: position + 1) else { return nil }
    return "Row \(Formats.count(row + 1))"
  }

  var sidewaysTarget: Double {
    get { table.sidewaysTarget }
    set { table.sidewaysTarget = newValue }
  }
  var sidewaysScrollCount: Int { table.sidewaysScrollCount }

  /// The largest size of a cell that is searched to reveal a match, in bytes.
  private static let longestCell = 1 << 20

  /// Returns the visible columns of a row with a match; empty for tiles.
  func matchingColumns(_ pattern: FindPattern, inRow number: Int) -> [String] {
    guard let snapshot, number < snapshot.rowCount, layout == .list else { return [] }
    var pattern = pattern
    let values = snapshot.values(of: number, columns: 0..<snapshot.columns.count, limit: Self.longestCell)
    var found = Set<String>()
    for (column, field) in zip(snapshot.columns, values) {
      if let field, pattern.matches(field.text) { found.insert(column.name) }
    }
    return found.isEmpty ? [] : table.columnOrder.filter { found.contains($0) && !table.isColumnHidden($0) }
  }

  /// Scrolls horizontally to the column of the current match.
  func revealMatch(_ pattern: FindPattern, inRow number: Int) {
    if let column = finder.currentColumn { table.revealColumn(column) }
  }

  func extent(of pattern: FindPattern, inRow number: Int) -> Range<Double>? {
    finder.currentColumn.flatMap { table.place(ofColumn: $0, rowHeight: 0) }.map { $0.minX..<$0.maxX }
  }

  /// Restarts the search if the set of columns or of hidden columns changed. Hidden columns are not searched.
  func columnsDidChange() {
    onChange?()
    if let tableSearch, tableSearch.columns != searchedColumns { finder.restart() }
  }

  private var searchedColumns: TableSearch.Columns {
    let names = snapshot?.columns.map(\.name) ?? []
    return TableSearch.Columns(
      count: names.count, hidden: Set(names.indices.filter { table.isColumnHidden(names[$0]) }))
  }

  /// Returns the filter expressions for rows that are shown and have a match.
  private func expressions(for pattern: FindPattern) -> [TableFilterExpression] {
    let columns = searchedColumns
    let own = TableFilterExpression(
      finding: pattern.expression, columnCount: columns.count, hidden: columns.hidden)
    return ((try? filterExpressions()) ?? []) + [own]
  }

  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork {
    let search = TableSearch(expressions(for: pattern), of: searchedColumns, in: self, report)
    if let snapshot { search.update(snapshot) }
    tableSearch = search
    return search
  }

  func probe(
    _ pattern: FindPattern, from position: Int, forward: Bool, _ report: @escaping @MainActor @Sendable (Int?) -> Void
  ) -> (any FindWork)? {
    guard let snapshot, let shown, shown.isAscending, let row = shown.row(at: forward ? position : position - 1)
    else { return nil }
    let matcher = TableMatcher(expressions(for: pattern), tags: tags.tags)
    let start = forward ? row : row + 1
    return FindTask(
      { isCancelled in
        TableProbe.find(matcher, in: snapshot, from: start, forward: forward, isCancelled)
      }, report)
  }

  /// Returns the positions of found rows among the shown ones; `nil` if they must be computed in the background.
  func foundRows(_ result: CSVQueryResult) -> FoundRows? {
    guard let shown, let rows = result.rows, result.snapshot?.source.generation == snapshot?.source.generation else {
      return FoundRows(count: 0, searched: 0..<0, isComplete: false)
    }
    let isComplete =
      result.isComplete && result.snapshot?.rowCount == snapshot?.rowCount && !isSearching
      && snapshot?.isRowCountExact == true
    switch shown {
    case .all:
      return FoundRows(
        count: rows.count, searched: 0..<result.searched, isComplete: isComplete, cells: result.cells
      ) { Int(rows[$0]) }
    case .some(let numbers) where numbers.isAscending:
      let searched = numbers.position(from: result.searched)
      return FoundRows(count: rows.count, searched: 0..<searched, isComplete: isComplete, cells: result.cells) {
        numbers.position(from: Int(rows[$0]))
      }
    case .some, .grouped:
      return isComplete
        ? nil : FoundRows(count: rows.count, searched: 0..<0, isComplete: false, cells: result.cells)
    }
  }
}

/// The search of all rows of a table. It continues when the file grows.
@MainActor
final class TableSearch: FindWork {
  /// The columns whose cells are searched.
  struct Columns: Equatable {
    var count: Int
    /// The indices of the columns that are not searched.
    var hidden: Set<Int>
  }

  let columns: Columns
  private let query: CSVQuery
  private weak var screen: TableScreen?
  private let report: @MainActor @Sendable (FoundRows) -> Void
  /// The running computation of the positions of found rows among sorted rows; `nil` without one.
  private var placing: FindTask<(positions: [Int32], cells: CellCounts?)>?
  /// The newest result.
  private var result: CSVQueryResult?
  private var isCancelled = false

  init(
    _ expressions: [TableFilterExpression], of columns: Columns, in screen: TableScreen,
    _ report: @escaping @MainActor @Sendable (FoundRows) -> Void
  ) {
    (self.screen, self.report, self.columns) = (screen, report, columns)
    let receiver = Receiver()
    let delivery = Delivery<CSVQueryResult> { receiver.search?.show($0) }
    query = CSVQuery(expressions, tags: screen.tags.tags) { delivery.send($0) }
    receiver.search = self
  }

  /// Holds the search for the query's callback, because the query is created first.
  @MainActor private final class Receiver {
    weak var search: TableSearch?
  }

  var isBusy: Bool { !isCancelled && (query.isBusy || result?.isComplete != true || placing?.isBusy == true) }

  func cancel() {
    isCancelled = true
    query.cancel()
    placing?.cancel()
  }

  func update(_ snapshot: CSVSnapshot) { query.update(snapshot) }

  private func show(_ result: CSVQueryResult) {
    self.result = result
    shownDidChange()
  }

  /// Reports the positions of the found rows after the shown rows changed.
  func shownDidChange() {
    guard !isCancelled, let result, let screen else { return }
    if let rows = screen.foundRows(result) { return report(rows) }
    let order: [Int32]
    guard let shown = screen.shown else { return }
    switch shown {
    case .some(let sorted): order = sorted.numbers
    case .grouped(let groups): order = groups.items
    case .all: return
    }
    guard let found = result.rows else { return }
    let report = report
    placing?.cancel()
    let cells = result.cells
    let find: @Sendable (() -> Bool) -> (positions: [Int32], cells: CellCounts?) = { _ in
      let positions = FoundRows.positions(of: found.lazy.map { Int($0) }, in: order)
      return (positions, cells.flatMap { FoundRows.cells(at: positions, in: order, of: found, $0) })
    }
    placing = FindTask(find) { places in
      report(
        FoundRows(
          count: places.positions.count, searched: 0..<order.count, isComplete: true, cells: places.cells
        ) { Int(places.positions[$0]) })
    }
  }
}
