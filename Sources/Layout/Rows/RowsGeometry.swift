import ScrollworkDiffing

/// The groups of one section, with all positions in subpixels from the start of the first group.
struct RowsGeometry {
  let template: RowsTemplate
  let itemCount: Int
  /// The measured sizes; nil while nothing is measured, when even a section of estimated rows has a closed form.
  let measured: MeasuredRows?
  /// The maximum overflow of measured badges beyond their hosts, which may overflow their rows, in subpixels.
  var badgeReach: Int64 = 0

  var rowCount: Int {
    guard template.leafCount > 0 else { return 0 }
    if let measured, template.breaksLines { return measured.rowCount(template) }
    return (itemCount + template.leafCount - 1) / template.leafCount
  }

  /// The height of every row, if all full rows are equally tall whatever was measured; otherwise nil.
  private var commonExtent: Int64? {
    guard let measured else { return template.extent }
    return template.isUniformAcrossInstances ? measured.tallestRow(template) : nil
  }

  /// The extent of all rows and the spacing between them.
  /// - Complexity: O(*L*); O(log *n*) if anything is measured.
  var extent: Int64 {
    let rows = rowCount
    guard rows > 0 else { return 0 }
    let gaps = Int64(rows - 1) * template.spacing
    if let measured, !template.isUniformAcrossInstances { return measured.extentOfRows(template) + gaps }
    let common = commonExtent ?? 0
    let last =
      template.isUniformAcrossInstances ? common : template.extent(ofFirst: itemCount - (rows - 1) * template.leafCount)
    return Int64(rows - 1) * common + last + gaps
  }

  /// The width of the widest row, in logical pixels.
  var width: Double {
    guard template.hasFreeWidths, !template.breaksLines else { return template.root.outerWidth }
    return measured?.widestRow(template).map(Subpixels.pixels)
      ?? template.root.width(first: 0, LeafSizes(limit: template.leafCount)) + (template.root.edges?.width ?? 0)
  }

  /// The maximum overflow of cells and badges beyond their row.
  var reach: Int64 { reachOfDeclared + badgeReach }

  private var reachOfDeclared: Int64 {
    guard let measured else {
      // A last row without all of its cells may be less tall, but its cells are as tall as in any other.
      let last = itemCount % max(1, template.leafCount)
      guard last > 0, template.root.isEstimated else { return template.reach }
      return template.reach + max(0, template.extent - template.extent(ofFirst: last))
    }
    let reach = max(measured.reach, template.reach)
    // If all rows are as tall as the tallest measured one, the content of unmeasured rows may be taller than that.
    return reach + (commonExtent.map { max(0, max(template.extent, measured.rowGuess) - $0) } ?? 0)
  }

  /// Returns the start of a row.
  /// - Complexity: O(log *n*), O(1) if nothing is measured.
  func start(ofRow row: Int) -> Int64 {
    let gaps = Int64(row) * template.spacing
    if let commonExtent { return Int64(row) * commonExtent + gaps }
    return (measured?.extentOfRows(before: row, template) ?? 0) + gaps
  }

  /// Returns the height of a row.
  func extent(ofRow row: Int) -> Int64 { commonExtent ?? measured?.extent(ofRow: row, template) ?? template.extent }

  /// Returns the first row that ends, including the spacing after it, after `y`; `rowCount` if none does.
  /// - Complexity: O(log *n*), O(1) if nothing is measured.
  func row(at y: Int64) -> Int {
    if y < 0 { return 0 }
    if let commonExtent {
      let pitch = commonExtent + template.spacing
      return pitch > 0 ? Int(min(y / pitch, Int64(rowCount))) : rowCount
    }
    return measured?.row(at: y, template) ?? rowCount
  }

  /// Returns true if the row is the last and lacks some of its cells: then groups in it may be shorter than elsewhere.
  private func isPartial(_ row: Int) -> Bool { (row + 1) * template.leafCount > itemCount }

  /// Returns the row of a cell.
  /// - Complexity: O(log *n*) if rows have different numbers of cells.
  func row(ofItem item: Int) -> Int { place(ofItem: item).row }

  /// Returns the row of a cell and the cell's position in it.
  private func place(ofItem item: Int) -> (row: Int, leaf: Int) {
    if let measured { return measured.place(ofItem: item, template) }
    let (row, leaf) = item.quotientAndRemainder(dividingBy: template.leafCount)
    return (row, leaf)
  }

