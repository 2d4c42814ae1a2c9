import Scrollwork
import ScrollworkPlatform

/// The rows of a table to save or pick.
extension TableScreen {
  /// The rows to save; `rows` is `nil` for all rows of the table.
  struct Handed {
    var rows: [Int32]?
    var count: Int
    var isSelection: Bool
  }

  /// The selected rows if there are several, else all shown ones, also those of collapsed groups.
  var handedRows: Handed {
    let selected = list.selectedCount > 1 ? selectedRows : []
    if !selected.isEmpty { return Handed(rows: selected, count: selected.count, isSelection: true) }
    guard let shown else { return Handed(rows: [], count: 0, isSelection: false) }
    switch shown {
    case .all(let count): return Handed(rows: nil, count: count, isSelection: false)
    case .some(let rows): return Handed(rows: rows.numbers, count: rows.count, isSelection: false)
    case .grouped(let groups): return Handed(rows: groups.rows, count: groups.rows.count, isSelection: false)
    }
  }

  /// The selected rows in their order on screen.
  private var selectedRows: [Int32] {
    guard let snapshot else { return [] }
    return list.selectedRanges(inSection: 0).lazy.joined().compactMap { [shown] position in
      shown?.row(at: position).flatMap { $0 < snapshot.rowCount ? Int32(truncatingIfNeeded: $0) : nil }
    }
  }

  /// An unused file name for the saved rows, in the folder of the table.
  private var proposedName: String {
    var name = Compression.plainName(of: FilePath.lastComponent(of: path))
    if isStream { name += snapshot?.dialect.ending ?? "" }
    let ending = EntryKind.fileExtension(of: name)
    let base = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    return RowsToSave.freeName(
      base + "-rows", ending.isEmpty ? "" : "." + name.suffix(ending.count), in: FilePath.parent(of: path))
  }
}

extension TableScreen: SavingScreen {
  var rowsToSave: RowsToSave? { rowsToSave(tags: savesTags ? tags.tags : nil) }

  /// Returns the rows to save; `nil` before any are known.
  /// - Parameter tags: The tags to add as a last column; `nil` for none.
  private func rowsToSave(tags: RowTags?) -> RowsToSave? {
    guard let snapshot else { return nil }
    let (handed, source) = (handedRows, path)
    return RowsToSave(
      noun: "row", count: handed.count, isSelection: handed.isSelection, name: proposedName,
      folder: FilePath.parent(of: path), source: isStream ? nil : path,
      // A stream may never end, so the rows that have arrived can be saved.
      objection: snapshot.isRowCountExact || isStream
        ? nil : "The table is still being read; try again when it is complete"
    ) { path, replaces throws(FileError) in
      let format = try RowSaver.format(of: path, source: source, hasTags: tags != nil)
      try RowSaver(snapshot, rows: handed.rows, tags: tags).save(as: format, to: path, replacing: replaces)
    }
  }
}

extension TableScreen: PickingScreen {
  /// Ends picking if another program requested rows; otherwise opens the picture of a row.
  func activate(_ row: Int) {
    if let onPick { onPick() } else { openPicture(of: row) }
  }

  var pick: Pick? {
    guard let snapshot else { return nil }
    var rows = selectedRows
    if rows.isEmpty, let row = list.focusedItem.flatMap({ shown?.row(at: $0.item) }), row < snapshot.rowCount {
      rows = [Int32(truncatingIfNeeded: row)]
    }
    guard !rows.isEmpty else { return nil }
    let saver = RowSaver(snapshot, rows: rows)
    return { output throws(FileError) in try saver.write(as: .text, header: false, to: &output) }
  }
}
