/// Which cells a row has: so many each, or as many as there is room for with what is measured of them.
extension MeasuredRows {
  /// The row that a cell is in and its position there; of a position behind the last cell, where it would be.
  /// - Complexity: O(log *n*) where rows have different numbers of cells.
  func place(ofItem item: Int, _ template: RowsTemplate) -> (row: Int, leaf: Int) {
    guard let counts else {
      let (row, leaf) = item.quotientAndRemainder(dividingBy: template.leafCount)
      return (row, leaf)
    }
    let row = counts.find(Int64(item), guess: 0, gap: 0)
    return (row, item - Int(counts.sum(before: row).extent))
  }

  /// The cells of a row.
  /// - Complexity: As ``place(ofItem:_:)``.
  func items(ofRow row: Int, _ template: RowsTemplate) -> Range<Int> {
    guard let counts else {
      let first = row * template.leafCount
      return first..<min(first + template.leafCount, items.count)
    }
    let first = Int(counts.sum(before: row).extent)
    return first..<first + Int(counts.extent(at: row) ?? 0)
  }

  /// All lines from one on anew.
  func rebuildLines(from row: Int, template: RowsTemplate) {
    let known = min(row, counts?.count ?? 0)
    if counts == nil { counts = RunTree(count: 0) }
    rowWidths = nil
    breakLines(from: known, untilSettledAfter: nil, template: template)
  }

  /// Breaks lines anew, from the start of one of them until a line starts where one started before.
  /// - Parameter item: The only cell that changed; nil if all old lines from there on are void.
  /// - Complexity: O(*t* log *n*) in the number of lines touched; lines alike of unmeasured cells count as one.
  func breakLines(from row: Int, untilSettledAfter item: Int?, template: RowsTemplate) {
    guard let counts, let room = template.root.openRoom else { return }
    let (made, replaced) = LineBreaking(counts: counts, cellCount: items.count).lines(
      from: row, untilSettledAfter: item
    ) { start, isSingle in
      let run = items.run(at: start)
      if run.extent == nil, !isSingle {
        let full = (run.end - start) / template.leafCount
        // The last of them may have room for a measured cell that follows.
        let certain = run.end < items.count ? full - 1 : full
        if certain > 0 { return LineBreaking.Lines(number: certain, cells: template.leafCount, height: nil) }
      }
      var cells = LeafSizes(measured: self, first: start, limit: items.count - start)
      cells.limit = template.root.memberCount(cells, room: room)
      return LineBreaking.Lines(
        number: 1, cells: cells.limit, height: storedHeight(of: cells, template: template))
    }
    self.counts?.replace(replaced, with: LineBreaking.runs(made) { Int64($0.cells) })
    rows?.replace(replaced, with: LineBreaking.runs(made) { $0.height })
  }
}
