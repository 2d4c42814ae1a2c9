import CZlib
package import ScrollworkPlatform

/// The tags of a table's rows with their file, and the changes that can be undone.
package struct TagStore {
  package private(set) var tags = RowTags()
  /// The number of tags in the file that belong to rows which changed or are gone.
  package private(set) var strayCount = 0
  /// The tagged rows as the file names them, with their newest tags. Rows of the same number with other bytes are others,
  /// so that no tag is lost while the table is read in another way.
  private var entries: [TagChange.Row: UInt8] = [:]
  /// The last result of ``placement(in:isCancelled:)``.
  private var placement = Placement()
  private let file: TagFile<TagChange>
  /// The changes that can be undone and redone.
  package var history = History()

  /// The changes of a table's tags that can be undone and redone, each the rows' tags before or after it.
  package struct History: Sendable {
    fileprivate var undone: [[TagChange]] = []
    fileprivate var done: [[TagChange]] = []

    package init() {}

    fileprivate var isEmpty: Bool { undone.isEmpty && done.isEmpty }
    fileprivate var rows: some Sequence<TagChange.Row> { (undone + done).lazy.joined().map(\.place) }
  }

  /// The largest number of rows that are tagged at once.
  package static let maximumRows = 100_000

  /// Reads the tags of a table.
  /// - Throws: If their file cannot be read or is something else.
  package init(table path: String) throws(FileError) {
    file = TagFile(table: path)
    adopt(try file.read())
  }

  private mutating func adopt(_ changes: [TagChange]) {
    for change in changes {
      entries[change.place] = change.tag == 0 ? nil : change.tag
      guard !placement.strays.contains(change.place) else { continue }
      tags[Int(placement.row(of: change.place))] = change.tag
    }
  }

  /// Whether there is no tag, shown or not, and no change of one.
  package var isEmpty: Bool { entries.isEmpty && history.isEmpty }

  package var canUndo: Bool { history.done.last.map(isShown) ?? false }
  package var canRedo: Bool { history.undone.last.map(isShown) ?? false }

  /// Whether a row of a change is shown. The rows of another encoding may all be others.
  private func isShown(_ changes: [TagChange]) -> Bool {
    changes.contains { !placement.strays.contains($0.place) }
  }

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
      let place = placement.origins[number] ?? TagChange.Row(number: number, checksum: checksum)
      before.append(TagChange(place, tag: tags[row]))
      after.append(TagChange(place, tag: tag))
    }
    guard !after.isEmpty else { return false }
    try write(after)
    history.done.append(before)
    history.undone = []
    return true
  }

  /// Restores the tags before the last change. Returns the rows that changed; `nil` if there is nothing to undo.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func undo() throws(FileError) -> [Int]? {
    guard canUndo, let changes = history.done.last else { return nil }
    history.undone.append(try revert(to: changes))
    history.done.removeLast()
    return shownRows(of: changes)
  }

  /// Makes the last undone change again. Returns the rows that changed; `nil` if there is nothing to redo.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func redo() throws(FileError) -> [Int]? {
    guard canRedo, let changes = history.undone.last else { return nil }
    history.done.append(try revert(to: changes))
    history.undone.removeLast()
    return shownRows(of: changes)
  }

  private func shownRows(of changes: [TagChange]) -> [Int] {
    changes.filter { !placement.strays.contains($0.place) }.map { Int(placement.row(of: $0.place)) }
  }

  /// Restores former tags, and returns those before.
  private mutating func revert(to changes: [TagChange]) throws(FileError) -> [TagChange] {
    let before = changes.map { TagChange($0.place, tag: entries[$0.place] ?? 0) }
    try write(changes)
    return before
  }

  private mutating func write(_ changes: [TagChange]) throws(FileError) {
    try file.append(changes)
    adopt(changes)
  }

  // MARK: Rows that changed

  /// The rows that the tags of a file belong to.
  package struct Placement: Equatable, Sendable {
    /// The tagged rows that have another number than in the file, by their present one.
    fileprivate var origins: [Int32: TagChange.Row] = [:]
    /// The present numbers of the same rows.
    fileprivate var numbers: [TagChange.Row: Int32] = [:]
    /// The rows that are gone, or whose bytes are not those that were tagged.
    fileprivate var strays: Set<TagChange.Row> = []

    fileprivate func row(of place: TagChange.Row) -> Int32 { numbers[place] ?? place.number }
  }

  /// Finds the tagged rows in a snapshot. A row that is not at its place may be one further or one before, because a
  /// first row that is the header is not counted.
  /// - Returns: `nil` if it was cancelled.
  /// - Complexity: O(*k* log *n*) and at most 3 *k* reads for *k* tags, so it is called in the background.
  package func placement(in snapshot: CSVSnapshot, isCancelled: () -> Bool) -> Placement? {
    func holds(_ row: Int32, _ place: TagChange.Row) -> Bool {
      row >= 0 && row < snapshot.rowCount && Self.checksum(snapshot.sourceBytes(of: Int(row))) == place.checksum
    }
    var (placement, used) = (Placement(), Set<Int32>())
    let places = Set(entries.keys).union(history.rows).sorted { ($0.number, $0.checksum) < ($1.number, $1.checksum) }
    for place in places {
      if isCancelled() { return nil }
      if holds(place.number, place) { used.insert(place.number) } else { placement.strays.insert(place) }
    }
    for place in places where placement.strays.contains(place) {
      if isCancelled() { return nil }
      for row in [place.number - 1, place.number + 1] where !used.contains(row) && holds(row, place) {
        used.insert(row)
        placement.strays.remove(place)
        (placement.origins[row], placement.numbers[place]) = (place, row)
        break
      }
    }
    return placement
  }

  /// Shows the tags at the rows that they belong to, and hides those of other rows. Their file keeps them.
  package mutating func place(_ new: Placement) {
    placement = new
    tags = RowTags()
    for (place, tag) in entries where !new.strays.contains(place) { tags[Int(new.row(of: place))] = tag }
    strayCount = entries.keys.count { new.strays.contains($0) }
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
    if let placement = store.placement(in: snapshot, isCancelled: { false }) { store.place(placement) }
    return store.tags
  }
}
