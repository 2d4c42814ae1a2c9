import Scrollwork

/// Rows that the index has not reached, whose numbers are estimates that change with each snapshot.
extension TableScreen {
  /// Keeps a list that is at its end there, whatever number the last row gets.
  /// - Returns: Whether the last of all rows has the focus.
  func prepareForEstimates(of rows: ShownRows, in snapshot: CSVSnapshot) -> Bool {
    // A list of a few rows is at its end without the user having gone there.
    let hasRoom = list.contentSize.height > list.bounds.height
    if !snapshot.isRowCountExact { list.anchorPolicy = list.isAtEnd && hasRoom ? .end : .item }
    guard showsEstimates, hasRoom, case .all = rows, case .all(let former)? = shown else { return false }
    return list.focusedItem?.item == former - 1
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
