import Dispatch
import Scrollwork
import ScrollworkPlatform
import Synchronization

/// The tags of a table on screen: reads them, writes each change at once, and looks for rows that changed.
@MainActor
final class TableTags {
  /// Called after tags changed.
  var onChange: (() -> Void)?
  /// The storage of the tags; `nil` for a stream, or if the file of the tags cannot be read. Then it is not written
  /// either.
  private var store: TagStore?
  /// The rows of which one is to be revealed once the shown rows match the current tags.
  var awaitedRows: [Int] = []
  /// The path of the table; `nil` for a stream, whose rows cannot be tagged.
  private let path: String?
  /// The number of the newest check for rows that changed. Older ones are abandoned.
  private let checks = Check()
  private var checkedGeneration: Int?

  private final class Check: Sendable {
    let number = Atomic(0)
  }

  /// Reads the tags of the table at `path`.
  init(table path: String?) {
    self.path = path
    store = path.flatMap { try? TagStore(table: $0) }
  }

  var isAvailable: Bool { path != nil }

  var canUndo: Bool { store?.canUndo == true }
  var canRedo: Bool { store?.canRedo == true }
  var tags: RowTags { store?.tags ?? RowTags() }
  /// The changes that can be undone and redone, to be passed to another screen before the rows are known.
  var history: TagStore.History {
    get { store?.history ?? TagStore.History() }
    set { store?.history = newValue }
  }
  /// The number of tags that belong to rows which changed or are gone.
  var strayCount: Int { store?.strayCount ?? 0 }

  /// Tags rows of a snapshot, or removes their tags if `tag` is 0.
  /// - Throws: `FileError` if the tags cannot be read or written. Then no tag is changed.
  func set(_ tag: UInt8, rows: some Sequence<Int>, of snapshot: CSVSnapshot) throws(FileError) {
    let places = rows.map { (row: $0, checksum: TagStore.checksum(snapshot.sourceBytes(of: $0))) }
    _ = try change { store throws(FileError) in try store.set(tag, rows: places) }
  }

  /// Restores the tags from before the last change. Returns `nil` if there was none.
  /// - Throws: `FileError` if the tags cannot be read or written. Then no tag is changed.
  func undo() throws(FileError) -> TagStore.Reversal? {
    try change { store throws(FileError) in try store.undo() }
  }

  /// Makes the last undone change again. Returns `nil` if there was none.
  /// - Throws: `FileError` if the tags cannot be read or written. Then no tag is changed.
  func redo() throws(FileError) -> TagStore.Reversal? {
    try change { store throws(FileError) in try store.redo() }
  }

  /// Changes tags, and shows those that other windows or programs changed meanwhile.
  private func change<Outcome>(
    _ body: (inout TagStore) throws(FileError) -> Outcome
  ) throws(FileError) -> Outcome {
    let former = (tags, canUndo)
    // The file may be readable by now.
    if store == nil { store = try TagStore(table: path ?? "") }
    guard var changed = store else { preconditionFailure("a stream has no tags") }
    defer {
      store = changed
      if former != (tags, canUndo) { onChange?() }
    }
    // The rows of newer tags are not known to be those that were tagged.
    if try changed.readNewer() { checkedGeneration = nil }
    return try body(&changed)
  }

  /// Shows the tags that other windows or programs changed since. A file of tags that cannot be read changes nothing.
  func readNewer() {
    if store != nil { _ = try? change { _ throws(FileError) in () } }
  }

  /// Checks in the background, once for each generation of the file, whether tagged rows were replaced by other rows.
  func check(_ snapshot: CSVSnapshot) {
    guard let store, snapshot.isRowCountExact, checkedGeneration != snapshot.source.generation else { return }
    checkedGeneration = snapshot.source.generation
    guard !store.isEmpty else { return }
    let (checks, number) = (checks, checks.number.add(1, ordering: .relaxed).newValue)
    let delivery = Delivery<TagStore.Placement> { [weak self] placement in self?.place(placement) }
    DispatchQueue.global(qos: .userInitiated).async {
      let placement = store.placement(in: snapshot) { checks.number.load(ordering: .relaxed) != number }
      if let placement { delivery.send(placement) }
    }
  }

