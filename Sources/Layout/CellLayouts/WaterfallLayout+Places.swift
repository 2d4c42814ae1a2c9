import ScrollworkDiffing

/// Assigns columns again after a change.
extension WaterfallArrangement {
  /// Changes items, then places them and some items after them again.
  /// - Parameters:
  ///   - reach: The number of items after the changed ones to place again. Up to twice as many are placed if items in
  ///     rows, or the end, are that near.
  ///   - movesMeasured: Whether measured items may change their column.
  ///   - edit: Makes the change; an item without a column gets one.
  /// - Returns: Whether any item changed its column, or any item after the placed ones may have moved.
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

  /// Updates the columns after insertions, deletions and moves.
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
    // If the changed items are in rows that continue before and after them, nothing has to be placed.
    let areRows =
      (position == 0 || cells.isInRows(position - 1)) && (end == items.count || cells.isInRows(end))
    if position < end || !areRows { _ = place(position..<end, movesMeasured: true) }
  }

  /// Returns the new items between the first and the last change. Measured items get columns. Of consecutive unmeasured
  /// items, the first `reach` get columns, and the others are in rows; but if such items come first and directly follow
  /// rows, all of them are in rows.
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

  /// Returns the measured items between the first and the last change, in the order of their new positions.
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
  /// Assigns columns to the items of a range from both ends. The items before `middle` go, in order, to the shortest
  /// column. The others go, in reverse order, to the column to which the items after it add least on average.
  fileprivate mutating func place(_ range: Range<Int>, forwardTo middle: Int, movesMeasured: Bool) {
    // While the loops use an array of `self`, they could not use anything else of it.
    var (cells, levels, areas) = ([ColumnTree.Cell](), [Int64](), [Int64]())
    swap(&cells, &self.cells)
    swap(&levels, &self.levels)
    swap(&areas, &self.areas)
    let (pitch, spacing) = (estimate + self.spacing, self.spacing)
    @inline(__always)
    func extent(_ cell: ColumnTree.Cell) -> Int64 { cell.height < 0 ? pitch : Int64(cell.height) + spacing }
    @inline(__always)
    func isPlaced(_ cell: ColumnTree.Cell) -> Bool { movesMeasured || cell.height < 0 || cell.column < 0 }
    cells.withUnsafeMutableBufferPointer { cells in
      levels.withUnsafeMutableBufferPointer { levels in
        var hasOtherColumns = false
        for index in 0..<range.lowerBound { levels[Int(cells[index].column)] += extent(cells[index]) }
        for index in range.lowerBound..<middle {
          OperationCounter.step()
          var cell = cells[index]
          if isPlaced(cell) {
            let column = Int32(truncatingIfNeeded: Self.shortest(levels, last: false))
            hasOtherColumns = hasOtherColumns || cell.column != column
            cell.column = column
            cells[index] = cell
          }
          levels[Int(cell.column)] += extent(cell)
        }
        self.hasOtherColumns = self.hasOtherColumns || hasOtherColumns
        guard middle < range.upperBound else { return }
        areas.withUnsafeMutableBufferPointer { added in
          replaceByAverages(&added, cells[range.upperBound...])
          for index in (middle..<range.upperBound).reversed() {
            OperationCounter.step()
            var cell = cells[index]
            if isPlaced(cell) {
              let column = Int32(truncatingIfNeeded: Self.shortest(added, last: true))
              hasOtherColumns = hasOtherColumns || cell.column != column
              cell.column = column
              cells[index] = cell
            }
            added[Int(cell.column)] &+= extent(cell)
          }
        }
        self.hasOtherColumns = self.hasOtherColumns || hasOtherColumns
        for index in middle..<cells.count { levels[Int(cells[index].column)] += extent(cells[index]) }
      }
    }
    swap(&cells, &self.cells)
    swap(&levels, &self.levels)
    swap(&areas, &self.areas)
  }

  /// Adds the items in `before` to the sums in `areas`, and divides each sum by the number of items after the placed
  /// ones. The result is the mean, over these items, of the length that the items up to and including each one add to
  /// the column.
  /// - Parameter before: The items after the placed ones that the areas do not include yet.
  private func replaceByAverages(
    _ areas: inout UnsafeMutableBufferPointer<Int64>, _ before: Slice<UnsafeMutableBufferPointer<ColumnTree.Cell>>
  ) {
    var count = Int64(areaCount)
    for cell in before.reversed() {
      count += 1
      areas[Int(cell.column)] &+= extent(cell) &* count
    }
    for column in areas.indices { areas[column] /= max(1, count) }
  }

  /// Returns the index of the shortest column. If several are equally short, returns the first of them, or the last if
  /// `last` is true.
  @inline(__always)
  private static func shortest(_ levels: UnsafeMutableBufferPointer<Int64>, last: Bool) -> Int {
    var (shortest, least) = (0, levels[0])
    for column in 1..<max(1, levels.count) {
      // Without branches, because the processor could not predict them.
      let level = levels[column]
      shortest = (last ? level <= least : level < least) ? column : shortest
      least = min(least, level)
    }
    return shortest
  }
}
