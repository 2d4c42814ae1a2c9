import ScrollworkGeometry

/// A subsection that is a scroll container: its items scroll on the cross axis of the list.
struct ScrollingPart: Sendable {
  /// The number of the subsection.
  private(set) var part: Int
  /// The items that scroll, as positions in the whole arrangement: all items of the subsection except its header and
  /// footer.
  private(set) var cells: Range<Int>
  /// The numbers of the subsections inside this one, which scroll with it.
  private(set) var parts: Range<Int>
  /// The frame of the container, which clips the scrolling content at its sides.
  private(set) var frame: Rect
  let scrolling: LayoutSolver.Orthogonal

  /// The scroll containers that a query visits.
  enum Query {
    /// Those that intersect a rectangle; others may be visited too.
    case rect(Rect)
    /// Those that contain an item.
    case item(Int)
    /// Those that contain the subsection with a number, and that subsection.
    case subsection(Int)
  }

  init(part: Int, cells: Range<Int>, parts: Range<Int>, frame: Rect, _ scrolling: LayoutSolver.Orthogonal) {
    self.part = part
    self.cells = cells
    self.parts = parts
    self.frame = frame
    self.scrolling = scrolling
  }

  /// The scrolling behaviour, which decides the snap points.
  var behavior: OrthogonalScrolling { scrolling.behavior }
  /// The offset from the leading end, in logical pixels.
  var offset: Double { scrolling.offset }
  /// The range of offsets, in logical pixels. It goes beyond the content if groups snap to the centre.
  var limits: ClosedRange<Double> { scrolling.limits }

  /// Returns a copy with the frame in the coordinates of an outer arrangement.
  func placed(at frame: Rect) -> ScrollingPart {
    var copy = self
    copy.frame = frame
    return copy
  }

  /// Returns a copy for an outer arrangement, with all numbers increased by the `cells` items and `parts` subsections
  /// before this one.
  func shifted(cells: Int, parts: Int) -> ScrollingPart {
    var copy = self
    copy.part += parts
    copy.cells = self.cells.lowerBound + cells..<self.cells.upperBound + cells
    copy.parts = self.parts.lowerBound + parts..<self.parts.upperBound + parts
    return copy
  }
}