  /// Returns the place of one cell.
  /// - Complexity: O(*L* log *n*); O(1) if nothing is measured and the row is full.
  func slot(of item: Int) -> LeafSlot {
    let (row, leaf) = place(ofItem: item)
    var result = template.slots[min(leaf, template.slots.count - 1)]
    let start = start(ofRow: row)
    if measured != nil || isPartial(row) {
      forEachSlot(ofRow: row, startingAt: 0) { if $0.leaf == item, !$0.isGroup { result = $0 } }
    }
    result.leaf = item
    result.minY += start
    result.maxY += start
    return result
  }

  /// A part of each row, in logical pixels from its leading edge.
  struct Part {
    let range: ClosedRange<Double>
    /// Whether each row repeats one cell.
    let repeatsOneCell: Bool
  }

  /// Calls `body` with the places of the cells of one row, in data order, and of its groups with badges; `leaf` is the
  /// position in the section.
  /// - Parameter part: The part that the places must meet; nil for all of the row.
  /// - Complexity: O(*L* log *n*); O(log *L* + *k*) for *k* places in a part of a row that repeats one cell of known size.
  func forEachSlot(ofRow row: Int, startingAt y: Int64, in part: Part? = nil, _ body: (LeafSlot) -> Void) {
    Effort.step()
    let first = row * template.leafCount
    let items = measured?.items(ofRow: row, template) ?? first..<min(first + template.leafCount, itemCount)
    func emit(_ slot: LeafSlot) {
      Effort.step()
      if let range = part?.range, slot.maxX < range.lowerBound || slot.minX > range.upperBound { return }
      var slot = slot
      slot.leaf += items.lowerBound
      slot.minY += y
      slot.maxY += y
      body(slot)
    }
    if let part, isAscending(part) {
      // Copies of one cell have the same places in a row that is not full.
      let slots = template.slots[..<items.count]
      for slot in slots[slots.partitioningIndex { $0.maxX >= part.range.lowerBound }...] {
        if slot.minX > part.range.upperBound { break }
        emit(slot)
      }
      return
    }
    guard measured != nil || isPartial(row) else {
      guard template.slotsWithGroups.isEmpty else {
        for slot in template.slotsWithGroups where slot.leaf < items.count { emit(slot) }
        return
      }
      for leaf in 0..<items.count { emit(template.slots[leaf]) }
      return
    }
    let cells = LeafSizes(measured: measured, first: items.lowerBound, limit: items.count)
    RowsTemplate.place(
      template.root, height: template.isUniformAcrossInstances ? commonExtent : nil, cells, emit: emit)
  }

  /// Whether the places in every row follow each other from the leading edge on, so that they can be searched.
  private func isAscending(_ part: Part) -> Bool {
    part.repeatsOneCell && measured == nil && template.isFixed && template.slotsWithGroups.isEmpty
      && template.root.arrangement == .row
  }

  /// Calls `body` with the places of the cells whose row, including its overflow, intersects a range of y.
  /// - Parameter part: The part of the rows that the places must meet; nil for all of them.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of cells visited.
  func forEachSlot(in range: Range<Int64>, part: Part? = nil, _ body: (LeafSlot) -> Void) {
    let rows = rowCount
    var row = row(at: range.lowerBound - reach - 1)
    guard row < rows else { return }
    var y = start(ofRow: row)
    let end = range.upperBound + reach
    if let commonExtent {
      // Any number of rows without extent may be here, and none is visible.
      if commonExtent + template.spacing == 0, reach == 0 { return }
      while row < rows, y < end {
        forEachSlot(ofRow: row, startingAt: y, in: part, body)
        row += 1
        y += commonExtent + template.spacing
      }
      return
    }
    measured?.forEachRows(from: row, template) { count, extent in
      let pitch = extent + template.spacing
      if pitch == 0, reach == 0 {
        row += count
        return y < end
      }
      for _ in 0..<count {
        guard y < end else { return false }
        visit(row, from: y, extent: extent, in: part, body)
        row += 1
        y += pitch
      }
      return true
    }
  }

  private func visit(_ row: Int, from y: Int64, extent: Int64, in part: Part?, _ body: (LeafSlot) -> Void) {
    guard template.isRowPerCell, var slot = template.slots.first else {
      return forEachSlot(ofRow: row, startingAt: y, in: part, body)
    }
    Effort.step()
    (slot.leaf, slot.minY, slot.maxY) = (row, y, y + extent)
    body(slot)
  }
}
