import Scrollwork

/// Reads the texts of a table's cells, and caches those of the rows on the screen.
///
/// To find the fields of a row, it is read from its start, so a group of neighbouring columns is read at once.
final class CellReader {
  /// The rows that are read.
  var snapshot: CSVSnapshot? {
    didSet {
      // Rows that were known keep their bytes, apart from the last one, which may have been incomplete.
      guard let old = oldValue, let snapshot, old.state.generation == snapshot.state.generation,
        old.dialect == snapshot.dialect, old.columns.count == snapshot.columns.count
      else {
        faults.removeAll(keepingCapacity: true)
        return groups.removeAll(keepingCapacity: true)
      }
      let last = max(0, old.rowCount - 1)
      groups = groups.filter { $0.key.row < last && old.isRowCountExact }
      faults = faults.filter { $0.key < last && old.isRowCountExact }
    }
  }

  private struct Group: Hashable {
    var row: Int
    /// The number of the group: its first column, divided by the number of columns in a group.
    var number: Int
  }

  private var groups: [Group: [String?]] = [:]
  /// Whether rows are invalid JSON, by row number.
  private var faults: [Int: Bool] = [:]
  /// The number of columns that are read at once.
  private static let groupSize = 16
  /// The largest number of cached groups, enough for two screens of small rows.
  private static let capacity = 2048
  /// The largest size of a text in a cell, in bytes.
  private static let longest = 4096

  /// The mark before the row number of invalid JSON.
  static let faultMark = "! "

  /// Whether the numbers of rows with invalid JSON are marked, because there are such rows.
  var marksFaults: Bool { snapshot.map { $0.dialect.form != .fields && $0.badRows > 0 } ?? false }

  /// Returns whether a row is invalid JSON.
  func hasFault(row: Int) -> Bool {
    guard marksFaults, let snapshot, row < snapshot.rowCount else { return false }
    if let known = faults[row] { return known }
    if faults.count >= Self.capacity { faults.removeAll(keepingCapacity: true) }
    let fault = snapshot.fault(of: row) != nil
    faults[row] = fault
    return fault
  }

  /// The mark before the number of a row whose number is an estimate, because the rows before it are not counted yet.
  private static let estimateMark = "≈"

  /// The number of characters of the marks that row numbers may have.
  var markLength: Int {
    (marksFaults ? Self.faultMark.count : 0) + (snapshot.map(hasEstimates) == true ? Self.estimateMark.count : 0)
  }

  private func hasEstimates(_ snapshot: CSVSnapshot) -> Bool {
    !snapshot.isRowCountExact && !snapshot.state.isCaughtUp
  }

  /// Returns the number of a row, counted from 1, with its marks.
  func number(ofRow row: Int) -> String {
    let isEstimate = snapshot.map { hasEstimates($0) && row >= $0.run.lineCount - $0.headerLines } ?? false
    return (hasFault(row: row) ? Self.faultMark : "") + (isEstimate ? Self.estimateMark : "") + Formats.count(row + 1)
  }

  /// Returns the text of a cell; `nil` if the row has no such field.
  func text(row: Int, column: Int) -> String? {
    guard let snapshot, row < snapshot.rowCount else { return nil }
    let group = Group(row: row, number: column / Self.groupSize)
    if let texts = groups[group] { return texts[column % Self.groupSize] }
    let first = group.number * Self.groupSize
    let texts = snapshot.values(of: row, columns: first..<first + Self.groupSize, limit: Self.longest)
      .map { $0?.shownText }
    if groups.count >= Self.capacity { groups.removeAll(keepingCapacity: true) }
    groups[group] = texts
    return texts[column % Self.groupSize]
  }
}

extension CSVField {
  /// The text on one line; `nil` for an empty field.
  fileprivate var shownText: String? {
    text.isEmpty ? nil : OneLine.text(text)
  }
}
