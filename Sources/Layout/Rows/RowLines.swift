/// The line breaker that divides a section's cells into rows according to its template.
///
/// If a row has very many cells, the tree has one element for each whole row instead of each cell. Then all rows are
/// computed anew when cells are inserted, deleted or moved.
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
  /// The sizes of the cells of a line, with a buffer that may include further cells.
  private var cells: LeafSizes
  var window: CellWindow {
    get { cells.window }
    _modify { yield &cells.window }
  }

  init(_ rows: MeasuredRows, _ template: RowsTemplate, measuresWidths: Bool = false) {
    (self.rows, self.template, self.measuresWidths) = (rows, template, measuresWidths)
    unit = Self.unit(of: template)
    cellCount = rows.items.count
    perLine = template.leafCount / unit
    openRoom = template.root.openRoom
    cells = LeafSizes(measured: rows, limit: 0)
  }

  /// Returns the number of cells that one element of the tree represents.
  static func unit(of template: RowsTemplate) -> Int {
    template.breaksLines || template.leafCount <= LineTree.longestLine ? 1 : template.leafCount
  }

  var count: Int { (cellCount + unit - 1) / unit }
  var unmeasured: Line {
    Line(cells: perLine, height: measuresWidths || template.isUniformAcrossInstances ? nil : rows.rowEstimate)
  }

  func endOfUnmeasured(from start: Int) -> Int {
    let run = rows.items.run(at: start * unit)
    guard run.extent == nil else { return start }
    return run.end == cellCount ? count : run.end / unit
  }

  mutating func line(from start: Int, atMost limit: Int) -> Line? {
    (cells.first, cells.limit) = (start * unit, cellCount - start * unit)
    // A line that takes as many cells as fit looks at one more, and measured cells are often narrower.
    let count = min(cells.limit, template.leafCount + 2)
    if !cells.window.includes(count, from: cells.first) {
      cells.window.read(rows.items, rows.widths, estimate: rows.estimate ?? -1, from: cells.first, count: count)
    }
    if let room = openRoom, let tag = template.tag, !measuresWidths {
      let (count, height) = measure(tag, room: room)
      guard count <= limit else { return nil }
      cells.limit = count
      return Line(cells: count, height: lineHeight(height + (template.root.edges?.height ?? 0)))
    }
    if let room = openRoom {
      cells.limit = template.root.memberCount(cells, room: room)
      guard cells.limit <= limit else { return nil }
    } else {
      cells.limit = min(cells.limit, template.leafCount)
    }
    let number = unit == 1 ? cells.limit : 1
    return Line(
      cells: number,
      height: measuresWidths ? width(of: cells) : lineHeight(template.height(cells)))
  }

  /// Returns the number of cells and the height of a line that repeats a single kind of cell. It computes both in one
  /// pass, with the same result as ``ResolvedNode``.
  private func measure(
    _ tag: (width: Double, extent: Int64, isEstimated: Bool), room: Double
  ) -> (count: Int, height: Int64) {
    let limit = min(cells.limit, Template.maxLeafCount)
    var (line, height) = (LineFiller(gap: template.root.rowGap, room: room), Int64(0))
    return cells.window.withSizes(from: cells.first) { heights, widths in
      while line.count < limit, !line.isStuck {
        let cell = line.count
        let isRead = cell < widths.count && cell < heights.count
        let width = isRead ? Subpixels.pixels(widths[cell]) : cells.width(cell) ?? -1
        guard line.place(width < 0 ? tag.width : width) else { break }
        if tag.isEstimated {
          let extent = isRead ? heights[cell] : cells.extent(cell) ?? -1
          height = max(height, extent < 0 ? tag.extent : extent)
        }
      }
      return (line.count, tag.isEstimated ? height : tag.extent)
    }
  }

  /// Returns the height of a row in subpixels. Nil for a row without measured cells, if all rows are as tall as the
  /// tallest measured one.
  private func lineHeight(_ height: Int64) -> Int64? {
    if !template.isContained { rows.recordOverflow(cells, extent: height, template) }
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
