import ScrollworkDiffing
import ScrollworkGeometry

/// The cells of an ``OverlayLayout``: only the largest sides are to be known.
struct OverlayArrangement: LayoutArrangement, ResizableArrangement {
  private var cells: CellSizes

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

  /// - Complexity: O((*k* + *m*) log *n*) in the numbers of cells visited and of measured ones.
  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    guard contentSize.width > rect.minX, contentSize.height > rect.minY else { return }
    var item = 0
    while item < cells.count {
      Effort.step()
      let frame = frame(of: item)
      if frame.intersects(rect) {
        body(item, frame)
        item += 1
      } else {
        item = max(item + 1, cells.unmeasured(from: item).upperBound)
      }
    }
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) { cells.isFree }
  func isMeasured(_ item: Int) -> Bool { cells.isMeasured(item) }
  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool { cells.setMeasured(size, of: item) }

  mutating func adoptMeanEstimate(tolerance: Double, minimumCount: Int) -> Bool {
    cells.adoptMeanEstimate(tolerance: tolerance, minimumCount: minimumCount)
  }

  mutating func setSize(_ size: Size, of item: Int) -> Bool {
    cells.setSize(size, of: item)
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool { !cells.resolve(items(in: rect)).isEmpty }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    guard cells.update(to: items, mapping) != .void else { return false }
    _ = cells.askForNew()
    return true
  }
}
