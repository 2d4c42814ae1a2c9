package import ScrollworkGeometry

/// The facts about items whose target frames change because measured sizes differ from their estimates.
package struct Corrections {
  /// The change of the viewport's origin in content coordinates since the frame began to measure. Changes by scrolling
  /// do not count.
  package var shift = Point.zero
  /// Whether items are in flight because their target frames were corrected.
  package var areInFlight = false

  /// Whether a correction is larger than one logical pixel along `axis`. A smaller one may come from rounding to device
  /// pixels.
  static func isVisible(_ distance: Point, along axis: Axis) -> Bool { abs(distance[axis]) > 1 }
}
