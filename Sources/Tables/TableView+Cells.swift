import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkEngine
package import ScrollworkGeometry
import ScrollworkHostInterface

/// The focused cell, ranges of cells, and copying.
extension TableView {
  /// The identity of the focused cell's column; `nil` if the whole row has the focus.
  package var focusedColumn: String? { cells.focusedColumn.map { columns.set.specs[$0].id } }

  /// The identity of the column from which keys start: the focused or else the pressed one; `nil` if there is none.
  package var startColumn: String? { cells.start.map { columns.set.specs[$0].id } }

  /// The identities of the columns in the range of cells, in their order on screen; `nil` if whole rows are selected.
  /// The rows of the range are the selected rows of ``list``.
  package var rangeColumns: [String]? {
    rangeIndices?.map { columns.set.specs[$0].id }
  }

  /// The identity of the column at a point of ``list``; `nil` if there is none, as between tiles.
  package func column(at point: Point) -> String? {
    showsTiles ? nil : body.column(at: point).map { columns.set.specs[$0].id }
  }

  /// Focuses the cell in a column of the focused row, and makes it the range; `nil` focuses the whole row.
  package func focusColumn(_ id: String?) {
    guard let id else { return cells.clear() }
    guard let column = columns.set.index(of: id), !columns.geometry.isHidden(column) else { return }
    moveFocus(to: column, extends: false)
  }

  private var rangeIndices: [Int]? {
    cells.range(in: columns.geometry).map { range in
      range.map { columns.geometry.column(at: $0) }.filter { !columns.geometry.isHidden($0) }
    }
  }

  /// Moves the focus to the cell in a column of the focused row, and brings it into view.
  /// - Parameter extends: Whether the range extends to the cell; otherwise the range is that cell.
  func moveFocus(to column: Int, extends: Bool) {
    cells.move(to: column, extends: extends)
    reveal(column, animated: true)
    guard let path = body.focusedItem, newestList.contains(path) else { return }
    let text = text(of: column, at: path, in: newestList) ?? "empty"
    host?.announce("\(columns.set.specs[column].title), \(text)")
  }

  /// The direction in which a key moves the focused cell.
  enum CellMove { case next, previous, first, last }

  /// Moves the focused cell by a key.
  /// - Returns: Whether there are visible columns.
  func moveCell(_ move: CellMove, extends: Bool) -> Bool {
    let geometry = columns.geometry
    guard let first = geometry.first, let last = geometry.last else { return false }
    let start = cells.start.map { geometry.position(of: $0) }
    let position: Int
    switch move {
    case .first: position = first
    case .last: position = last
    case .next: position = start.map { geometry.next(after: $0) ?? last } ?? first
    case .previous: position = start.map { geometry.previous(before: $0) ?? first } ?? first
    }
    moveFocus(to: geometry.column(at: position), extends: extends)
    return true
  }

  // MARK: Copying

  /// The largest number of cells that are copied at a time.
  static let copiedCellLimit = 5_000_000
  /// The largest number of cells that are copied as HTML in addition to tab-separated values.
  private static let formattedCellLimit = 200_000

  /// Copies the range of cells, or the visible columns of the selected rows, to the clipboard. Programs that take HTML
  /// get a table of up to 200,000 cells as such too.
  /// - Returns: Whether anything was copied. More than 5,000,000 cells are refused with an announcement.
  /// - Complexity: O(*n*) in the number of cells.
  @discardableResult
  package func copy(as format: TableCopyFormat = .tabSeparated) -> Bool {
    copy(rows: body.selectedPaths, count: body.selectedCount, as: format)
  }

  private func copy(rows paths: some Sequence<ElementPath>, count: Int, as format: TableCopyFormat) -> Bool {
    guard let host, count > 0 else { return false }
    let shown = rangeIndices ?? visibleIndices
    guard !shown.isEmpty else { return false }
    guard count.multipliedReportingOverflow(by: shown.count).partialValue <= Self.copiedCellLimit else {
      host.announce("Too many cells to copy: \(count) rows of \(shown.count)")
      return false
    }
    let text = text(of: paths, shown, as: format, titles: shown.map { columns.set.specs[$0].title })
    guard let clipboard = host.environment.clipboard as? any DataClipboard else {
      host.environment.clipboard.text = text
      return true
    }
    func html(_ text: String) -> ClipboardItem { ClipboardItem(type: "text/html", bytes: Array(text.utf8)) }
    var items = [ClipboardItem(text: text)]
    if format == .html {
      items.insert(html(text), at: 0)
    } else if count * shown.count <= Self.formattedCellLimit {
      // The same cells, so without the titles, which tab-separated values do not have.
      items.append(html(self.text(of: paths, shown, as: .html, titles: [])))
    }
    clipboard.offer(items)
    return true
  }

  private var visibleIndices: [Int] {
    var (result, position) = ([Int](), columns.geometry.first)
    while let current = position {
      result.append(columns.geometry.column(at: current))
      position = columns.geometry.next(after: current)
    }
    return result
  }

  private func text(
    of paths: some Sequence<ElementPath>, _ shown: [Int], as format: TableCopyFormat, titles: [String]
  ) -> String {
    let list = newestList
    var writer = CellWriter(format, titles: titles)
    for path in paths where list.contains(path) {
      guard let row = content(at: path, in: list) else { continue }
      writer.beginRow()
      for column in shown { writer.add(row.column(column, of: columns.set).flatMap(row.text)) }
      writer.endRow()
    }
    return writer.finish()
  }

  private func text(of column: Int, at path: ElementPath, in list: List) -> String? {
    content(at: path, in: list).flatMap { row in row.column(column, of: columns.set).flatMap(row.text) }
  }

  /// Returns the actions for the focused cell, to be shown in the menu of rows.
  func cellActions(for paths: [ElementPath]) -> [MenuElement] {
    guard copiesCells() || !showsTiles, let cellMenu,
      let row = paths.first(where: { $0 == body.focusedItem }) ?? paths.first, let column = cells.start,
      column < columns.count
    else { return [] }
    return cellMenu(columns.set.specs[column].id, row)
  }

  /// Returns the actions that copy, to be shown in the menu of rows.
  func copyActions(for paths: [ElementPath]) -> [MenuElement] {
    // Tiles whose keys copy something else have no cells to copy.
    guard offersCopying, !paths.isEmpty, copiesCells() || !showsTiles else { return [] }
    let hasKey = copiesCells()
    return [
      .action(
        MenuAction(
          hasKey ? "Copy" : "Copy as text", symbol: .copy, key: hasKey ? "C" : nil, modifiers: hasKey ? .control : []
        ) { [weak self] in
          _ = self?.copy(rows: paths, count: paths.count, as: .tabSeparated)
        }),
      .action(
        MenuAction("Copy as HTML") { [weak self] in
          _ = self?.copy(rows: paths, count: paths.count, as: .html)
        }),
    ]
  }
}
