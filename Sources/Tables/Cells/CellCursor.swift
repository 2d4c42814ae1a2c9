/// The focused column of a table, and the columns of its range of cells.
///
/// The rows of a range are the selected rows of the list, so a range follows its rows through updates as the selection
/// does, and there are never two selections. Columns are identified by their indices.
struct CellCursor: Equatable {
  /// The column of the focused cell; `nil` if the whole row has the focus.
  private(set) var focusedColumn: Int?
  /// The column of the fixed end of the range; `nil` if whole rows are selected.
  private(set) var anchor: Int?
  /// The column that was pressed last, from which keys and a drag start; `nil` if there is none.
  private(set) var pressed: Int?
  /// The parts of a row that the range covers in this frame, in logical pixels from the table's leading edge.
  private var parts: [(x: Double, width: Double)] = []

  static func == (a: CellCursor, b: CellCursor) -> Bool {
    a.focusedColumn == b.focusedColumn && a.anchor == b.anchor
  }

  /// Moves the focus to a column.
  /// - Parameter extends: Whether the range extends from its fixed end to the column; otherwise it is that column.
  mutating func move(to column: Int, extends: Bool) {
    if !extends || anchor == nil { anchor = extends ? focusedColumn ?? pressed ?? column : column }
    (focusedColumn, pressed) = (column, column)
  }

  /// Records a press on a cell. The press selects the whole row, so the range ends.
  mutating func press(_ column: Int?) { (focusedColumn, anchor, pressed) = (nil, nil, column) }

  /// Reduces the range to the focused cell, as a key that moves to another row does.
  mutating func collapse() { if focusedColumn != nil { anchor = focusedColumn } }

  /// Ends the range and forgets the pressed column, so that whole rows are selected.
  mutating func clear() { (focusedColumn, anchor, pressed) = (nil, nil, nil) }

  /// The column from which keys move the focus; `nil` if no cell was focused or pressed.
  var start: Int? { focusedColumn ?? pressed }

  /// Returns the positions of the range's columns; `nil` if whole rows are selected.
  func range(in geometry: ColumnGeometry) -> ClosedRange<Int>? {
    guard let anchor, let focusedColumn, anchor < geometry.count, focusedColumn < geometry.count else { return nil }
    let (a, b) = (geometry.position(of: anchor), geometry.position(of: focusedColumn))
    return min(a, b)...max(a, b)
  }

  /// Maps the columns by `find`, which returns the new index of a column, or `nil` if it no longer exists.
  mutating func follow(_ find: (Int) -> Int?) {
    (focusedColumn, anchor, pressed) = (
      focusedColumn.flatMap(find), anchor.flatMap(find), pressed.flatMap(find)
    )
    if focusedColumn == nil || anchor == nil { clear() }
  }

  /// Computes `parts`: the parts of a row that the range covers in this frame.
  @MainActor
  mutating func place(in columns: ColumnLayout) {
    parts.removeAll(keepingCapacity: true)
    guard let range = range(in: columns.geometry) else { return }
    for isPinned in [true, false] {
      var (low, high) = (Double.infinity, -Double.infinity)
      for slot in columns.slots where slot.isPinned == isPinned {
        guard range.contains(columns.geometry.position(of: slot.column)) else { continue }
        (low, high) = (min(low, slot.x), max(high, slot.end))
      }
      if !isPinned { low = max(low, columns.pinnedWidth) }
      if low < high { parts.append((low, high - low)) }
    }
  }

  /// The parts of a selected row that are drawn as the range; `nil` if whole rows are selected.
  @MainActor
  func drawing(in columns: ColumnLayout) -> [(x: Double, width: Double)]? { parts.isEmpty ? nil : parts }
}