  private func place(_ placement: TagStore.Placement) {
    let before = (tags, strayCount)
    store?.place(placement)
    if before != (tags, strayCount) { onChange?() }
  }

  /// Stops background work permanently.
  func stop() { checks.number.add(1, ordering: .relaxed) }
}

extension TableScreen {
  /// The identity of the column of tags.
  static let tagColumn = "\ntag"

  /// The title of the column of tags, by which filters also refer to it.
  var tagTitle: String { RowTags.columnName(beside: snapshot?.columns ?? []) }

  /// Returns the column of tags.
  func makeTagColumn() -> TableColumn<Int> {
    let tags = tags
    return TableColumn<Int>(
      Self.tagColumn, title: tagTitle, width: .fixed(tagTitle.count > 3 ? 96 : 64), alignment: .end, isPinned: true
    ) { row in
      let tag = tags.tags[row]
      return tag == 0 ? "" : String(tag)
    }
  }

  /// The tag of the row whose picture is open; `nil` if the rows have no tags.
  var tagOfOpenRow: UInt8? { tags.isAvailable ? pictures.openRow.map { tags.tags[$0] } : nil }

  /// Whether a row is selected or focused.
  var hasRowsToTag: Bool { tags.isAvailable && snapshot != nil && (list.selectedCount > 0 || list.focusedItem != nil) }

  /// Tags the selected rows, or the focused one if none is selected.
  /// - Throws: `FileError` if the tags cannot be read or written. Then no tag is changed.
  /// - Parameter row: The row to tag instead of these.
  func tag(_ digit: UInt8, row: Int? = nil) throws(FileError) {
    guard let snapshot else { return }
    if let row { return try tags.set(digit, rows: [row], of: snapshot) }
    var positions = list.selectedRanges(inSection: 0).flatMap { Array($0) }
    if positions.isEmpty, let focused = list.focusedItem?.item { positions = [focused] }
    let rows = positions.compactMap { shown?.row(at: $0) }.filter { $0 < snapshot.rowCount }
    if !rows.isEmpty { try tags.set(digit, rows: rows, of: snapshot) }
  }

  /// Updates the table after tags changed.
  func tagsDidChange() {
    updateColumns()
    if let snapshot { tags.check(snapshot) }
    if groups.column == Self.tagColumn { groups.stop() }
    refresh()
    guard usesTags else { return }
    startQuery()
    finder.restart()
  }

  /// The largest number of rows that are searched for one to reveal.
  private static let maximumRevealed = 100

  /// Reveals one of the rows, unless one is visible.
  /// - Returns: Whether one of them is in the list; `nil` if that is not known yet, because filter, order or groups
  ///   depend on tags.
  func reveal(anyOf rows: [Int]) -> Bool? {
    tags.awaitedRows = rows
    if usesTags || groups.column == Self.tagColumn { return nil }
    return revealAwaitedRows()
  }

  /// Reveals one of `awaitedRows` if the shown rows match the current tags. Returns whether one of them is in the list;
  /// `nil` if that is not known yet, or if none is awaited.
  @discardableResult
  func revealAwaitedRows() -> Bool? {
    let rows = tags.awaitedRows
    guard !rows.isEmpty, !isSearching, !groups.isBusy else { return nil }
    tags.awaitedRows = []
    let positions = rows.prefix(Self.maximumRevealed).compactMap { shown?.position(of: $0) }
    guard let first = positions.first else { return rows.count > Self.maximumRevealed ? nil : false }
    let visible = list.visiblePositions(among: shownCount)
    if !positions.contains(where: visible.contains) { reveal(first) }
    return true
  }
}
