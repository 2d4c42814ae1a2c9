import ScrollworkDiffing

/// The measured sizes of a section's cells, and the row heights that follow from them.
///
/// This is an object so that queries do not copy it; copies of a solver share it until one of them changes it. It is
/// `Sendable` without checks, because only `SectionStore.changeRows` changes it, through the only reference.
final class MeasuredRows: @unchecked Sendable {
  /// The measured heights in subpixels, one element for each cell.
  private(set) var items: RunTree
  /// The measured widths in subpixels; nil if the content decides no width.
  private(set) var widths: RunTree?
  /// The rows and their heights; nil if every row is exactly as tall as its only cell.
  private(set) var lines: LineTree?
  /// A second tree of the rows, with their widths in place of heights. In this tree, a row without measured cells has
  /// no width. Nil if the content decides no width, or if the number of cells in a row depends on their widths.
  private(set) var lineWidths: LineTree?
  /// The estimated height that replaced the declared one for unmeasured cells, in subpixels; nil while the declared one
  /// is in use.
  private(set) var estimate: Int64?
  /// The height of a complete row without measured cells, in subpixels.
  private(set) var rowEstimate: Int64
  /// The largest overflow of any cell or badge beyond its row that was found so far, in subpixels.
  private(set) var overflow: Int64
  /// The largest distance from the leading edge of a row to the trailing edge of a cell or badge in it that was found
  /// so far, in subpixels. Zero if the content decides no width.
  private(set) var farthestAcross: Int64 = 0

  init(template: RowsTemplate, itemCount: Int) {
    items = RunTree(count: itemCount)
    rowEstimate = template.extent
    overflow = template.overflow
    if template.hasIntrinsicWidths { widths = RunTree(count: itemCount) }
    breakLines(template)
  }

  /// Creates rows of one measured cell each.
  convenience init(template: RowsTemplate, extents: [Int64]) {
    self.init(template: template, itemCount: extents.count)
    items = RunTree(extents: extents)
  }

  init(copying other: MeasuredRows) {
    items = other.items
    widths = other.widths
    lines = other.lines
    lineWidths = other.lineWidths
    estimate = other.estimate
    rowEstimate = other.rowEstimate
    overflow = other.overflow
    farthestAcross = other.farthestAcross
  }

  /// Returns the measured height of a cell, or the estimate that replaced the declared one, in subpixels; nil if the
  /// declared estimate is in use. A position without a cell counts as unmeasured.
  /// - Complexity: O(log *n*)
  func extent(ofItem item: Int) -> Int64? { item < items.count ? items.extent(at: item) ?? estimate : estimate }

  /// Returns the measured width of a cell in logical pixels; nil if the declared estimate is in use.
  /// - Complexity: O(log *n*)
  func width(ofItem item: Int) -> Double? {
    guard let widths, item < widths.count else { return nil }
    return widths.extent(at: item).map(Subpixels.pixels)
  }

  /// Returns whether a measured size is recorded for a cell.
  func isMeasured(_ item: Int) -> Bool { items.extent(at: item) != nil }

  /// Records the measured size of a cell, or discards it if `size` is `nil`. A cell without intrinsic width is recorded
  /// in the tree of heights only.
  /// - Returns: Whether any cell moved or changed its size.
  /// - Complexity: O(log *n*); with *L* cells in a row, O(*L*² + *L* log *n*).
  func set(_ size: LeafSize?, ofItem item: Int, template: RowsTemplate) -> Bool {
    guard lines != nil else {
      let estimate = template.estimate(ofLeaf: 0)
      let (declared, extent) = (self.estimate ?? estimate, size.map { $0.extent ?? estimate })
      return items.set(item, to: extent) ?? declared != extent ?? declared
    }
    // In lines of one repeated subitem, all cells have the same estimate; otherwise the estimate depends on the place.
    let dependsOnPlace = !template.breaksLines || template.root.children.count > 1
    let (row, leaf) = dependsOnPlace ? place(ofItem: item, template) : (0, 0)
    let oldCommon = commonExtent(template)
    // If a cell gets the size of its largest sibling, its own size may have no effect. So the places before and after
    // are compared.
    let isShared = template.hasUniformCells && !template.breaksLines
    let places = isShared ? self.places(ofRow: row, template: template) : []
    let (oldSize, newSize) = store(size, ofItem: item, leaf, template)
    changeLines(at: item, template)
    if oldCommon != commonExtent(template) { return true }
    if template.breaksLines, dependsOnPlace, place(ofItem: item, template) != (row, leaf) { return true }
    guard oldSize != newSize else { return false }
    return !isShared || places != self.places(ofRow: row, template: template)
  }

  /// Stores the measured size of a cell. Returns its size before and after, measured or estimated.
  private func store(
    _ size: LeafSize?, ofItem item: Int, _ leaf: Int, _ template: RowsTemplate
  ) -> (old: LeafSize, new: LeafSize) {
    let (declared, declaredWidth) = (template.estimate(ofLeaf: leaf), template.estimatedWidth(ofLeaf: leaf))
    func stored(_ length: Int64) -> Int64 { Int64(RunTree.stored(length)) }
    let extent = size.map { stored($0.extent ?? declared) }
    let width = size?.width.map { stored(Subpixels.nearest($0)) }
    let oldExtent = items.set(item, to: extent)
    let oldWidth = widths?.set(item, to: width) ?? nil
    func known(_ extent: Int64?, _ width: Int64?) -> LeafSize {
      LeafSize(extent: extent ?? estimate ?? declared, width: width.map(Subpixels.pixels) ?? declaredWidth)
    }
    return (known(oldExtent, oldWidth), known(extent, widths == nil ? nil : width))
  }

