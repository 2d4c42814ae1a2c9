import CZlib
package import ScrollworkPlatform

/// The tags of a table's rows with their file, and the changes that can be undone.
package struct TagStore {
  package private(set) var tags = RowTags()
  /// The number of tags in the file whose rows changed or do not exist any more.
  package private(set) var strayCount = 0
  /// The newest tag of each tagged row, as the file identifies rows. Rows with the same number and different bytes are
  /// different rows, so that no tag is lost while the table is read with another encoding or dialect.
  private var entries: [TagChange.Row: UInt8] = [:]
  /// The last result of ``placement(in:isCancelled:)``.
  private var placement = Placement()
  private let file: TagFile<TagChange>
  /// The size in bytes of the part of the file whose changes are known.
  private var knownSize = 0
  /// The changes that can be undone and redone.
  package var history = History()

  /// The changes of a table's tags that can be undone and redone, the last one at the end.
  package struct History: Sendable {
    fileprivate var done: [Step] = []
    fileprivate var undone: [Step] = []

    package init() {}

    fileprivate var isEmpty: Bool { done.isEmpty && undone.isEmpty }
    fileprivate var rows: some Sequence<TagChange.Row> { (done + undone).lazy.flatMap(\.after).map(\.place) }
  }

  /// A change of tags: the rows with their tags before and after it.
  fileprivate struct Step {
    var before: [TagChange] = []
    var after: [TagChange] = []
  }

  /// The outcome of undoing or redoing a change.
  package struct Reversal: Equatable {
    /// The rows that have their former tags again.
    package var rows: [Int] = []
    /// The tags that these rows have now.
    package var tags: Set<UInt8> = []
    /// The rows whose tags were changed again since, perhaps in another window. They keep their tags.
    package var kept: [Int] = []
  }

  /// The largest number of rows that are tagged at once.
  package static let maximumRows = 100_000

  /// Reads the tags of a table.
  /// - Throws: If the file of tags cannot be read, or if it is not such a file.
  package init(table path: String) throws(FileError) {
    file = TagFile(table: path)
    let (changes, size) = try file.contents()
    knownSize = size
    adopt(changes)
  }

  /// Reads the file again if another window or program has written it.
  /// - Returns: Whether the file was written.
  /// - Throws: If the file cannot be read. Then no tag changed.
  package mutating func readNewer() throws(FileError) -> Bool {
    guard file.size != knownSize else { return false }
    let (changes, size) = try file.contents()
    (knownSize, entries, tags) = (size, [:], RowTags())
    adopt(changes)
    strayCount = entries.keys.count { placement.strays.contains($0) }
    return true
  }

  private mutating func adopt(_ changes: [TagChange]) {
    for change in changes {
      entries[change.place] = change.tag == 0 ? nil : change.tag
      if !placement.strays.contains(change.place) { tags[Int(placement.row(of: change.place))] = change.tag }
    }
  }

  /// Whether there are no tags, neither shown nor hidden, and no changes.
  package var isEmpty: Bool { entries.isEmpty && history.isEmpty }

  package var canUndo: Bool { history.done.last.map(isShown) ?? false }
  package var canRedo: Bool { history.undone.last.map(isShown) ?? false }

  /// Whether a row of a change is shown. With another encoding, all rows may differ from the tagged ones.
  private func isShown(_ step: Step) -> Bool { step.after.contains { !placement.strays.contains($0.place) } }

  /// Returns the checksum of a row's bytes: the CRC-32 of RFC 1952.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes(checksum)
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return UInt32(truncatingIfNeeded: crc32(0, start, UInt32(truncatingIfNeeded: bytes.count)))
  }

  /// Tags rows, or removes their tags if `tag` is 0. Returns whether any tag changed.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func set(_ tag: UInt8, rows: [(row: Int, checksum: UInt32)]) throws(FileError) -> Bool {
    var step = Step()
    for (row, checksum) in rows where tags[row] != tag {
      let number = Int32(truncatingIfNeeded: row)
      let place = placement.origins[number] ?? TagChange.Row(number: number, checksum: checksum)
      step.before.append(TagChange(place, tag: tags[row]))
      step.after.append(TagChange(place, tag: tag))
    }
    guard !step.after.isEmpty else { return false }
    try write(step.after)
    history.done.append(step)
    history.undone = []
    return true
  }

  /// Restores the tags before the last change. Returns `nil` if there is nothing to undo.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func undo() throws(FileError) -> Reversal? {
    guard canUndo, let step = history.done.last else { return nil }
    let (reversal, reverted) = try revert(step)
    history.done.removeLast()
    if !reverted.after.isEmpty { history.undone.append(reverted) }
    return reversal
  }

  /// Makes the last undone change again. Returns `nil` if there is nothing to redo.
  /// - Throws: If the file cannot be written. Then no tag changed.
  package mutating func redo() throws(FileError) -> Reversal? {
    guard canRedo, let step = history.undone.last else { return nil }
    let (reversal, reverted) = try revert(step)
    history.undone.removeLast()
    if !reverted.after.isEmpty { history.done.append(reverted) }
    return reversal
  }

  /// Restores the tags before a change, except those of rows that were changed since.
  /// - Returns: The outcome, and the change that was made by that.
  private mutating func revert(_ step: Step) throws(FileError) -> (Reversal, Step) {
    var (reversal, reverted) = (Reversal(), Step())
    for (before, after) in zip(step.before, step.after) {
      let isShown = !placement.strays.contains(before.place)
      let row = isShown ? [Int(placement.row(of: before.place))] : []
      guard entries[after.place] ?? 0 == after.tag else {
        reversal.kept += row
        continue
      }
      reversal.rows += row
      reversal.tags.insert(before.tag)
      reverted.before.append(after)
      reverted.after.append(before)
    }
    try write(reverted.after)
    return (reversal, reverted)
  }

  private mutating func write(_ changes: [TagChange]) throws(FileError) {
    knownSize += try file.append(changes)
    adopt(changes)
  }

  // MARK: Rows that changed

  /// Finds the tagged rows in a snapshot; see ``Placement/init(of:in:isCancelled:)``.
  /// - Returns: `nil` if it was cancelled.
  package func placement(in snapshot: CSVSnapshot, isCancelled: () -> Bool) -> Placement? {
    Placement(of: Set(entries.keys).union(history.rows), in: snapshot, isCancelled: isCancelled)
  }

  /// Shows the tags at the rows to which they are assigned, and hides the others, which stay in the file.
  package mutating func place(_ new: Placement) {
    placement = new
    tags = RowTags()
    for (place, tag) in entries where !new.strays.contains(place) { tags[Int(new.row(of: place))] = tag }
    strayCount = entries.keys.count { new.strays.contains($0) }
  }

  // MARK: Queries

  /// Whether filters or sort keys need the tags of rows.
  package static func areNeeded(_ expressions: [TableFilterExpression], _ order: [RowSortKey]) -> Bool {
    expressions.contains(where: \.needsTags) || order.contains { $0.column == RowSortKey.tagColumn }
  }

  /// Reads the tags of the rows of a table. Tags of rows that changed are omitted.
  /// - Throws: If the file of tags cannot be read, or if it is not such a file.
  package static func tags(of snapshot: CSVSnapshot, at path: String) throws(FileError) -> RowTags {
    var store = try TagStore(table: path)
    if let placement = store.placement(in: snapshot, isCancelled: { false }) { store.place(placement) }
    return store.tags
  }
}
