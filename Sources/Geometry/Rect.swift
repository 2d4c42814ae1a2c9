/// An axis-aligned rectangle in logical pixels. It includes its minimum edges and excludes its maximum edges.
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The rectangle between two edges on each axis. Edges in the wrong order give an empty rectangle.
  public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.init(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
  }

  public var minX: Double { origin.x }
  public var minY: Double { origin.y }
  public var maxX: Double { origin.x + size.width }
  public var maxY: Double { origin.y + size.height }
  public var midX: Double { origin.x + size.width / 2 }
  public var midY: Double { origin.y + size.height / 2 }
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var center: Point { Point(x: midX, y: midY) }
  public var isEmpty: Bool { size.isEmpty }

  /// The edge nearest to the origin along `axis`.
  public func lower(_ axis: Axis) -> Double { origin[axis] }

  /// The edge furthest from the origin along `axis`.
  public func upper(_ axis: Axis) -> Double { origin[axis] + size[axis] }

  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// True if the two share an area greater than zero.
  public func intersects(_ other: Rect) -> Bool {
    !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// What the two share, or an empty rectangle where they share nothing.
  public func intersection(_ other: Rect) -> Rect {
    Rect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The smallest rectangle that holds both. An empty rectangle adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  public func offset(by delta: Point) -> Rect { Rect(origin: origin + delta, size: size) }

  public func offset(x: Double, y: Double) -> Rect { offset(by: Point(x: x, y: y)) }

  /// This rectangle with every edge moved inwards (outwards if negative) by `amount`.
  public func insetBy(_ amount: Double) -> Rect { inset(by: Insets(amount)) }

  /// This rectangle with each edge moved inwards; a side never gets smaller than zero.
  /// Leading is the left edge; `mirrored(in:)` makes a right-to-left arrangement of a left-to-right one.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      minX: minX + insets.leading, minY: minY + insets.top,
      maxX: maxX - insets.trailing, maxY: maxY - insets.bottom)
  }

  /// This rectangle mirrored about the vertical centre line of a container that is `width` wide.
  public func mirrored(inWidth width: Double) -> Rect { Rect(origin: Point(x: width - maxX, y: minY), size: size) }

  /// A rectangle of `size` with the same centre.
  public func centered(_ size: Size) -> Rect {
    Rect(origin: Point(x: midX - size.width / 2, y: midY - size.height / 2), size: size)
  }

  /// This rectangle with every edge rounded to the nearest device pixel. Neighbours that share an edge share it still.
  /// - Parameter scale: Device pixels per logical pixel.
  public func snapped(scale: Double) -> Rect {
    func snap(_ edge: Double) -> Double { (edge * scale + 0.5).rounded(.down) / scale }
    return Rect(minX: snap(minX), minY: snap(minY), maxX: snap(maxX), maxY: snap(maxY))
  }
}