  func setLines(_ lines: LineTree?, widths: LineTree?) { (self.lines, lineWidths) = (lines, widths) }

  /// Updates the lines around a cell whose size has changed.
  private func changeLines(at item: Int, _ template: RowsTemplate) {
    var breaker = breaker(template)
    lines?.change(item / breaker.unit, &breaker)
    guard lineWidths != nil else { return }
    breaker = self.breaker(template, measuresWidths: true)
    lineWidths?.change(item / breaker.unit, &breaker)
  }

  /// Updates the lines after cells were inserted, deleted or moved. The measured sizes are already at their new
  /// positions.
  private func updateLines(_ mapping: PositionMapping, _ template: RowsTemplate) {
    guard lines != nil else { return }
    guard RowLines.unit(of: template) == 1 else { return breakLines(template) }
    let range = mapping.commonPrefix..<mapping.oldCount - mapping.commonSuffix
    let count = mapping.newCount - mapping.commonPrefix - mapping.commonSuffix
    var breaker = breaker(template)
    lines?.replace(range, with: count, &breaker)
    guard lineWidths != nil else { return }
    breaker = self.breaker(template, measuresWidths: true)
    lineWidths?.replace(range, with: count, &breaker)
  }

  /// Returns the height of every row if all rows are as tall as the tallest; nil otherwise.
  private func commonExtent(_ template: RowsTemplate) -> Int64? {
    template.isUniformAcrossInstances ? tallestRow(template) : nil
  }

  private func places(ofRow row: Int, template: RowsTemplate) -> [LeafSlot] {
    var places: [LeafSlot] = []
    RowsTemplate.place(template.root, height: commonExtent(template), cells(ofRow: row, template)) {
      places.append($0)
    }
    return places
  }

  /// Moves the measured sizes to the new positions of their cells, and takes over another template if it changed.
  /// - Complexity: O(log *n*) for insertions or deletions in one place; otherwise O(*m* log *m*), where *m* is the
  ///   number of measured cells between the first and the last change. If the template changed, *m* is the number of
  ///   all measured cells.
  func update(_ mapping: PositionMapping, from old: RowsTemplate, to new: RowsTemplate) {
    if !mapping.isIdentity {
      items.update(mapping)
      widths?.update(mapping)
    }
    if old === new {
      if !mapping.isIdentity { updateLines(mapping, new) }
      return
    }
    (overflow, farthestAcross) = (new.overflow, 0)
    takeEstimate(new)
    widths = new.hasIntrinsicWidths ? widths ?? RunTree(count: mapping.newCount) : nil
    breakLines(new)
  }

  /// Replaces the estimated height of unmeasured cells.
  /// - Complexity: O(*m*), where *m* is the number of measured cells; O(1) if every row is one cell.
  func adopt(estimate: Int64, template: RowsTemplate) {
    self.estimate = estimate
    takeEstimate(template)
    breakLines(template)
  }

  /// The mean of the measured heights in subpixels, rounded; nil if nothing is measured.
  var mean: Int64? { items.mean }

  /// Recomputes the height and the overflow of rows without measured cells from the current estimate.
  private func takeEstimate(_ template: RowsTemplate) {
    rowEstimate = template.extent
    guard let estimate else { return }
    let cells = LeafSizes(limit: template.leafCount, estimate: estimate)
    rowEstimate = template.height(cells)
    recordOverflow(cells, extent: rowEstimate, template)
  }

  /// Includes the overflow of the cells and badges of a row in `overflow` and `farthestAcross`.
  func recordOverflow(_ cells: LeafSizes, extent: Int64, _ template: RowsTemplate) {
    var (farthest, across) = (overflow, farthestAcross)
    RowsTemplate.place(template.root, cells) { slot in
      if template.hasIntrinsicWidths {
        across = max(across, RowsTemplate.farthestAcross(of: slot, badges: template.badges))
      }
      farthest = max(
        farthest, RowsTemplate.overflow(of: CollectionOfOne(slot), extent: extent, badges: template.badges))
    }
    (overflow, farthestAcross) = (farthest, across)
  }

  private func cells(ofRow row: Int, _ template: RowsTemplate) -> LeafSizes {
    let range = items(ofRow: row, template)
    return LeafSizes(measured: self, first: range.lowerBound, limit: range.count)
  }

  /// Traps if the stored values contradict each other.
  func checkInvariants(template: RowsTemplate, itemCount: Int) {
    items.checkInvariants()
    precondition(items.count == itemCount, "\(items.count) measured cells for \(itemCount)")
    lines?.checkInvariants(breaker(template))
    lineWidths?.checkInvariants(breaker(template, measuresWidths: true))
  }
}
