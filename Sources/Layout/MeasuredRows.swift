import ScrollworkDiffing

/// The measured heights of a section's cells, and the heights of its rows that follow from them.
struct MeasuredRows: Sendable {
  /// The measured heights, one element a cell.
  private(set) var items: RunTree
  /// The heights of the rows that differ from those of unmeasured ones; nil where a row is its only cell.
  private(set) var rows: RunTree?
  /// Replaces the declared guess for cells that are not measured, in subpixels.
  private(set) var guess: Int64?
  /// The height of a full row of which nothing is measured.
  private var rowGuess: Int64
  /// How far any cell ever reached below its row.
  private(set) var overflow: Int64

  init(template: Template, itemCount: Int) {
    items = RunTree(count: itemCount)
    rowGuess = template.extent
    overflow = template.overflow
    if !template.isRowPerCell {
      rows = RunTree(count: 0)
      rebuildRows(from: 0, template: template)
    }
  }

  /// The measured height of a cell, the adopted guess, or nil where the declared guess holds, as for cells that are not
  /// there.
  /// - Complexity: O(log *n*)
  func extent(ofItem item: Int) -> Int64? { item < items.count ? items.extent(at: item) ?? guess : guess }

  /// The sum of the heights of the rows before `row`, without spacing.
  /// - Complexity: O(log *n*)
  func extentOfRows(before row: Int) -> Int64 {
    let sum = (rows ?? items).sum(before: row)
    return sum.extent + Int64(sum.unmeasured) * rowGuess
  }

  /// The first row that ends, with the spacing after it, after `y`.
  /// - Complexity: O(log *n*)
  func row(at y: Int64, spacing: Int64) -> Int { (rows ?? items).find(y, guess: rowGuess, gap: spacing) }

  /// Visits the heights of the rows from `row` on until `body` returns false.
  /// - Complexity: O(log *n* + *k*)
  func forEachRow(from row: Int, _ body: (Int64) -> Bool) {
    (rows ?? items).forEachRun(from: row) { count, extent in
      for _ in 0..<count where !body(extent ?? rowGuess) { return false }
      return true
    }
  }

  /// Remembers a measured height, or forgets it.
  /// - Returns: True if the cell or what follows it moved or changed its size.
  /// - Complexity: O(log *n*), with *L* cells in a row O(*L* log *n*).
  mutating func set(_ extent: Int64?, ofItem item: Int, template: Template) -> Bool {
    let (row, leaf) = item.quotientAndRemainder(dividingBy: template.leafCount)
    let declared = guess ?? template.guess(ofLeaf: leaf)
    let old = items.extent(at: item) ?? declared
    items.set(item, to: extent)
    if rows != nil {
      let height = height(ofRow: row, template: template)
      rows?.set(row, to: height)
    }
    return old != extent ?? declared
  }

  /// The cells became others: measured heights go where their cells went.
  /// - Complexity: O(log *n*) for what was inserted or deleted in one place; where measured cells lie between the first
  ///   and the last change, and O(*m* log *m*) in their number. Rows of several cells: and O(*r*) in the number of
  ///   measured ones behind the first change, behind the first row if the template changed.
  mutating func update(_ mapping: PositionMapping, from old: Template, to new: Template) {
    if !mapping.isIdentity { items.update(mapping) }
    if old === new {
      if rows != nil, !mapping.isIdentity {
        rebuildRows(from: mapping.commonPrefix / new.leafCount, template: new)
      }
      return
    }
    overflow = new.overflow
    rowGuess = guess.map { guess in new.root.height(first: 0, limit: new.leafCount) { _ in guess } } ?? new.extent
    rows = new.isRowPerCell ? nil : RunTree(count: 0)
    rebuildRows(from: 0, template: new)
  }

  /// Another guess for the cells that are not measured.
  /// - Complexity: O(*r*) in the number of rows with a measured cell; O(1) where a row is a cell.
  mutating func adopt(guess: Int64, template: Template) {
    self.guess = guess
    rowGuess = template.root.height(first: 0, limit: template.leafCount) { _ in guess }
    if rows != nil { rebuildRows(from: 0, template: template) }
  }

  /// The mean of the measured heights, rounded.
  var mean: Int64? {
    let count = Int64(items.measuredCount)
    return count > 0 ? (items.measuredExtent + count / 2) / count : nil
  }

  private mutating func rebuildRows(from row: Int, template: Template) {
    guard var rows else { return }
    // Taken out first: a second reference would make the next line copy everything.
    self.rows = nil
    rows.truncate(to: row)
    let leafCount = template.leafCount
    var item = row * leafCount
    while item < items.count {
      let run = items.run(at: item)
      let fullRows = run.extent == nil ? (run.end - item) / leafCount : 0
      if fullRows > 0 {
        rows.append(count: fullRows, extent: nil)
        item += fullRows * leafCount
      } else {
        rows.append(count: 1, extent: height(ofRow: item / leafCount, template: template))
        item += leafCount
      }
    }
    self.rows = rows
  }

  /// - Complexity: O(*L* log *n*)
  private mutating func height(ofRow row: Int, template: Template) -> Int64 {
    let first = row * template.leafCount
    let count = min(template.leafCount, items.count - first)
    let measure = { [self] leaf in extent(ofItem: first + leaf) }
    let height = template.root.height(first: 0, limit: count, measure: measure)
    var lowest = height
    template.root.place(at: (0, 0), leaves: 0..<count, measure: measure) { lowest = max(lowest, $0.maxY) }
    overflow = max(overflow, lowest - height)
    return height
  }

  /// Traps if what is stored contradicts itself.
  func checkInvariants(template: Template, itemCount: Int) {
    items.checkInvariants()
    precondition(items.count == itemCount, "\(items.count) measured cells for \(itemCount)")
    guard let rows else { return }
    rows.checkInvariants()
    let expected = (itemCount + template.leafCount - 1) / template.leafCount
    precondition(rows.count == expected, "\(rows.count) rows for \(expected)")
  }
}
