import Scrollwork
import ScrollworkPlatform

/// The screen of a file with rows and columns. Rows are shown while the file is indexed.
final class TableScreen: ViewerScreen {
  let title: String
  let path: String
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?

  let table = TableView()
  let holder = ScreenView()
  private(set) var snapshot: CSVSnapshot?
  private var index: CSVIndex?
  private let cells = CellReader()
  /// The columns in the newest table, as declared for the view and as they are in the file.
  private var columns: [TableColumn<Int>] = []
  private var columnInfos: [TableColumnInfo] = []
  /// The number of rows in the newest table, and the generation of the file that they belong to.
  private var shown: (count: Int, generation: Int)?
  /// The saved position, until its row is known.
  var pendingPosition: ScrollPosition?

  /// Shows a file.
  /// - Throws: The reason why the file cannot be read.
  init(path: String, place: SavedPosition? = nil) throws(FileError) {
    self.path = path
    title = PathBytes.display(FilePath.lastComponent(of: path))
    pendingPosition = place?.position
    let file = try RandomAccessFile(path: path)
    // Read before the screen is shown, so that an unreadable file is reported.
    _ = try file.bytes(at: 0, count: 1)
    holder.content = table
    list.anchorPolicy = .item
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
    let delivery = Delivery<CSVSnapshot> { [weak self] snapshot in self?.show(snapshot) }
    index = CSVIndex(file: file, scanner: CSVFileScanner(name: path)) { delivery.send($0) }
  }

  var view: View { holder }
  var list: CollectionView { table.list }
  var crumbs: [CrumbBar.Crumb] { CrumbBar.Crumb.parts(of: path) }
  var filterPrompt: String? { nil }
  var failure: String? { snapshot?.state.error.map { "\($0)" } }

  var isBusy: Bool {
    guard let index, let snapshot, !index.isBusy else { return true }
    let newest = index.snapshot
    return !newest.isRowCountExact || newest.rowCount != snapshot.rowCount
      || newest.state.generation != snapshot.state.generation
  }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    if !texts.isEmpty { throw ExpressionError("Tables cannot be filtered yet") }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    if !keys.isEmpty { throw ExpressionError("Tables cannot be sorted yet") }
  }

  /// Whether changes of the file are noticed.
  var isWatched: Bool { index?.isWatched == true }

  func reload() { index?.reload() }

  func stop() { index?.stop() }

  // MARK: Showing

  private func show(_ snapshot: CSVSnapshot) {
    updateErrorBar(before: self.snapshot?.state.error, now: snapshot)
    self.snapshot = snapshot
    cells.snapshot = snapshot
    if columns.isEmpty || columnInfos != snapshot.columns {
      columnInfos = snapshot.columns
      columns = makeColumns(snapshot.columns)
    }
    let generation = snapshot.source.generation
    // Beyond the index row numbers are estimates, so a list that is at its end stays there.
    if !snapshot.isRowCountExact { list.anchorPolicy = list.isAtEnd && list.itemCount > 0 ? .end : .item }
    let declared = Table(columns: columns) { row in
      Section(id: "rows \(generation)", data: 0..<snapshot.rowCount, id: \.self) { number in row(number) }
    }
    if shown?.generation != generation { list.deselectAll() }
    shown = (snapshot.rowCount, generation)
    table.apply(declared, updateStrategy: .nonanimatedBatchUpdates) { [weak self] _ in
      self?.restorePendingPosition(snapshot)
    }
    holder.show(notice(snapshot))
    onChange?()
  }

  /// Declares the column of row numbers and those of the file.
  private func makeColumns(_ infos: [TableColumnInfo]) -> [TableColumn<Int>] {
    let reader = cells
    let number = TableColumn<Int>(
      Self.numberColumn, title: "#", width: .fitted(minimum: 48, maximum: 160), alignment: .end, isPinned: true,
      isSortable: false
    ) { Formats.count($0 + 1) }
    return [number]
      + infos.enumerated().map { column, info in
        TableColumn<Int>(
          info.name, width: .fitted(minimum: 56, maximum: 320), alignment: info.type == .number ? .end : .start,
          isSortable: false
        ) { reader.text(row: $0, column: column) }
      }
  }

  /// The identity of the column of row numbers, which no column of a file has, because names have no line ends.
  private static let numberColumn = "\n"

  /// Returns the text in place of an empty table; `nil` if there are rows.
  private func notice(_ snapshot: CSVSnapshot) -> Notice? {
    guard snapshot.rowCount == 0, snapshot.isRowCountExact else { return nil }
    if let error = snapshot.state.error {
      return Notice(
        symbol: .warning, title: "Cannot read this file", detail: Words.sentence("\(error)"), isFailure: true)
    }
    guard snapshot.columns.isEmpty else { return nil }
    return Notice(symbol: .fileTable, title: "Empty file", detail: "New rows appear here by themselves.")
  }
}
