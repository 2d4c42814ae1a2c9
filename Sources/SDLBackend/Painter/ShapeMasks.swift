import Glibc

/// Makes and caches the masks of rounded shapes, rings and shadows.
final class ShapeMasks {
  /// The properties that determine a mask, in whole numbers so that they can be hashed.
  private struct Key: Hashable {
    /// The radius in sixteenths of a device pixel.
    var radius: Int32
    /// The width of a ring in device pixels; 0 for a filled shape.
    var ring: Int32 = 0
    /// Twice a shadow's standard deviation, in sixteenths of a device pixel; 0 for no blur.
    var blur: Int32 = 0
    /// The width of a shape so narrow that its corners meet; 0 for a wider shape, because wider shapes share a mask.
    /// For a shadow, the width, but at most the smallest one at which the blurred corners do not meet.
    var width: Int32 = 0
    var height: Int32 = 0
  }

  /// The largest radius and blur, in device pixels.
  private static let radiusLimit = 1024.0
  private static let blurLimit = 128.0
  /// The number of bytes above which the cache is emptied.
  private static let byteLimit = 8 << 20

  private var masks: [Key: SliceMask] = [:]
  private var byteCount = 0

  /// Empties the cache.
  func removeAll() {
    masks.removeAll()
    byteCount = 0
  }

  /// Returns the mask of a filled rounded shape, or of a ring along its inside.
  /// - Parameters:
  ///   - radius: The radius of the corners in device pixels, limited to half of the shorter side.
  ///   - ring: The ring's width in device pixels; 0, or half of the shorter side and more, for a filled shape.
  func shape(width: Int, height: Int, radius: Double, ring: Int) -> SliceMask {
    let shorter = min(width, height)
    let ring = ring * 2 >= shorter ? 0 : ring
    let sixteenths = Self.sixteenths(Self.usable(radius, atMost: min(Self.radiusLimit, Double(shorter) / 2)))
    let corner = max((Int(sixteenths) + 15) / 16, ring)
    var key = Key(radius: sixteenths, ring: Int32(ring))
    if width < 2 * corner { key.width = Int32(width) }
    if height < 2 * corner { key.height = Int32(height) }
    return mask(key) { Self.makeShape(key, corner: corner) }
  }

  /// Returns the mask of a shape's shadow. It is for a box that is `reach` device pixels larger than the shape on each
  /// side.
  /// - Parameter blur: Twice the standard deviation, in device pixels.
  func shadow(width: Int, height: Int, radius: Double, blur: Double) -> (mask: SliceMask, reach: Int) {
    let blur = Self.sixteenths(Self.usable(blur, atMost: Self.blurLimit))
    guard blur >= 2 else { return (shape(width: width, height: height, radius: radius, ring: 0), 0) }
    let radius = Self.sixteenths(Self.usable(radius, atMost: min(Self.radiusLimit, Double(min(width, height)) / 2)))
    let reach = (Int(blur) + 15) / 16
    let apart = 2 * ((Int(radius) + 15) / 16 + reach) + 1
    let key = Key(
      radius: radius, blur: blur, width: Int32(min(width, apart)), height: Int32(min(height, apart)))
    return (mask(key) { Self.makeShadow(key, reach: reach) }, reach)
  }

  /// Returns a cached mask, or makes it.
  private func mask(_ key: Key, make: () -> SliceMask) -> SliceMask {
    if let mask = masks[key] { return mask }
    if byteCount > Self.byteLimit { removeAll() }
    let mask = make()
    masks[key] = mask
    byteCount += mask.byteCount
    return mask
  }

  /// Returns the value, at most `limit`; 0 for negative values and NaN.
  private static func usable(_ value: Double, atMost limit: Double) -> Double {
    value > 0 ? min(value, limit) : 0
  }

  /// Returns the value in sixteenths, rounded.
  private static func sixteenths(_ value: Double) -> Int32 { Int32(value * 16 + 0.5) }

  // MARK: Shapes

