import Dispatch
import Scrollwork
import ScrollworkPlatform

/// The column of a table whose values name pictures, and the pictures of the rows.
@MainActor
final class TablePictures {
  /// The choice of the column.
  enum Choice: Equatable {
    /// The column that was found, if there is one.
    case automatic
    case off
    /// A column of the table, by its name.
    case column(String)
  }

  /// The user's choices for pictures.
  struct Look {
    var choice = Choice.automatic
    var layout = FolderLayout.list
    var height = TablePictures.usualHeight
    var tileSize: Int?
    var captions: [String]?
  }

  /// The result of a search for the column.
  private struct Finding: Sendable {
    var generation: Int
    var names: [String]
    var rows: Int
    var column: String?
  }

  /// The heights of rows with pictures, in logical pixels. The first is that of a row of text.
  nonisolated static let heights: [Double] = [28, 32, 48, 64, 96, 128]
  /// The default index in `heights`.
  nonisolated static let usualHeight = 2
  /// The range of the column's width without its picture, in logical pixels.
  private static let textWidths = 172.0...272.0
  /// The horizontal padding of a text, and the estimated width of a character, in logical pixels.
  private static let (textMargin, letterWidth) = (34.0, 7.0)
  /// The number of rows from which the width of the column is computed.
  static let widthSample = 24
  /// The largest number of cached pictures.
  private static let capacity = 1024
  /// The number of rows that are checked to find the column.
  private static let sampleRows = 200

  private(set) var choice = Choice.automatic
  /// The layout that is used while there are pictures.
  var layout = FolderLayout.list
  /// The index in `heights` of the height of rows.
  var height = usualHeight
  /// The density that determines the height of rows without pictures.
  var density = Density.comfortable
  /// The index of the tile size in `FolderLayout.tileSizes`; `nil` for the default.
  var tileSize: Int?
  /// The row whose picture was opened last.
  var openRow: Int? {
    didSet { if let openRow, let path = picture(of: openRow).path { openedRows[path] = openRow } }
  }
  /// The rows whose pictures were opened, by the paths of the pictures. Several rows may have the same picture.
  private(set) var openedRows: [String: Int] = [:]
  /// The columns in the captions of tiles, by name, in the order in which the user chose them; `nil` for the default.
  private var captions: [String]?

  private let folder: PictureFolder
  private var snapshot: CSVSnapshot?
  private var known: [Int: CellPicture] = [:]
  private var finding: Finding?
  private(set) var isSearching = false
  /// Called with the reason when the user activates a row without a picture that can be opened.
  var onRefusal: ((String) -> Void)?
  /// Called when a search found another column.
  var onFind: (() -> Void)?

  /// The user's choices, to be passed to another screen and adopted before the rows are known.
  var look: Look {
    get { Look(choice: choice, layout: layout, height: height, tileSize: tileSize, captions: captions) }
    set {
      (choice, layout, height) = (newValue.choice, newValue.layout, newValue.height)
      (tileSize, captions) = (newValue.tileSize, newValue.captions)
    }
  }

  init(table path: String) { folder = PictureFolder(ofTable: path) }

  /// The index of the column; `nil` if no pictures are shown.
  var column: Int? {
    guard let name = columnName else { return nil }
    return snapshot?.columns.firstIndex { $0.name == name }
  }

  /// The name of the column; `nil` if no pictures are shown.
  var columnName: String? {
    switch choice {
    case .automatic: finding?.column
    case .off: nil
    case .column(let name): name
    }
  }

  /// The height of a row, in logical pixels.
  var rowHeight: Double { column == nil ? density.tableRow : Self.heights[height] }

  /// Returns the width of the column at the default height of rows, wide enough for `values`, in logical pixels.
  static func usualWidth(showing values: [String]) -> Double {
    let letters = values.lazy.map { Self.shown($0).unicodeScalars.count }.max() ?? 0
    let wanted = textMargin + letterWidth * Double(letters)
    return pictureWidth(usualHeight) + min(max(wanted, textWidths.lowerBound), textWidths.upperBound).rounded(.up)
  }

  /// Returns the width of a picture at an index in `heights`, in logical pixels.
  static func pictureWidth(_ index: Int) -> Double { PictureTextView.box(inHeight: heights[index]).width }

  /// Chooses the column.
  func choose(_ choice: Choice) {
    self.choice = choice
    known.removeAll(keepingCapacity: true)
    search()
  }

  // MARK: Searching

  /// Adopts a new snapshot, and searches the column in its first rows.
  func update(_ new: CSVSnapshot) {
    let isSame = snapshot?.source.generation == new.source.generation && snapshot?.columns == new.columns
    // The last row may have been incomplete.
    if !isSame || snapshot?.isRowCountExact != true { known.removeAll(keepingCapacity: true) }
    if isSame, let last = snapshot?.rowCount { known[max(0, last - 1)] = nil }
    snapshot = new
    search()
  }

