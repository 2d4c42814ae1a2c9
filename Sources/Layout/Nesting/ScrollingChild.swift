import ScrollworkGeometry

/// A subsection that is a scroll container: its items scroll on the cross axis of the list.
struct ScrollingChild: Sendable {
  /// The number of the subsection.
  var part: Int
  /// The items that scroll, as positions in the whole arrangement: all items of the subsection except its header and
  /// footer.
  var cells: Range<Int>
  /// The numbers of the subsections inside this one, which scroll with it.
  var parts: Range<Int>
  /// The frame of the container, which clips the scrolling content at its sides.
  var frame: Rect
  let scrolling: LayoutSolver.Orthogonal

  /// The scroll containers that a query visits.
  enum Query {
    /// The containers that intersect a rectangle; others may be visited too.
    case rect(Rect)
    /// The containers of an item.
    case item(Int)
    /// The containers of the subsection with a number, and that subsection itself.
    case subsection(Int)
  }

  /// Returns a copy with the frame in the coordinates of an outer arrangement.
  func placed(at frame: Rect) -> ScrollingChild {
    var copy = self
    copy.frame = frame
    return copy
  }

  /// Returns a copy for an outer arrangement, with all numbers increased by the `cells` items and `parts` subsections
  /// before this one.
  func shifted(cells: Int, parts: Int) -> ScrollingChild {
    var copy = self
    copy.part += parts
    copy.cells = self.cells.lowerBound + cells..<self.cells.upperBound + cells
    copy.parts = self.parts.lowerBound + parts..<self.parts.upperBound + parts
    return copy
  }
}
