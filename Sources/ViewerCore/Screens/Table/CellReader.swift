import Scrollwork

/// Reads the texts of a table's cells, and keeps those of the rows on screen.
///
/// The fields of a row are found by reading the row from its start, so a group of neighbouring columns is read at once.
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
    /// The first column, divided by the number of columns in a group.
    var number: Int
  }

  private var groups: [Group: [String?]] = [:]
  /// Whether rows are no JSON.
  private var faults: [Int: Bool] = [:]
  /// The number of columns that are read at once.
  private static let groupSize = 16
  /// The number of groups that are kept: enough for two screens of small rows.
  private static let capacity = 2048
  /// The largest number of bytes of a text in a cell.
  private static let longest = 4096

  /// The mark before the number of a row that is no JSON.
  static let faultMark = "! "

  /// Whether there are rows to mark.
  var marksFaults: Bool { snapshot.map { $0.dialect.form != .fields && $0.badRows > 0 } ?? false }

  /// Whether a row is no JSON.
  func hasFault(row: Int) -> Bool {
    guard marksFaults, let snapshot, row < snapshot.rowCount else { return false }
    if let known = faults[row] { return known }
    if faults.count >= Self.capacity { faults.removeAll(keepingCapacity: true) }
    let fault = snapshot.fault(of: row) != nil
    faults[row] = fault
    return fault
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
  /// The text on one line; an empty field counts as missing.
  fileprivate var shownText: String? {
    if text.isEmpty { return nil }
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}
