import Scrollwork

/// Rows that are not indexed yet. Their numbers are estimates that change with each snapshot.
extension TableScreen {
  /// Keeps a list at its end if it is there, even if the number of the last row changes.
  /// - Returns: Whether the last row of the table has the focus.
  func prepareForEstimates(of rows: ShownRows, in snapshot: CSVSnapshot) -> Bool {
    // A list of a few rows is at its end without the user having gone there.
    let hasRoom = list.contentSize.height > list.bounds.height
    if !snapshot.isRowCountExact { list.anchorPolicy = list.isAtEnd && hasRoom ? .end : .item }
    guard showsEstimates, hasRoom, case .all = rows, case .all(let former)? = shown else { return false }
    return list.focusedItem?.item == former - 1
  }

  /// Returns the strategy of an update to rows. If only their estimated number differs, nothing moves: with each snapshot
  /// other rows would be the last ones.
  func strategy(for rows: ShownRows, in snapshot: CSVSnapshot) -> UpdateStrategy {
    let isEstimate = showsEstimates || !snapshot.isRowCountExact && !reading.isSpooled
    guard isEstimate, case .all(let count) = rows, case .all(let former)? = shown, count != former else {
      return .animatedBatchUpdates
    }
    return .nonanimatedBatchUpdates
  }

  /// Focuses the last row. If the previously focused row was the only selected one, also selects the last row.
  func goToLastRow(of rows: ShownRows) {
    guard rows.count > 0, let focused = list.focusedItem else { return }
    let last = ElementPath(section: 0, item: rows.count - 1)
    if list.selectedCount == 1, list.isSelected(focused) { list.select(last) } else { list.focus(last) }
    // The scroll to the row that was the last one before may still run.
    if list.isAtEnd || list.isGoingToItem { list.scroll(to: .end, animated: false) }
  }
}
