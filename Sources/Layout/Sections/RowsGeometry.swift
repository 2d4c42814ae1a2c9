import ScrollworkDiffing

/// The groups of one section. All positions are subpixels from the start of the first group.
struct RowsGeometry {
  let template: RowsTemplate
  let itemCount: Int
  /// The measured sizes; nil while nothing is measured. Then positions follow from a formula, even in a section of
  /// estimated rows.
  let measured: MeasuredRows?
  /// The largest overflow of measured badges beyond their hosts, in subpixels.
  var badgeOverflow: Int64 = 0

  var rowCount: Int {
    guard template.leafCount > 0 else { return 0 }
    if let measured, template.breaksLines { return measured.rowCount(template) }
    return (itemCount + template.leafCount - 1) / template.leafCount
  }

  /// The height of every complete row, in subpixels; nil if heights may differ because of measured cells.
  private var commonExtent: Int64? {
    guard let measured else { return template.extent }
    return template.isUniformAcrossInstances ? measured.tallestRow(template) : nil
  }

  /// The extent of all rows with the spacing between them, in subpixels.
  /// - Complexity: O(*L*); O(log *n*) if anything is measured.
  var extent: Int64 {
    let rows = rowCount
    guard rows > 0 else { return 0 }
    let gaps = Int64(rows - 1) * template.spacing
    if let measured, !template.isUniformAcrossInstances { return measured.extentOfRows + gaps }
    let common = commonExtent ?? 0
    let last =
      template.isUniformAcrossInstances ? common : template.extent(ofFirst: itemCount - (rows - 1) * template.leafCount)
    return Int64(rows - 1) * common + last + gaps
  }

  /// The width of the widest row, in logical pixels.
  var width: Double {
    guard template.hasIntrinsicWidths, !template.breaksLines else { return template.root.outerWidth }
    return measured?.widestRow.map(Subpixels.pixels)
      ?? template.root.width(first: 0, LeafSizes(limit: template.leafCount)) + (template.root.edges?.width ?? 0)
  }

  /// The largest overflow of cells and badges beyond their row, in subpixels.
  var overflow: Int64 { declaredOverflow + badgeOverflow }

  private var declaredOverflow: Int64 {
    guard let measured else {
      // An incomplete last row may be less tall, but its cells are as tall as in any other row.
      let last = itemCount % max(1, template.leafCount)
      guard last > 0, template.root.isEstimated else { return template.overflow }
      return template.overflow + max(0, template.extent - template.extent(ofFirst: last))
    }
    let overflow = max(measured.overflow, template.overflow)
    // If all rows are as tall as the tallest measured one, the cells of an unmeasured row may be taller than that.
    return overflow + (commonExtent.map { max(0, max(template.extent, measured.rowEstimate) - $0) } ?? 0)
  }

  /// Returns the start of a row, in subpixels.
  /// - Complexity: O(log *n*), O(1) if nothing is measured.
  func start(ofRow row: Int) -> Int64 {
    let gaps = Int64(row) * template.spacing
    if let commonExtent { return Int64(row) * commonExtent + gaps }
    return (measured?.extentOfRows(before: row, template) ?? 0) + gaps
  }

  /// Returns the height of a row, in subpixels.
  func extent(ofRow row: Int) -> Int64 { commonExtent ?? measured?.extent(ofRow: row, template) ?? template.extent }

  /// Returns the first row whose end, including the spacing after the row, lies after `y`; `rowCount` if there is none.
  /// - Complexity: O(log *n*), O(1) if nothing is measured.
  func row(at y: Int64) -> Int {
    if y < 0 { return 0 }
    if let commonExtent {
      let pitch = commonExtent + template.spacing
      return pitch > 0 ? Int(min(y / pitch, Int64(rowCount))) : rowCount
    }
    return measured?.row(at: y, template) ?? rowCount
  }

  /// Returns whether a row is an incomplete last row, which may contain groups that are less tall than in other rows.
  private func isPartial(_ row: Int) -> Bool { (row + 1) * template.leafCount > itemCount }

