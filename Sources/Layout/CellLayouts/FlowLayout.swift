import ScrollworkDiffing
import ScrollworkGeometry

/// A layout that fills lines with items one after the other; an item that does not fit starts a new line.
///
/// A line is as tall as its tallest item; an item wider than the container has a line of its own. Lines of unmeasured
/// items take no memory and no time, because their positions follow from a formula. If a measured size differs from the
/// estimate, only the lines around that item are computed again.
public struct FlowLayout: CollectionLayout {
  /// The spacing between lines, in logical pixels.
  package var lineSpacing: Double
  /// The spacing between the items of a line, in logical pixels.
  package var interitemSpacing: Double
  /// The distribution of the width that the items of a line leave free.
  package var justifyContent: LayoutJustification
  /// The vertical alignment of items that are shorter than their line.
  package var alignItems: LayoutItemAlignment
  /// The distribution of the container's height that the lines leave free.
  package var alignContent: LayoutJustification

  /// Creates a flow layout; spacings are in logical pixels.
  public init(
    lineSpacing: Double = 0, interitemSpacing: Double = 0, justifyContent: LayoutJustification = .start,
    alignItems: LayoutItemAlignment = .start, alignContent: LayoutJustification = .start
  ) {
    self.lineSpacing = lineSpacing
    self.interitemSpacing = interitemSpacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.alignContent = alignContent
  }

  /// Creates a flow layout with the same spacing between lines and between the items of a line, in logical pixels.
  public init(
    spacing: Double, justifyContent: LayoutJustification = .start, alignItems: LayoutItemAlignment = .start,
    alignContent: LayoutJustification = .start
  ) {
    self.init(
      lineSpacing: spacing, interitemSpacing: spacing, justifyContent: justifyContent, alignItems: alignItems,
      alignContent: alignContent)
  }

  /// Returns the arrangement of the items in lines.
  public func arrange(_ items: LayoutItems) -> any LayoutArrangement { FlowArrangement(layout: self, items: items) }
}

/// The arrangement of a ``FlowLayout``: its lines of items.
///
/// The positions of lines of unmeasured items follow from a formula, so these lines take no memory. All lengths are
/// whole subpixels.
struct FlowArrangement: SizedCellsArrangement {
  let layout: FlowLayout
  var cells: CellSizes
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
  private var gap: Int64 { Subpixels.nearest(layout.interitemSpacing) }

  /// The offset of the first line, and the spacing between two lines, in subpixels, as `alignContent` distributes them.
  private var lines: (offset: Int64, spacing: Int64) {
    let (total, spacing) = (tree.total, Subpixels.nearest(layout.lineSpacing))
    guard layout.alignContent != .start else { return (0, spacing) }
    return layout.alignContent.distribute(
      total: total.height, spacing: spacing, count: Int64(total.lines),
      in: Subpixels.nearest(cells.items.container.height))
  }

  var contentSize: Size {
    guard cells.count > 0 else { return .zero }
    let (total, (offset, gap)) = (tree.total, lines)
    let height = offset + total.height + Int64(total.lines - 1) * gap
    return Size(
      width: max(cells.items.container.width, Subpixels.pixels(cells.largestWidth)), height: Subpixels.pixels(height))
  }

  mutating func follow(_ items: some Sequence<Int>) {
    var breaker = breaker
    for item in items { tree.change(item, &breaker) }
  }

  mutating func follow(_ mapping: PositionMapping?) {
    guard let mapping else {
      tree = Self.tree(layout, cells)
      return
    }
    var breaker = breaker
    tree.replace(
      mapping.commonPrefix..<mapping.oldCount - mapping.commonSuffix,
      with: mapping.newCount - mapping.commonPrefix - mapping.commonSuffix, &breaker)
  }

  /// Traps unless the lines contain each item exactly once.
  func checkInvariants() { tree.checkInvariants(breaker) }
}

/// Finds the frames of a flow layout's items.
extension FlowArrangement {
  func frame(of item: Int) -> Rect {
    let (offset, gap) = lines
    let place = tree.place(of: .cell(item), breaker)
    var result = Rect.zero
    forEachItem(of: place.cells, startingAt: offset + place.before.length(gap: gap), place.line) {
      if $0 == item { result = $1 }
    }
    return result
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let (offset, gap) = lines
    let (from, to) = (Subpixels.nearestPosition(rect.minY), Subpixels.nearestPosition(rect.maxY))
    let breaker = breaker
    let place = tree.place(of: .distance(max(0, from - offset - 1), gap: gap), breaker)
    var y = offset + place.before.length(gap: gap)
    tree.forEachLine(from: place, breaker) { first, number, line in
      for index in 0..<number {
        guard y <= to else { return false }
        let start = first + index * Int(line.cells)
        forEachItem(of: start..<min(cells.count, start + Int(line.cells)), startingAt: y, line, body)
        y += Int64(line.height) + gap
      }
      return true
    }
  }

  /// Visits the items of one line with their frames.
  /// - Complexity: O(*c* log *n*), where *c* is the number of items in the line.
  private func forEachItem(of range: Range<Int>, startingAt y: Int64, _ line: Line, _ body: (Int, Rect) -> Void) {
    let height = Subpixels.pixels(Int64(line.height))
    var total: Int64 = 0
    for item in range { total += cells.width(item) }
    var (x, between) = layout.justifyContent.distribute(
      total: Subpixels.pixels(total), spacing: Subpixels.pixels(gap), count: Double(range.count),
      in: cells.items.container.width)
    let top = Subpixels.pixels(y)
    for item in range {
      let width = Subpixels.pixels(cells.width(item))
      let across = layout.alignItems.place(Subpixels.pixels(cells.height(item)), in: height)
      body(item, Rect(x: x, y: top + across.offset, width: width, height: across.extent))
      x += width + between
    }
  }
}
