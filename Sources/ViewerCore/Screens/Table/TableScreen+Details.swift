import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform

/// The details of a row in the side panel.
extension TableScreen {
  /// The largest number of fields in the side panel.
  private static let maximumInspected = 200
  /// The largest size of a value in the side panel, and that of all long values of a row together, in bytes.
  private static let (longestInspected, longestTogether) = (1 << 16, 1 << 18)

  /// The fields of the focused row, or of the selected one if none has the focus; else details of the file.
  var inspection: Inspection? {
    guard let snapshot else { return nil }
    guard let position = inspectedPosition, let row = shown?.row(at: position), row < snapshot.rowCount else {
      return inspection(ofFile: snapshot)
    }
    var inspection = Inspection(title: "Row \(Formats.count(row + 1))", symbol: .fileTable)
    inspection.row = Inspection.RowPlace(
      selectedCount: selectedRowCount, hasPrevious: neighbour(of: position, -1) != nil,
      hasNext: neighbour(of: position, 1) != nil, hasCell: inspectedColumn != nil)
    if case .picture(let source, _) = pictures.picture(of: row) { inspection.picture = source }
    if tags.tags[row] > 0 { inspection.rows.append(.init(label: "Tag", value: String(tags.tags[row]))) }
    inspection.nested = nested.values(of: row, in: snapshot)
    inspection.rows += details(of: row, in: snapshot) { inspection.nested?.contains(column: $0) == true }
    if let fault = snapshot.fault(of: row) {
      inspection.rows.append(.init(label: "Fault", value: fault.words(of: snapshot.columnCount)))
    }
    return inspection
  }

  private func inspection(ofFile snapshot: CSVSnapshot) -> Inspection {
    var inspection = Inspection(title: title, symbol: .fileTable, path: path)
    inspection.rows = [
      .init(label: "Kind", value: ([snapshot.dialect.kindWords] + coding.words).joined(separator: ", ")),
      .init(label: "Rows", value: Formats.count(snapshot.rowCount)),
      .init(label: "Columns", value: Formats.count(snapshot.columns.count)),
      .init(label: "Size", value: Inspection.size(snapshot.state.totalBytes)),
    ]
    if case .stream(_, nil) = input { return inspection }
    inspection.rows.append(.init(label: "Folder", value: PathBytes.display(FilePath.parent(of: path))))
    return inspection
  }

  /// Returns the values of a row: those of the columns as the table shows them, and then those of hidden columns.
  /// - Parameter isNested: Whether the objects and arrays of a column are shown elsewhere.
  private func details(
    of row: Int, in snapshot: CSVSnapshot, isNested: (String) -> Bool
  ) -> [Inspection.Row] {
    let values = inspectedValues(of: row, in: snapshot)
    let places = Dictionary(uniqueKeysWithValues: table.columnOrder.enumerated().map { ($1, $0) })
    func detail(_ column: Int) -> Inspection.Row? {
      let (name, field) = (snapshot.columns[column].name, values[column])
      return field?.isContainer == true && isNested(name) ? nil : snapshot.detail(field, of: name)
    }
    let isHidden = values.indices.map { table.isColumnHidden(snapshot.columns[$0].name) }
    let shown = values.indices.filter { !isHidden[$0] }.sorted {
      places[snapshot.columns[$0].name, default: .max] < places[snapshot.columns[$1].name, default: .max]
    }
    var hidden = values.indices.filter { isHidden[$0] }.compactMap(detail)
    if !hidden.isEmpty { hidden[0].beginsPart = true }
    return shown.compactMap(detail) + hidden
  }

  /// Returns the first values of a row: whole if they are not very long.
  private func inspectedValues(of row: Int, in snapshot: CSVSnapshot) -> [CSVField?] {
    var values = snapshot.values(of: row, columns: 0..<min(snapshot.columns.count, Self.maximumInspected))
    var room = Self.longestTogether
    for column in values.indices where values[column]?.isCut == true && room > CSVField.shownLimit {
      let limit = min(room, Self.longestInspected)
      values[column] = snapshot.values(of: row, columns: column..<column + 1, limit: limit)[0]
      room -= values[column]?.text.utf8.count ?? 0
    }
    return values
  }

  // MARK: The row and its neighbours

  /// The position of the focused row; that of the selected row if it is the only one and no row has the focus.
  private var inspectedPosition: Int? {
    if let focused = list.focusedItem?.item, shown?.row(at: focused) != nil { return focused }
    guard list.selectedCount == 1, let only = list.selectedRanges(inSection: 0).first?.lowerBound else { return nil }
    return shown?.row(at: only) == nil ? nil : only
  }

  /// The row whose details are shown; `nil` for none.
  var inspectedRow: Int? { inspectedPosition.flatMap { shown?.row(at: $0) } }

  /// Returns the position of the next row in a direction, beyond titles of groups; `nil` at the end.
  private func neighbour(of position: Int, _ step: Int) -> Int? {
    guard let shown else { return nil }
    var next = position + step
    while next >= 0, next < shown.count {
      if shown.row(at: next) != nil { return next }
      next += step
    }
    return nil
  }

  /// Moves the focus to the next row in a direction. A single selected row moves along, as by an arrow key.
  func step(_ step: Int) {
    guard let position = inspectedPosition, let next = neighbour(of: position, step) else { return }
    let path = ElementPath(section: 0, item: next)
    guard list.contains(path) else { return }
    if list.selectedCount == 1 { list.select(path) } else { list.focus(path) }
    list.scroll(to: .item(path), at: .nearest, animated: list.host?.environment.motion == .full)
  }

  /// The index of the column whose cell was focused or pressed; `nil` if there is none, or for row numbers.
  private var inspectedColumn: Int? { layout == .list ? table.startColumn.flatMap(filterColumn) : nil }

  /// Filters the rows by the value of the chosen cell.
  func filterByInspected() {
    guard let position = inspectedPosition, let column = inspectedColumn else { return }
    filter(column, "=", at: position)
  }
}

extension CSVSnapshot {
  /// Returns a field of a row for the side panel.
  fileprivate func detail(_ field: CSVField?, of name: String) -> Inspection.Row {
    guard let field else { return .init(label: name, value: "—", isQuiet: true) }
    guard !field.text.isEmpty else {
      let isNull = dialect.form != .fields && field.byteCount == 4
      return .init(label: name, value: isNull ? "null" : "empty", isQuiet: true)
    }
    var detail = Inspection.Row(label: name, value: field.text)
    if field.isCut {
      let left = max(1, field.byteCount - field.text.utf8.count)
      detail.more = "\(Formats.bytes(left)) more. Copy row copies all of it."
    }
    return detail
  }
}

extension CSVField {
  /// Whether the text looks like an object or array of JSON.
  fileprivate var isContainer: Bool { text.first == "{" || text.first == "[" }
}

extension CSVSnapshot.Fault {
  /// Returns the words for the fault, for the side panel.
  /// - Parameter usual: The number of fields of a valid row.
  func words(of usual: Int) -> String {
    switch self {
    case .tooFew(let count): "\(count) of \(usual) fields"
    case .tooMany(let count): "\(count) fields instead of \(usual)"
    case .openQuote: "A quote that never closes"
    case .tooLong: "Longer than 64 MiB; fields beyond that are not shown"
    case .noJSON(let reason): "No JSON: \(reason)"
    }
  }
}
