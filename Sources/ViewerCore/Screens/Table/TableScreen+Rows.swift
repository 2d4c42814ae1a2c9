import Scrollwork

/// The rows to show, and the focus in them.
extension TableScreen {
  /// The newest rows, with groups as collapsed or expanded since; `nil` before the first rows.
  var formerRows: ShownRows? {
    guard case .grouped? = newestRows else { return newestRows }
    return groups.rows(ofGeneration: newestGeneration).map { .grouped($0) } ?? newestRows
  }

  /// Returns the rows of the newest result, in groups if there are any.
  func currentRows(_ snapshot: CSVSnapshot) -> ShownRows {
    // Rows that an impossible filter leaves would look like an answer.
    let numbers = filterObjection == nil ? result?.rows : []
    let all =
      numbers.map { ShownRows.some(RowNumbers(numbers: $0, isAscending: result?.isSorted != true)) }
      ?? .all(snapshot.rowCount)
    return grouped(all, of: snapshot) ?? all
  }

  /// The focused row; `nil` if none has the focus.
  var focusedRow: Int? { list.focusedItem.flatMap { shown?.row(at: $0.item) } }

  /// Gives the focus of a row that is no longer shown to the next row that is left, or to the one before it, and brings
  /// that in sight. When the row comes back, it has the focus again, unless the user went to another one.
  /// - Parameters:
  ///   - focused: The row that had the focus before the update; `nil` for none.
  ///   - former: The rows before the update.
  func keepFocus(of focused: Int?, among former: ShownRows?, in rows: ShownRows, generation: Int) {
    if let displaced = displacedFocus {
      let isKept = focused == displaced.neighbour || focused == displaced.row
      if !isKept || displaced.generation != generation { displacedFocus = nil }
    }
    var kept = displacedFocus
    if kept == nil, let focused, let former, let position = former.position(of: focused) {
      kept = DisplacedFocus(row: focused, generation: generation, order: former, position: position)
    }
    guard var kept else { return }
    if rows.holds(kept.row) {
      if displacedFocus != nil, let position = rows.position(of: kept.row) { focusInSight(position) }
      displacedFocus = nil
      return
    }
    kept.neighbour = kept.findNeighbour(in: rows)
    displacedFocus = kept
    if let position = kept.neighbour.flatMap(rows.position) { focusInSight(position) }
  }

  private func focusInSight(_ position: Int) {
    let path = ElementPath(section: 0, item: position)
    guard list.contains(path) else { return }
    if list.focusedItem != path { list.focus(path) }
    list.scroll(to: .item(path), at: .nearest, animated: list.host?.environment.motion == .full)
  }
}

/// A row that had the focus until it was hidden, and the place where it was.
struct DisplacedFocus {
  let row: Int
  /// The generation of the file to which the rows belong.
  let generation: Int
  /// The rows among which it was shown last, and its position there.
  let order: ShownRows
  let position: Int
  /// The row that has the focus instead; `nil` if none is left.
  var neighbour: Int?

  /// The largest number of a row in another order than that of the file among which a neighbour is searched.
  private static let maximumRow = 2_000_000

  init(row: Int, generation: Int, order: ShownRows, position: Int) {
    (self.row, self.generation, self.order, self.position) = (row, generation, order, position)
  }

  /// Returns the row among `rows` that followed this one, or else the last before it; `nil` if there are too many rows
  /// or none.
  /// - Complexity: O(*n*) in the number of rows in the file; O(log *n*) if all are in its order.
  func findNeighbour(in rows: ShownRows) -> Int? {
    if order.isAscending, rows.isAscending, rows.count > 0 {
      guard case .some(let numbers) = rows else { return min(row, rows.count - 1) }
      return numbers[min(numbers.position(from: row), numbers.count - 1)]
    }
    guard rows.count <= Self.maximumRow else { return nil }
    var isRowLeft = [Bool](repeating: false, count: Self.maximumRow)
    for position in 0..<rows.count {
      if let row = rows.row(at: position), row < Self.maximumRow { isRowLeft[row] = true }
    }
    func isLeft(_ position: Int) -> Bool {
      order.row(at: position).map { $0 < Self.maximumRow && isRowLeft[$0] } ?? false
    }
    let next = (position + 1..<max(position + 1, order.count)).first(where: isLeft)
    return (next ?? (0..<position).last(where: isLeft)).flatMap(order.row)
  }
}
