public import ScrollworkGeometry

/// A set of sides of a rectangle.
public struct LayoutEdges: OptionSet, Hashable, Sendable {
  /// The set as bits, one for each side.
  public let rawValue: UInt8

  /// The top side.
  public static let top = LayoutEdges(rawValue: 1)
  /// The left side; the right side in a mirrored layout.
  public static let leading = LayoutEdges(rawValue: 2)
  /// The bottom side.
  public static let bottom = LayoutEdges(rawValue: 4)
  /// The right side; the left side in a mirrored layout.
  public static let trailing = LayoutEdges(rawValue: 8)

  /// Creates the set of the sides whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// A point on a rectangle: a corner, the middle of a side or the centre, moved by an offset.
public struct LayoutAnchor: Hashable, Sendable {
  /// The sides that the point lies on. If the set contains both sides of an axis or neither, the point is in the middle
  /// of that axis.
  package var edges: LayoutEdges
  /// The offset of the point, in logical pixels or in fractions of the supplementary's own size.
  package var offset: Point
  /// Whether the offset is in fractions of the supplementary's own size.
  package var isFractional: Bool

  /// Creates the point on the given sides, moved by an offset in logical pixels.
  public init(_ edges: LayoutEdges, absoluteOffset: Point = .zero) {
    self.edges = edges
    offset = absoluteOffset
    isFractional = false
  }

  /// Creates the point on the given sides, moved by an offset in fractions of the supplementary's own size.
  public init(_ edges: LayoutEdges, fractionalOffset: Point) {
    self.edges = edges
    offset = fractionalOffset
    isFractional = true
  }

  /// The position of the point before the offset, as fractions of the rectangle's width and height.
  var fractions: Point {
    func fraction(_ low: LayoutEdges, _ high: LayoutEdges) -> Double {
      switch (edges.contains(low), edges.contains(high)) {
      case (true, false): 0
      case (false, true): 1
      default: 0.5
      }
    }
    return Point(x: fraction(.leading, .trailing), y: fraction(.top, .bottom))
  }

  /// Returns the offset in logical pixels for a supplementary of a given size.
  func offset(of size: Size) -> Point {
    let factor = isFractional ? size : Size(width: 1, height: 1)
    return Point(
      x: Subpixels.bounded(offset.x * factor.width), y: Subpixels.bounded(offset.y * factor.height))
  }

  var transposed: LayoutAnchor {
    var copy = self
    copy.edges = []
    for (edge, other) in [(LayoutEdges.top, LayoutEdges.leading), (.bottom, .trailing)] {
      if edges.contains(edge) { copy.edges.insert(other) }
      if edges.contains(other) { copy.edges.insert(edge) }
    }
    copy.offset = Point(x: offset.y, y: offset.x)
    return copy
  }
}
