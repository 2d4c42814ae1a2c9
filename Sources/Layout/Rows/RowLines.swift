/// The line breaker that divides a section's cells into rows according to its template.
///
/// If a row has very many cells, the tree has one element for each whole row instead of each cell. Then inserting a
/// cell changes all later rows.
struct RowLines: LineBreaker {
  let rows: MeasuredRows
  let template: RowsTemplate
  /// Whether the tree adds up the widths of rows in place of their heights.
  let measuresWidths: Bool
  /// The number of cells in one element of the tree.
  let unit: Int
  private let perLine: Int
  private let cellCount: Int
  private let openRoom: Double?
  /// The sizes of the cells of a line, with a buffer that includes neighbouring cells.
  private var cells: LeafSizes

  init(_ rows: MeasuredRows, _ template: RowsTemplate, measuresWidths: Bool = false) {
    (self.rows, self.template, self.measuresWidths) = (rows, template, measuresWidths)
    unit = Self.unit(of: template)
    cellCount = rows.items.count
    perLine = template.leafCount / unit
    openRoom = template.root.openRoom
    cells = LeafSizes(measured: rows, limit: 0)
  }

  /// Returns the number of cells that one element of the tree stands for.
  static func unit(of template: RowsTemplate) -> Int {
    template.breaksLines || template.leafCount <= LineTree.longestLine ? 1 : template.leafCount
  }

  var count: Int { (cellCount + unit - 1) / unit }
  var unmeasured: Line { Line(cells: perLine, height: nil) }

  func endOfUnmeasured(from start: Int) -> Int {
    let run = rows.items.run(at: start * unit)
    guard run.extent == nil else { return start }
    return run.end == cellCount ? count : run.end / unit
  }

  mutating func line(from start: Int, atMost most: Int) -> Line? {
    (cells.first, cells.limit) = (start * unit, cellCount - start * unit)
    // A line that takes as many cells as fit looks at one more, and measured cells are often narrower.
    cells.window.read(rows, from: cells.first, count: min(cells.limit, template.leafCount + 2))
    if let room = openRoom, let tag = template.tag, !measuresWidths {
      let (count, height) = measure(tag, room: room)
      guard count <= most else { return nil }
      cells.limit = count
      return Line(cells: count, height: lineHeight(height + (template.root.edges?.height ?? 0)))
    }
    if let room = openRoom {
      cells.limit = template.root.memberCount(cells, room: room)
      guard cells.limit <= most else { return nil }
    } else {
      cells.limit = min(cells.limit, template.leafCount)
    }
    let number = unit == 1 ? cells.limit : 1
    return Line(
      cells: number,
      height: measuresWidths ? width(of: cells) : lineHeight(RowsTemplate.height(of: template.root, cells)))
  }

  /// Returns the number of cells and the height of a line that repeats a single kind of cell. It computes both in one
  /// pass, with the same result as ``ResolvedNode``.
  private func measure(
    _ tag: (width: Double, extent: Int64, isEstimated: Bool), room: Double
  ) -> (count: Int, height: Int64) {
    var (count, used, before, height) = (0, 0.0, 0.0, Int64(0))
    let (gap, most) = (template.root.rowGap, min(cells.limit, Template.mostLeaves))
    while count < most {
      if count > 0, used <= before { break }
      let end = used + (count > 0 ? gap : 0) + (cells.width(count) ?? tag.width)
      if count > 0, end > room { break }
      height = max(height, tag.isEstimated ? cells.extent(count) ?? tag.extent : tag.extent)
      (before, used, count) = (used, end, count + 1)
    }
    return (count, height)
  }

  /// Returns the height of a row in subpixels. Nil for a row without measured cells, if all rows are as tall as the
  /// tallest measured one.
  private func lineHeight(_ height: Int64) -> Int64? {
    if !template.isContained { rows.noteReach(cells, extent: height, template) }
    return template.isUniformAcrossInstances && !isAnythingMeasured(of: cells) ? nil : height
  }

  /// Returns the width of a row in subpixels; nil if no cell of the row is measured.
  private func width(of cells: LeafSizes) -> Int64? {
    guard isAnythingMeasured(of: cells) else { return nil }
    return Subpixels.nearest(template.root.width(first: 0, cells) + (template.root.edges?.width ?? 0))
  }

  private func isAnythingMeasured(of cells: LeafSizes) -> Bool {
    (cells.first..<cells.first + cells.limit).contains { rows.isMeasured($0) }
  }
}

/// A buffer for the sizes of consecutive cells, which are read together.
struct CellWindow {
  private var start = 0
  private var heights: [Int64] = []
  private var widths: [Double] = []

  /// Returns the height of a cell, measured or with the estimate that replaced the declared one, in subpixels. -1 if
  /// the declared estimate is in use; nil if the cell is outside the window.
  @inline(__always)
  func extent(of item: Int) -> Int64? {
    let position = item - start
    return heights.indices.contains(position) ? heights[position] : nil
  }

  /// Returns the width of a cell in logical pixels. -1 if the declared estimate is in use; nil if the cell is outside
  /// the window.
  @inline(__always)
  func width(of item: Int) -> Double? {
    let position = item - start
    return widths.indices.contains(position) ? widths[position] : nil
  }

  /// Extends or moves the window so that it includes the given cells, unless they are too many.
  mutating func read(_ rows: MeasuredRows, from first: Int, count: Int) {
    guard count <= 4 * LineTree.longestLine else { return }
    var item = start + heights.count
    if first < start || first > item || first - start > 4 * LineTree.longestLine {
      heights.removeAll(keepingCapacity: true)
      widths.removeAll(keepingCapacity: true)
      (start, item) = (first, first)
    }
    guard first + count > item else { return }
    // Reads further than asked, for the lines that start with the next cells.
    let end = min(rows.items.count, max(first + 2 * count, item + 16)) - start
    heights.reserveCapacity(max(64, end))
    let guess = rows.guess ?? -1
    rows.items.forEachRun(from: item) { count, extent in
      heights.append(contentsOf: repeatElement(extent ?? guess, count: min(count, end - heights.count)))
      return heights.count < end
    }
    guard let measured = rows.widths else { return }
    widths.reserveCapacity(max(64, end))
    measured.forEachRun(from: item) { count, width in
      let width = width.map(Subpixels.pixels) ?? -1
      widths.append(contentsOf: repeatElement(width, count: min(count, end - widths.count)))
      return widths.count < end
    }
  }
}