  private func search() {
    guard let snapshot, !isSearching, choice == .automatic, snapshot.rowCount > 0 else { return }
    let names = snapshot.columns.map(\.name)
    if let finding, finding.generation == snapshot.source.generation, finding.names == names,
      finding.rows >= min(Self.sampleRows, snapshot.rowCount) || finding.column != nil
    {
      return
    }
    isSearching = true
    let folder = folder
    let delivery = Delivery<Finding> { [weak self] finding in self?.finish(finding) }
    DispatchQueue.global(qos: .userInitiated).async {
      let column = TablePicture.pictureColumn(in: snapshot) { folder.holds($0) }
      delivery.send(
        Finding(
          generation: snapshot.source.generation, names: names, rows: snapshot.rowCount,
          column: column.map { names[$0] }))
    }
  }

  private func finish(_ finding: Finding) {
    isSearching = false
    let before = self.finding?.column
    self.finding = finding
    if choice == .automatic, before != finding.column { known.removeAll(keepingCapacity: true) }
    onFind?()
    search()
  }

  // MARK: The pictures of rows

  /// Clears the cache of files that were looked up.
  func reload() { known.removeAll(keepingCapacity: true) }

  /// Returns the picture of a row.
  func picture(of row: Int) -> CellPicture {
    guard let column, let snapshot, row >= 0, row < snapshot.rowCount else { return .none }
    if let picture = known[row] { return picture }
    let picture = Self.picture(of: row, column, snapshot, folder)
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    known[row] = picture
    return picture
  }

  private nonisolated static func picture(
    of row: Int, _ column: Int, _ snapshot: CSVSnapshot, _ folder: PictureFolder
  ) -> CellPicture {
    guard row < snapshot.rowCount else { return .none }
    let limit = PictureFolder.longestValue
    guard let field = snapshot.values(of: row, columns: column..<column + 1, limit: limit)[0] else { return .none }
    guard field.isCut else { return folder.picture(field.text) }
    return TablePicture(field.text) == nil ? .none : .refused("it has more than \(Formats.bytes(limit))")
  }

  /// Returns a function that tells whether a row has a picture that can be opened. It may be called on any thread.
  func finder(in snapshot: CSVSnapshot, column: Int) -> @Sendable (Int) -> Bool {
    let folder = folder
    return { row in
      guard case .picture(let source, let path) = Self.picture(of: row, column, snapshot, folder) else { return false }
      guard case .file = source else { return true }
      return (try? FileInfo(path: path))?.kind == .regular
    }
  }

  /// Returns the text that is shown for a value beside its picture.
  static func shown(_ value: String) -> String {
    PictureAddress.isAddress(value) ? PictureAddress.name(of: value) : value
  }

  /// Returns a row's picture as an entry for the picture screen; `nil` if it has none, or if its file is gone.
  func entry(of row: Int) -> FolderEntry? {
    guard let path = picture(of: row).path else { return nil }
    if PictureAddress.isAddress(path) { return AddressListWorker.entries([path])[0] }
    guard let info = try? FileInfo(path: path), info.kind == .regular else { return nil }
    return FolderEntry(path: path, info: info)
  }

  // MARK: Captions

  /// The columns in captions: the chosen ones, or else the first column of text beside the picture that has values. The
  /// extra columns of longer rows rarely have values.
  var captionColumns: [Int] {
    guard let snapshot else { return [] }
    if let captions { return captions.compactMap { name in snapshot.columns.firstIndex { $0.name == name } } }
    let first = snapshot.columns.indices.first {
      $0 < snapshot.columnCount && $0 != column && snapshot.columns[$0].type == .text && hasValues($0, snapshot)
    }
    return first.map { [$0] } ?? []
  }

  /// Whether one of the first rows has a value in a column.
  private func hasValues(_ column: Int, _ snapshot: CSVSnapshot) -> Bool {
    (0..<min(Self.widthSample, snapshot.rowCount)).contains { row in
      snapshot.values(of: row, columns: column..<column + 1)[0].map { !$0.text.isEmpty } ?? false
    }
  }

  /// Adds a column to the captions, or removes it.
  func toggleCaption(_ column: Int) {
    guard let snapshot, snapshot.columns.indices.contains(column) else { return }
    var names = captionColumns.map { snapshot.columns[$0].name }
    let name = snapshot.columns[column].name
    if let index = names.firstIndex(of: name) { names.remove(at: index) } else { names.append(name) }
    captions = names
  }
}
