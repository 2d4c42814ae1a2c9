import ScrollworkGeometry

/// The unit for positions and extents on the main axis: 1/64 of a logical pixel, as an integer.
///
/// Sums and products of integers are exact and do not depend on their order. So a position is the same to the last bit,
/// whether it comes from a formula, from a tree or from adding up all rows.
enum Subpixels {
  static let perPixel = 64.0

  /// The largest length of one element, in logical pixels. In subpixels it fits into 31 bits.
  static let longest = 16_777_216.0

  /// The largest extent of one section, in subpixels. A `Double` represents it exactly, and the sum of many fits into
  /// 63 bits.
  static let longestSection: Int64 = 1 << 52

  /// Returns a valid length, finite and from 0 to `longest`. A larger one is limited; one that is negative or not
  /// finite becomes 0.
  @inline(__always)
  static func sane(_ length: Double) -> Double {
    guard length > 0 else { return 0 }
    if length <= longest { return length }
    return length.isFinite ? longest : 0
  }

  /// Returns a valid distance, finite and from -`longest` to `longest`. A larger one is limited; one that is not finite
  /// becomes 0.
  static func bounded(_ distance: Double) -> Double { distance.isFinite ? min(max(-longest, distance), longest) : 0 }

  /// Returns a valid position in a section, finite and at most `longestSection` away from zero. One that is not finite
  /// becomes 0.
  static func position(_ position: Double) -> Double {
    let limit = pixels(longestSection)
    return position.isFinite ? min(max(-limit, position), limit) : 0
  }

  /// Returns a distance in logical pixels, which may be negative, as the nearest number of subpixels.
  static func nearestSigned(_ distance: Double) -> Int64 { Int64((bounded(distance) * perPixel).rounded()) }

  /// Returns a position in a section, in logical pixels, as the nearest number of subpixels. It may be negative and is
  /// not limited to `longest`.
  static func nearestPosition(_ position: Double) -> Int64 {
    guard position.isFinite else { return 0 }
    let limit = Double(longestSection)
    return Int64(min(max((position * perPixel).rounded(), -limit), limit))
  }

  /// Returns a length in logical pixels as the nearest number of subpixels.
  ///
  /// The result is the same as with `rounded()`, which is a slow function call on old processors.
  @inline(__always)
  static func nearest(_ length: Double) -> Int64 {
    let exact = sane(length) * perPixel
    let whole = Int64(exact)
    return exact - Double(whole) < 0.5 ? whole : whole + 1
  }

  /// Returns a size whose sides are rounded to whole subpixels, in logical pixels.
  static func nearest(_ size: Size) -> Size {
    Size(width: pixels(nearest(size.width)), height: pixels(nearest(size.height)))
  }

  /// Returns a measured length in subpixels, rounded up to a whole device pixel.
  ///
  /// An excess of less than 1/1000 of a device pixel is ignored, because it comes from rounding in the measurement.
  static func upToDevicePixel(_ length: Double, scale: Double) -> Int64 {
    nearest((sane(length) * scale - 0.001).rounded(.up) / scale)
  }

  /// Returns subpixels as logical pixels; exact for every extent up to `longestSection`.
  static func pixels(_ extent: Int64) -> Double { Double(extent) / perPixel }

  /// Returns a coordinate in subpixels, rounded down; it may be negative. The result is limited to a range that is far
  /// larger than any content.
  static func floor(_ coordinate: Double) -> Int64 {
    guard coordinate.isFinite else { return coordinate > 0 ? longestSection * 1024 : -longestSection }
    let scaled = (coordinate * perPixel).rounded(.down)
    return Int64(min(max(scaled, -Double(longestSection)), Double(longestSection) * 1024))
  }

  /// Returns whether a length differs from an estimate by more than a fraction of the estimate.
  static func differs(_ length: Int64, from estimate: Int64, by tolerance: Double) -> Bool {
    Double(abs(length - estimate)) > tolerance * Double(estimate)
  }
}
