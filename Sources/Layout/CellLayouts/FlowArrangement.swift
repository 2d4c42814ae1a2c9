import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a ``FlowLayout``: its lines of items.
///
/// The places of lines of unmeasured items follow from a formula, so these lines take no memory. All lengths are whole
/// subpixels.
struct FlowArrangement: LayoutArrangement {
  let layout: FlowLayout
  private(set) var cells: CellSizes
  private(set) var tree: LineTree

  init(layout: FlowLayout, items: LayoutItems) {
    self.layout = layout
    cells = CellSizes(items)
    tree = Self.tree(layout, cells)
  }

  private static func tree(_ layout: FlowLayout, _ cells: CellSizes) -> LineTree {
    var breaker = breaker(layout, cells)
    return LineTree(unmeasured: breaker.unmeasured, &breaker)
  }

  private static func breaker(_ layout: FlowLayout, _ cells: CellSizes) -> FlowLines {
    FlowLines(cells, gap: Subpixels.nearest(layout.interitemSpacing))
  }

  var breaker: FlowLines { Self.breaker(layout, cells) }
  var gap: Int64 { Subpixels.nearest(layout.interitemSpacing) }
  private var lineGap: Int64 { Subpixels.nearest(layout.lineSpacing) }

  /// The offset of the first line, and the spacing between two lines.
  var lines: (offset: Int64, gap: Int64) {
    layout.alignContent == .start ? (0, lineGap) : lines(tree.total)
  }

  private func lines(_ total: LineSums) -> (offset: Int64, gap: Int64) {
    guard layout.alignContent != .start else { return (0, lineGap) }
    let (offset, gap) = layout.alignContent.distribute(
      total: total.height, spacing: lineGap, count: Int64(total.lines),
      in: Subpixels.nearest(cells.items.container.height))
    return (offset, gap)
  }

  var contentSize: Size {
    guard cells.count > 0 else { return .zero }
    let total = tree.total
    let (offset, gap) = lines(total)
    let height = offset + total.height + Int64(total.lines - 1) * gap
    return Size(
      width: max(cells.items.container.width, Subpixels.pixels(cells.largestWidth)), height: Subpixels.pixels(height))
  }

  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) { cells.isFree }
  func isMeasured(_ item: Int) -> Bool { cells.isMeasured(item) }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    guard cells.setMeasured(size, of: item) else { return false }
    breakLines(around: item)
    return true
  }

  /// Updates the lines around an item whose size changed.
  /// - Complexity: O(log *n*)
  private mutating func breakLines(around item: Int) {
    var breaker = breaker
    tree.change(item, &breaker)
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    guard cells.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount) else { return false }
    tree = Self.tree(layout, cells)
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
    let new = cells.askForNew()
    if update == .kept {
      var breaker = breaker
      tree.replace(
        mapping.commonPrefix..<mapping.oldCount - mapping.commonSuffix,
        with: mapping.newCount - mapping.commonPrefix - mapping.commonSuffix, &breaker)
      for item in new { tree.change(item, &breaker) }
    } else {
      tree = Self.tree(layout, cells)
    }
    return true
  }

  /// Traps unless the lines contain each item exactly once.
  func checkInvariants() { tree.checkInvariants(breaker) }
}