  /// Makes a mask from the top left quarter of a shape or ring.
  private static func makeShape(_ key: Key, corner: Int) -> SliceMask {
    let radius = Double(key.radius) / 16
    let (width, height) = (
      key.width > 0 ? Double(key.width) : .infinity, key.height > 0 ? Double(key.height) : .infinity
    )
    let outer = RoundedShape(inset: 0, width: width, height: height, radius: radius)
    let inner = RoundedShape(
      inset: Double(key.ring), width: width, height: height, radius: max(0, radius - Double(key.ring)))
    return SliceMask(columns: corner + 1, rows: corner + 1) { x, y in
      let samples = outer.samples(x, y) - (key.ring > 0 ? inner.samples(x, y) : 0)
      return UInt8((samples * 255 + 128) >> 8)
    }
  }

  // MARK: Shadows

  /// Makes a mask from the top left quarter of a shadow by a separable Gaussian blur: rows first, then columns. The
  /// kernel is cut at two standard deviations and normalised, so that the shadow ends softly, exactly `reach` pixels
  /// outside the shape.
  private static func makeShadow(_ key: Key, reach: Int) -> SliceMask {
    let (width, height) = (Int(key.width), Int(key.height))
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let shape = RoundedShape(
      inset: 0, width: Double(width), height: Double(height), radius: Double(key.radius) / 16)
    let kernel = gaussian(reach: reach, deviation: Double(key.blur) / 32)
    let columns = reach + halfWidth
    var rows = [Float](repeating: 0, count: columns * halfHeight)
    var line = [Float](repeating: 0, count: width)
    for y in 0..<halfHeight {
      for x in 0..<width { line[x] = Float(shape.samples(min(x, width - 1 - x), y)) / 256 }
      for x in 0..<columns { rows[y * columns + x] = sum(kernel, at: x - reach, count: width) { line[$0] } }
    }
    return SliceMask(columns: columns, rows: reach + halfHeight) { x, y in
      let value = sum(kernel, at: y - reach, count: height) { rows[min($0, height - 1 - $0) * columns + x] }
      return UInt8(min(255, value * 255 + 0.5))
    }
  }

  /// Returns a normalised Gaussian kernel of `2 * reach + 1` weights.
  private static func gaussian(reach: Int, deviation: Double) -> [Float] {
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let total = weights.reduce(0, +)
    return weights.map { Float($0 / total) }
  }

  /// Returns the sum of `values` around `center`, weighted by the kernel; values outside 0 to `count` are 0.
  @inline(__always)
  private static func sum(_ kernel: [Float], at center: Int, count: Int, _ values: (Int) -> Float) -> Float {
    let reach = kernel.count / 2
    var total: Float = 0
    for index in max(0, center - reach)..<max(0, min(count, center + reach + 1)) {
      total += kernel[index - center + reach] * values(index)
    }
    return total
  }
}

/// A rounded rectangle in a box at the origin, sampled for anti-aliasing.
private struct RoundedShape {
  /// The distance of the shape's edge from the box.
  var inset: Double
  /// The size of the box; infinite if the opposite edge is too far away to matter.
  var width: Double
  var height: Double
  /// The radius of the corners, in device pixels.
  var radius: Double

  /// Returns how many of the 16 x 16 samples in the pixel at (`x`, `y`) are inside the shape.
  func samples(_ x: Int, _ y: Int) -> Int {
    guard Double(x) >= inset, Double(y) >= inset else { return 0 }
    let middle = distance(Double(x) + 0.5, Double(y) + 0.5)
    if middle < radius - 0.75 || radius == 0 { return 256 }
    if middle > radius + 0.75 { return 0 }
    var count = 0
    for row in 0..<16 {
      for column in 0..<16 {
        let offset = (x: (Double(column) + 0.5) / 16, y: (Double(row) + 0.5) / 16)
        if distance(Double(x) + offset.x, Double(y) + offset.y) <= radius { count += 1 }
      }
    }
    return count
  }

  /// Returns the distance of a point from the centre of the nearest corner's arc; 0 outside the corners.
  private func distance(_ x: Double, _ y: Double) -> Double {
    let dx = max(0, inset + radius - x, x - (width - inset - radius))
    let dy = max(0, inset + radius - y, y - (height - inset - radius))
    return (dx * dx + dy * dy).squareRoot()
  }
}
