import CZlib
package import ScrollworkPlatform

/// The tags of a table's rows with their file, and the changes that can be undone.
package struct TagStore {
  package private(set) var tags = RowTags()
  /// The number of tags in the file that belong to rows which changed or are gone.
  package private(set) var strayCount = 0
  /// The newest tag of each row in the file, and the checksum of the row that it belongs to.
  private var entries: [Int32: TagChange] = [:]
  private let file: TagFile<TagChange>
  /// The changes that can be undone and redone, each the rows' tags before or after it.
  private var undone: [[TagChange]] = []
  private var done: [[TagChange]] = []

  /// The largest number of rows that are tagged at once.
  package static let maximumRows = 100_000

  /// Reads the tags of a table.
  /// - Throws: If their file cannot be read or is something else.
  package init(table path: String) throws(FileError) {
    file = TagFile(table: path)
    for change in try file.read() {
      entries[change.row] = change.tag == 0 ? nil : change
    }
    for change in entries.values { tags[Int(change.row)] = change.tag }
  }

  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }

  /// Returns the checksum of a row's bytes: the CRC-32 of RFC 1952.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(truncatingIfNeeded: bytes.count)))
  }

  /// Tags rows, or removes their tags if `tag` is 0. Returns whether any tag changed.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func set(_ tag: UInt8, rows: [(row: Int, checksum: UInt32)]) throws(FileError) -> Bool {
    var (before, after): ([TagChange], [TagChange]) = ([], [])
    for (row, checksum) in rows where tags[row] != tag {
      let number = Int32(truncatingIfNeeded: row)
      before.append(TagChange(row: number, tag: tags[row], checksum: checksum))
      after.append(TagChange(row: number, tag: tag, checksum: checksum))
    }
    guard !after.isEmpty else { return false }
    try write(after)
    done.append(before)
    undone = []
    return true
  }

  /// Restores the tags before the last change. Returns the rows that changed; `nil` if there is nothing to undo.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func undo() throws(FileError) -> [Int]? {
    guard let changes = done.last else { return nil }
    undone.append(try revert(to: changes))
    done.removeLast()
    return changes.map { Int($0.row) }
  }

  /// Makes the last undone change again. Returns the rows that changed; `nil` if there is nothing to redo.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func redo() throws(FileError) -> [Int]? {
    guard let changes = undone.last else { return nil }
    done.append(try revert(to: changes))
    undone.removeLast()
    return changes.map { Int($0.row) }
  }

  /// Restores former tags, and returns those before.
  private mutating func revert(to changes: [TagChange]) throws(FileError) -> [TagChange] {
    let before = changes.map { TagChange(row: $0.row, tag: tags[Int($0.row)], checksum: $0.checksum) }
    try write(changes)
    return before
  }

  private mutating func write(_ changes: [TagChange]) throws(FileError) {
    try file.append(changes)
    for change in changes {
      entries[change.row] = change.tag == 0 ? nil : change
      tags[Int(change.row)] = change.tag
    }
  }

  // MARK: Rows that changed

  /// Returns the tagged rows that are gone, or whose bytes are not those that were tagged.
  /// - Returns: `nil` if it was cancelled.
  /// - Complexity: O(*k* log *n*) and *k* reads for *k* tags, so it is called in the background.
  package func strays(in snapshot: CSVSnapshot, isCancelled: () -> Bool) -> Set<Int32>? {
    var strays: Set<Int32> = []
    for change in entries.values.sorted(by: { $0.row < $1.row }) {
      if isCancelled() { return nil }
      if change.row >= snapshot.rowCount
        || Self.checksum(snapshot.sourceBytes(of: Int(change.row))) != change.checksum
      {
        strays.insert(change.row)
      }
    }
    return strays
  }

  /// Hides the tags of rows that are not those that were tagged. Their file keeps them.
  package mutating func hide(_ strays: Set<Int32>) {
    tags = RowTags()
    for change in entries.values where !strays.contains(change.row) { tags[Int(change.row)] = change.tag }
    strayCount = entries.keys.count { strays.contains($0) }
  }

  // MARK: Queries

  /// Whether rows are filtered or sorted by their tags.
  package static func areNeeded(_ expressions: [TableFilterExpression], _ order: [RowSortKey]) -> Bool {
    expressions.contains(where: \.needsTags) || order.contains { $0.column == RowSortKey.tagColumn }
  }

  /// Reads the tags of the rows of a table; those of rows that changed are left out.
  /// - Throws: If their file cannot be read or is something else.
  package static func tags(of snapshot: CSVSnapshot, at path: String) throws(FileError) -> RowTags {
    var store = try TagStore(table: path)
    if let strays = store.strays(in: snapshot, isCancelled: { false }) { store.hide(strays) }
    return store.tags
  }
}
