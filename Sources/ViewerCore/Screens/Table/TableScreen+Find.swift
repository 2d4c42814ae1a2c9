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

  /// Shows a line that is no JSON across all columns.
  func prepareWholeRows() {
    table.wholeRowText = { [cells] item in
      guard let row = item as? Int, cells.hasFault(row: row) else { return nil }
      return cells.text(row: row, column: 0)
    }
  }

  /// Marks the cells and captions in which the user finds text.
  func prepareFinding() {
    finder.source = self
    captionMarks.find = { [finder] text, row in finder.marks(in: text, ofRow: row) }
    table.textMarks = { [finder] text, column, item in
      guard column != Self.numberColumn, let row = item as? Int else { return nil }
      return finder.marks(in: text, ofRow: row)
    }
  }

  var sidewaysTarget: Double {
    get { table.sidewaysTarget }
    set { table.sidewaysTarget = newValue }
  }
  var sidewaysScrollCount: Int { table.sidewaysScrollCount }

  /// The largest number of columns in which a match is looked for to show it.
  private static let maximumColumns = 4_096

  /// Scrolls sideways to the first visible column with a match.
  func revealMatch(_ pattern: FindPattern, inRow number: Int) {
    guard let snapshot, number < snapshot.rowCount, layout == .list else { return }
    var pattern = pattern
    let columns = snapshot.columns.prefix(Self.maximumColumns)
    for (column, field) in zip(columns, snapshot.values(of: number, columns: 0..<columns.count)) {
      guard let field, !table.isColumnHidden(column.name), !pattern.ranges(in: field.text).isEmpty else { continue }
      return table.revealColumn(column.name)
    }
  }

  /// The expressions for rows that are shown and have a match.
  private func expressions(for pattern: FindPattern) -> [TableFilterExpression] {
    let own = TableFilterExpression(finding: pattern.expression, columnCount: snapshot?.columns.count ?? 0)
    return ((try? filterExpressions()) ?? []) + [own]
  }

  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork {
    let search = TableSearch(expressions(for: pattern), in: self, report)
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

  /// Returns the places of found rows among the shown ones; `nil` if they have to be computed in the background.
  func foundRows(_ result: CSVQueryResult) -> FoundRows? {
    guard let shown, let rows = result.rows, result.snapshot?.source.generation == snapshot?.source.generation else {
      return FoundRows(count: 0, searched: 0..<0, isComplete: false)
    }
    let isComplete =
      result.isComplete && result.snapshot?.rowCount == snapshot?.rowCount && !isSearching
      && snapshot?.isRowCountExact == true
    switch shown {
    case .all:
      return FoundRows(count: rows.count, searched: 0..<result.searched, isComplete: isComplete) { Int(rows[$0]) }
    case .some(let numbers) where numbers.isAscending:
      let searched = numbers.position(from: result.searched)
      return FoundRows(count: rows.count, searched: 0..<searched, isComplete: isComplete) {
        numbers.position(from: Int(rows[$0]))
      }
    case .some, .grouped: return isComplete ? nil : FoundRows(count: rows.count, searched: 0..<0, isComplete: false)
    }
  }
}

/// The search of all rows of a table. It follows the file as it grows.
@MainActor
final class TableSearch: FindWork {
  private let query: CSVQuery
  private weak var screen: TableScreen?
  private let report: @MainActor @Sendable (FoundRows) -> Void
  /// The computation of the places of found rows among sorted ones.
  private var placing: FindTask<[Int32]>?
  /// The newest result.
  private var result: CSVQueryResult?
  private var isCancelled = false

  init(
    _ expressions: [TableFilterExpression], in screen: TableScreen,
    _ report: @escaping @MainActor @Sendable (FoundRows) -> Void
  ) {
    (self.screen, self.report) = (screen, report)
    let receiver = Receiver()
    let delivery = Delivery<CSVQueryResult> { receiver.search?.show($0) }
    query = CSVQuery(expressions, tags: screen.tags.tags) { delivery.send($0) }
    receiver.search = self
  }

  /// Refers to the search that was not made yet when the query was.
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

  /// Reports the places of the found rows among the shown ones, which may be others now.
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
    let find: @Sendable (() -> Bool) -> [Int32] = { _ in
      FoundRows.positions(of: found.lazy.map { Int($0) }, in: order)
    }
    placing = FindTask(find) { positions in
      report(
        FoundRows(count: positions.count, searched: 0..<order.count, isComplete: true) { Int(positions[$0]) })
    }
  }
}
