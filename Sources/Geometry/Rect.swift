/// An axis-aligned rectangle in logical pixels: origin at the top left, y downwards.
///
/// The left and upper edge belong to the rectangle, the right and lower edge do not. So adjacent rectangles share no
/// point.
public struct Rect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point
  /// The width and height.
  public var size: Size

  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle from its upper left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from the coordinates of its upper left corner and its side lengths.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates the rectangle between two edges on each axis. An axis whose edges are in the wrong order gets the extent
  /// zero.
  @inlinable
  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
  }

  /// The left edge.
  public var minX: Double { origin.x }
  /// The upper edge.
  public var minY: Double { origin.y }
  /// The right edge, which is not part of the rectangle.
  public var maxX: Double { origin.x + size.width }
  /// The lower edge, which is not part of the rectangle.
  public var maxY: Double { origin.y + size.height }
  /// The horizontal centre.
  public var midX: Double { origin.x + size.width / 2 }
  /// The vertical centre.
  public var midY: Double { origin.y + size.height / 2 }
  /// The horizontal side length.
  public var width: Double { size.width }
  /// The vertical side length.
  public var height: Double { size.height }
  /// The intersection of the two diagonals.
  public var center: Point { Point(x: midX, y: midY) }
  /// Whether the area is zero or negative.
  public var isEmpty: Bool { size.isEmpty }

  // Small functions of the package are `@inlinable`: the compiler inlines only public ones of other modules by itself.

  /// Returns the edge with the smaller coordinate on `axis`: left or upper.
  @inlinable
  package func lower(_ axis: Axis) -> Double { origin[axis] }

  /// Returns the edge with the larger coordinate on `axis`: right or lower.
  @inlinable
  package func upper(_ axis: Axis) -> Double { origin[axis] + size[axis] }

  /// Whether `point` is inside. Points on the right and lower edge are outside.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether this rectangle contains all of `other`. Edges may touch.
  @inlinable
  package func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether the two rectangles share an area greater than zero. Touching edges do not count.
  public func intersects(_ other: Rect) -> Bool {
    !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Returns the area that both rectangles cover; an empty rectangle if they share none.
  @inlinable
  package func intersection(_ other: Rect) -> Rect {
    Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// Returns the smallest rectangle that contains both. If one is empty, returns the other.
  @inlinable
  package func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Returns this rectangle moved by `delta`.
  public func offset(by delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }

  /// Returns this rectangle moved `x` to the right and `y` downwards.
  @inlinable
  package func offset(x: Double, y: Double) -> Rect { offset(by: Point(x: x, y: y)) }

  /// Returns this rectangle with every edge moved inwards by `amount`; outwards if `amount` is negative.
  @inlinable
  package func insetBy(_ amount: Double) -> Rect { inset(by: Insets(amount)) }

  /// Returns this rectangle with each edge moved inwards. No side becomes shorter than zero.
  ///
  /// The leading edge is the left one here, also in arrangements from right to left.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      minX: minX + insets.leading, minY: minY + insets.top,
      maxX: maxX - insets.trailing, maxY: maxY - insets.bottom)
  }

  /// Returns this rectangle mirrored about the vertical centre line of a container.
  /// - Parameter width: Width of the container, whose left edge is at x = 0.
  @inlinable
  package func mirrored(inWidth width: Double) -> Rect { Rect(origin: Point(x: width - maxX, y: minY), size: size) }

  /// Returns a rectangle of `size` whose centre is that of this rectangle.
  @inlinable
  package func centered(_ size: Size) -> Rect {
    Rect(origin: Point(x: midX - size.width / 2, y: midY - size.height / 2), size: size)
  }

  /// Returns this rectangle with every edge rounded to the nearest device pixel.
  ///
  /// Each edge is rounded by itself, so rectangles that share an edge still share it afterwards.
  /// - Parameter scale: Device pixels per logical pixel; greater than zero.
  @inlinable
  package func snapped(scale: Double) -> Rect {
    // `rounded(.down)` instead of `rounded()`: ties must go the same way on both sides of zero, or content that scrolls
    // past the origin would change its size by a pixel.
    func snap(_ edge: Double) -> Double { (edge * scale + 0.5).rounded(.down) / scale }
    return Rect(minX: snap(minX), minY: snap(minY), maxX: snap(maxX), maxY: snap(maxY))
  }
}
