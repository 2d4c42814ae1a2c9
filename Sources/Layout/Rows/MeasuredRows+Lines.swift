import ScrollworkDiffing

/// The rows that the cells form. A row has either a fixed number of cells, or as many as fit with their measured
/// widths.
extension MeasuredRows {
  func breaker(_ template: RowsTemplate, measuresWidths: Bool = false) -> RowLines {
    RowLines(self, template, measuresWidths: measuresWidths)
  }

  /// Computes all lines anew.
  /// - Complexity: O(*m*), where *m* is the number of measured cells.
  func breakLines(_ template: RowsTemplate) {
    setLines(nil, widths: nil)
    guard !template.isRowPerCell, template.leafCount > 0 else { return }
    var breaker = breaker(template)
    let lines = LineTree(unmeasured: breaker.unmeasured, &breaker)
    var widths: LineTree?
    if template.hasIntrinsicWidths, !template.breaksLines {
      var breaker = self.breaker(template, measuresWidths: true)
      widths = LineTree(unmeasured: breaker.unmeasured, &breaker)
    }
    setLines(lines, widths: widths)
  }

  /// Returns the row of a cell and the cell's position in the row. For a position after the last cell, the result is
  /// that of the next cell to be added.
  /// - Complexity: O(log *n*) if rows have different numbers of cells.
  func place(ofItem item: Int, _ template: RowsTemplate) -> (row: Int, leaf: Int) {
    guard template.breaksLines, let lines else {
      let (row, leaf) = item.quotientAndRemainder(dividingBy: template.leafCount)
      return (row, leaf)
    }
    let place = lines.place(of: .cell(item), breaker(template))
    return (place.index, item - place.first)
  }

  /// Returns the positions of the cells in a row.
  /// - Complexity: The same as that of ``place(ofItem:_:)``.
  func items(ofRow row: Int, _ template: RowsTemplate) -> Range<Int> {
    guard template.breaksLines, let lines else {
      let first = row * template.leafCount
      return first..<min(first + template.leafCount, items.count)
    }
    return lines.place(of: .index(row), breaker(template)).cells
  }

  /// Returns the number of rows, including an incomplete last one.
  func rowCount(_ template: RowsTemplate) -> Int {
    guard template.breaksLines, let total = lines?.total else {
      return (items.count + template.leafCount - 1) / template.leafCount
    }
    return total.lines
  }

  /// The sum of the heights of all rows, without spacing, in subpixels.
  var extentOfRows: Int64 {
    lines?.total.height
      ?? items.measuredExtent + Int64(items.count - items.measuredCount) * rowEstimate
  }

  /// Returns the sum of the heights of the rows before `row`, without spacing, in subpixels.
  /// - Complexity: O(log *n*)
  func extentOfRows(before row: Int, _ template: RowsTemplate) -> Int64 {
    if let lines {
      return lines.place(of: .index(row), breaker(template)).before.height
    }
    let sum = items.sum(before: row)
    return sum.extent + Int64(sum.unmeasured) * rowEstimate
  }

  /// Returns the height of the tallest row with a measured cell, in subpixels. If no cell is measured, returns the
  /// height of an unmeasured row.
  func tallestRow(_ template: RowsTemplate) -> Int64 {
    guard let total = lines?.total else { return items.measuredCount > 0 ? items.largest : rowEstimate }
    return total.tallest >= 0 ? Int64(total.tallest) : rowEstimate
  }

  /// The width of the widest row with a measured cell, in subpixels; nil if there is none, or if there are no
  /// ``lineWidths``.
  var widestRow: Int64? {
    guard let total = lineWidths?.total else { return nil }
    return total.tallest >= 0 ? Int64(total.tallest) : nil
  }

  /// Returns the height of a row, in subpixels.
  /// - Complexity: O(log *n*)
  func extent(ofRow row: Int, _ template: RowsTemplate) -> Int64 {
    guard let lines else { return items.extent(at: row) ?? rowEstimate }
    let line = lines.place(of: .index(row), breaker(template)).line
    return line.height < 0 ? rowEstimate : Int64(line.height)
  }

  /// Returns the first row whose end, including the spacing after the row, lies after `y`.
  /// - Complexity: O(log *n*)
  func row(at y: Int64, _ template: RowsTemplate) -> Int {
    guard let lines else { return items.find(y, estimate: rowEstimate, gap: template.spacing) }
    let goal = LineTree.Goal.distance(y, gap: template.spacing)
    return lines.place(of: goal, breaker(template)).index
  }

  /// Visits the rows that start with `row`, until `body` returns false. Consecutive rows of equal height may be visited
  /// in one call, with their number.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of calls of `body`.
  func forEachRows(from row: Int, _ template: RowsTemplate, _ body: (_ count: Int, _ extent: Int64) -> Bool) {
    guard let lines else { return items.forEachRun(from: row) { body($0, $1 ?? rowEstimate) } }
    let breaker = breaker(template)
    lines.forEachLine(from: lines.place(of: .index(row), breaker), breaker) { body($1, Int64($2.height)) }
  }
}
