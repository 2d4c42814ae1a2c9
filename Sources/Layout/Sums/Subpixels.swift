import ScrollworkGeometry

/// The unit of sums of extents on the main axis: 1/64 of a logical pixel, as an integer.
///
/// Sums and products of integers are exact and do not depend on their order, so a position computed by arithmetic, by a
/// tree or by adding up every row is the same to the last bit.
enum Subpixels {
  static let perPixel = 64.0

  /// The largest length of one element, in logical pixels. In subpixels it fits into 31 bits.
  static let longest = 16_777_216.0

  /// The largest extent of one section, in subpixels: a Double holds it exactly, and sums of many fit into 63 bits.
  static let longestSection: Int64 = 1 << 52

  /// Returns a length limited to valid values: finite, from 0 to `longest`.
  @inline(__always)
  static func sane(_ length: Double) -> Double {
    guard length > 0 else { return 0 }
    if length <= longest { return length }
    return length.isFinite ? longest : 0
  }

  /// Returns a distance of any sign limited to valid values: finite, from -`longest` to `longest`.
  static func bounded(_ distance: Double) -> Double { distance.isFinite ? min(max(-longest, distance), longest) : 0 }

  /// Returns a position in a section limited to valid values: finite, and at most the largest extent of a section away.
  static func position(_ position: Double) -> Double {
    let limit = pixels(longestSection)
    return position.isFinite ? min(max(-limit, position), limit) : 0
  }

  /// Returns the nearest number of subpixels for a distance of any sign.
  static func nearestSigned(_ distance: Double) -> Int64 { Int64((bounded(distance) * perPixel).rounded()) }

  /// Returns the nearest number of subpixels for a position in a section, of any sign and not limited to `longest`.
  static func nearestPosition(_ position: Double) -> Int64 {
    guard position.isFinite else { return 0 }
    let limit = Double(longestSection)
    return Int64(min(max((position * perPixel).rounded(), -limit), limit))
  }

  /// Returns the nearest number of subpixels for a length in logical pixels.
  ///
  /// The result is that of `rounded()`, which is a function call on processors of fifteen years ago.
  @inline(__always)
  static func nearest(_ length: Double) -> Int64 {
    let exact = sane(length) * perPixel
    let whole = Int64(exact)
    return exact - Double(whole) < 0.5 ? whole : whole + 1
  }

  /// Returns a size with both sides in whole subpixels.
  static func nearest(_ size: Size) -> Size {
    Size(width: pixels(nearest(size.width)), height: pixels(nearest(size.height)))
  }

  /// Returns a length rounded up to a whole device pixel, as measured sizes are.
  ///
  /// Less than 1/1000 of a device pixel above a whole number is rounding noise of the measurement and is ignored.
  static func upToDevicePixel(_ length: Double, scale: Double) -> Int64 {
    nearest((sane(length) * scale - 0.001).rounded(.up) / scale)
  }

  /// Returns subpixels in logical pixels; exact for every extent in a section.
  static func pixels(_ extent: Int64) -> Double { Double(extent) / perPixel }

  /// Returns a coordinate of any sign in subpixels, rounded down. It saturates far outside of every content.
  static func floor(_ coordinate: Double) -> Int64 {
    guard coordinate.isFinite else { return coordinate > 0 ? longestSection * 1024 : -longestSection }
    let scaled = (coordinate * perPixel).rounded(.down)
    return Int64(min(max(scaled, -Double(longestSection)), Double(longestSection) * 1024))
  }

  /// Whether a length differs from an estimate by more than a fraction of it.
  static func differs(_ length: Int64, from guess: Int64, by tolerance: Double) -> Bool {
    Double(abs(length - guess)) > tolerance * Double(guess)
  }
}
