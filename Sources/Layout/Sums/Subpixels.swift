import ScrollworkGeometry

/// The unit in which extents along the direction of scrolling are summed: 1/64 of a logical pixel, as an integer.
///
/// Sums and products of integers are exact and do not depend on their order, so a position found by arithmetic, by a
/// tree or by adding up every row is the same to the last bit.
enum Subpixels {
  static let perPixel = 64.0

  /// The largest length of one thing, in logical pixels. In this unit it fits 31 bits.
  static let longest = 16_777_216.0

  /// The largest extent of one section in this unit: a Double holds it exactly, and sums of many stay within 63 bits.
  static let longestSection: Int64 = 1 << 52

  /// A length that can be computed with: finite, from 0 to `longest`.
  @inline(__always)
  static func sane(_ length: Double) -> Double {
    guard length > 0 else { return 0 }
    if length <= longest { return length }
    return length.isFinite ? longest : 0
  }

  /// A distance of any sign that can be computed with: finite, from -`longest` to `longest`.
  static func bounded(_ distance: Double) -> Double { distance.isFinite ? min(max(-longest, distance), longest) : 0 }

  /// A place in a section that can be computed with: finite and no further away than a section may be long.
  static func position(_ position: Double) -> Double {
    let limit = pixels(longestSection)
    return position.isFinite ? min(max(-limit, position), limit) : 0
  }

  /// The nearest number of subpixels for a distance of any sign.
  static func nearestSigned(_ distance: Double) -> Int64 { Int64((bounded(distance) * perPixel).rounded()) }

  /// The nearest number of subpixels for a position in a section, of any sign and far longer than one thing may be.
  static func nearestPosition(_ position: Double) -> Int64 {
    guard position.isFinite else { return 0 }
    let limit = Double(longestSection)
    return Int64(min(max((position * perPixel).rounded(), -limit), limit))
  }

  /// The nearest number of subpixels for a length in logical pixels.
  ///
  /// As `rounded()` does it, but that is a call of a function on processors of fifteen years ago.
  @inline(__always)
  static func nearest(_ length: Double) -> Int64 {
    let exact = sane(length) * perPixel
    let whole = Int64(exact)
    return exact - Double(whole) < 0.5 ? whole : whole + 1
  }

  /// A size with sides of whole subpixels.
  static func nearest(_ size: Size) -> Size {
    Size(width: pixels(nearest(size.width)), height: pixels(nearest(size.height)))
  }

  /// A length rounded up to a whole device pixel, as measured sizes are.
  ///
  /// What exceeds a pixel by less than 1/1000 is rounding noise of the one who measured.
  static func upToDevicePixel(_ length: Double, scale: Double) -> Int64 {
    nearest((sane(length) * scale - 0.001).rounded(.up) / scale)
  }

  /// Logical pixels; exact for all that a section can hold.
  static func pixels(_ extent: Int64) -> Double { Double(extent) / perPixel }

  /// The coordinate as a number of subpixels, rounded down, any sign; saturates far outside of every content.
  static func floor(_ coordinate: Double) -> Int64 {
    guard coordinate.isFinite else { return coordinate > 0 ? longestSection * 1024 : -longestSection }
    let scaled = (coordinate * perPixel).rounded(.down)
    return Int64(min(max(scaled, -Double(longestSection)), Double(longestSection) * 1024))
  }

  /// True if a length differs from a guess by more than this part of it.
  static func differs(_ length: Int64, from guess: Int64, by tolerance: Double) -> Bool {
    Double(abs(length - guess)) > tolerance * Double(guess)
  }
}
