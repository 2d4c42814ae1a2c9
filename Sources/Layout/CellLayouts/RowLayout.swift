import ScrollworkDiffing
public import ScrollworkGeometry

/// The distribution of the space that items or lines leave free.
public enum LayoutJustification: Hashable, Sendable, CaseIterable {
  /// Packed at the start, at the end or in the centre.
  case start, end, center
  /// Free space is distributed: equally between the items; equally around each item, so that the ends get half as much;
  /// equally between the items and at both ends.
  case spaceBetween, spaceAround, spaceEvenly

  /// Returns the offset of the first item and the spacing between two adjacent items. Items that leave no free space
  /// are packed at the start.
  func distribute<Length: LayoutLength>(
    total: Length, spacing: Length, count: Length, in available: Length
  ) -> (offset: Length, spacing: Length) {
    let gaps = count - 1
    guard count > 0, total + gaps * spacing < available else { return (0, spacing) }
    let left = available - total
    switch self {
    case .start: return (0, spacing)
    case .center: return ((left - gaps * spacing) / 2, spacing)
    case .end: return (left - gaps * spacing, spacing)
    case .spaceBetween: return (0, gaps > 0 ? left / gaps : spacing)
    case .spaceAround: return (left / count / 2, left / count)
    case .spaceEvenly: return (left / (count + 1), left / (count + 1))
    }
  }
}

/// A type for lengths, so that lines and items can be distributed by the same code: logical pixels horizontally, whole
/// subpixels vertically.
protocol LayoutLength: Comparable, ExpressibleByIntegerLiteral, Sendable {
  init(_ count: Int)
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
}
extension Double: LayoutLength {}
extension Int64: LayoutLength {}

/// The vertical alignment of an item in its line.
public enum LayoutItemAlignment: Hashable, Sendable, CaseIterable {
  /// At the top of the line, at its bottom, in its centre.
  case start, end, center
  /// As tall as the line.
  case stretch

  func place(_ extent: Double, in line: Double) -> (offset: Double, extent: Double) {
    switch self {
    case .start: (0, extent)
    case .end: (line - extent, extent)
    case .center: ((line - extent) / 2, extent)
    case .stretch: (0, line)
    }
  }
}

/// A layout that places all items in one row. Some of them, the filling items, share the width that the others leave.
///
/// The size of a filling item is computed for a container as wide as the item's share. The size of any other item is
/// computed for the container of the row.
///
/// A row is as tall as its tallest item. A transposed row, which is a column in a list that scrolls vertically, is as
/// wide as its container.
public struct RowLayout: SimpleCollectionLayout {
  /// The identifiers of the items that share the remaining width.
  package var fillIdentifiers: Set<String>
  /// The spacing between items, in logical pixels.
  package var spacing: Double
  /// The distribution of the width that the items leave free.
  package var justifyContent: LayoutJustification
  /// The vertical alignment of items that are shorter than the row.
  package var alignItems: LayoutItemAlignment
  /// Whether a filling item takes its whole share of the width even if its own size is smaller.
  package var alwaysFillEmptySpaces: Bool

  /// Creates a row; the spacing is in logical pixels.
  public init(
    fillIdentifiers: Set<String> = [], spacing: Double = 0, justifyContent: LayoutJustification = .start,
    alignItems: LayoutItemAlignment = .start, alwaysFillEmptySpaces: Bool = true
  ) {
    self.fillIdentifiers = fillIdentifiers
    self.spacing = spacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.alwaysFillEmptySpaces = alwaysFillEmptySpaces
  }

  /// The horizontal axis.
  public var searchAxis: Axis { .horizontal }

