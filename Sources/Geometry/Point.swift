/// A location or a displacement in logical pixels: origin at the top left, y downwards.
public struct Point: Hashable, Sendable {
  /// Distance from the origin to the right.
  public var x: Double
  /// Distance from the origin downwards.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns `a` moved by `b`.
  @inlinable
  package static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  /// Returns the displacement from `b` to `a`.
  @inlinable
  package static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
  /// Moves `a` by `b`.
  @inlinable
  package static func += (a: inout Point, b: Point) { a = a + b }
  /// Moves `a` by the opposite of `b`.
  @inlinable
  package static func -= (a: inout Point, b: Point) { a = a - b }
  /// Returns the opposite displacement.
  @inlinable
  package static prefix func - (a: Point) -> Point { Point(x: -a.x, y: -a.y) }

  /// Returns the Euclidean distance to `other` in logical pixels.
  @inlinable
  package func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The coordinate on `axis`: `x` or `y`.
  @inlinable
  package subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }
}
