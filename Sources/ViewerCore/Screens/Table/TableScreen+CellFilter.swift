import Scrollwork

/// Filters by the value of a cell, in the context menu and by keys.
extension TableScreen: CellFiltering {
  /// The largest size of a value for a filter, in bytes.
  private static let largestValue = 1_024

  /// The identity of the column of row numbers. No column of a file has it, because names contain no line ends.
  static let numberColumn = "\n"

  /// Adds the filters to the menu of the rows.
  func prepareCellFilters() {
    table.onStartColumnChange = { [weak self] in self?.onChange?() }
    // Escape removes a bar or a filter before it takes the focus from a cell, or the selection from one row.
    table.leavesKey = { [weak self] key in
      guard let self, key == .escape else { return false }
      return holder.showsAnswer || !filters.isEmpty && list.selectedCount <= 1
    }
    table.cellMenu = { [weak self] column, path in
      guard let self, let number = filterColumn(column), shown?.row(at: path.item) != nil else { return [] }
      return valueActions(of: "rows") { $0.filter(number, $1, at: path.item) } + [groupAction(of: column)]
    }
  }

  /// Returns the index of a column in the file, or -1 for the tags; `nil` for the column of row numbers.
  func filterColumn(_ id: String) -> Int? {
    if id == Self.tagColumn { return RowSortKey.tagColumn }
    return snapshot?.columns.firstIndex { $0.name == id }
  }

  /// Adds a filter that compares a column with its value in the row at a position.
  func filter(_ column: Int, _ relation: String, at position: Int) {
    guard let snapshot, let row = shown?.row(at: position), row < snapshot.rowCount else { return }
    let (name, value): (String, String)
    if column == RowSortKey.tagColumn {
      let tag = tags.tags[row]
      (name, value) = (tagTitle, tag == 0 ? "" : String(tag))
    } else {
      let field = snapshot.values(of: row, columns: column..<column + 1, limit: Self.largestValue + 1)[0]
      guard field.map({ !$0.isCut && $0.text.utf8.count <= Self.largestValue }) ?? true else {
        return showFilterObjection("The value is longer than \(Formats.count(Self.largestValue)) bytes.")
      }
      (name, value) = (snapshot.columns[column].name, field?.text ?? "")
    }
    // Two equals signs are one relation.
    let text = name + relation + (value.hasPrefix("=") ? " " : "") + value
    let meant = try? TableFilterExpression(text, columns: snapshot.columns)
    let isMeant = column == RowSortKey.tagColumn ? meant?.needsTags == true : meant?.column == column
    guard isMeant else {
      return showFilterObjection("A filter cannot name the column “\(name)”.")
    }
    _ = holder.closeAnswer()
    onAddFilter?(text)
  }

  /// The reason why the rows cannot be filtered by the value of a column in the focused row; `nil` if they can.
  func objectionToValue(of column: String) -> String? {
    if column == Self.numberColumn { return "the number of a row is no value of the table" }
    return list.focusedItem.flatMap { shown?.row(at: $0.item) } == nil ? "the title of a group is no row" : nil
  }
}
