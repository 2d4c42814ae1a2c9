import Dispatch
import Scrollwork
import Synchronization

/// The focused and the selected rows of a table, which are found again by their bytes after another program has written
/// the file.
@MainActor
final class KeptRows {
  /// Called after rows were found again.
  var onFind: (() -> Void)?
  /// The rows that were found and are to be selected and focused once a frame shows them; `nil` if there are none.
  private(set) var found: (focused: Int?, selected: Set<Int>)?
  /// The rows in the current generation of the file, with their checksums by their numbers.
  private var rows = Rows()
  /// The rows of a former generation, until they are found.
  private var lost: Rows?
  private let searches = Search()
  /// Whether rows are being looked for.
  private(set) var isSearching = false
  private var searchedGeneration: Int?

  private struct Rows {
    var focused: Int?
    var selected: [Int] = []
    var checksums: [Int: UInt32] = [:]

    var places: Set<TagChange.Row> { Set(checksums.map { Self.place($0.key, $0.value) }) }

    func place(_ row: Int) -> TagChange.Row? { checksums[row].map { Self.place(row, $0) } }

    private static func place(_ row: Int, _ checksum: UInt32) -> TagChange.Row {
      TagChange.Row(number: Int32(truncatingIfNeeded: row), checksum: checksum)
    }
  }

  private final class Search: Sendable {
    /// The number of the newest search. Older ones are abandoned.
    let number = Atomic(0)
  }

  /// The largest number of selected rows that are remembered. More would take too long to read in a frame.
  static let limit = 256
  /// The length in bytes above which a row is not remembered.
  private static let longest = 1 << 16

  /// Remembers rows of a snapshot.
  func remember(focused: Int?, selected: [Int], of snapshot: CSVSnapshot) {
    let former = rows.checksums
    rows = Rows(focused: focused, selected: selected)
    for row in Set(selected + (focused.map { [$0] } ?? [])) {
      rows.checksums[row] = former[row] ?? snapshot.checksum(of: row, upTo: Self.longest)
    }
    // The user has chosen other rows than those that are sought.
    if !selected.isEmpty { forgetLost() }
  }

  /// Notes that the file was written, so that the rows have to be found again.
  func lose() {
    found = nil
    if lost == nil, !rows.checksums.isEmpty { lost = rows }
    rows = Rows()
  }

  /// Looks for the rows in the background, once for each generation of the file whose rows are all known.
  func find(in snapshot: CSVSnapshot) {
    guard let lost, snapshot.isRowCountExact, searchedGeneration != snapshot.source.generation else { return }
    searchedGeneration = snapshot.source.generation
    let (searches, number, places) = (searches, searches.number.add(1, ordering: .relaxed).newValue, lost.places)
    let delivery = Delivery<TagStore.Placement> { [weak self] in self?.take($0, number) }
    isSearching = true
    DispatchQueue.global(qos: .userInitiated).async {
      let placement = TagStore.Placement(of: places, in: snapshot) {
        searches.number.load(ordering: .relaxed) != number
      }
      if let placement { delivery.send(placement) }
    }
  }

  private func take(_ placement: TagStore.Placement, _ number: Int) {
    guard let lost, searches.number.load(ordering: .relaxed) == number else { return }
    (self.lost, isSearching) = (nil, false)
    func current(_ row: Int) -> Int? {
      guard let place = lost.place(row), !placement.strays.contains(place) else { return nil }
      return Int(placement.row(of: place))
    }
    found = (lost.focused.flatMap(current), Set(lost.selected.compactMap(current)))
    onFind?()
  }

  /// Ends the search and forgets what it found.
  func forgetLost() {
    (lost, found) = (nil, nil)
    stop()
  }

  /// Stops background work.
  func stop() {
    searches.number.add(1, ordering: .relaxed)
    isSearching = false
  }
}

extension CSVSnapshot {
  /// Returns the checksum of a row's bytes; `nil` if there are more of them than `limit`.
  fileprivate func checksum(of row: Int, upTo limit: Int) -> UInt32? {
    guard row + 1 < rowCount ? offset(of: row + 1) - offset(of: row) <= limit : true else { return nil }
    let bytes = sourceBytes(of: row)
    return bytes.count <= limit ? TagStore.checksum(bytes) : nil
  }
}

extension TableScreen {
  func chosenRowsDidChange() {
    keepRows()
    onChange?()
  }

  /// Forgets the selection after the file was written: its rows are different rows with the same numbers. They are
  /// looked for, unless the position of the former screen is restored.
  func loseRows() {
    if inherited.place == nil { kept.lose() }
    list.deselectAll()
  }

  /// Remembers the focused and selected rows, unless a frame is still to show other rows.
  func keepRows() {
    guard let snapshot, let shown, pendingUpdates == 0 else { return }
    func known(_ position: Int) -> Int? { shown.row(at: position).flatMap { $0 < snapshot.rowCount ? $0 : nil } }
    // Of many selected rows only the focused one is found again.
    let selected = list.selectedCount <= KeptRows.limit ? selectedPositions.compactMap(known) : []
    kept.remember(focused: list.focusedItem.flatMap { known($0.item) }, selected: selected, of: snapshot)
  }

  /// Selects and focuses the rows that were found again, once a frame shows the rows of the file, unless the user has
  /// chosen others meanwhile.
  func restoreKeptRows() {
    guard let found = kept.found, let shown, !isSearching, !groups.isBusy, pendingUpdates == 0 else { return }
    kept.forgetLost()
    guard list.selectedCount == 0 else { return }
    var (selected, focused) = (PositionSet(), Int?.none)
    func visit(_ position: Int, _ row: Int) {
      if found.selected.contains(row) { selected.insert(position..<position + 1) }
      if row == found.focused { focused = position }
    }
    if shown.isAscending {
      for row in found.selected.union(found.focused.map { [$0] } ?? []) {
        if let position = shown.position(of: row) { visit(position, row) }
      }
    } else {
      for position in 0..<shown.count { if let row = shown.row(at: position) { visit(position, row) } }
    }
    if !selected.isEmpty { list.select(selected) }
    if let focused { focusInPlace(ElementPath(section: 0, item: focused)) }
  }

  /// Focuses an item, and scrolls it to the place of the item that has the focus now, if that is visible: the list kept
  /// the place of the row that has got the number of the lost one.
  private func focusInPlace(_ path: ElementPath) {
    let offset = list.contentOffset.y
    if let former = list.focusedItem.flatMap(list.contentFrame), let next = list.contentFrame(of: path),
      former.maxY > offset, former.minY < offset + list.bounds.height
    {
      list.scroll(to: .offset(offset + next.minY - former.minY), animated: false)
    }
    list.focus(path)
  }
}
