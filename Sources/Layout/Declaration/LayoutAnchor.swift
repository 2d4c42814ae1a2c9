public import ScrollworkGeometry

/// Sides of a rectangle.
public struct LayoutEdges: OptionSet, Hashable, Sendable {
  /// One bit a side.
  public let rawValue: UInt8

  /// The upper side.
  public static let top = LayoutEdges(rawValue: 1)
  /// The left side; the right one where everything is mirrored.
  public static let leading = LayoutEdges(rawValue: 2)
  /// The lower side.
  public static let bottom = LayoutEdges(rawValue: 4)
  /// The right side; the left one where everything is mirrored.
  public static let trailing = LayoutEdges(rawValue: 8)

  /// The sides whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// A point of a rectangle: a corner, the middle of a side or the centre, moved by an offset.
public struct LayoutAnchor: Hashable, Sendable {
  /// The sides that the point lies on; in the middle along an axis of which neither side is named.
  public var edges: LayoutEdges
  /// Added to the point; logical pixels, or fractions of the supplementary's own size.
  public var offset: Point
  /// The offset is in fractions of the supplementary's own size.
  public var isFractional: Bool

  /// The point on these sides, moved by logical pixels.
  public init(_ edges: LayoutEdges, absoluteOffset: Point = .zero) {
    self.edges = edges
    offset = absoluteOffset
    isFractional = false
  }

  /// The point on these sides, moved by fractions of the supplementary's own size.
  public init(_ edges: LayoutEdges, fractionalOffset: Point) {
    self.edges = edges
    offset = fractionalOffset
    isFractional = true
  }

  /// How far across and how far down the point is, each as a fraction of the rectangle.
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

  /// How far the offset moves something of a size.
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