  /// Returns the index of the row that contains a cell.
  /// - Complexity: O(log *n*) if rows have different numbers of cells.
  func row(ofItem item: Int) -> Int { place(ofItem: item).row }

  /// Returns the row that contains a cell, and the cell's position in the row.
  private func place(ofItem item: Int) -> (row: Int, leaf: Int) {
    if let measured { return measured.place(ofItem: item, template) }
    let (row, leaf) = item.quotientAndRemainder(dividingBy: template.leafCount)
    return (row, leaf)
  }

  /// Returns the frame of one cell.
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

  /// Visits the frames of the cells of one row, and of its groups with badges, in data order. The `leaf` of a slot is
  /// the position of the cell in the section.
  /// - Parameter part: The range of x that frames must intersect, in logical pixels from the leading edge of the row;
  ///   nil for the whole row.
  /// - Complexity: O(*L* log *n*); O(log *L* + *k*) for *k* frames in a part of a row whose frames ascend.
  func forEachSlot(
    ofRow row: Int, startingAt y: Int64, in part: ClosedRange<Double>? = nil, _ body: (LeafSlot) -> Void
  ) {
    OperationCounter.step()
    let first = row * template.leafCount
    let items = measured?.items(ofRow: row, template) ?? first..<min(first + template.leafCount, itemCount)
    func emit(_ slot: LeafSlot) {
      OperationCounter.step()
      if let part, slot.maxX < part.lowerBound || slot.minX > part.upperBound { return }
      var slot = slot
      slot.leaf += items.lowerBound
      slot.minY += y
      slot.maxY += y
      body(slot)
    }
    if let part, template.isAscending {
      let slots = template.slots[..<items.count]
      for slot in slots[slots.partitioningIndex { $0.maxX >= part.lowerBound }...] {
        if slot.minX > part.upperBound { break }
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

  /// Visits the frames of the cells whose row, including its overflow, intersects a range of y.
  /// - Parameter part: The range of each row that frames must intersect; nil for whole rows.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of cells visited.
  func forEachSlot(in range: Range<Int64>, part: ClosedRange<Double>? = nil, _ body: (LeafSlot) -> Void) {
    var row = row(at: range.lowerBound - overflow - 1)
    guard row < rowCount else { return }
    var y = start(ofRow: row)
    let end = range.upperBound + overflow
    forEachRows(from: row) { count, extent in
      let pitch = extent + template.spacing
      // There may be any number of rows without extent here, and none is visible.
      if pitch == 0, overflow == 0 {
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

  /// Returns the first item whose frame meets a condition, searching forward from the start of a row, or the last one,
  /// searching backward from its end; nil if there is none.
  func item(from row: Int, isForward: Bool = true, where isWanted: (LeafSlot) -> Bool) -> Int? {
    var row = row
    while row >= 0, row < rowCount {
      var found: Int?
      forEachSlot(ofRow: row, startingAt: start(ofRow: row)) { slot in
        guard !slot.isGroup, found == nil || !isForward else { return }
        if isWanted(slot) { found = slot.leaf }
      }
      if let found { return found }
      row += isForward ? 1 : -1
    }
    return nil
  }

  /// Visits the rows that start with `row`, until `body` returns false. Consecutive rows of equal height may be visited
  /// in one call, with their number.
  private func forEachRows(from row: Int, _ body: (_ count: Int, _ extent: Int64) -> Bool) {
    if let commonExtent {
      _ = body(rowCount - row, commonExtent)
    } else {
      measured?.forEachRows(from: row, template, body)
    }
  }

  private func visit(
    _ row: Int, from y: Int64, extent: Int64, in part: ClosedRange<Double>?, _ body: (LeafSlot) -> Void
  ) {
    guard template.isRowPerCell, var slot = template.slots.first else {
      return forEachSlot(ofRow: row, startingAt: y, in: part, body)
    }
    OperationCounter.step()
    (slot.leaf, slot.minY, slot.maxY) = (row, y, y + extent)
    body(slot)
  }
}
