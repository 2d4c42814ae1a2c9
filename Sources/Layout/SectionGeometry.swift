import ScrollworkGeometry

/// One section as the solver asks about it: everything in subpixels from the section's start.
struct SectionGeometry {
  let template: Template
  let itemCount: Int
  /// Zero where there is no header.
  let headerExtent: Int64
  let footerExtent: Int64
  /// Nil as long as nothing is measured: then even a section of estimated rows is a closed form.
  let measured: MeasuredRows?

  var rowCount: Int {
    guard template.leafCount > 0 else { return 0 }
    return (itemCount + template.leafCount - 1) / template.leafCount
  }

  /// Where the first row starts.
  var rowsStart: Int64 { headerExtent + template.top }
  /// Where the footer starts, or would.
  var footerStart: Int64 { rowsStart + rowsExtent + template.bottom }
  var extent: Int64 { footerStart + footerExtent }

  /// All rows and the spacing between them.
  /// - Complexity: O(*L*)
  var rowsExtent: Int64 {
    let rows = rowCount
    guard rows > 0 else { return 0 }
    let gaps = Int64(rows - 1) * template.spacing
    if let measured { return measured.extentOfRows(before: rows) + gaps }
    let last = template.extent(ofFirst: itemCount - (rows - 1) * template.leafCount)
    return Int64(rows - 1) * template.extent + last + gaps
  }

  /// How far cells may reach below their row.
  var overflow: Int64 { measured?.overflow ?? template.overflow }

  /// Where a row starts, from the first row's start.
  /// - Complexity: O(log *n*), O(1) where nothing is measured.
  func start(ofRow row: Int) -> Int64 {
    let gaps = Int64(row) * template.spacing
    return (measured?.extentOfRows(before: row) ?? Int64(row) * template.extent) + gaps
  }

  /// The first row that ends, with the spacing that follows it, after `y`; `rowCount` if none does.
  /// - Complexity: O(log *n*), O(1) where nothing is measured.
  func row(at y: Int64) -> Int {
    if y < 0 { return 0 }
    if let measured { return measured.row(at: y, spacing: template.spacing) }
    let pitch = template.extent + template.spacing
    return pitch > 0 ? Int(min(y / pitch, Int64(rowCount))) : rowCount
  }

  /// The place of one cell, y from the first row's start.
  /// - Complexity: O(log *n* + *L*), O(1) where nothing is measured.
  func slot(of item: Int) -> LeafSlot {
    let (row, leaf) = item.quotientAndRemainder(dividingBy: template.leafCount)
    var result = template.slots[leaf]
    if measured != nil {
      forEachSlot(ofRow: row, startingAt: 0) { if $0.leaf == item { result = $0 } }
    }
    let start = start(ofRow: row)
    result.leaf = item
    result.minY += start
    result.maxY += start
    return result
  }

  /// The places of the cells of one row, in data order; `leaf` is the cell's position in the section.
  /// - Complexity: O(*L* log *n*)
  func forEachSlot(ofRow row: Int, startingAt y: Int64, _ body: (LeafSlot) -> Void) {
    let first = row * template.leafCount
    let count = min(template.leafCount, itemCount - first)
    func emit(_ slot: LeafSlot) {
      var slot = slot
      slot.leaf += first
      slot.minY += y
      slot.maxY += y
      body(slot)
    }
    guard let measured else {
      for leaf in 0..<count { emit(template.slots[leaf]) }
      return
    }
    template.root.place(
      at: (template.leading, 0), leaves: 0..<count, measure: { measured.extent(ofItem: first + $0) }, emit: emit)
  }

  /// The places of the cells whose row, or what of it overflows, meets a range of y from the first row's start.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of cells visited.
  func forEachSlot(in range: Range<Int64>, _ body: (LeafSlot) -> Void) {
    let rows = rowCount
    var row = row(at: range.lowerBound - overflow)
    guard row < rows else { return }
    var y = start(ofRow: row)
    guard let measured else {
      while row < rows, y < range.upperBound {
        forEachSlot(ofRow: row, startingAt: y, body)
        row += 1
        y += template.extent + template.spacing
      }
      return
    }
    measured.forEachRow(from: row) { extent in
      guard y < range.upperBound else { return false }
      if template.isRowPerCell, var slot = template.slots.first {
        (slot.leaf, slot.minY, slot.maxY) = (row, y, y + extent)
        body(slot)
      } else {
        forEachSlot(ofRow: row, startingAt: y, body)
      }
      row += 1
      y += extent + template.spacing
      return true
    }
  }
}
