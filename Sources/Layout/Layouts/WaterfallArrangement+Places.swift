import ScrollworkDiffing

/// Placing cells anew.
extension WaterfallArrangement {
  /// Changes cells, and places these and some behind them anew.
  /// - Parameters:
  ///   - reach: How many cells behind the changed ones are placed anew; in the end these are up to twice as many if rows
  ///     or the end of all cells are as near.
  ///   - movesMeasured: Whether measured cells are placed anew as well.
  ///   - edit: Makes the change; a cell without a column gets one.
  /// - Returns: True if another cell may have moved.
  mutating func place(
    _ changed: Range<Int>, reach: Int? = nil, movesMeasured: Bool = false,
    _ edit: (inout ColumnTree.Part) -> Void = { _ in }
  ) -> Bool {
    let reach = reach ?? self.reach
    let near = min(items.count, changed.upperBound + reach)
    let open = near == items.count ? near : cells.firstInRows(from: near)
    let isOpen = open - changed.upperBound <= 2 * reach
    let end = isOpen ? open : near
    let middle = isOpen ? end : end - reach / 2
    return cells.edit(changed.lowerBound..<end) { part in
      edit(&part)
      let range = changed.lowerBound - part.first..<end - part.first
      part.place(range, forwardTo: middle - part.first, movesMeasured: movesMeasured)
    }
  }

  static func shortest(_ levels: [Int64]) -> Int {
    var shortest = 0
    for column in 1..<max(1, levels.count) where levels[column] < levels[shortest] { shortest = column }
    return shortest
  }

  static func lastShortest(_ levels: [Int64]) -> Int {
    var shortest = 0
    for column in 1..<max(1, levels.count) where levels[column] <= levels[shortest] { shortest = column }
    return shortest
  }

  /// Cells were inserted, deleted and moved.
  mutating func follow(_ mapping: PositionMapping) {
    let (start, end) = (mapping.commonPrefix, mapping.newCount - mapping.commonSuffix)
    let runs = runs(mapping)
    cells.replace(start..<mapping.oldCount - mapping.commonSuffix, with: runs)
    var position = start
    for run in runs where run.rows > 0 {
      let next = position + run.cells.count
      if position < next { _ = place(position..<next, reach: 0, movesMeasured: true) }
      position = next + run.rows
    }
    // Rows that go on across the change, to other rows or to the end, are where they should be.
    let areRows =
      (position == 0 || cells.isInRows(position - 1)) && (end == items.count || cells.isInRows(end))
    if position < end || !areRows { _ = place(position..<end, movesMeasured: true) }
  }

  /// The cells between the first and the last change: measured ones and a few unmeasured ones keep columns, of many
  /// unmeasured ones all but the first are in rows.
  private func runs(_ mapping: PositionMapping) -> [(cells: [ColumnTree.Cell], rows: Int)] {
    let (start, end) = (mapping.commonPrefix, mapping.newCount - mapping.commonSuffix)
    let isBehindRows = start == 0 || cells.isInRows(start - 1)
    var runs: [(cells: [ColumnTree.Cell], rows: Int)] = [([], 0)]
    var position = start
    func addUnmeasured(to next: Int) {
      let kept = isBehindRows && position == start ? 0 : min(next - position, reach)
      runs[runs.count - 1].cells += repeatElement(ColumnTree.Cell(column: 0), count: kept)
      guard next - position > kept else { return }
      runs[runs.count - 1].rows = next - position - kept
      runs.append(([], 0))
    }
    for (next, height) in survivors(mapping) {
      addUnmeasured(to: next)
      runs[runs.count - 1].cells.append(ColumnTree.Cell(height: height, column: 0))
      position = next + 1
    }
    addUnmeasured(to: end)
    return runs
  }

  /// The measured cells between the first and the last change, by their new position.
  private func survivors(_ mapping: PositionMapping) -> [(position: Int, height: Int32)] {
    var survivors: [(position: Int, height: Int32)] = []
    cells.forEachMeasured(in: mapping.commonPrefix..<mapping.oldCount - mapping.commonSuffix) { old, height in
      if let new = mapping.newPosition(ofOld: old) { survivors.append((new, height)) }
    }
    survivors.sort { $0.position < $1.position }
    return survivors
  }
}

extension ColumnTree.Part {
  /// Places cells: up to one of them from the first on, each in the column that is shortest, the others from the last
  /// on, each in the column that the cells from there on make the shortest on average.
  fileprivate mutating func place(_ range: Range<Int>, forwardTo middle: Int, movesMeasured: Bool) {
    func isPlaced(_ index: Int) -> Bool { movesMeasured || cells[index].height < 0 || cells[index].column < 0 }
    for index in 0..<middle {
      Effort.step()
      if index >= range.lowerBound, isPlaced(index) { set(index, to: WaterfallArrangement.shortest(levels)) }
      levels[Int(cells[index].column)] += extent(cells[index])
    }
    guard middle < range.upperBound else { return }
    var added = averages(behind: range.upperBound)
    for index in (middle..<range.upperBound).reversed() {
      Effort.step()
      if isPlaced(index) { set(index, to: WaterfallArrangement.lastShortest(added)) }
      added[Int(cells[index].column)] &+= extent(cells[index])
    }
    for cell in cells[middle...] { levels[Int(cell.column)] += extent(cell) }
  }

  /// What the cells behind an index add to each column, up to any of them on average.
  private func averages(behind index: Int) -> [Int64] {
    var (areas, count) = (areas, Int64(areaCount))
    for cell in cells[index...].reversed() {
      count += 1
      areas[Int(cell.column)] &+= extent(cell) &* count
    }
    return areas.map { $0 / max(1, count) }
  }

  private mutating func set(_ index: Int, to column: Int) {
    if cells[index].column != column { hasOtherColumns = true }
    cells[index].column = Int32(column)
  }
}