  /// Returns the arrangement of the items in a row. If no identifiers of filling items are given, frames are computed
  /// when they are asked for. Otherwise all are computed at once, because every identifier has to be compared.
  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    fillIdentifiers.isEmpty
      ? RowArrangement(layout: self, items: items) : ListedArrangement(layout: self, items: items)
  }

  /// Returns the frames of all items, from the leading to the trailing side.
  public func frames(of items: LayoutItems) -> [Rect] {
    let sizes = sizes(of: items, gap: Subpixels.sane(spacing))
    let extent = extent(in: items, largest: sizes.reduce(0) { max($0, Subpixels.nearest($1).height) })
    let distribution = distribute(
      total: sizes.reduce(0) { $0 + $1.width }, count: sizes.count, in: items.container.width)
    var before = 0.0
    return sizes.enumerated().map { item, size in
      defer { before += size.width }
      return frame(of: size, item, before: before, distribution, extent: extent)
    }
  }

  /// Returns the height in which items are aligned, in logical pixels: that of the container if the list does not scroll
  /// along it, because the row is transposed; otherwise that of the tallest item.
  func extent(in items: LayoutItems, largest: Double) -> Double {
    items.isTransposed ? items.container.height : largest
  }

  /// Returns the offset of the first item and the spacing between two adjacent items, in logical pixels.
  /// - Parameter total: The sum of the widths of all items.
  func distribute(total: Double, count: Int, in width: Double) -> (offset: Double, spacing: Double) {
    justifyContent.distribute(total: total, spacing: Subpixels.sane(spacing), count: Double(count), in: width)
  }

  /// Returns the frame of an item of a given size, with its origin and height in whole subpixels.
  /// - Parameters:
  ///   - before: The sum of the widths of the items before it, in logical pixels.
  ///   - extent: The height in which items are aligned, in logical pixels.
  func frame(
    of size: Size, _ item: Int, before: Double, _ distribution: (offset: Double, spacing: Double), extent: Double
  ) -> Rect {
    let across = alignItems.place(Subpixels.pixels(Subpixels.nearest(size.height)), in: extent)
    let x = distribution.offset + before + Double(item) * distribution.spacing
    func edge(_ value: Double) -> Double { Subpixels.pixels(Subpixels.nearestPosition(value)) }
    return Rect(
      x: edge(x), y: edge(across.offset), width: Subpixels.sane(size.width),
      height: Subpixels.pixels(Subpixels.nearest(across.extent)))
  }

  /// Returns the sizes of all items. Those of the filling items are computed last, because their container is as wide
  /// as the other items leave.
  private func sizes(of items: LayoutItems, gap: Double) -> [Size] {
    var (sizes, fills) = ([Size](), [Int]())
    var left = items.container.width - gap * Double(max(0, items.count - 1))
    for item in 0..<items.count {
      if items.identifier(of: item).map(fillIdentifiers.contains) ?? false {
        fills.append(item)
        sizes.append(.zero)
      } else {
        sizes.append(Subpixels.nearest(items.size(of: item)))
        left -= sizes[item].width
      }
    }
    let share = Size(width: max(0, left) / Double(max(1, fills.count)), height: items.container.height)
    for item in fills {
      sizes[item] = items.size(of: item, in: share)
      if alwaysFillEmptySpaces { sizes[item].width = max(sizes[item].width, share.width) }
    }
    return sizes
  }
}

/// The arrangement of a ``RowLayout`` without filling items, which finds frames from sums of widths.
struct RowArrangement: SizedCellsArrangement {
  let layout: RowLayout
  var cells: CellSizes

  init(layout: RowLayout, items: LayoutItems) {
    self.layout = layout
    cells = CellSizes(items)
  }

  /// The height in which items are aligned, in logical pixels.
  private var extent: Double { layout.extent(in: cells.items, largest: Subpixels.pixels(cells.largestHeight)) }

  /// The offset of the first item and the spacing between two adjacent items, in logical pixels.
  private var distribution: (offset: Double, spacing: Double) {
    let total = Subpixels.pixels(cells.width(before: cells.count))
    return layout.distribute(total: total, count: cells.count, in: cells.items.container.width)
  }

  /// Returns the frame of an item.
  /// - Parameter before: The sum of the widths of the items before it, in subpixels.
  private func frame(
    of item: Int, before: Int64, _ distribution: (offset: Double, spacing: Double)
  ) -> Rect {
    layout.frame(
      of: Size(width: Subpixels.pixels(cells.width(item)), height: Subpixels.pixels(cells.height(item))), item,
      before: Subpixels.pixels(before), distribution, extent: extent)
  }

  var contentSize: Size {
    guard cells.count > 0 else { return .zero }
    let last = frame(of: cells.count - 1)
    let tallest = layout.alignItems.place(Subpixels.pixels(cells.largestHeight), in: extent)
    let bottom = Subpixels.nearestPosition(tallest.offset) + Subpixels.nearest(tallest.extent)
    return Size(width: max(0, last.maxX), height: Subpixels.pixels(max(0, bottom)))
  }

  /// The overflow above the container, of items that are taller than the container and aligned to its bottom or centre.
  var overflow: Double {
    guard cells.count > 0 else { return 0 }
    return max(0, -layout.alignItems.place(Subpixels.pixels(cells.largestHeight), in: extent).offset)
  }

  func frame(of item: Int) -> Rect { frame(of: item, before: cells.width(before: item), distribution) }

  /// Visits the items whose frames intersect `rect`.
  /// - Complexity: O(log² *n* + *k* log *n*), where *k* is the number of items visited.
  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let distribution = distribution
    var item = (0..<cells.count).partitioningIndex {
      frame(of: $0, before: cells.width(before: $0), distribution).maxX > rect.minX
    }
    guard item < cells.count else { return }
    var before = cells.width(before: item)
    while item < cells.count {
      OperationCounter.step()
      let frame = frame(of: item, before: before, distribution)
      if frame.minX >= rect.maxX { return }
      if frame.intersects(rect) { body(item, frame) }
      before += cells.width(item)
      // Skips a run of unmeasured items without width: they are all invisible, and there may be a million.
      item =
        frame.width == 0 && distribution.spacing == 0
        ? max(item + 1, cells.unmeasured(from: item).upperBound) : item + 1
    }
  }
}
