public import ScrollworkGeometry

/// A section in a section that scrolls by itself, across the direction of the list.
public struct ScrollingPart: Sendable {
  /// Its number as attachments count.
  public private(set) var part: Int
  /// The cells that scroll, among those of the arrangement: its own, without its header and its footer.
  public private(set) var cells: Range<Int>
  /// The sections in it, which scroll with it, as attachments count.
  public private(set) var parts: Range<Int>
  /// Where it is. Between the sides of this is seen what scrolls.
  public private(set) var frame: Rect
  let scrolling: LayoutSolver.Orthogonal

  init(part: Int, cells: Range<Int>, parts: Range<Int>, frame: Rect, _ scrolling: LayoutSolver.Orthogonal) {
    self.part = part
    self.cells = cells
    self.parts = parts
    self.frame = frame
    self.scrolling = scrolling
  }

  /// Where it comes to rest.
  public var behavior: OrthogonalScrolling { scrolling.behavior }
  /// How far it is scrolled, in logical pixels from its leading end.
  public var offset: Double { scrolling.offset }
  /// How far it may be scrolled; beyond its ends where groups rest in the middle.
  public var limits: ClosedRange<Double> { scrolling.limits }

  /// The same in other coordinates.
  public func placed(at frame: Rect) -> ScrollingPart {
    var copy = self
    copy.frame = frame
    return copy
  }

  /// The same where so many cells and sections come before those that it counts.
  public func shifted(cells: Int, parts: Int) -> ScrollingPart {
    var copy = self
    copy.part += parts
    copy.cells = self.cells.lowerBound + cells..<self.cells.upperBound + cells
    copy.parts = self.parts.lowerBound + parts..<self.parts.upperBound + parts
    return copy
  }
}
