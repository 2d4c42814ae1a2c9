import ScrollworkDiffing

/// The measured sizes of a section's cells, and the heights of its rows that follow from them.
///
/// An object so that answering does not copy it; copies of a solver share it until one of them changes it.
/// Unchecked, because it is changed only through `SectionStore.changeRows`, by the holder of the only reference.
final class MeasuredRows: @unchecked Sendable {
  /// The measured heights, one element a cell.
  private(set) var items: RunTree
  /// The measured widths in subpixels; nil where no cell decides its width.
  private(set) var widths: RunTree?
  /// The heights of the rows that differ from those of unmeasured ones; nil where a row is its only cell.
  var rows: RunTree?
  /// The number of cells of each row, where that follows what is measured.
  var counts: RunTree?
  /// The widths of the rows of which something is measured; nil where no cell decides its width.
  var rowWidths: RunTree?
  /// Replaces the declared guess for cells that are not measured, in subpixels.
  private(set) var guess: Int64?
  /// The height of a full row of which nothing is measured.
  private(set) var rowGuess: Int64
  /// How far any cell or badge ever stuck out of its row.
  private(set) var reach: Int64
  /// How far across, from the leading edge of its row, any cell or badge ever reached; in subpixels, zero where no cell
  /// decides its width.
  private(set) var farthestAcross: Int64 = 0

  init(template: RowsTemplate, itemCount: Int) {
    items = RunTree(count: itemCount)
    rowGuess = template.extent
    reach = template.reach
    if template.hasFreeWidths { widths = RunTree(count: itemCount) }
    if !template.isRowPerCell {
      rows = RunTree(count: 0)
      rebuildRows(from: 0, template: template)
    }
  }

  /// Rows of one cell each, all of which are measured.
  convenience init(template: RowsTemplate, extents: [Int64]) {
    self.init(template: template, itemCount: extents.count)
    var runs: [RunTree.Run] = []
    for extent in extents {
      let next = RunTree.Run(count: 1, extent: Int32(clamping: extent))
      if runs.isEmpty || !runs[runs.count - 1].melt(next) { runs.append(next) }
    }
    items.replace(0..<extents.count, with: runs)
  }

  init(copying other: MeasuredRows) {
    items = other.items
    widths = other.widths
    rows = other.rows
    counts = other.counts
    rowWidths = other.rowWidths
    guess = other.guess
    rowGuess = other.rowGuess
    reach = other.reach
    farthestAcross = other.farthestAcross
  }

  /// The measured height of a cell, the adopted guess, or nil where the declared guess holds, as for cells that are not
  /// there.
  /// - Complexity: O(log *n*)
  func extent(ofItem item: Int) -> Int64? { item < items.count ? items.extent(at: item) ?? guess : guess }

  /// The measured width of a cell in logical pixels; nil where the declared guess holds.
  /// - Complexity: O(log *n*)
  func width(ofItem item: Int) -> Double? {
    guard let widths, item < widths.count else { return nil }
    return widths.extent(at: item).map(Subpixels.pixels)
  }

  /// True if the cell was measured.
  func isMeasured(_ item: Int) -> Bool { items.extent(at: item) != nil }

  /// The sum of the heights of the rows before `row`, without spacing.
  /// - Complexity: O(log *n*)
  func extentOfRows(before row: Int) -> Int64 {
    let sum = (rows ?? items).sum(before: row)
    return sum.extent + Int64(sum.unmeasured) * rowGuess
  }

  /// The height of the tallest row of which something is measured, or of an unmeasured one.
  var tallestRow: Int64 {
    let tree = rows ?? items
    return tree.measuredCount > 0 ? tree.largest : rowGuess
  }

  /// The width of the widest row of which something is measured, in subpixels; nil if there is none.
  var widestRow: Int64? { rowWidths.flatMap { $0.measuredCount > 0 ? $0.largest : nil } }

  /// The height of a row.
  /// - Complexity: O(log *n*)
  func extent(ofRow row: Int) -> Int64 { (rows ?? items).extent(at: row) ?? rowGuess }

  /// The first row that ends, with the spacing after it, after `y`.
  /// - Complexity: O(log *n*)
  func row(at y: Int64, spacing: Int64) -> Int { (rows ?? items).find(y, guess: rowGuess, gap: spacing) }

