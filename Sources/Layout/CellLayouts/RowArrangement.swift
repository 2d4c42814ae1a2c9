import ScrollworkDiffing
import ScrollworkGeometry

/// The arrangement of a ``RowLayout`` without filling items, which finds frames from sums of widths.
struct RowArrangement: SizedCellsArrangement {
  let layout: RowLayout
  var cells: CellSizes

  init(layout: RowLayout, items: LayoutItems) {
    self.layout = layout
    cells = CellSizes(items)
  }

  private var container: Size { cells.items.container }

  /// The offset of the first item and the spacing between two neighbours, in logical pixels.
  private var distribution: (offset: Double, spacing: Double) {
    let total = Subpixels.pixels(cells.width(before: cells.count))
    return layout.distribute(total: total, count: cells.count, in: container.width)
  }

  /// Returns the frame of an item.
  /// - Parameter before: The sum of the widths of the items before it, in subpixels.
  private func frame(
    of item: Int, before: Int64, _ distribution: (offset: Double, spacing: Double)
  ) -> Rect {
    layout.frame(
      of: Size(width: Subpixels.pixels(cells.width(item)), height: Subpixels.pixels(cells.height(item))), item,
      before: Subpixels.pixels(before), distribution, in: container)
  }

  var contentSize: Size {
    guard cells.count > 0 else { return .zero }
    let last = frame(of: cells.count - 1)
    let tallest = layout.alignItems.place(Subpixels.pixels(cells.largestHeight), in: container.height)
    let bottom = Subpixels.nearestPosition(tallest.offset) + Subpixels.nearest(tallest.extent)
    return Size(width: max(0, last.maxX), height: Subpixels.pixels(max(0, bottom)))
  }

  /// The overflow above the container; items have it that are taller than the container and aligned to its bottom or
  /// centre.
  var overflow: Double {
    guard cells.count > 0 else { return 0 }
    return max(0, -layout.alignItems.place(Subpixels.pixels(cells.largestHeight), in: container.height).offset)
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
      Effort.step()
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
