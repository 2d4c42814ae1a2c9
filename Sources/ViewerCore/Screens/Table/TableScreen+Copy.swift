import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform

/// Copying rows and cells.
extension TableScreen {
  /// The largest numbers of rows and of cells that are copied in the format of a table too.
  private static let maximumTableRows = 10_000
  private static let maximumCells = 200_000
  /// The largest size of a value in a copied table, and of one that is copied alone, in bytes.
  private static let (longestValue, longestAlone) = (1 << 20, CopiedText.maximumItemSize)

  /// The source of the selected rows, up to the limits of `CopiedText`; if a range of cells is selected, their values.
  var copied: CopiedText? {
    guard let snapshot, selectedRowCount > 0 else { return nil }
    let rows = selectedPositions.lazy.compactMap { [shown] in shown?.row(at: $0) }.filter { $0 < snapshot.rowCount }
    guard let columns = copiedColumns else {
      return CopiedText(rows.map { snapshot.sourceText(of: $0) }, count: selectedRowCount, noun: "row")
    }
    if columns.count == 1, selectedRowCount == 1, let row = rows.first(where: { _ in true }) {
      return CopiedText(values(of: row, columns, snapshot, limit: Self.longestAlone), count: 1, noun: "cell")
    }
    let lines = rows.map { [self] row in Self.text(.tabSeparated, [], [values(of: row, columns, snapshot)]) }
    guard columns.count > 1 else { return CopiedText(lines, count: selectedRowCount, noun: "cell") }
    return CopiedText(lines, count: selectedRowCount, noun: "row", of: "\(Formats.count(columns.count)) cells")
  }

  /// Whether a drag from a point of the list takes the selected rows to other programs: by their numbers and in the
  /// grid.
  func dragsRows(from point: Point) -> Bool { layout != .list || table.column(at: point) == Self.numberColumn }

  /// Returns the copied content in the formats that other programs accept, the most exact one first.
  func clipboardItems(_ copied: CopiedText) -> [ClipboardItem] {
    Self.clipboardItems(copied, html: table(as: .html), tabbed: table(as: .tabSeparated))
  }

  /// The row whose details are shown, as Ctrl+C copies it if it is the only selected one; `nil` if there is none.
  var copiedRow: (items: [ClipboardItem], message: String)? {
    guard let snapshot, let row = inspectedRow, row < snapshot.rowCount else { return nil }
    let copied = CopiedText([snapshot.sourceText(of: row)], count: 1, noun: "row")
    let columns = Array(snapshot.columns.indices)
    // In a table, longer values are cut.
    let isShort = copied.text.utf8.count <= Self.longestValue && columns.count <= Self.maximumCells
    func table(as format: TableCopyFormat) -> String? {
      isShort ? self.table(as: format, [row], columns, snapshot) : nil
    }
    return (
      Self.clipboardItems(copied, html: table(as: .html), tabbed: table(as: .tabSeparated)), copied.message
    )
  }

  private static func clipboardItems(_ copied: CopiedText, html: String?, tabbed: String?) -> [ClipboardItem] {
    let plain = ClipboardItem(text: copied.text)
    guard let html, let tabbed else { return [plain] }
    func item(_ type: String, _ text: String) -> ClipboardItem { ClipboardItem(type: type, bytes: Array(text.utf8)) }
    return [plain, item("text/tab-separated-values", tabbed), item("text/html", html)]
  }

  /// The selection as the source of an HTML table; `nil` if nothing is selected, or too much.
  var copiedHTML: (items: [ClipboardItem], message: String)? {
    guard let html = table(as: .html) else { return nil }
    let items = [ClipboardItem(type: "text/html", bytes: Array(html.utf8)), ClipboardItem(text: html)]
    let noun = Words.count("row", selectedRowCount)
    return (items, "Copied \(Formats.count(selectedRowCount)) \(noun) as HTML")
  }

  /// Returns the selected rows or cells as a table; `nil` if nothing or too much is selected.
  private func table(as format: TableCopyFormat) -> String? {
    guard let snapshot, selectedRowCount > 0, !isTooLargeAsTable else { return nil }
    let columns = copiedColumns ?? Array(snapshot.columns.indices)
    let rows = selectedPositions.compactMap { shown?.row(at: $0) }.filter { $0 < snapshot.rowCount }
    return table(as: format, rows, columns, snapshot)
  }

  private func table(
    as format: TableCopyFormat, _ rows: [Int], _ columns: [Int], _ snapshot: CSVSnapshot
  ) -> String {
    Self.text(format, columns.map { title(of: $0, snapshot) }, rows.map { values(of: $0, columns, snapshot) })
  }

  /// Whether the selection is too large to be copied as a table.
  var isTooLargeAsTable: Bool {
    let columns = copiedColumns?.count ?? snapshot?.columns.count ?? 0
    return selectedRowCount > Self.maximumTableRows || selectedRowCount * max(1, columns) > Self.maximumCells
  }

  private static func text(_ format: TableCopyFormat, _ titles: [String], _ rows: [[String]]) -> String {
    var writer = CellWriter(format, titles: titles)
    for row in rows {
      writer.beginRow()
      for value in row { writer.add(value) }
      writer.endRow()
    }
    return writer.finish()
  }

  var selectedPositions: some Sequence<Int> { list.selectedRanges(inSection: 0).lazy.joined() }

  /// The column index that represents the row numbers.
  private static let rowNumbers = -2

  /// The column indices of the selected range of cells; `nil` if whole rows are selected.
  private var copiedColumns: [Int]? {
    guard layout == .list, let range = table.rangeColumns, let snapshot else { return nil }
    return range.compactMap { id in
      switch id {
      case Self.numberColumn: Self.rowNumbers
      case Self.tagColumn: RowSortKey.tagColumn
      default: snapshot.columns.firstIndex { $0.name == id }
      }
    }
  }

  private func title(of column: Int, _ snapshot: CSVSnapshot) -> String {
    switch column {
    case Self.rowNumbers: "#"
    case RowSortKey.tagColumn: tagTitle
    default: snapshot.columns[column].name
    }
  }

  /// Returns the complete values of a row, including those that the cells show shortened or on one line.
  private func values(
    of row: Int, _ columns: [Int], _ snapshot: CSVSnapshot, limit: Int = longestValue
  ) -> [String] {
    guard let first = columns.filter({ $0 >= 0 }).min(), let last = columns.max() else {
      return columns.map { tagOrNumber($0, row) }
    }
    let fields = snapshot.values(of: row, columns: first..<last + 1, limit: limit)
    return columns.map { $0 < 0 ? tagOrNumber($0, row) : fields[$0 - first]?.text ?? "" }
  }

  private func tagOrNumber(_ column: Int, _ row: Int) -> String {
    if column == Self.rowNumbers { return String(row + 1) }
    return tags.tags[row] == 0 ? "" : String(tags.tags[row])
  }
}

extension CSVSnapshot {
  /// Returns the source text of a row, unchanged from the file.
  fileprivate func sourceText(of row: Int) -> String { dialect.encoding.decode(sourceBytes(of: row)) }
}
