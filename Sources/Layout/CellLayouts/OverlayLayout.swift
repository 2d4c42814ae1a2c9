import ScrollworkGeometry

/// A layout that places all items at the top leading corner, each with its own size.
public struct OverlayLayout: CollectionLayout {
  /// Creates a layout of items on top of each other.
  public init() {}

  /// Returns the arrangement of the items on top of each other.
  public func arrange(_ items: LayoutItems) -> any LayoutArrangement { OverlayArrangement(items: items) }
}

/// The arrangement of an ``OverlayLayout``: its content is as wide as the widest item and as tall as the tallest.
struct OverlayArrangement: SizedCellsArrangement {
  var cells: CellSizes

  init(items: LayoutItems) { cells = CellSizes(items) }

  var contentSize: Size {
    guard cells.count > 0 else { return .zero }
    return Size(
      width: max(0, Subpixels.pixels(cells.largestWidth)), height: max(0, Subpixels.pixels(cells.largestHeight)))
  }

  func frame(of item: Int) -> Rect {
    Rect(
      x: 0, y: 0, width: Subpixels.pixels(cells.width(item)), height: Subpixels.pixels(cells.height(item)))
  }

  /// Visits the items whose frames intersect `rect`.
  /// - Complexity: O((*k* + *m*) log *n*), where *k* is the number of items visited and *m* that of measured items.
  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    guard contentSize.width > rect.minX, contentSize.height > rect.minY else { return }
    var item = 0
    while item < cells.count {
      OperationCounter.step()
      let frame = frame(of: item)
      if frame.intersects(rect) {
        body(item, frame)
        item += 1
      } else {
        item = max(item + 1, cells.unmeasured(from: item).upperBound)
      }
    }
  }
}