  /// Visits the heights of the rows from `row` on, each with the number of rows that share it, until `body` returns
  /// false.
  /// - Complexity: O(log *n* + *k*)
  func forEachRows(from row: Int, _ body: (_ count: Int, _ extent: Int64) -> Bool) {
    (rows ?? items).forEachRun(from: row) { body($0, $1 ?? rowGuess) }
  }

  /// Remembers a measured size, or forgets it. Both trees know the same cells.
  /// - Returns: True if the cell or another one moved or changed its size.
  /// - Complexity: O(log *n*), with *L* cells in a row O(*L* log *n*).
  func set(_ size: LeafSize?, ofItem item: Int, template: RowsTemplate) -> Bool {
    let (row, leaf) = place(ofItem: item, template)
    let extent = size.map { $0.extent ?? template.guess(ofLeaf: leaf) }
    guard rows != nil else {
      let declared = guess ?? template.guess(ofLeaf: leaf)
      return items.set(item, to: extent) ?? declared != extent ?? declared
    }
    let old = (size: self.size(ofItem: item, leaf, template), common: commonExtent(template))
    // What one wants need not show where it gets what the largest of its siblings wants.
    let places = template.hasUniformCells && counts == nil ? self.places(ofRow: row, template: template) : []
    items.set(item, to: extent)
    widths?.set(item, to: size?.width.map(Subpixels.nearest))
    if counts != nil {
      // The first cell of a line, smaller now, may have room in the line before.
      breakLines(from: leaf == 0 ? max(0, row - 1) : row, untilSettledAfter: item, template: template)
      if place(ofItem: item, template) != (row, leaf) { return true }
    } else {
      rows?.set(row, to: storedHeight(ofRow: row, template: template))
    }
    if rowWidths != nil {
      let width = width(ofRow: row, template: template)
      rowWidths?.set(row, to: width)
    }
    if old.common != commonExtent(template) { return true }
    guard old.size != self.size(ofItem: item, leaf, template) else { return false }
    return counts != nil || !template.hasUniformCells || places != self.places(ofRow: row, template: template)
  }

  /// What a cell wants as far as it is known.
  private func size(ofItem item: Int, _ leaf: Int, _ template: RowsTemplate) -> LeafSize {
    LeafSize(
      extent: extent(ofItem: item) ?? template.guess(ofLeaf: leaf),
      width: width(ofItem: item) ?? template.guessedWidth(ofLeaf: leaf))
  }

  /// The height of every row, where all are as tall as the tallest.
  private func commonExtent(_ template: RowsTemplate) -> Int64? {
    template.isUniformAcrossInstances ? tallestRow : nil
  }

  private func places(ofRow row: Int, template: RowsTemplate) -> [LeafSlot] {
    var places: [LeafSlot] = []
    RowsTemplate.place(template.root, height: commonExtent(template), cells(ofRow: row, template)) {
      places.append($0)
    }
    return places
  }

  /// The cells became others: measured sizes go where their cells went.
  /// - Complexity: O(log *n*) for what was inserted or deleted in one place; where measured cells lie between the first
  ///   and the last change, and O(*m* log *m*) in their number. Rows of several cells: and O(*r*) in the number of
  ///   measured ones behind the first change, behind the first row if the template changed.
  func update(_ mapping: PositionMapping, from old: RowsTemplate, to new: RowsTemplate) {
    if !mapping.isIdentity {
      items.update(mapping)
      widths?.update(mapping)
    }
    if old === new {
      if rows != nil, !mapping.isIdentity {
        // The first cells behind what stayed may have room in the line before.
        let row = place(ofItem: mapping.commonPrefix, new).row
        rebuildRows(from: counts == nil ? row : max(0, row - 1), template: new)
      }
      return
    }
    (reach, farthestAcross) = (new.reach, 0)
    takeGuess(new)
    widths = new.hasFreeWidths ? widths ?? RunTree(count: mapping.newCount) : nil
    rows = new.isRowPerCell ? nil : RunTree(count: 0)
    counts = nil
    rebuildRows(from: 0, template: new)
  }

  /// Another guess for the cells that are not measured.
  /// - Complexity: O(*r*) in the number of rows with a measured cell; O(1) where a row is a cell.
  func adopt(guess: Int64, template: RowsTemplate) {
    self.guess = guess
    takeGuess(template)
    if rows != nil { rebuildRows(from: 0, template: template) }
  }

  /// The mean of the measured heights, rounded.
  var mean: Int64? { items.mean }

