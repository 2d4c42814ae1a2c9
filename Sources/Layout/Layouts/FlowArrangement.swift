import ScrollworkDiffing
import ScrollworkGeometry

/// The lines of a ``FlowLayout``: how many cells each has and how tall it is, in two trees whose elements are lines.
///
/// Runs of equal lines are one entry, so lines of cells of which nothing is measured take no memory. All lengths are
/// whole subpixels.
struct FlowArrangement: LayoutArrangement {
  let layout: FlowLayout
  private(set) var cells: CellSizes
  /// The number of cells of each line.
  var counts = RunTree(count: 0)
  /// The height of each line.
  var extents = RunTree(count: 0)

  init(layout: FlowLayout, items: LayoutItems) {
    self.layout = layout
    cells = CellSizes(items)
    breakLines(from: 0, untilSettledAfter: nil)
  }

  var gap: Int64 { Subpixels.nearest(layout.interitemSpacing) }
  var lineGap: Int64 { Subpixels.nearest(layout.lineSpacing) }
  var room: Int64 { Self.room(cells.items.container.width, scale: cells.items.scale) }

  /// The width of a line. Half a device pixel more than it is, so that three thirds fit.
  static func room(_ width: Double, scale: Double) -> Int64 {
    Subpixels.nearest(width) + Int64(Subpixels.perPixel / scale / 2)
  }

  /// All lines and the least spacing between them.
  private var leastHeight: Int64 {
    extents.count > 0 ? extents.measuredExtent + Int64(extents.count - 1) * lineGap : 0
  }

  /// Where the first line starts, and what lies between two.
  var lines: (offset: Int64, gap: Int64) {
    guard layout.alignContent != .start else { return (0, lineGap) }
    let (offset, gap) = layout.alignContent.distribute(
      total: extents.measuredExtent, spacing: lineGap, count: Int64(extents.count),
      in: Subpixels.nearest(cells.items.container.height))
    return (offset, gap)
  }

  var contentSize: Size {
    guard extents.count > 0 else { return .zero }
    let (offset, gap) = lines
    let height = offset + extents.measuredExtent + Int64(extents.count - 1) * gap
    return Size(
      width: max(cells.items.container.width, Subpixels.pixels(cells.largestWidth)), height: Subpixels.pixels(height))
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) { cells.isFree }
  func isMeasured(_ item: Int) -> Bool { cells.isMeasured(item) }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    guard cells.setMeasured(size, of: item) else { return false }
    breakLines(around: item)
    return true
  }

  /// A cell has another size.
  private mutating func breakLines(around item: Int) {
    let line = counts.find(Int64(item), guess: 0, gap: 0)
    let start = Int(counts.sum(before: line).extent)
    // The first cell of a line, smaller now, may have room in the line before.
    breakLines(from: start == item ? max(0, line - 1) : line, untilSettledAfter: item)
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    guard cells.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount) else { return false }
    breakLines(from: 0, untilSettledAfter: nil)
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool {
    let changed = cells.resolve(items(in: rect))
    for item in changed { breakLines(around: item) }
    return !changed.isEmpty
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    let update = cells.update(to: items, mapping)
    guard update != .void else { return false }
    guard update == .otherGuess || !mapping.isIdentity else { return true }
    if update == .kept, mapping.commonPrefix < items.count, counts.count > 0 {
      let line = min(counts.find(Int64(mapping.commonPrefix), guess: 0, gap: 0), counts.count - 1)
      breakLines(from: max(0, line - 1), untilSettledAfter: nil)
    } else {
      counts = RunTree(count: 0)
      extents = RunTree(count: 0)
      breakLines(from: 0, untilSettledAfter: nil)
    }
    for item in cells.askForNew() { breakLines(around: item) }
    return true
  }

  /// Traps if the lines do not hold all cells.
  func checkInvariants() {
    counts.checkInvariants()
    extents.checkInvariants()
    precondition(counts.count == extents.count, "\(counts.count) lines, \(extents.count) heights")
    precondition(Int(counts.measuredExtent) == cells.count, "\(counts.measuredExtent) cells of \(cells.count) in lines")
  }
}
