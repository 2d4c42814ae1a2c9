import Dispatch
import Scrollwork
import ScrollworkPlatform
import Synchronization

/// The tags of a table on screen: reads them, writes each change at once, and looks for rows that changed.
@MainActor
final class TableTags {
  /// Called with the reason why tags cannot be read or written; with `nil` when they can again.
  var onFailure: ((FileError?) -> Void)?
  /// Called after tags changed.
  var onChange: (() -> Void)?
  /// `nil` if the file of the tags cannot be read. Then it is not written either.
  private var store: TagStore?
  /// The path of the table; `nil` for a stream, whose rows cannot be tagged.
  private let path: String?
  private(set) var failure: FileError?
  /// The number of the newest check for rows that changed. Older ones are abandoned.
  private let checks = Check()
  private var checkedGeneration: Int?

  private final class Check: Sendable {
    let number = Atomic(0)
  }

  /// Reads the tags of the table at `path`.
  init(table path: String?) {
    self.path = path
    read()
  }

  var isAvailable: Bool { path != nil }

  private func read() {
    guard let path else { return }
    do throws(FileError) { store = try TagStore(table: path) } catch { failure = error }
  }

  var canUndo: Bool { store?.canUndo == true }
  var canRedo: Bool { store?.canRedo == true }
  var tags: RowTags { store?.tags ?? RowTags() }
  /// The changes that can be undone and redone, to hand on and to take over before the rows are known.
  var history: TagStore.History {
    get { store?.history ?? TagStore.History() }
    set { store?.history = newValue }
  }
  /// The number of tags that belong to rows which changed or are gone.
  var strayCount: Int { store?.strayCount ?? 0 }

  /// Tags rows of a snapshot, or removes their tags if `tag` is 0.
  func set(_ tag: UInt8, rows: some Sequence<Int>, of snapshot: CSVSnapshot) {
    change { store throws(FileError) in
      try store.set(tag, rows: rows.map { (row: $0, checksum: TagStore.checksum(snapshot.sourceBytes(of: $0))) })
    }
  }

  /// Restores the tags before the last change. Returns whether there was one.
  func undo() -> Bool {
    guard store?.canUndo == true else { return false }
    change { store throws(FileError) in try store.undo() != nil }
    return true
  }

  /// Makes the last undone change again. Returns whether there was one.
  func redo() -> Bool {
    guard store?.canRedo == true else { return false }
    change { store throws(FileError) in try store.redo() != nil }
    return true
  }

  private func change(_ body: (inout TagStore) throws(FileError) -> Bool) {
    // The file may be readable by now.
    if store == nil { read() }
    guard var changed = store else { return report(failure) }
    do throws(FileError) {
      let isChanged = try body(&changed)
      store = changed
      report(nil)
      if isChanged { onChange?() }
    } catch {
      report(error)
    }
  }

  private func report(_ error: FileError?) {
    guard error != nil || failure != nil else { return }
    failure = error
    onFailure?(error)
  }

  /// Looks in the background for tagged rows that are not the ones that were tagged, once for each generation of the
  /// file.
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

  /// Stops background work for good.
  func stop() { checks.number.add(1, ordering: .relaxed) }
}

extension TableScreen {
  /// The identity of the column of tags.
  static let tagColumn = "\ntag"

  /// The title of the column of tags, which filters name too.
  var tagTitle: String { RowTags.columnName(beside: snapshot?.columns ?? []) }

  /// Declares the column of tags, which is shown while there are any.
  func makeTagColumn() -> TableColumn<Int> {
    let tags = tags
    return TableColumn<Int>(
      Self.tagColumn, title: tagTitle, width: .fixed(tagTitle.count > 3 ? 96 : 64), alignment: .end, isPinned: true
    ) { row in
      let tag = tags.tags[row]
      return tag == 0 ? "" : String(tag)
    }
  }

  /// Whether a row is selected or focused.
  var hasRowsToTag: Bool { tags.isAvailable && snapshot != nil && (list.selectedCount > 0 || list.focusedItem != nil) }

  /// Tags the selected rows, or the focused one if none is selected.
  func tag(_ digit: UInt8) {
    guard let snapshot else { return }
    guard list.selectedCount <= TagStore.maximumRows else {
      let most = Formats.count(TagStore.maximumRows)
      holder.showBar(
        Notice(
          symbol: .warning, title: "Too many rows", detail: "At most \(most) rows are tagged at once.",
          isFailure: true))
      return
    }
    var positions = list.selectedRanges(inSection: 0).flatMap { Array($0) }
    if positions.isEmpty, let focused = list.focusedItem?.item { positions = [focused] }
    let rows = positions.compactMap { shown?.row(at: $0) }.filter { $0 < snapshot.rowCount }
    guard !rows.isEmpty else { return }
    tags.set(digit, rows: rows, of: snapshot)
  }

  /// Shows changed tags.
  func tagsDidChange() {
    updateColumns()
    if groups.column == Self.tagColumn { groups.stop() }
    refresh()
    guard usesTags else { return }
    startQuery()
    finder.restart()
  }

  /// Shows or removes the bar that reports why tags cannot be written.
  func showTagFailure(_ error: FileError?) {
    holder.showBar(
      error.map {
        Notice(symbol: .warning, title: "The tag was not written", detail: Words.sentence("\($0)"), isFailure: true)
      })
  }
}