  /// Finds out what rows of which nothing is measured are like.
  private func takeGuess(_ template: RowsTemplate) {
    rowGuess = template.extent
    guard let guess else { return }
    let cells = LeafSizes(limit: template.leafCount, guess: guess)
    rowGuess = RowsTemplate.height(of: template.root, cells)
    noteReach(cells, extent: rowGuess, template)
  }

  /// Notes how far the cells and badges of a row stick out of it.
  private func noteReach(_ cells: LeafSizes, extent: Int64, _ template: RowsTemplate) {
    var (farthest, across) = (reach, farthestAcross)
    RowsTemplate.place(template.root, cells) { slot in
      if template.hasFreeWidths {
        across = max(across, RowsTemplate.farthestAcross(of: slot, badges: template.badges))
      }
      farthest = max(
        farthest, RowsTemplate.reach(of: CollectionOfOne(slot), extent: extent, badges: template.badges))
    }
    (reach, farthestAcross) = (farthest, across)
  }

  private func rebuildRows(from row: Int, template: RowsTemplate) {
    guard !template.breaksLines else { return rebuildLines(from: row, template: template) }
    guard var rows else { return }
    // Taken out first: a second reference would make the next line copy everything.
    self.rows = nil
    rows.truncate(to: row)
    rowWidths = template.hasFreeWidths ? rowWidths ?? RunTree(count: 0) : nil
    let knownWidths = min(row, rowWidths?.count ?? 0)
    rowWidths?.truncate(to: knownWidths)
    let leafCount = template.leafCount
    var item = row * leafCount
    while item < items.count {
      let run = items.run(at: item)
      let fullRows = run.extent == nil ? (run.end - item) / leafCount : 0
      if fullRows > 0 {
        rows.append(count: fullRows, extent: nil)
        rowWidths?.append(count: fullRows, extent: nil)
        item += fullRows * leafCount
      } else {
        rows.append(count: 1, extent: storedHeight(ofRow: item / leafCount, template: template))
        let width = rowWidths == nil ? nil : width(ofRow: item / leafCount, template: template)
        rowWidths?.append(count: 1, extent: width)
        item += leafCount
      }
    }
    self.rows = rows
  }

  private func cells(ofRow row: Int, _ template: RowsTemplate) -> LeafSizes {
    let range = items(ofRow: row, template)
    return LeafSizes(measured: self, first: range.lowerBound, limit: range.count)
  }

  private func isAnythingMeasured(ofRow row: Int, _ template: RowsTemplate) -> Bool {
    items(ofRow: row, template).contains { isMeasured($0) }
  }

  private func storedHeight(ofRow row: Int, template: RowsTemplate) -> Int64? {
    storedHeight(of: cells(ofRow: row, template), template: template)
  }

  /// The height of a row; nil where it is not to count among those of which all are as tall as the tallest.
  /// - Complexity: O(*L* log *n*)
  func storedHeight(of cells: LeafSizes, template: RowsTemplate) -> Int64? {
    let height = RowsTemplate.height(of: template.root, cells)
    noteReach(cells, extent: height, template)
    guard template.isUniformAcrossInstances else { return height }
    return (cells.first..<cells.first + cells.limit).contains { isMeasured($0) } ? height : nil
  }

  /// The width of a row of which something is measured, in subpixels.
  private func width(ofRow row: Int, template: RowsTemplate) -> Int64? {
    guard isAnythingMeasured(ofRow: row, template) else { return nil }
    let width = template.root.width(first: 0, cells(ofRow: row, template))
    return Subpixels.nearest(width + (template.root.edges?.width ?? 0))
  }

  /// Traps if what is stored contradicts itself.
  func checkInvariants(template: RowsTemplate, itemCount: Int) {
    items.checkInvariants()
    precondition(items.count == itemCount, "\(items.count) measured cells for \(itemCount)")
    guard let rows else { return }
    rows.checkInvariants()
    if let counts {
      counts.checkInvariants()
      precondition(counts.count == rows.count, "\(counts.count) lines, \(rows.count) heights")
      precondition(Int(counts.measuredExtent) == itemCount, "\(counts.measuredExtent) of \(itemCount) cells in lines")
      return
    }
    let expected = (itemCount + template.leafCount - 1) / template.leafCount
    precondition(rows.count == expected, "\(rows.count) rows for \(expected)")
  }
}
