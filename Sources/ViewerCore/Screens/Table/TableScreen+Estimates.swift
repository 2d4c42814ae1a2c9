import Scrollwork

/// Rows that are added at the end, and rows that the index has not reached, whose numbers are estimates that change
/// with each snapshot.
extension TableScreen {
  /// Keeps a list that is at its end there, whatever number the last row gets.
  /// - Returns: Whether the last of all rows has the focus.
  func prepareForEstimates(of rows: ShownRows, in snapshot: CSVSnapshot) -> Bool {
    chooseAnchor(in: snapshot)
    guard showsEstimates, hasRoom, case .all = rows, case .all(let former)? = shown else { return false }
    return list.focusedItem?.item == former - 1
  }

  /// Whether the list is longer than the window. A list of a few rows is at its end without the user having gone there.
  private var hasRoom: Bool { list.contentSize.height > list.bounds.height }

  /// Lets a list in the order of the file stay at its end while rows are added there: a stream from its first rows on,
  /// and a file as soon as all rows that it had when it was opened are shown.
  func chooseAnchor(in snapshot: CSVSnapshot) {
    if !hasRoom || !table.sortKeys.isEmpty || groups.column != nil {
      list.anchorPolicy = .item
    } else if isStream || snapshot.isRowCountExact && list.itemCount == newestRows?.count {
      list.anchorPolicy = .end
    } else if !snapshot.isRowCountExact {
      list.anchorPolicy = list.isAtEnd ? .end : .item
    }
  }

  /// Gives the focus, and the selection if the row before had it alone, to the last row.
  func goToLastRow(of rows: ShownRows) {
    guard rows.count > 0, let focused = list.focusedItem else { return }
    let last = ElementPath(section: 0, item: rows.count - 1)
    if list.selectedCount == 1, list.isSelected(focused) { list.select(last) } else { list.focus(last) }
    // The scroll to the row that was the last one before may still run.
    if list.isAtEnd || list.isGoingToItem { list.scroll(to: .end, animated: false) }
  }
}
