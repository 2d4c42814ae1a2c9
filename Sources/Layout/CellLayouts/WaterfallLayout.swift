import ScrollworkDiffing
import ScrollworkGeometry

/// A layout with columns of equal width. Each item goes to the column that is shortest at that moment; among equally
/// short ones, to the first.
///
/// A measured item keeps its column when other heights change, and so does every item far from a change. Items near an
/// insertion, deletion or move, and unmeasured items near any change, are placed again.
public struct WaterfallLayout: CollectionLayout {
  /// The number of columns, at least one.
  package var columns: Int
  /// The spacing between columns and between the items of a column, in logical pixels.
  package var spacing: Double

  /// Creates a waterfall layout; the spacing is in logical pixels.
  public init(columns: Int = 2, spacing: Double = 0) {
    self.columns = columns
    self.spacing = spacing
  }

  /// Returns the arrangement of the items in columns.
  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WaterfallArrangement(layout: self, items: items)
  }
}

/// The arrangement of a ``WaterfallLayout``: its items in columns. All vertical lengths are whole subpixels.
///
/// An item either keeps a column or is part of a row; see ``ColumnTree``. At first all items are in rows, because items
/// of one height go to the shortest column in turn. From then on:
/// - A measured item keeps its column.
/// - A change places some unmeasured items after it again: `reach` of them, or fewer if measured ones lie in between.
///   Each goes to the shortest column and keeps it. Items in rows after them continue below. So while the user scrolls
///   down, every item that was not visible yet goes to the shortest column.
/// - If a long run of items that keep columns follows, the second half of these items is placed in reverse order, each
///   in the column to which the items after it add least. So repeated insertions at one place are shared among all
///   columns, and the columns end at similar heights.
/// - An insertion, deletion or move places the same items again, whether measured or not, and the items between the
///   first and the last change. All others keep their columns. Many unmeasured items at once go in rows.
///
/// So each change costs O(*c* log *n*), where *c* is the number of columns. Beyond the next rows, it moves the items of
/// all columns by the same length.
struct WaterfallArrangement: LayoutArrangement {
  private(set) var items: LayoutItems
  /// The width of the container, in logical pixels, which the columns share.
  private let roomWidth: Double
  let columnWidth: Double
  let columnPitch: Double
  /// The number of items after a change that are placed again.
  let reach: Int
  var cells: ColumnTree
  private let declaredEstimate: Int64

  init(layout: WaterfallLayout, items: LayoutItems) {
    self.items = items
    roomWidth = items.container.width
    let (count, gap) = (min(max(1, layout.columns), 1_000), Subpixels.sane(layout.spacing))
    columnWidth = max(0, (roomWidth - Double(count - 1) * gap) / Double(count))
    columnPitch = columnWidth + gap
    self.items.container.width = columnWidth
    declaredEstimate = Self.estimate(self.items)
    cells = ColumnTree(
      count: items.count, columnCount: count, estimate: declaredEstimate, spacing: Subpixels.nearest(gap))
    reach = cells.capacity
    askForAll()
  }

  private static func estimate(_ items: LayoutItems) -> Int64 {
    items.count > 0 ? max(1, Subpixels.nearest(items.size(of: 0).height)) : 1
  }

  var contentSize: Size {
    guard items.count > 0 else { return .zero }
    return Size(
      width: columnPitch * Double(cells.columnCount - 1) + columnWidth,
      height: Subpixels.pixels(cells.reach - cells.spacing))
  }

  func frame(of item: Int) -> Rect {
    let place = cells.place(of: item)
    return rect(place.column, place.top, place.height)
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let (from, to) = (Subpixels.nearestPosition(rect.minY), Subpixels.nearestPosition(rect.maxY))
    cells.forEach(from: from, to: to) { item, column, top, height in body(item, self.rect(column, top, height)) }
  }

  private func rect(_ column: Int, _ top: Int64, _ height: Int64) -> Rect {
    Rect(
      x: Double(column) * columnPitch, y: Subpixels.pixels(top), width: columnWidth, height: Subpixels.pixels(height))
  }

  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) {
    (false, items.sizes.intrinsicAxes(of: item, in: items.container).height)
  }
  func isMeasured(_ item: Int) -> Bool { cells.height(of: item) != nil }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    let height = size.map { Subpixels.upToDevicePixel($0.height, scale: items.scale) }
    guard cells.height(of: item) != height else { return false }
    return place(item..<item + 1) { $0.cells[item - $0.first].height = Int32(clamping: height ?? -1) }
  }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    let sums = cells.sums
    guard items.sizes.intrinsicAxes.height, sums.measured >= max(1, minimumCount) else { return false }
    let mean = max(1, (sums.extent + Int64(sums.measured) / 2) / Int64(sums.measured))
    guard Subpixels.differs(mean, from: cells.estimate, by: tolerance) else { return false }
    cells.setEstimate(mean)
    return true
  }

  func checkInvariants() {
    precondition(cells.sums.count == items.count, "\(cells.sums.count) cells of \(items.count)")
    cells.checkInvariants()
  }

  mutating func resolve(in rect: Rect) -> Bool {
    items.sizes.isProvided && items.count > CellSizes.maxSizesAtOnce && askSizes(of: self.items(in: rect))
  }

  private mutating func askForAll() {
    if items.count <= CellSizes.maxSizesAtOnce || items.hasAllSizes { _ = askSizes(of: 0..<items.count) }
  }

  /// Asks the program for the sizes of those items of a range that are not measured.
  /// - Returns: Whether any frame may have changed.
  private mutating func askSizes(of range: Range<Int>) -> Bool {
    guard case .provided = items.sizes.source, let first = range.first(where: { !isMeasured($0) }),
      let last = range.last(where: { !isMeasured($0) })
    else { return false }
    let items = items
    return place(first..<last + 1) { part in
      for item in first...last where part.cells[item - part.first].height < 0 {
        // The content decides this height, once the item is visible.
        if items.sizes.intrinsicAxes(of: item, in: items.container).height { continue }
        let height = Subpixels.nearest(items.size(of: item).height)
        part.cells[item - part.first] = ColumnTree.Cell(height: Int32(clamping: height), column: -1)
      }
    }
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    guard self.items.sizes == items.sizes, roomWidth == items.container.width, self.items.count > 0 else {
      return false
    }
    var items = items
    items.container.width = columnWidth
    // Sizes that are fractions of the container's height changed with it, and provided sizes may have changed too.
    guard
      items.sizes.isProvided
        ? self.items.container.height == items.container.height : declaredEstimate == Self.estimate(items)
    else { return false }
    self.items = items
    guard !mapping.isIdentity else { return true }
    follow(mapping)
    askForAll()
    return true
  }
}
