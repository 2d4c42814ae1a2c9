import ScrollworkGeometry

/// A rectangle of whole device pixels, given by its edges for fast clipping. The maximum edges are excluded.
struct PixelBox: Equatable {
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int

  /// A box without pixels.
  static let empty = PixelBox(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// The largest magnitude of an edge, so that sums and differences of edges never overflow.
  static let limit = 1 << 40

  init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Scales the edges of `rect` and rounds each to the nearest device pixel. NaN gives an empty box.
  init(snapping rect: Rect, scale: Double) {
    let (x, y) = (rect.origin.x, rect.origin.y)
    var (farX, farY) = (x + rect.size.width, y + rect.size.height)
    if x == -.infinity, rect.size.width == .infinity { farX = .infinity }
    if y == -.infinity, rect.size.height == .infinity { farY = .infinity }
    guard !x.isNaN, !y.isNaN, !farX.isNaN, !farY.isNaN else {
      self = .empty
      return
    }
    self.init(
      minX: Self.snap(x * scale), minY: Self.snap(y * scale), maxX: Self.snap(farX * scale),
      maxY: Self.snap(farY * scale))
  }

  /// Rounds to the nearest integer, with halves upwards like ``Rect/snapped(scale:)``, up to the magnitude `limit`. NaN
  /// gives 0.
  static func snap(_ value: Double) -> Int {
    floor(value + 0.5)
  }

  /// Rounds down, up to the magnitude `limit`. NaN gives 0.
  static func floor(_ value: Double) -> Int {
    guard value > -Double(limit) else { return value.isNaN ? 0 : -limit }
    guard value < Double(limit) else { return limit }
    let whole = Int(value)
    return Double(whole) > value ? whole - 1 : whole
  }

  var width: Int { maxX - minX }
  var height: Int { maxY - minY }
  var isEmpty: Bool { maxX <= minX || maxY <= minY }

  /// The number of pixels; `Int.max` if the product overflows.
  var area: Int {
    guard !isEmpty else { return 0 }
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// Returns the common part of both boxes. Without one, `isEmpty` is `true` for the result, and its edges may be
  /// swapped.
  func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
  }

  /// Returns the smallest box that contains both boxes; an empty box adds nothing.
  func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelBox(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// Whether the boxes have common pixels; neither may be empty.
  func intersects(_ other: PixelBox) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Whether `other` is inside this box.
  func contains(_ other: PixelBox) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// Returns the box moved by whole pixels.
  func offset(x: Int, y: Int) -> PixelBox {
    PixelBox(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// Returns the box with all edges moved outwards by `amount` pixels.
  func expanded(by amount: Int) -> PixelBox {
    PixelBox(minX: minX - amount, minY: minY - amount, maxX: maxX + amount, maxY: maxY + amount)
  }
}

extension PixelRect {
  init(_ box: PixelBox) {
    self.init(x: box.minX, y: box.minY, width: box.width, height: box.height)
  }
}
